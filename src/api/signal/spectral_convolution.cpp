// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <papilio/error.hpp>
#include <papilio/spectral_convolution.hpp>

#include "api/access.hpp"
#include "api/run/execution.hpp"
#include "api/run/kernels.hpp"
#include "api/run/launch_shape.hpp"
#include "api/run/memory_checks.hpp"
#include "core/pair_rules.hpp"
#include "kernel/modes/channel_product.hpp"
#include "plan/model/cpu_estimate.hpp"

namespace papilio {
namespace {

/// Channels or arrays. Products of several such counts are far from overflowing.
void require_count(const char* what, std::int64_t count) {
  constexpr std::int64_t most = std::int64_t{1} << 20;
  if (count >= 1 && count <= most) return;
  throw Error::invalid_argument(fmt::format("a spectral convolution with {} {}", count, what),
                                fmt::format("there are 1 to {}", most),
                                count < 1 ? "give 1 or more" : "convolve in parts");
}

std::int64_t product_of(const std::vector<std::int64_t>& numbers) {
  std::int64_t product = 1;
  for (const std::int64_t number : numbers) product *= number;
  return product;
}

Problem transform_of(const SpectralConvolutionProblem& problem, Direction direction) {
  require_floats(problem.precision, "a spectral convolution", "its products");
  require_count("input channels", problem.in_channels);
  require_count("output channels", problem.out_channels);
  require_count("arrays", problem.batch);
  const std::size_t axes = problem.lengths.size();
  if (axes < 1 || axes > 3) {
    throw Error::unsupported(fmt::format("a spectral convolution along {} axes", axes), "it transforms 1 to 3",
                             "make axes of the arrays channels or a batch");
  }
  const bool forward = direction == Direction::forward;
  const std::int64_t batch = problem.batch * (forward ? problem.in_channels : problem.out_channels);
  Problem transform = Problem::c2c(problem.precision, problem.lengths, batch, direction);
  if (problem.field == Field::real) {
    transform = forward ? Problem::r2c(problem.precision, problem.lengths, batch)
                        : Problem::c2r(problem.precision, problem.lengths, batch);
  }
  if (!forward) transform.scale = Scale::inverse_n;
  transform.keep_modes(problem.modes);
  transform.validate();
  return transform;
}

const char* const what_it_is = "spectral convolution";

}  // namespace

Problem SpectralConvolutionProblem::forward() const { return transform_of(*this, Direction::forward); }
Problem SpectralConvolutionProblem::inverse() const { return transform_of(*this, Direction::inverse); }

std::int64_t SpectralConvolutionProblem::weight_elements() const {
  const std::int64_t kept = product_of(forward().output_lengths());  // as many as `modes`, and checked
  constexpr std::int64_t most = std::int64_t{1} << 48;
  if (in_channels * out_channels <= most / kept) return in_channels * out_channels * kept;
  throw Error::unsupported(fmt::format("{} x {} matrices at {} modes", out_channels, in_channels, kept),
                           "a spectral convolution has at most 2^48 weights", "keep fewer modes or channels");
}

std::string SpectralConvolutionProblem::description() const {
  return fmt::format("{} {} channels={}x{}", what_it_is, forward().token(), out_channels, in_channels);
}

/// Convolutions that differ in their weights share it.
struct SpectralConvolution::Impl {
  Impl(const Device& device_, const SpectralConvolutionProblem& problem_)
      : device(device_),
        problem(problem_),
        modes(problem.weight_elements() / (problem.in_channels * problem.out_channels)),
        forward(device, problem.forward()),
        inverse(device, problem.inverse()) {
    runtime::Device& dev = api::unwrap(device);
    const bool cpu = dev.caps().device_class == DeviceClass::cpu;
    constexpr int threads = 128;
    spec.precision = problem.precision;
    spec.lanes = cpu ? std::max(2, plan::lanes_of(problem.precision, dev.caps())) : 2;
    spec.threads = cpu ? 1 : std::min(threads, dev.caps().max_threads);
    product = api::program_of_module(dev, spec.name(), [&] { return kernel::build_channel_product(spec); });
  }

