// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <new>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <vector>

#include "api/compiled_passes.hpp"
#include "api/describe.hpp"
#include "api/workspace.hpp"
#include "plan/solver.hpp"
#include "runtime/device.hpp"

namespace papilio {
namespace {

/// What a plan stands on; throws for the handle "none".
template <typename Impl>
const Impl& made(const std::shared_ptr<const Impl>& impl) {
  if (!impl) throw Error::invalid_argument("plan", "the handle is none", "make one before it is used");
  return *impl;
}

}  // namespace

struct Plan::Impl {
  Problem problem;
  Device device;
  plan::PlanNode tree;
  api::CompiledPasses passes;
  api::WorkspacePool workspaces;
  bool gaps = false;  ///< the output has elements that belong to no array, or are skipped

  [[nodiscard]] std::size_t scratch_bytes() const { return tree.scratch_elements * problem.element_bytes(); }

  void enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out,
               const runtime::Memory* scratch) const {
    passes.enqueue(stream, {.input = &in, .output = &out, .scratch = scratch});
  }

  void check_buffers(const Buffer& in, const Buffer& out, const Buffer& scratch) const {
    const auto require = [&](const Buffer& buffer, std::int64_t bytes, const char* what) {
      if (!buffer) throw Error::invalid_argument(fmt::format("{} buffer", what), "it is empty", "allocate one");
      if (static_cast<std::int64_t>(buffer.size_bytes()) < bytes) {
        throw Error::invalid_argument(fmt::format("{} buffer of {} bytes", what, buffer.size_bytes()),
                                      fmt::format("{} needs {}", problem.token(), bytes),
                                      "allocate as many elements as the problem says");
      }
    };
    require(in, problem.input_elements() * problem.input_element_bytes(), "input");
    require(out, problem.output_elements() * problem.output_element_bytes(), "output");
    if (scratch && scratch.size_bytes() < scratch_bytes()) {
      throw Error::invalid_argument(fmt::format("scratch of {} bytes", scratch.size_bytes()),
                                    fmt::format("the plan needs {}", scratch_bytes()), "ask scratch_bytes()");
    }
    if (scratch && (scratch.impl()->overlaps(*in.impl()) || scratch.impl()->overlaps(*out.impl()))) {
      throw Error::invalid_argument("scratch that is also input or output", "passes would overwrite what others read",
                                    "give another buffer, or none");
    }
    const bool same = in.impl()->overlaps(*out.impl());
    if (same != (problem.placement == Placement::in_place)) {
      throw Error::invalid_argument(same ? "one buffer for an out-of-place plan" : "two buffers for an in-place plan",
                                    "the plan was made for the other", "change the problem's placement");
    }
  }

  Timing execute_host(const void* in, std::size_t in_bytes, void* out, std::size_t out_bytes) const;
  template <typename In, typename Out>
  void check_spans(std::span<const In> in, std::span<Out> out, Placement placement) const;
  template <typename In, typename Out>
  Timing execute_spans(std::span<const In> in, std::span<Out> out) const {
    check_spans<In, Out>(in, out, Placement::out_of_place);
    return execute_host(in.data(), in.size_bytes(), out.data(), out.size_bytes());
  }
  template <typename T>
  Timing execute_span(std::span<T> in_place) const {
    check_spans<T, T>(in_place, in_place, Placement::in_place);
    return execute_host(in_place.data(), in_place.size_bytes(), in_place.data(), in_place.size_bytes());
  }
};

/// The type of a span's elements, as problems name them.
template <typename T>
struct ElementOf {
  static constexpr bool real = true;
  static constexpr Precision precision = std::is_same_v<T, float> ? Precision::f32 : Precision::f64;
};
template <typename T>
struct ElementOf<std::complex<T>> {
  static constexpr bool real = false;
  static constexpr Precision precision = ElementOf<T>::precision;
};

