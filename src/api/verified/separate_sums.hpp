// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The sums of verified executions by kernels of their own, which read each side once more: where the passes of a plan
// cannot make them (fused_sums.hpp), and for f32 numbers whose squares leave the range of f32.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "api/verified/buffer_pool.hpp"
#include "api/verified/checksum_rule.hpp"
#include "api/verified/sum_check.hpp"
#include "kernel/verified/checksum_kernel.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

class SeparateSums {
 public:
  /// Compiles the kernels and uploads the weights.
  SeparateSums(runtime::Device& device, const Problem& problem, const ChecksumRule& rule);
  /// The type of the sums.
  static Precision precision(const DeviceCaps& caps) { return caps.f64 ? Precision::f64 : Precision::f32; }

  /// The sums of one execution.
  struct SeparateBuffers {
    std::int64_t batch = 0;
    SumCheck::CheckBuffers sums;
  };
  [[nodiscard]] std::unique_ptr<SeparateBuffers> take(std::int64_t batch) const;
  void give_back(std::unique_ptr<SeparateBuffers> buffers) const { pool_.give_back(std::move(buffers)); }
  /// A side of the execution, and the elements to skip (Operands::in_offset).
  struct SummedData {
    const runtime::Memory* memory = nullptr;
    std::int64_t skipped = 0;
  };
  /// Before the transform.
  void enqueue_input(runtime::Stream& stream, const SeparateBuffers& buffers, const SummedData& data) const;
  /// After it.
  void enqueue_output(runtime::Stream& stream, const SeparateBuffers& buffers, const SummedData& data) const;
  /// Waits for the stream. True if ChecksumRule::quick() holds for all transforms. May be false in spite of it.
  [[nodiscard]] bool all_hold(runtime::Stream& stream, SeparateBuffers& buffers) const;
  [[nodiscard]] std::vector<SideSums> input(runtime::Stream& stream, const SeparateBuffers& buffers) const;
  [[nodiscard]] std::vector<SideSums> output(runtime::Stream& stream, const SeparateBuffers& buffers) const;

 private:
  struct SummedSide {
    kernel::ChecksumSpec spec;
    std::shared_ptr<runtime::Program> program;
    std::shared_ptr<runtime::Memory> weights;
    std::shared_ptr<runtime::Memory> multiples;
    std::int64_t reals_of_element = 1;
    std::int64_t distance = 0;  ///< in real numbers, as the offset
    std::int64_t offset = 0;
  };
  [[nodiscard]] SummedSide side(bool input, const std::vector<double>& weights,
                                const std::vector<double>& multiples) const;
  void enqueue(runtime::Stream& stream, const SummedSide& side, const SummedData& data, std::int64_t batch,
               const runtime::Memory* sums) const;

  runtime::Device& device_;
  Problem problem_;
  SummedSide in_;
  SummedSide out_;
  std::optional<SumCheck> check_;  ///< always
  mutable BufferPool<SeparateBuffers> pool_;
};

}  // namespace papilio::api
