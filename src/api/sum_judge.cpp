// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/sum_judge.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "api/allocation.hpp"
#include "api/kernels.hpp"
#include "kernel/judge_kernels.hpp"

namespace papilio::api {
namespace {

std::size_t bytes_of(Precision precision, std::int64_t numbers) {
  return static_cast<std::size_t>(numbers) * (precision == Precision::f32 ? sizeof(float) : sizeof(double));
}

std::shared_ptr<runtime::Program> program(runtime::Device& device, const std::function<ir::Module()>& build) {
  return program_of_module(device, build().name, build);
}

/// Work-items of a work-group.
int judge_threads(const DeviceCaps& caps) {
  constexpr unsigned most = 128;
  return static_cast<int>(std::bit_floor(std::min(most, static_cast<unsigned>(caps.max_threads))));
}

/// CPUs pay for barriers, and a transform has few sums there.
int totals_threads(const DeviceCaps& caps) {
  constexpr int few = 4;
  return caps.device_class == DeviceClass::cpu ? std::min(few, judge_threads(caps)) : judge_threads(caps);
}

}  // namespace

SumJudge::SumJudge(runtime::Device& device, Precision precision, const JudgedColumns& in, const JudgedColumns& out,
                   const ChecksumRule& rule)
    : device_(device), precision_(precision), in_(side(in)), out_(side(out)) {
  rule_ = uploaded(device, precision, rule.plain<double>().numbers());
  judging_ = program(device, [&] { return kernel::build_judge(precision, judge_threads(device.caps())); });
}

SumJudge::JudgedSide SumJudge::side(const JudgedColumns& columns) const {
  std::vector<double> numbers;
  for (const std::complex<double>& factor : columns.factors) {
    numbers.push_back(factor.real());
    numbers.push_back(factor.imag());
  }
  JudgedSide result{columns.kind, columns.count, uploaded(device_, precision_, numbers), nullptr};
  if (columns.count > 1 || columns.kind == Sums::complex)
    result.adding = program(
        device_, [&] { return kernel::build_totals(precision_, columns.kind, totals_threads(device_.caps())); });
  return result;
}

SumJudge::Totals SumJudge::totals(const JudgedSide& side, std::int64_t batch) const {
  const auto memory = [&](Sums kind, std::int64_t columns) {
    return allocate(device_, bytes_of(precision_, columns * batch * numbers_of(kind)));
  };
  const std::shared_ptr<runtime::Memory> own = memory(side.kind, side.columns);
  return {own, side.adding ? memory(Sums::real, 1) : own};
}

SumJudge::JudgedSums SumJudge::room(std::int64_t batch) const {
  const std::int64_t groups = (batch + kernel::judged_together - 1) / kernel::judged_together;
  const std::size_t bytes = bytes_of(precision_, groups);
  return {totals(in_, batch), totals(out_, batch), allocate(device_, bytes), std::vector<std::byte>(bytes)};
}

void SumJudge::add_up(runtime::Stream& stream, const JudgedSide& side, const Totals& totals, std::int64_t batch) const {
  if (!side.adding) return;
  std::vector<runtime::Argument> arguments = {totals.columns.get()};
  if (side.factors) arguments.emplace_back(side.factors.get());
  arguments.insert(arguments.end(), {totals.memory.get(), batch, side.columns});
  stream.launch({.program = side.adding.get(),
                 .groups = batch,
                 .threads = totals_threads(device_.caps()),
                 .arguments = arguments,
                 .waits = true});
}

void SumJudge::enqueue(runtime::Stream& stream, const JudgedSums& room, std::int64_t batch) const {
  add_up(stream, in_, room.in, batch);
  add_up(stream, out_, room.out, batch);
  const std::vector<runtime::Argument> arguments = {room.in.memory.get(), room.out.memory.get(), rule_.get(),
                                                    room.flags.get(), batch};
  stream.launch({.program = judging_.get(),
                 .groups = (batch + kernel::judged_together - 1) / kernel::judged_together,
                 .threads = judge_threads(device_.caps()),
                 .arguments = arguments,
                 .waits = true});
}

bool SumJudge::all_plain(runtime::Stream& stream, JudgedSums& room) const {
  stream.read(*room.flags, 0, room.host_flags.data(), room.host_flags.size());
  // A flag of 0 is a floating-point zero, all of whose bits are.
  return std::ranges::all_of(room.host_flags, [](std::byte each) { return each == std::byte{0}; });
}

std::vector<SideSums> SumJudge::read(runtime::Stream& stream, const Totals& totals, std::int64_t batch) const {
  std::vector<SideSums> result(static_cast<std::size_t>(batch));
  const auto gather = [&](auto number) {
    std::vector<decltype(number)> numbers(2 * result.size());
    stream.read(*totals.memory, 0, numbers.data(), numbers.size() * sizeof(number));
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = {numbers[i], numbers[result.size() + i]};
  };
  precision_ == Precision::f32 ? gather(float{}) : gather(double{});
  return result;
}

}  // namespace papilio::api
