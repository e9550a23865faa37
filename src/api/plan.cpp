// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <vector>

#include "api/access.hpp"
#include "api/callbacks.hpp"
#include "api/compiled_passes.hpp"
#include "api/decisions.hpp"
#include "api/describe.hpp"
#include "api/element_type.hpp"
#include "api/execution.hpp"
#include "api/memory_checks.hpp"
#include "api/workspace.hpp"
#include "core/storage.hpp"
#include "runtime/device.hpp"

namespace papilio {
namespace {

/// What a plan stands on; throws for the handle "none".
template <typename Impl>
const Impl& made(const std::shared_ptr<const Impl>& impl) {
  return api::made(impl, "plan");
}

std::int64_t bytes_of(const Problem& problem, bool input) {
  return input ? problem.input_elements() * problem.input_element_bytes()
               : problem.output_elements() * problem.output_element_bytes();
}

}  // namespace

struct Plan::Impl {
  Problem problem;
  Device device;
  std::shared_ptr<const plan::PlanNode> tree;
  api::CompiledPasses passes;
  api::WorkspacePool workspaces;
  bool gaps = false;  ///< the output has elements that belong to no array, or are skipped
  // What every execution asks and the problem takes its time to tell
  std::int64_t input_bytes = 0;
  std::int64_t output_bytes = 0;
  api::Planes planes;

  [[nodiscard]] std::size_t scratch_bytes() const { return tree->scratch_elements * problem.element_bytes(); }

  void enqueue(runtime::Stream& stream, const api::Memories& memories) const {
    passes.enqueue(stream, memories, planes);
  }

