// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The sums of verified executions on GPUs by the passes of a plan themselves: the pass that reads the input sums what
// it reads, the pass that writes the output what it writes (summed_plan.hpp). The kernel that does a whole transform
// checks it (kernel/verified/group_sums.hpp), and otherwise kernels of their own do (sum_check.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "api/run/compiled_passes.hpp"
#include "api/verified/buffer_pool.hpp"
#include "api/verified/checksum_rule.hpp"
#include "api/verified/device_flag.hpp"
#include "api/verified/sum_check.hpp"
#include "api/verified/summed_plan.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

class FusedSums {
 public:
  FusedSums(runtime::Device& device, Precision precision, SummedPlan plan, const ChecksumRule& rule);

  /// The sums of one execution.
  struct FusedBuffers {
    std::int64_t batch = 0;
    std::shared_ptr<runtime::Memory> in, out;
    DeviceFlag flag;                          ///< where the kernel checks
    SumCheck::CheckBuffers checked;           ///< elsewhere
    std::vector<SideSums> in_sums, out_sums;  ///< of each transform, once they are needed
  };
  /// Kept by earlier executions, or new.
  [[nodiscard]] std::unique_ptr<FusedBuffers> take(std::int64_t batch) const {
    return pool_.take(batch, [&](std::int64_t own) { return make_buffers(own); });
  }
  void give_back(std::unique_ptr<FusedBuffers> buffers) const { pool_.give_back(std::move(buffers)); }

  void bind(Memories& memories, const FusedBuffers& buffers) const;
  /// Enqueues what follows the passes on the device.
  void enqueue(runtime::Stream& stream, const FusedBuffers& buffers) const;
  /// Waits for the stream. True if ChecksumRule::quick() holds for all transforms. May be false in spite of it; then
  /// input() and output() tell the sums.
  [[nodiscard]] bool all_hold(runtime::Stream& stream, FusedBuffers& buffers) const;
  [[nodiscard]] static SideSums input(const FusedBuffers& buffers, std::int64_t transform) {
    return buffers.in_sums[static_cast<std::size_t>(transform)];
  }
  [[nodiscard]] static SideSums output(const FusedBuffers& buffers, std::int64_t transform) {
    return buffers.out_sums[static_cast<std::size_t>(transform)];
  }

 private:
  [[nodiscard]] std::unique_ptr<FusedBuffers> make_buffers(std::int64_t batch) const;
  [[nodiscard]] std::shared_ptr<runtime::Memory> memory_of(const SummedColumns& side, std::int64_t batch) const;
  static void clear_sums(runtime::Stream& stream, const FusedBuffers& buffers);

  runtime::Device& device_;
  Precision precision_;
  SummedPlan plan_;
  std::shared_ptr<runtime::Memory> in_weights_;
  std::shared_ptr<runtime::Memory> out_weights_;
  std::optional<SumCheck> check_;  ///< none: the kernel checks. Its sums are 0, but for transforms that break the rule
  mutable BufferPool<FusedBuffers> pool_;
};

}  // namespace papilio::api
