// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>
#include <string_view>

#include "api/allocation.hpp"
#include "api/checksum_weights.hpp"
#include "api/kernels.hpp"
#include "core/number_theory.hpp"
#include "runtime/environment.hpp"

namespace papilio::api {
namespace {

bool packed(const std::vector<std::int64_t>& lengths, const std::vector<std::int64_t>& strides) {
  std::int64_t expected = 1;
  for (std::size_t axis = lengths.size(); axis-- > 0; expected *= lengths[axis]) {
    if (lengths[axis] > 1 && strides[axis] != expected) return false;
  }
  return true;
}

std::shared_ptr<runtime::Memory> uploaded(runtime::Device& device, Precision precision,
                                          const std::vector<double>& values) {
  const auto put = [&](const auto& numbers) {
    const std::size_t bytes = numbers.size() * sizeof(numbers[0]);
    std::shared_ptr<runtime::Memory> memory = allocate(device, bytes);
    device.make_stream()->write(*memory, 0, numbers.data(), bytes);
    return memory;
  };
  if (values.empty()) return nullptr;
  if (precision == Precision::f64) return put(values);
  return put(std::vector<float>(values.begin(), values.end()));
}

}  // namespace

std::string why_not_verified(const Problem& problem, const Callbacks& callbacks) {
  const bool covered = problem.kind == Kind::c2c || problem.halves();
  if (!covered) return "only c2c, r2c and c2r can be verified";
  if (problem.transformed_axes().size() != problem.lengths.size()) return "some axes are not transformed";
  constexpr std::int64_t largest_prime = 5000;  // the host's DFT of a prime p takes p^2 operations
  for (const std::int64_t length : problem.lengths) {
    const std::vector<std::int64_t> primes = prime_factors(length);
    if (!primes.empty() && primes.back() > largest_prime) return "a length has a prime factor above 5000";
  }
  if (problem.in_storage != Storage::native || problem.out_storage != Storage::native)
    return "a side is stored in another type than it is computed in";
  if (problem.scratch_storage != Storage::native) return "its numbers are rounded between passes";
  if (problem.in_layout != ComplexLayout::interleaved || problem.out_layout != ComplexLayout::interleaved)
    return "a side is planar";
  if (!problem.zero.empty() || !problem.skip.empty()) return "it is pruned";
  if (!packed(problem.input_lengths(), problem.input_strides()) ||
      !packed(problem.output_lengths(), problem.output_strides()))
    return "the elements of an array are not contiguous";
  if (!callbacks.load.empty() || !callbacks.store.empty()) return "it has callbacks";
  return {};
}

bool verification_in_environment() {
  const char* value = runtime::environment_variable("PAPILIO_VERIFY");
  return value != nullptr && std::string_view(value) == "1";
}

// The factors are chosen, not fitted: 8 units for each of log2(points) + 2 steps, above what any transform of
// tests/device/verification_test.cpp deviates.
ChecksumRule::ChecksumRule(const Problem& problem, Precision sums) {
  const bool single = problem.precision == Precision::f32;
  const auto points = static_cast<double>(problem.points());
  const double unit = single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  const double least = single ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min();
  signed_gain_ = problem.scale_factor() * std::sqrt(points);
  gain_ = std::abs(signed_gain_);
  epsilon_ = 8 * unit * (2 + std::log2(points));
  energy_ = 2 * epsilon_;
  // Squares underflow and overflow before numbers do, if they have the same type.
  const bool same = problem.precision == sums;
  smallest_ = 8 * (same ? std::sqrt(least) : least) * std::sqrt(points) * (1 + gain_);
  largest_ = single ? (same ? 0x1p60 : 0x1p96) : (same ? 0x1p508 : 0x1p960);
  bounds_only_ = problem.kind == Kind::c2r && problem.lengths.size() > 1;
}

std::string ChecksumRule::fault(const SideSums& in, const SideSums& out) const {
  const double norm = std::sqrt(in.squares);
  if (!std::isfinite(norm) || !std::isfinite(in.functional)) return {};
  if (!std::isfinite(out.squares) || !std::isfinite(out.functional)) {
    // Within a transform numbers grow to norm*sqrt(points) at most, with the scale or without.
    const bool may_overflow = norm * std::max(gain_, 1.0) >= largest_;
    return may_overflow ? "" : "its result is not finite, and its input is";
  }
  const double bound = epsilon_ * gain_ * norm + smallest_;
  const double deviation = std::abs(out.functional - signed_gain_ * in.functional);
  if (!(deviation <= bound))
    return fmt::format("the random functional deviates by {:.3g}, bound {:.3g}", deviation, bound);
  const double energy = gain_ * gain_ * in.squares;
  const double excess = out.squares - energy;
  const double most = energy_ * energy + smallest_ * (gain_ * norm + smallest_);
  if (excess > most || (!bounds_only_ && excess < -most))
    return fmt::format("Parseval's theorem deviates by {:.3g}, bound {:.3g}", std::abs(excess), most);
  return {};
}

Verifier::SummedSide Verifier::side(bool input, const std::vector<double>& weights,
                                    const std::vector<double>& multiples) const {
  const DeviceCaps& caps = device_.caps();
  const bool real = input ? problem_.real_input() : problem_.real_output();
  const std::int64_t reals_of_element = real ? 1 : 2;
  SummedSide result;
  result.spec.precision = problem_.precision;
  result.spec.sums = caps.f64 ? Precision::f64 : Precision::f32;
  result.spec.reals = product(input ? problem_.input_lengths() : problem_.output_lengths()) * reals_of_element;
  result.spec.multiplied = problem_.halves() && !real;
  if (caps.device_class == DeviceClass::cpu) {
    result.spec.lanes = problem_.precision == Precision::f32 ? caps.lanes_f32 : caps.lanes_f64;
  } else {
    constexpr std::int64_t most_threads = 128;
    while (result.spec.threads < std::min(most_threads, result.spec.reals)) result.spec.threads *= 2;
    result.spec.threads = std::max(result.spec.threads, 2);
  }
  result.program = program_of_module(device_, result.spec.name(), [&] { return kernel::build_checksum(result.spec); });
  result.weights = uploaded(device_, problem_.precision, weights);
  if (result.spec.multiplied) result.multiples = uploaded(device_, problem_.precision, multiples);
  result.distance = (input ? problem_.in_distance : problem_.out_distance) * reals_of_element;
  result.offset = (input ? problem_.in_offset : problem_.out_offset) * reals_of_element;
  return result;
}

Verifier::Verifier(runtime::Device& device, const Problem& problem)
    : device_(device), problem_(problem), rule_(problem, device.caps().f64 ? Precision::f64 : Precision::f32) {
  const ChecksumWeights weights = checksum_weights(problem);
  in_ = side(true, weights.input, weights.multiples);
  out_ = side(false, weights.output, weights.multiples);
}

void Verifier::enqueue(runtime::Stream& stream, const SummedSide& side, const runtime::Memory* data, std::int64_t batch,
                       const runtime::Memory* sums) const {
  constexpr std::int64_t groups_per_unit = 16;
  const std::int64_t tiles = batch * side.spec.chunks();
  const bool repeats = side.spec.threads == 1;
  const std::int64_t most = groups_per_unit * device_.caps().compute_units;
  const std::int64_t repeat = repeats ? (tiles + most - 1) / most : 1;
  std::vector<runtime::Argument> arguments = {data, side.weights.get()};
  if (side.multiples) arguments.emplace_back(side.multiples.get());
  arguments.emplace_back(sums);
  for (const std::int64_t number : {batch, side.distance, side.offset, repeat}) arguments.emplace_back(number);
  stream.launch({.program = side.program.get(),
                 .groups = (tiles + repeat - 1) / repeat,
                 .threads = side.spec.threads,
                 .arguments = arguments,
                 .waits = true});
}

std::vector<SideSums> Verifier::read(runtime::Stream& stream, const SummedSide& side, const runtime::Memory& sums,
                                     std::int64_t batch) const {
  const std::int64_t chunks = side.spec.chunks();
  std::vector<SideSums> result(static_cast<std::size_t>(batch));
  const auto gather = [&](auto number) {
    std::vector<decltype(number)> numbers(static_cast<std::size_t>(2 * batch * chunks));
    stream.read(sums, 0, numbers.data(), numbers.size() * sizeof(number));
    for (std::size_t i = 0; i < numbers.size() / 2; ++i) {
      SideSums& each = result[i / static_cast<std::size_t>(chunks)];
      each.functional += numbers[2 * i];
      each.squares += numbers[2 * i + 1];
    }
  };
  side.spec.sums == Precision::f64 ? gather(double{}) : gather(float{});
  return result;
}

void Verifier::run(runtime::Stream& stream, const Memories& memories, std::int64_t batch,
                   const std::function<void()>& transform) const {
  if (stream.capturing()) {
    throw Error::invalid_argument("a verified execution while the stream is captured",
                                  "it waits for the device and reads what it computed",
                                  "make the plan with Verification::off");
  }
  const std::int64_t bytes_of_chunk = 2 * (in_.spec.sums == Precision::f64 ? 8 : 4);
  const auto room = [&](const SummedSide& side) {
    return allocate(device_, static_cast<std::size_t>(batch * side.spec.chunks() * bytes_of_chunk));
  };
  const std::shared_ptr<runtime::Memory> in_sums = room(in_);
  const std::shared_ptr<runtime::Memory> out_sums = room(out_);
  enqueue(stream, in_, memories.in, batch, in_sums.get());
  transform();
  enqueue(stream, out_, memories.out, batch, out_sums.get());
  const std::vector<SideSums> in = read(stream, in_, *in_sums, batch);
  const std::vector<SideSums> out = read(stream, out_, *out_sums, batch);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::string fault = rule_.fault(in[i], out[i]);
    if (fault.empty()) continue;
    throw Error::device_failed(
        fmt::format("transform {} of the batch of {} on {}", i, problem_.token(), device_.info().id), fault,
        "do not use this result; run `papilio check` on the device, and if this repeats, replace it");
  }
}

}  // namespace papilio::api
