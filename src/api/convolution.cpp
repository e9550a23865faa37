// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/convolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <future>
#include <new>
#include <papilio/convolution.hpp>
#include <papilio/error.hpp>
#include <type_traits>

#include "api/access.hpp"
#include "api/callbacks.hpp"
#include "api/compiled_passes.hpp"
#include "api/decisions.hpp"
#include "api/describe.hpp"
#include "api/element_type.hpp"
#include "api/execution.hpp"
#include "api/memory_checks.hpp"
#include "api/workspace.hpp"
#include "core/kernel_placement.hpp"
#include "core/storage.hpp"

namespace papilio {

struct Filter::Impl {
  ConvolutionProblem problem;
  Device device;
  Problem transform;  ///< that of the kernels
  Buffer spectra;
};

namespace {

/// A span of one side.
struct SpanSide {
  const char* what = "";
  Storage storage = Storage::native;
  bool planar = false;
  std::int64_t elements = 0;
  std::int64_t bytes = 0;  ///< of an element
};

SpanSide input_of(const ConvolutionProblem& problem) {
  return {"input", problem.in_storage, problem.in.layout == ComplexLayout::planar, problem.signal_elements(),
          problem.input_element_bytes()};
}
SpanSide output_of(const ConvolutionProblem& problem) {
  return {"output", problem.out_storage, problem.out.layout == ComplexLayout::planar, problem.output_elements(),
          problem.output_element_bytes()};
}
SpanSide kernel_of(const ConvolutionProblem& problem) {
  return {"kernel", Storage::native, problem.kernel.layout == ComplexLayout::planar, problem.kernel_elements(),
          problem.element_bytes()};
}
/// Of the two that share a memory in place the larger.
SpanSide in_place_of(const ConvolutionProblem& problem) {
  const SpanSide in = input_of(problem);
  SpanSide both = output_of(problem);
  both.what = "in-place";
  both.elements = std::max(in.elements, both.elements);
  return both;
}

template <class T>
void require_field(const ConvolutionProblem& problem, bool planar) {
  const Field field = planar ? Field::real : problem.field;
  if (field == api::ElementType<T>::field) return;
  const bool real = field == Field::real;
  throw Error::invalid_argument(
      real ? "a span of complex numbers" : "a span of real numbers",
      fmt::format("{} has {} ones there", problem.token(),
                  planar ? "planes of real"
                  : real ? "real"
                         : "complex"),
      "use complex numbers where the token says complex and the side is not planar, float or double elsewhere");
}

template <class T>
void require_storage(const ConvolutionProblem& problem, Storage storage, const char* what) {
  const std::string_view own = to_string(Storage::native, api::ElementType<T>::precision);
  const std::string_view stored = to_string(storage, problem.precision);
  if (own == stored) return;
  throw Error::invalid_argument(fmt::format("{} span of {}", what, own),
                                fmt::format("the {} of {} is {}", what, problem.token(), stored),
                                "use float for f32 and double for f64, and spans of bytes for others");
}

template <class T>
void require_size(const ConvolutionProblem& problem, std::span<T> span, SpanSide side) {
  using Element = std::remove_const_t<T>;
  constexpr bool raw = std::is_same_v<Element, std::byte>;
  if constexpr (!raw) {
    require_field<Element>(problem, side.planar);
    require_storage<Element>(problem, side.storage, side.what);
  }
  const std::int64_t wanted = side.elements * (raw ? side.bytes : side.planar ? 2 : 1);
  if (static_cast<std::int64_t>(span.size()) == wanted) return;
  throw Error::invalid_argument(fmt::format("{} span of {} {}", side.what, span.size(), raw ? "bytes" : "elements"),
                                fmt::format("{} takes {}", problem.token(), wanted),
                                raw ? "multiply elements and bytes of an element as the problem gives them"
                                    : "ask the problem for its numbers of elements");
}

/// The numbers that elements are made of.
template <class T>
std::span<const PartOf<T>> parts_of(std::span<const T> elements) {
  using Part = PartOf<T>;
  // std::complex is an array of its two parts.
  return {reinterpret_cast<const Part*>(elements.data()), elements.size() * (sizeof(T) / sizeof(Part))};
}

/// Elements of type T, which the bytes need not be aligned for.
template <class T>
std::vector<T> elements_of(std::span<const std::byte> bytes) {
  std::vector<T> elements(bytes.size() / sizeof(T));
  std::memcpy(elements.data(), bytes.data(), bytes.size());
  return elements;
}

}  // namespace

struct Convolution::Impl {
  ConvolutionProblem problem;
  Device device;
  std::shared_ptr<const plan::ConvolutionPlan> plan;
  api::CompiledPasses passes;
  api::Planes planes;  ///< elements of each side
  bool gaps = false;   ///< the output has elements that belong to no result
  Plan kernel_plan;
  api::WorkspacePool workspaces;

