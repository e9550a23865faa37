// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/sum_check.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "api/allocation.hpp"
#include "api/run/kernels.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"

namespace papilio::api {
namespace {

std::shared_ptr<runtime::Program> program(runtime::Device& device, const std::function<ir::Module()>& build) {
  return program_of_module(device, build().name, build);
}

/// At most `most` work-items of a work-group, a power of two.
int threads_of(const DeviceCaps& caps, int most) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(std::min(most, caps.max_threads))));
}

int check_threads(const DeviceCaps& caps) {
  constexpr int most = 128;
  return threads_of(caps, most);
}

/// Work-items of work-groups that add up so many columns, two for each. CPUs pay for barriers, and transforms have few
/// columns there.
int adding_threads(const DeviceCaps& caps, std::int64_t columns) {
  constexpr int few = 4;
  constexpr std::int64_t least = 32;
  constexpr std::int64_t most = 512;
  const bool cpu = caps.device_class == DeviceClass::cpu;
  return threads_of(caps, cpu ? few : static_cast<int>(std::clamp(columns / 2, least, most)));
}

/// More columns than that are added up in parts first.
constexpr std::int64_t max_columns = 2048;
constexpr std::int64_t part_columns = 1024;

}  // namespace

SumCheck::SumCheck(runtime::Device& device, Precision precision, const CheckedColumns& in, const CheckedColumns& out,
                   const ChecksumRule& rule)
    : device_(device), precision_(precision), in_(side(in)), out_(side(out)) {
  rule_ = uploaded(device, precision, rule.quick().numbers());
  const auto checked = [&](const CheckedSide& side) { return added(side.parts > 0 ? Sums::real : side.kind); };
  checking_ = program(device, [&] {
    return columns_are_transforms() ? kernel::build_check(precision, check_threads(device.caps()))
                                    : kernel::build_check_of_columns(checked(in_), checked(out_), column_threads());
  });
}

kernel::AddedColumns SumCheck::added(Sums kind) const {
  return {precision_, device_.caps().f64 ? Precision::f64 : precision_, kind};
}

int SumCheck::column_threads() const { return adding_threads(device_.caps(), std::max(in_.checked(), out_.checked())); }

SumCheck::CheckedSide SumCheck::side(const CheckedColumns& columns) const {
  std::vector<double> numbers;
  for (const std::complex<double>& factor : columns.factors) {
    numbers.push_back(factor.real());
    numbers.push_back(factor.imag());
  }
  CheckedSide result{columns.kind, columns.count, uploaded(device_, precision_, numbers), 0, nullptr};
  if (columns.count <= max_columns) return result;
  result.parts = ceil_div(columns.count, part_columns);
  const int threads = adding_threads(device_.caps(), part_columns);
  result.adding = program(device_, [&] { return kernel::build_parts(added(columns.kind), threads); });
  return result;
}

SumCheck::Totals SumCheck::totals(const CheckedSide& side, std::int64_t batch) const {
  const auto memory = [&](Sums kind, std::int64_t columns) {
    const std::int64_t numbers = columns * batch * numbers_of(kind);
    return allocate(device_, static_cast<std::size_t>(numbers * bytes_of(Storage::native, precision_)));
  };
  const std::shared_ptr<runtime::Memory> own = memory(side.kind, side.columns);
  if (columns_are_transforms()) return {own, nullptr, own};
  return {own, side.parts > 0 ? memory(Sums::real, side.parts) : nullptr, memory(Sums::real, 1)};
}

SumCheck::CheckBuffers SumCheck::buffers(std::int64_t batch) const {
  return {totals(in_, batch), totals(out_, batch), DeviceFlag(device_)};
}

void SumCheck::add_parts(runtime::Stream& stream, const CheckedSide& side, const Totals& totals,
                         std::int64_t batch) const {
  std::vector<runtime::Argument> arguments = {totals.columns.get()};
  if (side.factors) arguments.emplace_back(side.factors.get());
  arguments.insert(arguments.end(), {totals.parts.get(), batch, side.columns, side.parts});
  stream.launch({.program = side.adding.get(),
                 .groups = batch * side.parts,
                 .threads = adding_threads(device_.caps(), part_columns),
                 .arguments = arguments,
                 .waits = true});
}

void SumCheck::enqueue(runtime::Stream& stream, const CheckBuffers& buffers, std::int64_t batch) const {
  if (columns_are_transforms()) {
    const std::vector<runtime::Argument> arguments = {buffers.in.memory.get(), buffers.out.memory.get(), rule_.get(),
                                                      buffers.flag.get(), batch};
    stream.launch({.program = checking_.get(),
                   .groups = ceil_div(batch, kernel::checked_together),
                   .threads = check_threads(device_.caps()),
                   .arguments = arguments,
                   .waits = true});
    return;
  }
  std::vector<runtime::Argument> arguments;
  const auto add = [&](const CheckedSide& side, const Totals& totals) {
    if (side.parts > 0) add_parts(stream, side, totals, batch);
    arguments.emplace_back(side.parts > 0 ? totals.parts.get() : totals.columns.get());
    if (side.parts == 0 && side.factors) arguments.emplace_back(side.factors.get());
    arguments.emplace_back(totals.memory.get());
  };
  add(in_, buffers.in);
  add(out_, buffers.out);
  arguments.insert(arguments.end(), {rule_.get(), buffers.flag.get(), batch, in_.checked(), out_.checked()});
  stream.launch({.program = checking_.get(),
                 .groups = batch,
                 .threads = column_threads(),
                 .arguments = arguments,
                 .waits = true});
}

bool SumCheck::all_hold(runtime::Stream& stream, CheckBuffers& buffers) const {
  if (!buffers.flag.is_raised(stream)) return true;
  buffers.flag.lower(stream);
  return false;
}

std::vector<SideSums> sums_in(runtime::Stream& stream, const runtime::Memory& memory, Precision precision,
                              std::int64_t batch) {
  std::vector<SideSums> result(static_cast<std::size_t>(batch));
  const auto gather = [&](auto number) {
    std::vector<decltype(number)> numbers(2 * result.size());
    stream.read(memory, 0, numbers.data(), numbers.size() * sizeof(number));
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = {numbers[i], numbers[result.size() + i]};
  };
  precision == Precision::f32 ? gather(float{}) : gather(double{});
  return result;
}

}  // namespace papilio::api