Timing Plan::Impl::execute_host(const void* in, std::size_t in_bytes, void* out, std::size_t out_bytes) const {
  const bool in_place = problem.placement == Placement::in_place;
  const api::WorkspacePool::Lease lease =
      workspaces.take(*device.impl(), in_bytes, in_place ? 0 : out_bytes, scratch_bytes());
  const api::Workspace& space = *lease;
  runtime::Stream& stream = *space.stream;
  runtime::Memory& source = *space.in;
  runtime::Memory& target = in_place ? *space.in : *space.out;

  const auto begin = stream.record();
  stream.write(source, 0, in, in_bytes);
  // Gaps between transforms, and what is skipped, come back as they were.
  if (!in_place && gaps) stream.write(target, 0, out, out_bytes);
  const auto uploaded = stream.record();
  enqueue(stream, source, target, space.scratch.get());
  const auto computed = stream.record();
  stream.read(target, 0, out, out_bytes);
  const auto done = stream.record();
  return {stream.seconds_between(*begin, *uploaded), stream.seconds_between(*uploaded, *computed),
          stream.seconds_between(*computed, *done)};
}

template <typename In, typename Out>
void Plan::Impl::check_spans(std::span<const In> in, std::span<Out> out, Placement placement) const {
  const auto wrong = [&](bool real, bool wanted) {
    return Error::invalid_argument(real ? "a span of real numbers" : "a span of complex numbers",
                                   fmt::format("{} has {} ones there", problem.token(), wanted ? "real" : "complex"),
                                   "use float or double on real sides, complex numbers elsewhere");
  };
  if (problem.precision != ElementOf<In>::precision) {
    throw Error::invalid_argument("spans of the other precision", "the plan is for " + problem.token(),
                                  "use float with f32 and double with f64");
  }
  if (problem.placement != placement) {
    throw Error::invalid_argument(
        placement == Placement::in_place ? "one span for an out-of-place plan" : "two spans for an in-place plan",
        "the plan is for " + problem.token(), "change the problem's placement");
  }
  // In place, a span of either side will do: it is the same memory.
  const bool input_side = ElementOf<In>::real == problem.real_input();
  if (placement == Placement::out_of_place) {
    if (!input_side) throw wrong(ElementOf<In>::real, problem.real_input());
    if (ElementOf<Out>::real != problem.real_output()) throw wrong(ElementOf<Out>::real, problem.real_output());
  } else if (!input_side && ElementOf<In>::real != problem.real_output()) {
    throw wrong(ElementOf<In>::real, problem.real_input());
  }
  const auto require = [&](std::size_t size, std::int64_t elements, const char* what) {
    if (static_cast<std::int64_t>(size) != elements) {
      throw Error::invalid_argument(fmt::format("{} span of {} elements", what, size),
                                    fmt::format("{} takes {}", problem.token(), elements),
                                    "ask the problem for input_elements() and output_elements()");
    }
  };
  if (placement == Placement::in_place) {
    const std::int64_t bytes = std::max(problem.input_elements() * problem.input_element_bytes(),
                                        problem.output_elements() * problem.output_element_bytes());
    require(in.size(), bytes / static_cast<std::int64_t>(sizeof(In)), "in-place");
    return;
  }
  require(in.size(), problem.input_elements(), "input");
  require(out.size(), problem.output_elements(), "output");
  const std::less<const void*> before;
  if (before(in.data(), out.data() + out.size()) && before(out.data(), in.data() + in.size())) {
    throw Error::invalid_argument("spans that overlap", "the plan is out of place", "plan with in_place");
  }
}