  [[nodiscard]] std::size_t scratch_bytes() const {
    return static_cast<std::size_t>(plan->tree.scratch_elements * plan->kernel.element_bytes());
  }

  void enqueue(runtime::Stream& stream, const Filter::Impl& filter, api::Memories memories) const {
    memories.filter = api::Access::pointer(filter.spectra).get();
    passes.enqueue(stream, memories, planes);
  }

  [[nodiscard]] api::MemoryNeeds needs() const {
    return {"convolution",
            planes.in * problem.input_element_bytes(),
            planes.out * problem.output_element_bytes(),
            scratch_bytes(),
            problem.in.layout,
            problem.out.layout,
            problem.placement};
  }

  const Filter::Impl& checked(const std::shared_ptr<const Filter::Impl>& filter) const {
    if (!filter)
      throw Error::invalid_argument("a convolution without a filter", "the handle is none", "ask filter() for one");
    if (api::Access::pointer(filter->device) != api::Access::pointer(device)) {
      throw Error::invalid_argument("a filter of " + filter->device.info().id,
                                    "the convolution is of " + device.info().id,
                                    "ask this convolution's filter() for one");
    }
    if (filter->problem != problem || filter->transform != plan->kernel) {
      throw Error::invalid_argument("a filter of another convolution, " + filter->problem.token(),
                                    "this one is " + problem.token(), "ask this convolution's filter() for one");
    }
    return *filter;
  }

  /// Of elements of type T; `numbers` are their parts.
  template <class T>
  std::shared_ptr<const Filter::Impl> made_filter(std::span<const PartOf<T>> numbers) const {
    std::vector<T> placed;
    try {
      placed = placed_kernels<T>(problem, plan->padded, plan->first, numbers);
    } catch (const std::bad_alloc&) {
      throw Error::out_of_memory("a filter of " + problem.token(), "the host has no memory left for it",
                                 "use fewer kernels at a time");
    }
    const Problem& transform = kernel_plan.problem();
    const Stream stream(device);
    const Buffer in(device, placed.size() * sizeof(T));
    auto result = std::make_shared<Filter::Impl>();
    result->problem = problem;
    result->device = device;
    result->transform = plan->kernel;
    result->spectra = Buffer(device, static_cast<std::size_t>(transform.output_elements() * transform.element_bytes()));
    stream.upload(in, placed.data(), placed.size() * sizeof(T));
    kernel_plan.execute(stream, in, result->spectra);
    stream.synchronize();
    return result;
  }

  template <class T>
  std::shared_ptr<const Filter::Impl> filter(std::span<const T> kernels) const {
    using Part = PartOf<T>;
    require_size(problem, kernels, kernel_of(problem));
    const std::span<const Part> numbers = parts_of(kernels);
    return plan->kernel.kind == Kind::r2c ? made_filter<Part>(numbers) : made_filter<std::complex<Part>>(numbers);
  }

  std::shared_ptr<const Filter::Impl> filter(std::span<const std::byte> kernels) const {
    require_size(problem, kernels, kernel_of(problem));
    const auto made = [&]<class Part>(Part /*a number*/) {
      const std::vector<Part> elements = elements_of<Part>(kernels);
      const std::span<const Part> numbers(elements);
      return plan->kernel.kind == Kind::r2c ? made_filter<Part>(numbers) : made_filter<std::complex<Part>>(numbers);
    };
    return problem.precision == Precision::f32 ? made(float{}) : made(double{});
  }

