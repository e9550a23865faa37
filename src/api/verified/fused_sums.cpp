// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/fused_sums.hpp"

#include "api/allocation.hpp"
#include "core/storage.hpp"
#include "spec/partial_sums.hpp"

namespace papilio::api {
namespace {

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
      in_weights_(uploaded(device, precision, plan_.in.weights)),
      out_weights_(uploaded(device, precision, out_table(plan_, rule))) {
  if (judges_sums(plan_.tree->passes().back()->kernel)) return;
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
  room->in = memory_of(plan_.in, batch);
  room->out = memory_of(plan_.out, batch);
  clear_sums(*device_.make_stream(), *room);
  room->flag = DeviceFlag(device_);
  return room;
}

std::shared_ptr<runtime::Memory> FusedSums::memory_of(const SummedColumns& side, std::int64_t batch) const {
  const std::int64_t numbers = batch * side.columns * numbers_of(side.kind);
  return allocate(device_, static_cast<std::size_t>(numbers * bytes_of(Storage::native, precision_)));
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
  if (judge_) {
    if (judge_->all_plain(stream, room.judged)) return true;
    room.in_sums = judge_->read(stream, room.judged.in, room.batch);
    room.out_sums = judge_->read(stream, room.judged.out, room.batch);
    return false;
  }
  if (!room.flag.is_raised(stream)) return true;
  room.in_sums = sums_in(stream, *room.in, precision_, room.batch);
  room.out_sums = sums_in(stream, *room.out, precision_, room.batch);
  clear_sums(stream, room);
  room.flag.lower(stream);
  return false;
}

}  // namespace papilio::api