  [[nodiscard]] std::size_t bytes_of_modes(std::int64_t channels) const {
    return static_cast<std::size_t>(problem.batch * channels * modes * forward.problem().element_bytes());
  }

  [[nodiscard]] std::size_t scratch_bytes() const { return std::max(forward.scratch_bytes(), inverse.scratch_bytes()); }
  [[nodiscard]] std::string token() const { return problem.description(); }

  [[nodiscard]] api::MemoryNeeds needs() const {
    const Problem& in = forward.problem();
    const Problem& out = inverse.problem();
    return {what_it_is, in.input_elements() * in.input_element_bytes(),
            out.output_elements() * out.output_element_bytes(), 0};
  }

  [[nodiscard]] api::HostSide side(const char* name, Field field, std::int64_t bytes) const {
    return {name, field, ComplexLayout::interleaved, problem.precision, Storage::native, bytes};
  }

  [[nodiscard]] Buffer uploaded(const ConstHostSpan& weights) const {
    const auto number = static_cast<std::size_t>(forward.problem().element_bytes());
    const std::int64_t bytes = problem.weight_elements() * forward.problem().element_bytes();
    api::check_span(weights, side("weights", Field::complex, bytes), [this] { return token(); });
    std::vector<std::byte> placed;
    try {
      placed.resize(static_cast<std::size_t>(kernel::weight_places(spec, sizes())) * number);
    } catch (const std::bad_alloc&) {
      throw Error::out_of_memory(token(), "the host has no memory left for its weights", "keep fewer modes");
    }
    const auto* from = static_cast<const std::byte*>(weights.data());
    kernel::WeightAt at;
    for (at.in = 0; at.in < problem.in_channels; ++at.in) {
      for (at.out = 0; at.out < problem.out_channels; ++at.out) {
        for (at.mode = 0; at.mode < modes; ++at.mode, from += number)
          std::memcpy(&placed[static_cast<std::size_t>(kernel::place_of_weight(spec, sizes(), at)) * number], from,
                      number);
      }
    }
    const Stream stream(device);
    Buffer buffer(device, placed.size());
    stream.upload(buffer, placed.data(), placed.size());
    stream.synchronize();
    return buffer;
  }

  [[nodiscard]] kernel::ChannelSizes sizes() const {
    return {problem.batch, problem.in_channels, problem.out_channels, modes};
  }

  void multiply(runtime::Stream& stream, const Buffer& x, const Buffer& weights, const Buffer& y) const {
    const std::int64_t units = kernel::channel_units(spec, sizes());
    const api::LaunchShape shape = api::dealt(units, spec.on_cpu(), api::unwrap(device).caps());
    const std::vector<runtime::Argument> arguments = {api::memory_of(x),
                                                      api::memory_of(weights),
                                                      api::memory_of(y),
                                                      problem.batch,
                                                      problem.in_channels,
                                                      problem.out_channels,
                                                      shape.repeat,
                                                      modes,
                                                      units};
    stream.launch({.program = product.get(),
                   .groups = shape.groups,
                   .threads = spec.threads,
                   .arguments = arguments,
                   .waits = true});
  }

  /// Both transforms share `scratch`, of scratch_bytes(); none: they take temporary memory.
  void enqueue(const Stream& stream, const Buffer& in, const Buffer& weights, const Buffer& out,
               const Buffer& scratch) const {
    const auto with_modes = [&](std::int64_t channels, const auto& body) {
      api::with_temporary(stream, device, bytes_of_modes(channels),
                          [&](const auto& memory) { body(api::HandleAccess::handle<Buffer>(memory)); });
    };
    with_modes(problem.in_channels, [&](const Buffer& x) {
      with_modes(problem.out_channels, [&](const Buffer& y) {
        forward.execute(stream, in, x, scratch);
        multiply(api::unwrap(stream), x, weights, y);
        inverse.execute(stream, y, out, scratch);
      });
    });
  }