  Timing execute_host(const Filter::Impl& filter, const api::HostMemory& host) const {
    api::check_callback_data(host.data, problem.precision);
    const bool in_place = problem.placement == Placement::in_place;
    const api::WorkspacePool::Lease lease =
        workspaces.take(api::unwrap(device), {.in = host.in_bytes,
                                              .out = in_place ? 0 : host.out_bytes,
                                              .scratch = scratch_bytes(),
                                              .load_data = host.data.load.size(),
                                              .store_data = host.data.store.size()});
    const auto run = [&](runtime::Stream& stream, const api::Memories& memories) { enqueue(stream, filter, memories); };
    return api::round_trip(*lease, host, gaps ? api::Gaps::kept : api::Gaps::none, run);
  }

  void check_placement(Placement given) const {
    if (given == problem.placement) return;
    const bool one = given == Placement::in_place;
    throw Error::invalid_argument(
        one ? "one span for an out-of-place convolution" : "two spans for an in-place convolution",
        "the convolution is " + problem.token(), "change the problem's placement");
  }

  template <class T>
  Timing execute(const std::shared_ptr<const Filter::Impl>& filter, std::span<const T> in, std::span<T> out,
                 const CallbackData& data) const {
    const Filter::Impl& ready = checked(filter);
    check_placement(Placement::out_of_place);
    require_size(problem, in, input_of(problem));
    require_size(problem, out, output_of(problem));
    if (api::overlap(in, out)) {
      throw Error::invalid_argument("spans that overlap", "the convolution is out of place", "make it with in_place");
    }
    return execute_host(ready, {in.data(), in.size_bytes(), out.data(), out.size_bytes(), data});
  }

