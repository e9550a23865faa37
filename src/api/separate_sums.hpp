// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The sums of verified executions by kernels of their own, which read each side once more: where the passes of a plan
// cannot make them (fused_sums.hpp), and for f32 numbers whose squares leave the range of f32.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "api/checksum_rule.hpp"
#include "kernel/checksum_kernel.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// Numbers of the problem's precision in device memory; null of none.
std::shared_ptr<runtime::Memory> uploaded(runtime::Device& device, Precision precision,
                                          const std::vector<double>& values);

class SeparateSums {
 public:
  struct SummedSide {
    kernel::ChecksumSpec spec;
    std::shared_ptr<runtime::Program> program;
    std::shared_ptr<runtime::Memory> weights;
    std::shared_ptr<runtime::Memory> multiples;
    std::int64_t distance = 0;  ///< in real numbers, as the offset
    std::int64_t offset = 0;
  };

  /// Compiles the two kernels and uploads the weights.
  SeparateSums(runtime::Device& device, const Problem& problem);

  [[nodiscard]] const SummedSide& in() const { return in_; }
  [[nodiscard]] const SummedSide& out() const { return out_; }
  /// For the sums of a batch.
  [[nodiscard]] std::shared_ptr<runtime::Memory> room(const SummedSide& side, std::int64_t batch) const;
  void enqueue(runtime::Stream& stream, const SummedSide& side, const runtime::Memory* data, std::int64_t batch,
               const runtime::Memory* sums) const;
  /// Waits for the stream.
  [[nodiscard]] std::vector<SideSums> read(runtime::Stream& stream, const SummedSide& side, const runtime::Memory& sums,
                                           std::int64_t batch) const;

 private:
  [[nodiscard]] SummedSide side(bool input, const std::vector<double>& weights,
                                const std::vector<double>& multiples) const;

  runtime::Device& device_;
  Problem problem_;
  SummedSide in_;
  SummedSide out_;
};

}  // namespace papilio::api
