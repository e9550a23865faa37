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

#include "api/access.hpp"
#include "api/measure/decisions.hpp"
#include "api/run/callbacks.hpp"
#include "api/run/compiled_passes.hpp"
#include "api/run/describe.hpp"
#include "api/run/execution.hpp"
#include "api/run/host_memory.hpp"
#include "api/run/memory_checks.hpp"
#include "api/run/workspace.hpp"
#include "api/spectrum_placement.hpp"
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

api::HostSide side_of(const char* name, const ConvolutionProblem& problem, const ArrayLayout& layout, Storage storage,
                      std::int64_t bytes) {
  return {name, problem.field, layout.layout, problem.precision, storage, bytes};
}

/// The numbers of type T that elements are made of; a span of bytes need not be aligned for them.
template <class T>
std::vector<T> numbers_of(const ConstHostSpan& span) {
  std::vector<T> numbers(span.size_bytes() / sizeof(T));
  std::memcpy(numbers.data(), span.data(), span.size_bytes());
  return numbers;
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
    memories.filter = api::HandleAccess::pointer(filter.spectra).get();
    passes.enqueue(stream, memories, planes);
  }

  [[nodiscard]] api::MemoryNeeds needs() const {
    return {problem.operation == Operation::operate ? "operator" : "convolution",
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
    if (api::HandleAccess::pointer(filter->device) != api::HandleAccess::pointer(device)) {
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

  /// The spectra of kernels whose transform reads elements of type T.
  template <class T>
  std::shared_ptr<const Filter::Impl> made_filter(const ConstHostSpan& kernels) const {
    std::vector<T> placed;
    try {
      const std::vector<PartOf<T>> numbers = numbers_of<PartOf<T>>(kernels);
      placed = placed_kernels<T>(plan->placed.problem, plan->placed.padded, plan->placed.first,
                                 std::span<const PartOf<T>>(numbers));
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

  std::shared_ptr<const Filter::Impl> filter(const ConstHostSpan& kernels) const {
    check_span(kernels,
               side_of("kernel", problem, problem.kernel, Storage::native,
                       problem.kernel_elements() * problem.element_bytes()),
               [this] { return problem.token(); });
    const bool real = plan->kernel.kind == Kind::r2c;
    if (problem.precision == Precision::f32) {
      return real ? made_filter<float>(kernels) : made_filter<std::complex<float>>(kernels);
    }
    return real ? made_filter<double>(kernels) : made_filter<std::complex<double>>(kernels);
  }

  /// The filter of these numbers, as the kernels' transform lays them out.
  std::shared_ptr<const Filter::Impl> uploaded(const void* spectra, std::size_t bytes) const {
    const Stream stream(device);
    auto result = std::make_shared<Filter::Impl>();
    *result = {problem, device, plan->kernel, Buffer(device, bytes)};
    stream.upload(result->spectra, spectra, bytes);
    stream.synchronize();
    return result;
  }

  void require_known_spectra() const {
    if (api::has_known_spectra(problem)) return;
    throw Error::unsupported("a filter of " + problem.token() + " from a spectrum",
                             "only circular convolutions with kernels as long as the signals have spectra of a length "
                             "that the problem says",
                             "make the convolution circular, with kernels of its lengths along convolved axes");
  }

  std::shared_ptr<const Filter::Impl> filter_of_values(const api::SpectrumAt& at) const {
    require_known_spectra();
    try {
      if (problem.precision == Precision::f32) {
        const auto spectra = api::placed_spectra<float>(problem, plan->kernel, at);
        return uploaded(spectra.data(), spectra.size() * sizeof(spectra[0]));
      }
      const auto spectra = api::placed_spectra<double>(problem, plan->kernel, at);
      return uploaded(spectra.data(), spectra.size() * sizeof(spectra[0]));
    } catch (const std::bad_alloc&) {
      throw Error::out_of_memory("a filter of " + problem.token(), "the host has no memory left for its spectra",
                                 "use fewer kernels at a time");
    }
  }

  template <class T>
  std::shared_ptr<const Filter::Impl> of_spectrum(const ConstHostSpan& given) const {
    const std::vector<std::complex<T>> spectrum = numbers_of<std::complex<T>>(given);
    const std::vector<std::int64_t> lengths = api::spectrum_lengths(problem);
    return filter_of_values([&](std::span<const std::int64_t> index) {
      std::int64_t at = 0;
      for (std::size_t d = 0; d < lengths.size(); ++d) at = at * lengths[d] + index[d];
      return std::complex<long double>(spectrum[static_cast<std::size_t>(at)]);
    });
  }

  std::shared_ptr<const Filter::Impl> filter_of_spectrum(const ConstHostSpan& spectrum) const {
    require_known_spectra();
    std::int64_t bytes = problem.precision == Precision::f32 ? 8 : 16;
    for (const std::int64_t length : api::spectrum_lengths(problem)) bytes *= length;
    const api::HostSide side{"spectrum",        Field::complex,  ComplexLayout::interleaved,
                             problem.precision, Storage::native, bytes};
    api::check_span(spectrum, side, [this] { return problem.token(); });
    return problem.precision == Precision::f32 ? of_spectrum<float>(spectrum) : of_spectrum<double>(spectrum);
  }

  [[nodiscard]] api::HostSides host_sides() const {
    const api::MemoryNeeds bytes = needs();
    return {bytes.who, side_of("input", problem, problem.in, problem.in_storage, bytes.input_bytes),
            side_of("output", problem, problem.out, problem.out_storage, bytes.output_bytes), problem.placement,
            [this] { return problem.token(); }};
  }

  void require_own_batch(std::int64_t asked) const {
    if (asked == 0 || asked == problem.batch) return;
    throw Error::unsupported(fmt::format("an execution with a batch of {}", asked),
                             fmt::format("{} takes {} only", problem.token(), problem.batch),
                             "make another one for that batch");
  }

  void require_own_place(const Operands& operands) const {
    if (operands.in_offset == 0 && operands.out_offset == 0 && operands.in_position == 0) return;
    throw Error::invalid_argument(
        fmt::format("an execution of {} with in_offset {}, out_offset {} and in_position {}", problem.token(),
                    operands.in_offset, operands.out_offset, operands.in_position),
        "convolutions and operators begin at the beginning of their buffers",
        "leave them 0, and set the problem's offsets: ArrayLayout::offset");
  }

  void execute(const Stream& stream, const std::shared_ptr<const Filter::Impl>& filter, api::Memories memories) const {
    api::require_stream(stream);
    const Filter::Impl& ready = checked(filter);
    api::share_planes(memories, problem.placement);
    api::check_memories(memories, needs(), [this] { return problem.token(); });
    api::with_scratch(stream, device, memories.scratch, scratch_bytes(), [&](const runtime::Memory* own) {
      memories.scratch = own;
      enqueue(api::unwrap(stream), ready, memories);
    });
  }

  Timing execute_host(const std::shared_ptr<const Filter::Impl>& filter, const HostOperands& operands) const {
    const Filter::Impl& ready = checked(filter);
    require_own_batch(operands.batch);
    const api::HostMemory host = api::checked_memory(operands, host_sides());
    runtime::Device& dev = api::unwrap(device);
    const api::SharedSides shared = api::shared_sides(dev, host);
    const api::WorkspacePool::Lease lease = workspaces.take(dev, api::workspace_sizes(host, shared, scratch_bytes()));
    const auto run = [&](runtime::Stream& stream, const api::Memories& memories, const std::function<void()>&) {
      enqueue(stream, ready, memories);
    };
    return api::round_trip(*lease, {host, shared, gaps ? api::Gaps::kept : api::Gaps::none}, run);
  }
};

namespace {

template <typename Impl>
const Impl& made(const std::shared_ptr<const Impl>& impl) {
  return api::made(impl, "convolution");
}

}  // namespace

Convolution::Convolution(const Device& device, const ConvolutionProblem& problem)
    : Convolution(device, problem, Callbacks{}) {}

Convolution::Convolution(const Device& device, const ConvolutionProblem& problem, const Callbacks& callbacks)
    : Convolution(device, problem, callbacks, FilterSource::kernels) {}

Convolution::Convolution(const Device& device, const ConvolutionProblem& problem, const Callbacks& callbacks,
                         FilterSource source) {
  api::validate(callbacks);
  api::require_device(device, "a convolution");
  auto impl = std::make_shared<Impl>();
  problem.validate();
  impl->problem = problem.normalised();
  api::require_countable(callbacks, device.info().backend, problem.token(),
                         std::max(impl->problem.signal_elements(), impl->problem.output_elements()));
  impl->plan = api::decide(api::unwrap(device), impl->problem, callbacks);
  impl->device = device;
  impl->planes = {impl->problem.signal_elements(), impl->problem.output_elements()};
  std::int64_t written = problem.batch * problem.out_channels;
  for (const std::int64_t length : problem.output_lengths()) written *= length;
  impl->gaps = written != impl->planes.out;
  // Compilers take most of the time, so both are compiled at once, or one after the other if no thread can be started.
  std::future<Plan> kernel_plan;
  if (source == FilterSource::kernels) kernel_plan = std::async([&] { return Plan(device, impl->plan->kernel); });
  const Problem& spectra = impl->plan->kernel;
  const std::int64_t largest = std::max(
      {impl->planes.in * problem.input_element_bytes(), impl->planes.out * problem.output_element_bytes(),
       spectra.output_elements() * spectra.output_element_bytes(), static_cast<std::int64_t>(impl->scratch_bytes())});
  impl->passes = api::CompiledPasses(api::unwrap(device), impl->plan->tree,
                                     {problem.token(), problem.precision, largest, impl->plan->kernel.element_bytes()});
  try {
    if (kernel_plan.valid()) impl->kernel_plan = kernel_plan.get();
  } catch (const Error&) {
    plan::rethrow_for(problem.token());
  }
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
  made(impl_).require_own_batch(operands.batch);
  impl_->require_own_place(operands);
  impl_->execute(stream, filter.impl_, api::memories_of(operands));
}

void Convolution::execute(const Stream& stream, const Filter& filter, const void* in, void* out, void* work) const {
  const api::BorrowedMemories memories(made(impl_).device, {in, out, work}, made(impl_).needs());
  made(impl_).execute(stream, filter.impl_, memories.get());
}

Filter Convolution::filter(const ConstHostSpan& kernels) const { return Filter(made(impl_).filter(kernels)); }

Filter Convolution::filter_of_spectrum(const ConstHostSpan& spectrum) const {
  return Filter(made(impl_).filter_of_spectrum(spectrum));
}

Filter Convolution::filter_of_values(const api::SpectrumAt& at) const {
  return Filter(made(impl_).filter_of_values(at));
}

Timing Convolution::execute(const Filter& filter, const HostOperands& operands) const {
  return made(impl_).execute_host(filter.impl_, operands);
}

Timing Convolution::execute(const Filter& filter, const ConstHostSpan& in, const HostSpan& out) const {
  return execute(filter, {.in = in, .out = out});
}

Timing Convolution::execute(const Filter& filter, const HostSpan& in_place) const {
  return execute(filter, {.out = in_place});
}

}  // namespace papilio
