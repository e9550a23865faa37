// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/separate_sums.hpp"

#include <algorithm>

#include "api/allocation.hpp"
#include "api/checksum_weights.hpp"
#include "api/kernels.hpp"
#include "core/number_theory.hpp"

namespace papilio::api {

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

SeparateSums::SummedSide SeparateSums::side(bool input, const std::vector<double>& weights,
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

SeparateSums::SeparateSums(runtime::Device& device, const Problem& problem) : device_(device), problem_(problem) {
  const ChecksumWeights weights = checksum_weights(problem);
  in_ = side(true, weights.input, weights.multiples);
  out_ = side(false, weights.output, weights.multiples);
}

std::shared_ptr<runtime::Memory> SeparateSums::room(const SummedSide& side, std::int64_t batch) const {
  const std::int64_t bytes_of_chunk = 2 * (side.spec.sums == Precision::f64 ? 8 : 4);
  return allocate(device_, static_cast<std::size_t>(batch * side.spec.chunks() * bytes_of_chunk));
}

void SeparateSums::enqueue(runtime::Stream& stream, const SummedSide& side, const runtime::Memory* data,
                           std::int64_t batch, const runtime::Memory* sums) const {
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

std::vector<SideSums> SeparateSums::read(runtime::Stream& stream, const SummedSide& side, const runtime::Memory& sums,
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

}  // namespace papilio::api
