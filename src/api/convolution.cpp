// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <new>
#include <papilio/convolution.hpp>
#include <papilio/error.hpp>

#include "api/compiled_passes.hpp"
#include "api/describe.hpp"
#include "api/element_type.hpp"
#include "api/execution.hpp"
#include "api/workspace.hpp"
#include "core/kernel_placement.hpp"
#include "plan/convolution.hpp"

namespace papilio {

struct Filter::Impl {
  ConvolutionProblem problem;
  Device device;
  std::vector<std::int64_t> padded;
  Buffer spectra;
};

namespace {

template <class T>
void require_type(const ConvolutionProblem& problem) {
  if (problem.precision == api::ElementType<T>::precision && problem.field == api::ElementType<T>::field) return;
  throw Error::invalid_argument("spans of another type", "the convolution is " + problem.token(),
                                "use float with f32 and double with f64, and complex numbers where the token says complex");
}

void require_count(const ConvolutionProblem& problem, std::size_t size, std::int64_t elements, const char* what) {
  if (static_cast<std::int64_t>(size) == elements) return;
  throw Error::invalid_argument(fmt::format("{} span of {} elements", what, size),
                                fmt::format("{} takes {}", problem.token(), elements),
                                "ask the problem for its numbers of elements");
}

void require_bytes(const ConvolutionProblem& problem, const Buffer& buffer, std::int64_t elements, const char* what) {
  const std::int64_t bytes = elements * problem.element_bytes();
  if (!buffer) throw Error::invalid_argument(fmt::format("{} buffer", what), "it is empty", "allocate one");
  if (static_cast<std::int64_t>(buffer.size_bytes()) >= bytes) return;
  throw Error::invalid_argument(fmt::format("{} buffer of {} bytes", what, buffer.size_bytes()),
                                fmt::format("{} needs {}", problem.token(), bytes),
                                "allocate as many elements as the problem says");
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

  const Filter::Impl& checked(const std::shared_ptr<const Filter::Impl>& filter) const {
    if (!filter) throw Error::invalid_argument("a convolution without a filter", "the handle is none", "ask filter() for one");
    if (filter->device.impl() != device.impl()) {
      throw Error::invalid_argument("a filter of " + filter->device.info().id, "the convolution is of " + device.info().id,
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
    require_type<T>(problem);
    require_count(problem, kernels.size(), problem.kernel_elements(), "kernel");
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

  template <class T>
  Timing execute(const std::shared_ptr<const Filter::Impl>& filter, std::span<const T> in, std::span<T> out) const {
    require_type<T>(problem);
    const Filter::Impl& ready = checked(filter);
    require_count(problem, in.size(), problem.signal_elements(), "input");
    require_count(problem, out.size(), problem.output_elements(), "output");
    if (api::overlap(in, out)) {
      throw Error::invalid_argument("spans that overlap", "a convolution is out of place", "give it two");
    }
    const api::WorkspacePool::Lease lease =
        workspaces.take(*device.impl(), in.size_bytes(), out.size_bytes(), scratch_bytes());
    return api::round_trip(*lease, {in.data(), in.size_bytes(), out.data(), out.size_bytes()}, api::Gaps::none,
                           [&](runtime::Stream& stream, const api::Memories& memories) { enqueue(stream, ready, memories); });
  }
};

namespace {

const Convolution::Impl& made(const std::shared_ptr<const Convolution::Impl>& impl) {
  return api::made(impl, "convolution");
}

}  // namespace

Convolution::Convolution(const Device& device, const ConvolutionProblem& problem) {
  if (!device) {
    throw Error::invalid_argument("a convolution without a device", "the handle is empty", "open Device(\"auto\")");
  }
  auto impl = std::make_shared<Impl>();
  impl->problem = problem;
  impl->device = device;
  impl->plan = plan::plan_convolution(problem, device.impl()->caps());
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
  const api::PlanHeading heading{impl_->problem.token(), dev.info().id, static_cast<std::int64_t>(impl_->scratch_bytes())};
  return api::describe(impl_->plan.tree, heading, dev.caps().compute_units);
}

void Convolution::execute(const Stream& stream, const Filter& filter, const Buffer& in, const Buffer& out,
                          const Buffer& scratch) const {
  if (!stream) throw Error::invalid_argument("an execution without a stream", "the handle is empty", "make a Stream");
  const Impl& impl = made(impl_);
  const Filter::Impl& ready = impl.checked(filter.impl_);
  require_bytes(impl.problem, in, impl.problem.signal_elements(), "input");
  require_bytes(impl.problem, out, impl.problem.output_elements(), "output");
  if (in.impl()->overlaps(*out.impl())) {
    throw Error::invalid_argument("one buffer for input and output", "a convolution is out of place", "give it two");
  }
  api::check_scratch(scratch, impl.scratch_bytes(), "convolution", {&in, &out});
  api::with_scratch(stream, impl.device, scratch, impl.scratch_bytes(), [&](const runtime::Memory* own) {
    api::Memories memories;
    memories.in = in.impl().get();
    memories.out = out.impl().get();
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

Timing Convolution::execute(const Filter& filter, std::span<const float> in, std::span<float> out) const {
  return made(impl_).execute(filter.impl_, in, out);
}
Timing Convolution::execute(const Filter& filter, std::span<const double> in, std::span<double> out) const {
  return made(impl_).execute(filter.impl_, in, out);
}
Timing Convolution::execute(const Filter& filter, std::span<const std::complex<float>> in,
                            std::span<std::complex<float>> out) const {
  return made(impl_).execute(filter.impl_, in, out);
}
Timing Convolution::execute(const Filter& filter, std::span<const std::complex<double>> in,
                            std::span<std::complex<double>> out) const {
  return made(impl_).execute(filter.impl_, in, out);
}

}  // namespace papilio
