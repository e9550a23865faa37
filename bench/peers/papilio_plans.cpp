// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/peers/papilio_plans.hpp"

#include <algorithm>
#include <papilio/error.hpp>

#include "bench/counterparts.hpp"
#include "bench/input.hpp"
#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

template <typename Make>
std::optional<PeerRefusal> made(Make make) {
  try {
    make();
  } catch (const Error& error) {
    const bool unsupported = error.code() == ErrorCode::unsupported;
    return PeerRefusal{unsupported ? PeerOutcome::unsupported : PeerOutcome::failed, error.what()};
  }
  return std::nullopt;
}

template <typename AnyProblem>
std::span<std::byte> input_of(const AnyProblem& problem, std::span<std::byte> memory) {
  return memory.first(static_cast<std::size_t>(input_bytes(problem)));
}
template <typename AnyProblem>
std::span<std::byte> output_of(const AnyProblem& problem, std::span<std::byte> memory) {
  return memory.first(static_cast<std::size_t>(output_bytes(problem)));
}
/// In place, both sides have the size of the larger one.
template <typename AnyProblem>
std::span<std::byte> both_of(const AnyProblem& problem, std::span<std::byte> memory) {
  return memory.first(static_cast<std::size_t>(std::max(input_bytes(problem), output_bytes(problem))));
}

}  // namespace

std::optional<PeerRefusal> PapilioPlans::make(const Device& device, const Problem& problem, MeasurementMode mode) {
  release();
  return made([&] {
    plans_.emplace_back(device, problem, verification_);
    if (mode.round_trip) plans_.emplace_back(device, negative_inverse_of(problem), verification_);
    std::size_t bytes = 0;
    for (const Plan& plan : plans_) bytes = std::max(bytes, plan.scratch_bytes());
    if (bytes > 0) scratch_ = Buffer(device, bytes);
  });
}

std::optional<PeerRefusal> PapilioPlans::make(const Device& device, const ConvolutionProblem& problem) {
  release();
  return made([&] {
    convolution_ = Convolution(device, problem);
    filter_ = convolution_.filter(std::span<const std::byte>(kernels_of(problem)));
    if (const std::size_t bytes = convolution_.scratch_bytes(); bytes > 0) scratch_ = Buffer(device, bytes);
  });
}

std::optional<PeerRefusal> PapilioPlans::make(const Device& device, const verify::PlacedNufft& problem) {
  release();
  placed_ = problem;
  return made([&] { nufft_ = verify::nufft_at(device, problem, bench_points(problem)); });
}

std::optional<PeerRefusal> PapilioPlans::make(const Device& device, const RaggedProblem& problem) {
  release();
  return made([&] { ragged_ = RaggedPlan(device, problem); });
}

void PapilioPlans::release() {
  plans_.clear();
  convolution_ = {};
  filter_ = {};
  nufft_ = {};
  ragged_ = {};
  scratch_ = {};
}

void PapilioPlans::enqueue(const Stream& stream, const Buffer& in, const Buffer& out) const {
  if (nufft_) return nufft_.execute(stream, in, out);
  if (ragged_) return ragged_.execute(stream, in, out);
  const auto result = [&](const auto& problem) { return result_part(problem) == Part::input ? &in : &out; };
  if (convolution_) {
    convolution_.execute(stream, filter_, in, *result(convolution_.problem()), scratch_);
    return;
  }
  const Buffer* from = &in;
  const Buffer* to = result(plans_.front().problem());
  for (const Plan& plan : plans_) {
    plan.execute(stream, *from, *to, scratch_);
    std::swap(from, to);
  }
}

void PapilioPlans::execute(const Plan& plan, std::span<std::byte> from, std::span<std::byte> to) const {
  const Problem& problem = plan.problem();
  if (result_part(problem) == Part::input) {
    (void)plan.execute(HostSpan(both_of(problem, from)));
  } else {
    (void)plan.execute(ConstHostSpan(input_of(problem, from)), HostSpan(output_of(problem, to)));
  }
}

void PapilioPlans::execute(std::span<std::byte> in, std::span<std::byte> out) const {
  if (nufft_) {
    (void)nufft_.execute(ConstHostSpan(input_of(placed_, in)), HostSpan(output_of(placed_, out)));
    return;
  }
  if (ragged_) {
    const RaggedProblem& problem = ragged_.problem();
    (void)ragged_.execute(ConstHostSpan(input_of(problem, in)), HostSpan(output_of(problem, out)));
    return;
  }
  if (convolution_) {
    const ConvolutionProblem& problem = convolution_.problem();
    if (result_part(problem) == Part::input) {
      (void)convolution_.execute(filter_, HostSpan(both_of(problem, in)));
    } else {
      (void)convolution_.execute(filter_, ConstHostSpan(input_of(problem, in)), HostSpan(output_of(problem, out)));
    }
    return;
  }
  const bool in_place = result_part(plans_.front().problem()) == Part::input;
  std::span<std::byte> from = in;
  std::span<std::byte> to = in_place ? in : out;
  for (const Plan& plan : plans_) {
    execute(plan, from, to);
    std::swap(from, to);
  }
}

}  // namespace papilio::bench