  template <class T>
  Timing execute(const std::shared_ptr<const Filter::Impl>& filter, std::span<T> in_place,
                 const CallbackData& data) const {
    const Filter::Impl& ready = checked(filter);
    check_placement(Placement::in_place);
    require_size(problem, in_place, in_place_of(problem));
    return execute_host(ready, {in_place.data(), in_place.size_bytes(), in_place.data(), in_place.size_bytes(), data});
  }
};

namespace {

const Convolution::Impl& made(const std::shared_ptr<const Convolution::Impl>& impl) {
  return api::made(impl, "convolution");
}

}  // namespace

Convolution::Convolution(const Device& device, const ConvolutionProblem& problem)
    : Convolution(device, problem, Callbacks{}) {}

Convolution::Convolution(const Device& device, const ConvolutionProblem& problem, const Callbacks& callbacks) {
  api::validate(callbacks);
  if (!device) {
    throw Error::invalid_argument("a convolution without a device", "the handle is empty", "open Device(\"auto\")");
  }
  auto impl = std::make_shared<Impl>();
  problem.validate();
  impl->problem = problem.normalised();
  impl->plan = api::decide(api::unwrap(device), impl->problem, callbacks);
  impl->device = device;
  impl->planes = {impl->problem.signal_elements(), impl->problem.output_elements()};
  std::int64_t written = problem.batch * problem.out_channels;
  for (const std::int64_t length : problem.output_lengths()) written *= length;
  impl->gaps = written != impl->planes.out;
  // Compilers take most of the time, so neither of the two waits for the other. Without a thread to be had it does.
  std::future<Plan> kernel_plan = std::async([&] { return Plan(device, impl->plan->kernel); });
  impl->passes = api::CompiledPasses(api::unwrap(device), impl->plan->tree, problem.token(), problem.precision);
  impl->kernel_plan = kernel_plan.get();
  impl_ = std::move(impl);
}

const ConvolutionProblem& Convolution::problem() const { return made(impl_).problem; }
const Device& Convolution::device() const { return made(impl_).device; }
const std::vector<std::int64_t>& Convolution::padded_lengths() const { return made(impl_).plan->padded; }
std::size_t Convolution::scratch_bytes() const { return made(impl_).scratch_bytes(); }

std::string Convolution::describe() const {
  const runtime::Device& dev = api::unwrap(made(impl_).device);
  const api::PlanHeading heading{impl_->problem.token(), dev.info().id,
                                 static_cast<std::int64_t>(impl_->scratch_bytes())};
  return api::describe(impl_->plan->tree, heading, dev.caps().compute_units);
}

void Convolution::execute(const Stream& stream, const Filter& filter, const Buffer& in, const Buffer& out,
                          const Buffer& scratch) const {
  Operands operands;
  operands.in = in;
  operands.out = out;
  operands.scratch = scratch;
  execute(stream, filter, operands);
}

void Convolution::execute(const Stream& stream, const Filter& filter, const Operands& operands) const {
  if (!stream) throw Error::invalid_argument("an execution without a stream", "the handle is empty", "make a Stream");
  const Impl& impl = made(impl_);
  const Filter::Impl& ready = impl.checked(filter.impl_);
  api::Memories memories = api::memories_of(operands);
  api::share_planes(memories, impl.problem.placement);
  api::check_memories(memories, impl.needs(), [&] { return impl.problem.token(); });
  api::with_scratch(stream, impl.device, memories.scratch, impl.scratch_bytes(), [&](const runtime::Memory* own) {
    memories.scratch = own;
    impl.enqueue(api::unwrap(stream), ready, memories);
  });
}

Filter Convolution::filter(std::span<const float> kernels) const { return Filter(made(impl_).filter(kernels)); }
Filter Convolution::filter(std::span<const double> kernels) const { return Filter(made(impl_).filter(kernels)); }
Filter Convolution::filter(std::span<const std::complex<float>> kernels) const {
  return Filter(made(impl_).filter(kernels));
}
Filter Convolution::filter(std::span<const std::complex<double>> kernels) const {
  return Filter(made(impl_).filter(kernels));
}

Filter Convolution::filter(std::span<const std::byte> kernels) const { return Filter(made(impl_).filter(kernels)); }

Timing Convolution::execute(const Filter& filter, std::span<const float> in, std::span<float> out,
                            const CallbackData& data) const {
  return made(impl_).execute(filter.impl_, in, out, data);
}
Timing Convolution::execute(const Filter& filter, std::span<const double> in, std::span<double> out,
                            const CallbackData& data) const {
  return made(impl_).execute(filter.impl_, in, out, data);
}
Timing Convolution::execute(const Filter& filter, std::span<const std::complex<float>> in,
                            std::span<std::complex<float>> out, const CallbackData& data) const {
  return made(impl_).execute(filter.impl_, in, out, data);
}
Timing Convolution::execute(const Filter& filter, std::span<const std::complex<double>> in,
                            std::span<std::complex<double>> out, const CallbackData& data) const {
  return made(impl_).execute(filter.impl_, in, out, data);
}
Timing Convolution::execute(const Filter& filter, std::span<const std::byte> in, std::span<std::byte> out,
                            const CallbackData& data) const {
  return made(impl_).execute(filter.impl_, in, out, data);
}

Timing Convolution::execute(const Filter& filter, std::span<float> in_place, const CallbackData& data) const {
  return made(impl_).execute(filter.impl_, in_place, data);
}
Timing Convolution::execute(const Filter& filter, std::span<double> in_place, const CallbackData& data) const {
  return made(impl_).execute(filter.impl_, in_place, data);
}
Timing Convolution::execute(const Filter& filter, std::span<std::complex<float>> in_place,
                            const CallbackData& data) const {
  return made(impl_).execute(filter.impl_, in_place, data);
}
Timing Convolution::execute(const Filter& filter, std::span<std::complex<double>> in_place,
                            const CallbackData& data) const {
  return made(impl_).execute(filter.impl_, in_place, data);
}
Timing Convolution::execute(const Filter& filter, std::span<std::byte> in_place, const CallbackData& data) const {
  return made(impl_).execute(filter.impl_, in_place, data);
}

}  // namespace papilio
