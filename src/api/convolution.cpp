// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstring>
#include <new>
#include <papilio/convolution.hpp>
#include <papilio/error.hpp>
#include <type_traits>

#include "api/callbacks.hpp"
#include "api/compiled_passes.hpp"
#include "api/describe.hpp"
#include "api/element_type.hpp"
#include "api/execution.hpp"
#include "api/workspace.hpp"
#include "core/kernel_placement.hpp"
#include "core/storage.hpp"
#include "plan/convolution.hpp"

namespace papilio {

struct Filter::Impl {
  ConvolutionProblem problem;
  Device device;
  std::vector<std::int64_t> padded;
  Buffer spectra;
};

namespace {

struct Side {
  const char* what = "";
  Storage storage = Storage::native;
  std::int64_t elements = 0;
  std::int64_t bytes = 0;  ///< of an element
};

Side input_of(const ConvolutionProblem& problem) {
  return {"input", problem.in_storage, problem.signal_elements(), problem.input_element_bytes()};
}
Side output_of(const ConvolutionProblem& problem) {
  return {"output", problem.out_storage, problem.output_elements(), problem.output_element_bytes()};
}
Side kernel_of(const ConvolutionProblem& problem) {
  return {"kernel", Storage::native, problem.kernel_elements(), problem.element_bytes()};
}

template <class T>
void require_field(const ConvolutionProblem& problem) {
  if (problem.field == api::ElementType<T>::field) return;
  const bool real = problem.field == Field::real;
  throw Error::invalid_argument(real ? "a span of complex numbers" : "a span of real numbers",
                                fmt::format("{} has {} ones", problem.token(), real ? "real" : "complex"),
                                "use complex numbers where the token says complex, float or double elsewhere");
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
void require_size(const ConvolutionProblem& problem, std::span<T> span, Side side) {
  using Element = std::remove_const_t<T>;
  constexpr bool raw = std::is_same_v<Element, std::byte>;
  if constexpr (!raw) {
    require_field<Element>(problem);
    require_storage<Element>(problem, side.storage, side.what);
  }
  const std::int64_t wanted = side.elements * (raw ? side.bytes : 1);
  if (static_cast<std::int64_t>(span.size()) == wanted) return;
  throw Error::invalid_argument(
      fmt::format("{} span of {} {}", side.what, span.size(), raw ? "bytes" : "elements"),
      fmt::format("{} takes {}", problem.token(), wanted),
      raw ? "multiply elements and bytes of an element as the problem gives them"
          : "ask the problem for its numbers of elements");
}

void require_bytes(const ConvolutionProblem& problem, const Buffer& buffer, const Side& side) {
  const std::int64_t bytes = side.elements * side.bytes;
  if (!buffer) throw Error::invalid_argument(fmt::format("{} buffer", side.what), "it is empty", "allocate one");
  if (static_cast<std::int64_t>(buffer.size_bytes()) >= bytes) return;
  throw Error::invalid_argument(fmt::format("{} buffer of {} bytes", side.what, buffer.size_bytes()),
                                fmt::format("{} needs {}", problem.token(), bytes),
                                "allocate as many elements as the problem says");
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
  plan::ConvolutionPlan plan;
  api::CompiledPasses passes;
  Plan kernel_plan;
  api::WorkspacePool workspaces;

  [[nodiscard]] std::size_t scratch_bytes() const {
    return static_cast<std::size_t>(plan.tree.scratch_elements * plan.kernel.element_bytes());
  }

  void enqueue(runtime::Stream& stream, const Filter::Impl& filter, api::Memories memories) const {
    memories.filter = filter.spectra.impl().get();
    passes.enqueue(stream, memories);
  }

  void check_operands(const Operands& operands) const {
    if (operands.in_imaginary || operands.out_imaginary) {
      throw Error::invalid_argument("a buffer for imaginary parts", "a convolution has no planes", "leave it out");
    }
    require_bytes(problem, operands.in, input_of(problem));
    require_bytes(problem, operands.out, output_of(problem));
    if (operands.in.impl()->overlaps(*operands.out.impl())) {
      throw Error::invalid_argument("one buffer for input and output", "a convolution is out of place", "give it two");
    }
    const api::Memories memories = api::memories_of(operands);
    api::check_scratch(memories.scratch, scratch_bytes(), "convolution", {memories.in, memories.out});
    api::check_callback_buffers(memories);
  }

  const Filter::Impl& checked(const std::shared_ptr<const Filter::Impl>& filter) const {
    if (!filter)
      throw Error::invalid_argument("a convolution without a filter", "the handle is none", "ask filter() for one");
    if (filter->device.impl() != device.impl()) {
      throw Error::invalid_argument("a filter of " + filter->device.info().id,
                                    "the convolution is of " + device.info().id,
                                    "ask this convolution's filter() for one");
    }
    if (filter->problem != problem || filter->padded != plan.padded) {
      throw Error::invalid_argument("a filter of another convolution, " + filter->problem.token(),
                                    "this one is " + problem.token(), "ask this convolution's filter() for one");
    }
    return *filter;
  }

  template <class T>
  std::shared_ptr<const Filter::Impl> filter(std::span<const T> kernels) const {
    require_size(problem, kernels, kernel_of(problem));
    std::vector<T> placed;
    try {
      placed = placed_kernels<T>(problem, plan.padded, plan.first, kernels);
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
    result->padded = plan.padded;
    result->spectra = Buffer(device, static_cast<std::size_t>(transform.output_elements() * transform.element_bytes()));
    stream.upload(in, placed.data(), placed.size() * sizeof(T));
    kernel_plan.execute(stream, in, result->spectra);
    stream.synchronize();
    return result;
  }

  std::shared_ptr<const Filter::Impl> filter(std::span<const std::byte> kernels) const {
    require_size(problem, kernels, kernel_of(problem));
    const auto made = [&]<class T>(T /*an element*/) {
      const std::vector<T> elements = elements_of<T>(kernels);
      return filter(std::span<const T>(elements));
    };
    if (problem.precision == Precision::f32) {
      return problem.field == Field::real ? made(float{}) : made(std::complex<float>{});
    }
    return problem.field == Field::real ? made(double{}) : made(std::complex<double>{});
  }

  template <class T>
  Timing execute(const std::shared_ptr<const Filter::Impl>& filter, std::span<const T> in, std::span<T> out,
                 const CallbackData& data) const {
    const Filter::Impl& ready = checked(filter);
    require_size(problem, in, input_of(problem));
    require_size(problem, out, output_of(problem));
    api::check_callback_data(data, problem.precision);
    if (api::overlap(in, out)) {
      throw Error::invalid_argument("spans that overlap", "a convolution is out of place", "give it two");
    }
    const api::WorkspacePool::Lease lease =
        workspaces.take(*device.impl(), {.in = in.size_bytes(),
                                         .out = out.size_bytes(),
                                         .scratch = scratch_bytes(),
                                         .load_data = data.load.size(),
                                         .store_data = data.store.size()});
    const auto run = [&](runtime::Stream& stream, const api::Memories& memories) { enqueue(stream, ready, memories); };
    return api::round_trip(*lease, {in.data(), in.size_bytes(), out.data(), out.size_bytes(), data}, api::Gaps::none,
                           run);
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
  impl->problem = problem;
  impl->device = device;
  impl->plan = plan::plan_convolution(problem, device.impl()->caps(), callbacks);
  impl->kernel_plan = Plan(device, impl->plan.kernel);
  impl->passes = api::CompiledPasses(*device.impl(), impl->plan.tree, problem.token());
  impl_ = std::move(impl);
}

const ConvolutionProblem& Convolution::problem() const { return made(impl_).problem; }
const Device& Convolution::device() const { return made(impl_).device; }
const std::vector<std::int64_t>& Convolution::padded_lengths() const { return made(impl_).plan.padded; }
std::size_t Convolution::scratch_bytes() const { return made(impl_).scratch_bytes(); }

std::string Convolution::describe() const {
  const runtime::Device& dev = *made(impl_).device.impl();
  const api::PlanHeading heading{impl_->problem.token(), dev.info().id,
                                 static_cast<std::int64_t>(impl_->scratch_bytes())};
  return api::describe(impl_->plan.tree, heading, dev.caps().compute_units);
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
  impl.check_operands(operands);
  api::Memories memories = api::memories_of(operands);
  api::with_scratch(stream, impl.device, memories.scratch, impl.scratch_bytes(), [&](const runtime::Memory* own) {
    memories.scratch = own;
    impl.enqueue(*stream.impl(), ready, memories);
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

}  // namespace papilio
