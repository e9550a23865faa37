// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/sum_judge.hpp"

#include <algorithm>

#include "api/allocation.hpp"
#include "api/kernels.hpp"
#include "api/separate_sums.hpp"
#include "kernel/judge_kernels.hpp"

namespace papilio::api {
namespace {

std::size_t bytes_of(Precision precision, std::int64_t numbers) {
  return static_cast<std::size_t>(numbers) * (precision == Precision::f32 ? sizeof(float) : sizeof(double));
}

std::shared_ptr<runtime::Program> program(runtime::Device& device, ir::Module (*build)(Precision),
                                          Precision precision) {
  const std::string name = build(precision).name;
  return program_of_module(device, name, [&] { return build(precision); });
}

}  // namespace

SumJudge::SumJudge(runtime::Device& device, Precision precision, const Factors& factors, const ChecksumRule& rule)
    : device_(device), precision_(precision), in_(side(factors.in)), out_(side(factors.out)) {
  const PlainRule<double> plain = rule.plain<double>();
  rule_ =
      uploaded(device, precision, {plain.gain, plain.energy, plain.deviation, plain.excess, plain.least, plain.most});
  judging_ = program(device, kernel::build_judge, precision);
  if (in_.factors || out_.factors) adding_ = program(device, kernel::build_totals, precision);
}

SumJudge::JudgedSide SumJudge::side(const std::vector<std::complex<double>>& factors) const {
  std::vector<double> numbers;
  for (const std::complex<double>& factor : factors) numbers.insert(numbers.end(), {factor.real(), factor.imag()});
  return {std::max<std::int64_t>(1, static_cast<std::int64_t>(factors.size())), uploaded(device_, precision_, numbers)};
}

SumJudge::Totals SumJudge::totals(const JudgedSide& side, std::int64_t batch) const {
  const auto memory = [&](Sums kind, std::int64_t columns) {
    return allocate(device_, bytes_of(precision_, columns * batch * numbers_of(kind)));
  };
  if (!side.factors) {
    const std::shared_ptr<runtime::Memory> both = memory(Sums::real, 1);
    return {both, both};
  }
  return {memory(Sums::complex, side.columns), memory(Sums::real, 1)};
}

SumJudge::Room SumJudge::room(std::int64_t batch) const {
  const std::int64_t groups = (batch + kernel::judged_together - 1) / kernel::judged_together;
  const std::size_t bytes = bytes_of(precision_, groups);
  return {totals(in_, batch), totals(out_, batch), allocate(device_, bytes), std::vector<std::byte>(bytes)};
}

void SumJudge::add_up(runtime::Stream& stream, const JudgedSide& side, const Totals& totals, std::int64_t batch) const {
  if (!side.factors) return;
  const std::vector<runtime::Argument> arguments = {totals.columns.get(), side.factors.get(), totals.memory.get(),
                                                    batch, side.columns};
  stream.launch({.program = adding_.get(),
                 .groups = batch,
                 .threads = kernel::totals_threads,
                 .arguments = arguments,
                 .waits = true});
}

void SumJudge::enqueue(runtime::Stream& stream, const Room& room, std::int64_t batch) const {
  add_up(stream, in_, room.in, batch);
  add_up(stream, out_, room.out, batch);
  const std::vector<runtime::Argument> arguments = {room.in.memory.get(), room.out.memory.get(), rule_.get(),
                                                    room.flags.get(), batch};
  stream.launch({.program = judging_.get(),
                 .groups = (batch + kernel::judged_together - 1) / kernel::judged_together,
                 .threads = kernel::judge_threads,
                 .arguments = arguments,
                 .waits = true});
}

bool SumJudge::all_plain(runtime::Stream& stream, Room& room) const {
  stream.read(*room.flags, 0, room.host_flags.data(), room.host_flags.size());
  // A flag of 0 is a floating-point zero, all of whose bits are.
  return std::ranges::all_of(room.host_flags, [](std::byte each) { return each == std::byte{0}; });
}

}  // namespace papilio::api
