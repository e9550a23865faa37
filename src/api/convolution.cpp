// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <functional>
#include <new>
#include <papilio/convolution.hpp>
#include <papilio/error.hpp>

#include "api/compiled_passes.hpp"
#include "api/describe.hpp"
#include "api/element_type.hpp"
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

  void enqueue(runtime::Stream& stream, const Filter::Impl& filter, const runtime::Memory& in,
               const runtime::Memory& out, const runtime::Memory& scratch) const {
    passes.enqueue(stream, {.in = &in, .out = &out, .scratch = &scratch, .filter = filter.spectra.impl().get()});
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
    const std::less<const void*> before;
    if (before(in.data(), out.data() + out.size()) && before(out.data(), in.data() + in.size())) {
      throw Error::invalid_argument("spans that overlap", "a convolution is out of place", "give it two");
    }
    const api::WorkspacePool::Lease lease =
        workspaces.take(*device.impl(), in.size_bytes(), out.size_bytes(), scratch_bytes());
    const api::Workspace& space = *lease;
    runtime::Stream& stream = *space.stream;
    const auto begin = stream.record();
    stream.write(*space.in, 0, in.data(), in.size_bytes());
    const auto uploaded = stream.record();
    enqueue(stream, ready, *space.in, *space.out, *space.scratch);
    const auto computed = stream.record();
    stream.read(*space.out, 0, out.data(), out.size_bytes());
    const auto done = stream.record();
    return {stream.seconds_between(*begin, *uploaded), stream.seconds_between(*uploaded, *computed),
            stream.seconds_between(*computed, *done)};
  }
};

namespace {

const Convolution::Impl& made(const std::shared_ptr<const Convolution::Impl>& impl) {
  if (!impl) throw Error::invalid_argument("convolution", "the handle is none", "make one before it is used");
  return *impl;
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
  if (scratch && scratch.size_bytes() < impl.scratch_bytes()) {
    throw Error::invalid_argument(fmt::format("scratch of {} bytes", scratch.size_bytes()),
                                  fmt::format("the convolution needs {}", impl.scratch_bytes()), "ask scratch_bytes()");
  }
  if (scratch && (scratch.impl()->overlaps(*in.impl()) || scratch.impl()->overlaps(*out.impl()))) {
    throw Error::invalid_argument("scratch that is also input or output", "passes would overwrite what others read",
                                  "give another buffer, or none");
  }
  runtime::Stream& queue = *stream.impl();
  if (!scratch && queue.capturing()) {
    throw Error::invalid_argument("an execution without scratch while the stream is captured",
                                  fmt::format("{} bytes would have to be allocated", impl.scratch_bytes()),
                                  "give scratch of scratch_bytes()");
  }
  std::shared_ptr<runtime::Memory> own = scratch.impl();
  if (!own) own = queue.temporary(impl.scratch_bytes());
  const bool mine = !own;
  if (mine) own = impl.device.impl()->allocate(impl.scratch_bytes());
  impl.enqueue(queue, ready, *in.impl(), *out.impl(), *own);
  if (mine) queue.on_completion([own] {});
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
