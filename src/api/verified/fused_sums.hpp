// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The sums of verified executions on GPUs by the passes of a plan themselves: the pass that reads the input sums what
// it reads, the pass that writes the output what it writes (summed_plan.hpp). The kernel that does a whole transform
// judges it (kernel/verified/group_sums.hpp), and otherwise kernels of their own do (sum_judge.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "api/run/compiled_passes.hpp"
#include "api/verified/checksum_rule.hpp"
#include "api/verified/device_flag.hpp"
#include "api/verified/room_pool.hpp"
#include "api/verified/sum_judge.hpp"
#include "api/verified/summed_plan.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

class FusedSums {
 public:
  FusedSums(runtime::Device& device, Precision precision, SummedPlan plan, const ChecksumRule& rule);

  /// The sums of one execution.
  struct FusedRoom {
    std::int64_t batch = 0;
    std::shared_ptr<runtime::Memory> in, out;
    DeviceFlag flag;                          ///< where the kernel judges
    SumJudge::JudgedSums judged;              ///< elsewhere
    std::vector<SideSums> in_sums, out_sums;  ///< of each transform, once they are needed
  };
  /// Kept by earlier executions, or new.
  [[nodiscard]] std::unique_ptr<FusedRoom> take(std::int64_t batch) const {
    return rooms_.take(batch, [&](std::int64_t own) { return make_room(own); });
  }
  void give_back(std::unique_ptr<FusedRoom> room) const { rooms_.give_back(std::move(room)); }

  void bind(Memories& memories, const FusedRoom& room) const;
  /// Enqueues what follows the passes on the device.
  void enqueue(runtime::Stream& stream, const FusedRoom& room) const;
  /// Waits for the stream. True if ChecksumRule::plain() holds for all transforms. May be false in spite of it; then
  /// input() and output() tell the sums.
  [[nodiscard]] bool all_plain(runtime::Stream& stream, FusedRoom& room) const;
  [[nodiscard]] static SideSums input(const FusedRoom& room, std::int64_t transform) {
    return room.in_sums[static_cast<std::size_t>(transform)];
  }
  [[nodiscard]] static SideSums output(const FusedRoom& room, std::int64_t transform) {
    return room.out_sums[static_cast<std::size_t>(transform)];
  }

 private:
  [[nodiscard]] std::unique_ptr<FusedRoom> make_room(std::int64_t batch) const;
  [[nodiscard]] std::shared_ptr<runtime::Memory> memory_of(const SummedColumns& side, std::int64_t batch) const;
  static void clear_sums(runtime::Stream& stream, const FusedRoom& room);

  runtime::Device& device_;
  Precision precision_;
  SummedPlan plan_;
  std::shared_ptr<runtime::Memory> in_weights_;
  std::shared_ptr<runtime::Memory> out_weights_;
  std::optional<SumJudge> judge_;  ///< none: the kernel judges. Its sums are 0, but for transforms that break the rule
  mutable RoomPool<FusedRoom> rooms_;
};

}  // namespace papilio::api