  [[nodiscard]] api::MemoryNeeds needs() const;
  void execute(const Stream& stream, api::Memories memories) const;
  Timing execute_host(const api::HostMemory& host) const;
  template <typename T>
  void check_span(std::span<T> span, bool input, const char* what) const;
  void check_placement(Placement placement) const;
  void check_bytes(std::size_t size, std::int64_t bytes, const char* what) const;
  template <typename In, typename Out>
  Timing execute_spans(std::span<const In> in, std::span<Out> out, const CallbackData& data) const;
  template <typename T>
  Timing execute_span(std::span<T> in_place, const CallbackData& data) const;
};

api::MemoryNeeds Plan::Impl::needs() const {
  return {"plan", input_bytes, output_bytes, scratch_bytes(), problem.in_layout, problem.out_layout, problem.placement};
}

void Plan::Impl::execute(const Stream& stream, api::Memories memories) const {
  if (!stream) throw Error::invalid_argument("an execution without a stream", "the handle is empty", "make a Stream");
  api::share_planes(memories, problem.placement);
  api::check_memories(memories, needs(), [this] { return problem.token(); });
  api::with_scratch(stream, device, memories.scratch, scratch_bytes(), [&](const runtime::Memory* scratch) {
    memories.scratch = scratch;
    enqueue(api::unwrap(stream), memories);
  });
}

Timing Plan::Impl::execute_host(const api::HostMemory& host) const {
  api::check_callback_data(host.data, problem.precision);
  const bool in_place = problem.placement == Placement::in_place;
  const api::WorkspacePool::Lease lease = workspaces.take(
      api::unwrap(device),
      {host.in_bytes, in_place ? 0 : host.out_bytes, scratch_bytes(), host.data.load.size(), host.data.store.size()});
  // Gaps between transforms, and what is skipped, come back as they were.
  return api::round_trip(*lease, host, gaps ? api::Gaps::kept : api::Gaps::none,
                         [this](runtime::Stream& stream, const api::Memories& memories) { enqueue(stream, memories); });
}

template <typename T>
void Plan::Impl::check_span(std::span<T> span, bool input, const char* what) const {
  using Element = api::ElementType<std::remove_const_t<T>>;
  const bool span_real = Element::field == Field::real;
  const std::string_view own = to_string(Storage::native, Element::precision);
  const bool planar = (input ? problem.in_layout : problem.out_layout) == ComplexLayout::planar;
  const bool real = planar || (input ? problem.real_input() : problem.real_output());
  const std::string_view stored = to_string(input ? problem.in_storage : problem.out_storage, problem.precision);
  if (own != stored) {
    throw Error::invalid_argument(fmt::format("{} span of {}", what, own),
                                  fmt::format("the {} of {} is {}", what, problem.token(), stored),
                                  "use float for f32 and double for f64, and spans of bytes for others");
  }
  if (span_real != real) {
    throw Error::invalid_argument(span_real ? "a span of real numbers" : "a span of complex numbers",
                                  fmt::format("{} has {} ones there", problem.token(),
                                              planar ? "planes of real"
                                              : real ? "real"
                                                     : "complex"),
                                  "use float or double on real and planar sides, complex numbers elsewhere");
  }
  const std::int64_t elements = (input ? problem.input_elements() : problem.output_elements()) * (planar ? 2 : 1);
  if (static_cast<std::int64_t>(span.size()) != elements) {
    throw Error::invalid_argument(fmt::format("{} span of {} elements", what, span.size()),
                                  fmt::format("{} takes {}", problem.token(), elements),
                                  "ask the problem for input_elements() and output_elements()");
  }
}

void Plan::Impl::check_placement(Placement placement) const {
  if (problem.placement == placement) return;
  throw Error::invalid_argument(
      placement == Placement::in_place ? "one span for an out-of-place plan" : "two spans for an in-place plan",
      "the plan is for " + problem.token(), "change the problem's placement");
}

void Plan::Impl::check_bytes(std::size_t size, std::int64_t bytes, const char* what) const {
  if (static_cast<std::int64_t>(size) == bytes) return;
  throw Error::invalid_argument(fmt::format("{} span of {} bytes", what, size),
                                fmt::format("{} takes {}", problem.token(), bytes),
                                "multiply elements and bytes of an element as the problem gives them");
}

template <typename In, typename Out>
Timing Plan::Impl::execute_spans(std::span<const In> in, std::span<Out> out, const CallbackData& data) const {
  check_placement(Placement::out_of_place);
  if constexpr (std::is_same_v<In, std::byte>) {
    check_bytes(in.size(), bytes_of(problem, true), "input");
    check_bytes(out.size(), bytes_of(problem, false), "output");
  } else {
    check_span(in, true, "input");
    check_span(out, false, "output");
  }
  if (api::overlap(in, out)) {
    throw Error::invalid_argument("spans that overlap", "the plan is out of place", "plan with in_place");
  }
  return execute_host({in.data(), in.size_bytes(), out.data(), out.size_bytes(), data});
}

/// A span of either side will do: it is the same memory.
template <typename T>
Timing Plan::Impl::execute_span(std::span<T> in_place, const CallbackData& data) const {
  check_placement(Placement::in_place);
  const std::int64_t bytes = std::max(bytes_of(problem, true), bytes_of(problem, false));
  if constexpr (!std::is_same_v<T, std::byte>) {
    const bool real = api::ElementType<T>::field == Field::real;
    const bool input = real == problem.real_input() || real != problem.real_output();
    const auto own = static_cast<std::size_t>(bytes_of(problem, input)) / sizeof(T);
    const auto all = static_cast<std::size_t>(bytes) / sizeof(T);
    // Of two sizes the larger is asked for, which may be the other side's.
    check_span(in_place.size() == all ? in_place.first(std::min(own, all)) : in_place, input, "in-place");
  }
  check_bytes(in_place.size_bytes(), bytes, "in-place");
  return execute_host({in_place.data(), in_place.size_bytes(), in_place.data(), in_place.size_bytes(), data});
}

Plan::Plan(const Device& device, const Problem& problem) : Plan(device, problem, Callbacks{}) {}

Plan::Plan(const Device& device, const Problem& problem, const Callbacks& callbacks) {
  api::validate(callbacks);
  if (!device) throw Error::invalid_argument("a plan without a device", "the handle is empty", "open Device(\"auto\")");
  auto impl = std::make_shared<Impl>();
  problem.validate();
  impl->problem = problem.normalised();
  impl->tree = api::decide(api::unwrap(device), impl->problem, callbacks);
  std::int64_t written = impl->problem.batch;
  for (const std::int64_t length : impl->problem.output_lengths()) written *= length;
  impl->gaps = written != impl->problem.output_elements() || !impl->problem.skip.empty();
  impl->device = device;
  impl->planes = {impl->problem.input_elements(), impl->problem.output_elements()};
  impl->input_bytes = bytes_of(impl->problem, true);
  impl->output_bytes = bytes_of(impl->problem, false);
  impl->passes = api::CompiledPasses(api::unwrap(device), *impl->tree, impl->problem.token(), impl->problem.precision);
  impl_ = std::move(impl);
}

const Problem& Plan::problem() const { return made(impl_).problem; }
const Device& Plan::device() const { return made(impl_).device; }
std::size_t Plan::scratch_bytes() const { return made(impl_).scratch_bytes(); }

std::string Plan::describe() const {
  const runtime::Device& dev = api::unwrap(made(impl_).device);
  return api::describe(*impl_->tree, impl_->problem, dev.info().id, dev.caps().compute_units);
}

void Plan::execute(const Stream& stream, const Buffer& in, const Buffer& out, const Buffer& scratch) const {
  api::Memories memories;
  memories.in = api::memory_of(in);
  memories.out = api::memory_of(out);
  memories.scratch = api::memory_of(scratch);
  made(impl_).execute(stream, memories);
}

void Plan::execute(const Stream& stream, const Operands& operands) const {
  made(impl_).execute(stream, api::memories_of(operands));
}

Timing Plan::execute(std::span<const std::complex<float>> in, std::span<std::complex<float>> out,
                     const CallbackData& data) const {
  return made(impl_).execute_spans(in, out, data);
}
Timing Plan::execute(std::span<const std::complex<double>> in, std::span<std::complex<double>> out,
                     const CallbackData& data) const {
  return made(impl_).execute_spans(in, out, data);
}
Timing Plan::execute(std::span<const float> in, std::span<std::complex<float>> out, const CallbackData& data) const {
  return made(impl_).execute_spans(in, out, data);
}
Timing Plan::execute(std::span<const double> in, std::span<std::complex<double>> out, const CallbackData& data) const {
  return made(impl_).execute_spans(in, out, data);
}
Timing Plan::execute(std::span<const std::complex<float>> in, std::span<float> out, const CallbackData& data) const {
  return made(impl_).execute_spans(in, out, data);
}
Timing Plan::execute(std::span<const std::complex<double>> in, std::span<double> out, const CallbackData& data) const {
  return made(impl_).execute_spans(in, out, data);
}
Timing Plan::execute(std::span<const float> in, std::span<float> out, const CallbackData& data) const {
  return made(impl_).execute_spans(in, out, data);
}
Timing Plan::execute(std::span<const double> in, std::span<double> out, const CallbackData& data) const {
  return made(impl_).execute_spans(in, out, data);
}
Timing Plan::execute(std::span<std::complex<float>> in_place, const CallbackData& data) const {
  return made(impl_).execute_span(in_place, data);
}
Timing Plan::execute(std::span<std::complex<double>> in_place, const CallbackData& data) const {
  return made(impl_).execute_span(in_place, data);
}
Timing Plan::execute(std::span<float> in_place, const CallbackData& data) const {
  return made(impl_).execute_span(in_place, data);
}
Timing Plan::execute(std::span<double> in_place, const CallbackData& data) const {
  return made(impl_).execute_span(in_place, data);
}
Timing Plan::execute(std::span<const std::byte> in, std::span<std::byte> out, const CallbackData& data) const {
  return made(impl_).execute_spans(in, out, data);
}
Timing Plan::execute(std::span<std::byte> in_place, const CallbackData& data) const {
  return made(impl_).execute_span(in_place, data);
}

}  // namespace papilio
