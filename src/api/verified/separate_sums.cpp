// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/separate_sums.hpp"

#include <algorithm>

#include "api/allocation.hpp"
#include "api/run/kernels.hpp"
#include "api/run/launch_shape.hpp"
#include "api/verified/checksum_weights.hpp"
#include "plan/model/cpu_estimate.hpp"

namespace papilio::api {

SeparateSums::SummedSide SeparateSums::side(bool input, const std::vector<double>& weights,
                                            const std::vector<double>& multiples) const {
  const DeviceCaps& caps = device_.caps();
  const bool real = input ? problem_.real_input() : problem_.real_output();
  const std::int64_t reals_of_element = real ? 1 : 2;
  SummedSide result;
  result.reals_of_element = reals_of_element;
  result.spec.precision = problem_.precision;
  result.spec.sums = precision(caps);
  result.spec.reals = product(input ? problem_.input_lengths() : problem_.output_lengths()) * reals_of_element;
  result.spec.multiplied = problem_.halves() && !real;
  if (caps.device_class == DeviceClass::cpu) {
    result.spec.lanes = plan::lanes_of(problem_.precision, caps);
  } else {
    constexpr std::int64_t max_threads_of_group = 128;
    while (result.spec.threads < std::min(max_threads_of_group, result.spec.reals)) result.spec.threads *= 2;
    result.spec.threads = std::max(result.spec.threads, 2);
  }
  result.program = program_of_module(device_, result.spec.name(), [&] { return kernel::build_checksum(result.spec); });
  result.weights = uploaded(device_, problem_.precision, weights);
  if (result.spec.multiplied) result.multiples = uploaded(device_, problem_.precision, multiples);
  result.distance = (input ? problem_.in_distance : problem_.out_distance) * reals_of_element;
  result.offset = (input ? problem_.in_offset : problem_.out_offset) * reals_of_element;
  return result;
}

SeparateSums::SeparateSums(runtime::Device& device, const Problem& problem, const ChecksumRule& rule)
    : device_(device), problem_(problem) {
  const ChecksumWeights weights = checksum_weights(problem);
  in_ = side(true, weights.input, weights.multiples);
  out_ = side(false, weights.output, weights.multiples);
  check_.emplace(device, precision(device.caps()), SumCheck::CheckedColumns{Sums::real, in_.spec.chunks(), {}},
                 SumCheck::CheckedColumns{Sums::real, out_.spec.chunks(), {}}, rule);
}

std::unique_ptr<SeparateSums::SeparateBuffers> SeparateSums::take(std::int64_t batch) const {
  return pool_.take(batch, [&](std::int64_t own) {
    auto buffers = std::make_unique<SeparateBuffers>();
    buffers->batch = own;
    buffers->sums = check_->buffers(own);
    return buffers;
  });
}

void SeparateSums::enqueue_input(runtime::Stream& stream, const SeparateBuffers& buffers,
                                 const SummedData& data) const {
  enqueue(stream, in_, data, buffers.batch, buffers.sums.in.columns.get());
}

void SeparateSums::enqueue_output(runtime::Stream& stream, const SeparateBuffers& buffers,
                                  const SummedData& data) const {
  enqueue(stream, out_, data, buffers.batch, buffers.sums.out.columns.get());
  check_->enqueue(stream, buffers.sums, buffers.batch);
}

bool SeparateSums::all_hold(runtime::Stream& stream, SeparateBuffers& buffers) const {
  return check_->all_hold(stream, buffers.sums);
}

std::vector<SideSums> SeparateSums::input(runtime::Stream& stream, const SeparateBuffers& buffers) const {
  return check_->read(stream, buffers.sums.in, buffers.batch);
}

std::vector<SideSums> SeparateSums::output(runtime::Stream& stream, const SeparateBuffers& buffers) const {
  return check_->read(stream, buffers.sums.out, buffers.batch);
}

void SeparateSums::enqueue(runtime::Stream& stream, const SummedSide& side, const SummedData& data, std::int64_t batch,
                           const runtime::Memory* sums) const {
  const std::int64_t tiles = batch * side.spec.chunks();
  const LaunchShape shape = dealt(tiles, side.spec.threads == 1, device_.caps());
  std::vector<runtime::Argument> arguments = {data.memory, side.weights.get()};
  if (side.multiples) arguments.emplace_back(side.multiples.get());
  arguments.emplace_back(sums);
  const std::int64_t offset = side.offset + data.skipped * side.reals_of_element;
  for (const std::int64_t number : {batch, side.distance, offset, shape.repeat}) arguments.emplace_back(number);
  stream.launch({.program = side.program.get(),
                 .groups = shape.groups,
                 .threads = side.spec.threads,
                 .arguments = arguments,
                 .waits = true});
}

}  // namespace papilio::api
