// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/fused_sums.hpp"

#include <algorithm>
#include <array>

#include "api/allocation.hpp"
#include "core/storage.hpp"
#include "spec/partial_sums.hpp"

namespace papilio::api {
namespace {

std::int64_t sums_of_batch(const SummedColumns& side, std::int64_t batch) {
  return batch * side.columns * (side.by_tiles ? 2 : numbers_of(side.kind));
}

template <typename Real>
SideSums sums_of_transform(const SummedColumns& side, const Real* sums, std::int64_t batch, std::int64_t transform) {
  SideSums result;
  if (side.by_tiles) {
    for (const Real* tile = sums + transform * side.columns * 2; tile < sums + (transform + 1) * side.columns * 2;
         tile += 2) {
      result.functional += static_cast<double>(tile[0]);
      result.squares += static_cast<double>(tile[1]);
    }
    return result;
  }
  const auto number = [&](std::int64_t column, std::int64_t which) {
    return static_cast<double>(sums[which * batch * side.columns + column]);
  };
  if (side.factors.empty()) return {number(transform, 0), number(transform, 1)};
  for (std::int64_t c = 0; c < side.columns; ++c) {
    const std::int64_t column = transform * side.columns + c;
    const std::complex<double>& factor = side.factors[static_cast<std::size_t>(c)];
    result.functional += factor.real() * number(column, 0);
    if (side.kind == Sums::complex) result.functional -= factor.imag() * number(column, 1);
    result.squares += number(column, numbers_of(side.kind) - 1);
  }
  return result;
}

SideSums sums_of_transform(const SummedColumns& side, Precision precision, const std::vector<std::byte>& sums,
                           std::int64_t batch, std::int64_t transform) {
  const void* data = sums.data();
  return precision == Precision::f32 ? sums_of_transform(side, static_cast<const float*>(data), batch, transform)
                                     : sums_of_transform(side, static_cast<const double*>(data), batch, transform);
}

/// Sums of transforms that are one column. Without branches, in blocks of a constant length, so that compilers make
/// vectors of it.
template <typename Real>
bool all_plain_of(const FusedSums::FusedRoom& room, const PlainRule<Real>& rule) {
  const auto* in = reinterpret_cast<const Real*>(room.host_in.data());    // NOLINT(*-reinterpret-cast)
  const auto* out = reinterpret_cast<const Real*>(room.host_out.data());  // NOLINT(*-reinterpret-cast)
  constexpr std::int64_t block = 16;
  std::array<int, block> wrong = {};
  const std::int64_t n = room.batch;
  const auto look_at = [&](std::int64_t i, std::int64_t l) {
    wrong[static_cast<std::size_t>(l)] |= rule.holds(in[i + l], in[n + i + l], out[i + l], out[n + i + l]) ? 0 : 1;
  };
  const std::int64_t whole = n / block * block;
  for (std::int64_t i = 0; i < whole; i += block) {
    for (std::int64_t l = 0; l < block; ++l) look_at(i, l);
  }
  for (std::int64_t i = whole; i < n; ++i) look_at(i, 0);
  return wrong == std::array<int, block>{};
}

/// The weights of the output, and the rule where the kernel judges.
std::vector<double> out_table(const SummedPlan& plan, const ChecksumRule& rule) {
  std::vector<double> table = plan.out.weights;
  if (!judges_sums(plan.tree->passes().back()->kernel)) return table;
  const std::vector<double> numbers = rule.plain<double>().numbers();
  table.insert(table.end(), numbers.begin(), numbers.end());
  return table;
}

}  // namespace

FusedSums::FusedSums(runtime::Device& device, Precision precision, SummedPlan plan, const ChecksumRule& rule)
    : device_(device),
      precision_(precision),
      plan_(std::move(plan)),
      rule_(rule),
      in_weights_(uploaded(device, precision, plan_.in.weights)),
      out_weights_(uploaded(device, precision, out_table(plan_, rule))),
      flagged_(judges_sums(plan_.tree->passes().back()->kernel)) {
  if (device.caps().device_class == DeviceClass::gpu && !flagged_)
    judge_.emplace(device, precision, SumJudge::JudgedColumns{plan_.in.kind, plan_.in.columns, plan_.in.factors},
                   SumJudge::JudgedColumns{plan_.out.kind, plan_.out.columns, plan_.out.factors}, rule);
}

std::unique_ptr<FusedSums::FusedRoom> FusedSums::make_room(std::int64_t batch) const {
  auto room = std::make_unique<FusedRoom>();
  room->batch = batch;
  if (judge_) {
    room->judged = judge_->room(batch);
    room->in = room->judged.in.columns;
    room->out = room->judged.out.columns;
    return room;
  }
  if (flagged_) {
    room->in = allocate(device_, bytes_of(plan_.in, batch));
    room->out = allocate(device_, bytes_of(plan_.out, batch));
    clear_sums(*device_.make_stream(), *room);
    room->flag = DeviceFlag(device_);
    return room;
  }
  room->host_in.resize(bytes_of(plan_.in, batch));
  room->host_out.resize(bytes_of(plan_.out, batch));
  room->in = device_.share_host(room->host_in.data(), room->host_in.size());
  room->out = device_.share_host(room->host_out.data(), room->host_out.size());
  room->shared = room->in && room->out;
  if (room->shared) return room;
  room->in = allocate(device_, room->host_in.size());
  room->out = allocate(device_, room->host_out.size());
  return room;
}

std::size_t FusedSums::bytes_of(const SummedColumns& side, std::int64_t batch) const {
  return static_cast<std::size_t>(sums_of_batch(side, batch) * papilio::bytes_of(Storage::native, precision_));
}

/// Waits, because another stream may have the room next.
void FusedSums::clear_sums(runtime::Stream& stream, const FusedRoom& room) {
  stream.clear(*room.in, 0, room.in->size());
  stream.clear(*room.out, 0, room.out->size());
  stream.synchronize();
}

void FusedSums::bind(Memories& memories, const FusedRoom& room) const {
  memories.input_sums = {in_weights_.get(), room.in.get(), nullptr};
  memories.output_sums = {out_weights_.get(), room.out.get(), room.flag.get()};
}

void FusedSums::enqueue(runtime::Stream& stream, const FusedRoom& room) const {
  if (judge_) judge_->enqueue(stream, room.judged, room.batch);
}

bool FusedSums::all_plain(runtime::Stream& stream, FusedRoom& room) const {
  const auto read_both = [&] {
    room.host_in.resize(bytes_of(plan_.in, room.batch));
    room.host_out.resize(bytes_of(plan_.out, room.batch));
    stream.read(*room.in, 0, room.host_in.data(), room.host_in.size());
    stream.read(*room.out, 0, room.host_out.data(), room.host_out.size());
  };
  if (judge_) {
    if (judge_->all_plain(stream, room.judged)) return true;
    room.in_sums = judge_->read(stream, room.judged.in, room.batch);
    room.out_sums = judge_->read(stream, room.judged.out, room.batch);
    return false;
  }
  if (flagged_) {
    if (!room.flag.is_raised(stream)) return true;
    read_both();
    clear_sums(stream, room);
    room.flag.lower(stream);
    return false;
  }
  if (room.shared) {
    stream.return_to_host(*room.in);
    stream.return_to_host(*room.out);
  } else {
    read_both();
  }
  if (plan_.in.by_tiles || plan_.in.kind != Sums::real) return false;
  return precision_ == Precision::f32 ? all_plain_of<float>(room, rule_.plain<float>())
                                      : all_plain_of<double>(room, rule_.plain<double>());
}

SideSums FusedSums::input(const FusedRoom& room, std::int64_t transform) const {
  if (judge_) return room.in_sums[static_cast<std::size_t>(transform)];
  return sums_of_transform(plan_.in, precision_, room.host_in, room.batch, transform);
}

SideSums FusedSums::output(const FusedRoom& room, std::int64_t transform) const {
  if (judge_) return room.out_sums[static_cast<std::size_t>(transform)];
  return sums_of_transform(plan_.out, precision_, room.host_out, room.batch, transform);
}

}  // namespace papilio::api