  Device device;
  SpectralConvolutionProblem problem;
  std::int64_t modes;
  Plan forward;
  Plan inverse;
  kernel::ChannelSpec spec;
  std::shared_ptr<runtime::Program> product;
  api::WorkspacePool workspaces;
};

struct SpectralConvolution::Weighted {
  std::shared_ptr<const Impl> shared;
  Buffer weights;
};

namespace {

template <typename Impl>
const Impl& made_convolution(const std::shared_ptr<const Impl>& impl) {
  return api::made(impl, what_it_is);
}

}  // namespace

SpectralConvolution::SpectralConvolution(const Device& device, const SpectralConvolutionProblem& problem,
                                         const ConstHostSpan& weights) {
  api::require_device(device, "a spectral convolution");
  Weighted weighted{std::make_shared<const Impl>(device, problem), {}};
  weighted.weights = weighted.shared->uploaded(weights);
  impl_ = std::make_shared<const Weighted>(std::move(weighted));
}

SpectralConvolution SpectralConvolution::with(const ConstHostSpan& weights) const {
  const std::shared_ptr<const Impl>& shared = made_convolution(impl_).shared;
  SpectralConvolution result;
  result.impl_ = std::make_shared<const Weighted>(Weighted{shared, shared->uploaded(weights)});
  return result;
}

const SpectralConvolutionProblem& SpectralConvolution::problem() const {
  return made_convolution(impl_).shared->problem;
}
const Device& SpectralConvolution::device() const { return made_convolution(impl_).shared->device; }

std::string SpectralConvolution::describe() const {
  const Impl& shared = *made_convolution(impl_).shared;
  return fmt::format("{}\n{}{}", shared.token(), shared.forward.describe(), shared.inverse.describe());
}

void SpectralConvolution::execute(const Stream& stream, const Buffer& in, const Buffer& out) const {
  const Impl& shared = *made_convolution(impl_).shared;
  api::require_stream(stream);
  if (api::unwrap(stream).capturing()) {
    throw Error::invalid_argument("a spectral convolution while the stream is captured",
                                  "its modes are in temporary memory, which is gone when the graph is launched",
                                  "capture other work, or launch it without a graph");
  }
  api::Memories memories;
  memories.in = api::memory_of(in);
  memories.out = api::memory_of(out);
  api::check_memories(memories, shared.needs(), [&] { return shared.token(); });
  shared.enqueue(stream, in, impl_->weights, out, {});
}

Timing SpectralConvolution::execute(const ConstHostSpan& in, const HostSpan& out) const {
  const Impl& shared = *made_convolution(impl_).shared;
  const api::MemoryNeeds needs = shared.needs();
  const api::HostSides sides{needs.who, shared.side("input", shared.problem.field, needs.input_bytes),
                             shared.side("output", shared.problem.field, needs.output_bytes), std::nullopt,
                             [&] { return shared.token(); }};
  const api::HostMemory host = api::checked_memory({.in = in, .out = out}, sides);
  runtime::Device& device = api::unwrap(shared.device);
  const api::SharedSides planes = api::shared_sides(device, host);
  const api::WorkspacePool::Lease lease =
      shared.workspaces.take(device, api::workspace_sizes(host, planes, shared.scratch_bytes()));
  const Buffer x = api::HandleAccess::handle<Buffer>(planes.in ? planes.in.data : (*lease).in);
  const Buffer y = api::HandleAccess::handle<Buffer>(planes.out ? planes.out.data : (*lease).out);
  const Buffer scratch = api::HandleAccess::handle<Buffer>((*lease).scratch);
  const Stream stream = api::HandleAccess::handle<Stream>((*lease).stream);
  return api::round_trip(*lease, {host, planes},
                         [&](runtime::Stream&, const api::Memories&, const std::function<void()>&) {
                           shared.enqueue(stream, x, impl_->weights, y, scratch);
                         });
}

}  // namespace papilio