Plan::Plan(const Device& device, const Problem& problem) {
  if (!device) throw Error::invalid_argument("a plan without a device", "the handle is empty", "open Device(\"auto\")");
  auto impl = std::make_shared<Impl>();
  impl->tree = plan::make_plan(problem, device.impl()->caps());
  impl->problem = problem.normalised();
  std::int64_t written = impl->problem.batch;
  for (const std::int64_t length : impl->problem.output_lengths()) written *= length;
  impl->gaps = written != impl->problem.output_elements() || !impl->problem.skip.empty();
  if (device.impl()->capturing()) {
    throw Error::invalid_argument("planning " + impl->problem.token() + " while a stream is captured",
                                  "a CUDA graph cannot hold what planning does: compiling, loading, allocating",
                                  "make the plan before the capture begins, and execute it within");
  }
  impl->device = device;
  try {
    impl->passes = api::CompiledPasses(*device.impl(), impl->tree);
  } catch (const std::bad_alloc&) {
    throw Error::out_of_memory("planning " + impl->problem.token(), "the host has no memory left for its tables",
                               "free some, or use a length whose prime factors are small");
  }
  impl_ = std::move(impl);
}

const Problem& Plan::problem() const { return made(impl_).problem; }
const Device& Plan::device() const { return made(impl_).device; }
std::size_t Plan::scratch_bytes() const { return made(impl_).scratch_bytes(); }

std::string Plan::describe() const {
  const runtime::Device& dev = *made(impl_).device.impl();
  return api::describe(impl_->tree, impl_->problem, dev.info().id, dev.caps().compute_units);
}

void Plan::execute(const Stream& stream, const Buffer& in, const Buffer& out, const Buffer& scratch) const {
  if (!stream) throw Error::invalid_argument("an execution without a stream", "the handle is empty", "make a Stream");
  made(impl_).check_buffers(in, out, scratch);
  if (scratch || impl_->scratch_bytes() == 0) {
    impl_->enqueue(*stream.impl(), *in.impl(), *out.impl(), scratch.impl().get());
    return;
  }
  if (stream.impl()->capturing()) {
    throw Error::invalid_argument("an execution without scratch while the stream is captured",
                                  fmt::format("{} bytes would have to be allocated", impl_->scratch_bytes()),
                                  "give scratch of scratch_bytes()");
  }
  if (const auto own = stream.impl()->temporary(impl_->scratch_bytes())) {
    impl_->enqueue(*stream.impl(), *in.impl(), *out.impl(), own.get());
    return;
  }
  const std::shared_ptr<runtime::Memory> own = impl_->device.impl()->allocate(impl_->scratch_bytes());
  impl_->enqueue(*stream.impl(), *in.impl(), *out.impl(), own.get());
  stream.impl()->on_completion([own] {});
}

Timing Plan::execute(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) const {
  return made(impl_).execute_spans(in, out);
}
Timing Plan::execute(std::span<const std::complex<double>> in, std::span<std::complex<double>> out) const {
  return made(impl_).execute_spans(in, out);
}
Timing Plan::execute(std::span<const float> in, std::span<std::complex<float>> out) const {
  return made(impl_).execute_spans(in, out);
}
Timing Plan::execute(std::span<const double> in, std::span<std::complex<double>> out) const {
  return made(impl_).execute_spans(in, out);
}
Timing Plan::execute(std::span<const std::complex<float>> in, std::span<float> out) const {
  return made(impl_).execute_spans(in, out);
}
Timing Plan::execute(std::span<const std::complex<double>> in, std::span<double> out) const {
  return made(impl_).execute_spans(in, out);
}
Timing Plan::execute(std::span<const float> in, std::span<float> out) const {
  return made(impl_).execute_spans(in, out);
}
Timing Plan::execute(std::span<const double> in, std::span<double> out) const {
  return made(impl_).execute_spans(in, out);
}
Timing Plan::execute(std::span<std::complex<float>> in_place) const { return made(impl_).execute_span(in_place); }
Timing Plan::execute(std::span<std::complex<double>> in_place) const { return made(impl_).execute_span(in_place); }
Timing Plan::execute(std::span<float> in_place) const { return made(impl_).execute_span(in_place); }
Timing Plan::execute(std::span<double> in_place) const { return made(impl_).execute_span(in_place); }

}  // namespace papilio
