// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions: the device judges sums (kernel/judge_kernels.hpp). The host reads one flag for some hundred
// transforms, and the sums only if a flag is set.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "api/checksum_rule.hpp"
#include "runtime/device.hpp"
#include "spec/side.hpp"

namespace papilio::api {

class SumJudge {
 public:
  /// What a transform is made of on one side.
  struct JudgedColumns {
    Sums kind = Sums::real;  ///< of the sums of a column
    std::int64_t count = 1;
    std::vector<std::complex<double>> factors = {};  ///< of their functionals (Sums::complex)
  };
  /// `precision` is that of the sums.
  SumJudge(runtime::Device& device, Precision precision, const JudgedColumns& in, const JudgedColumns& out,
           const ChecksumRule& rule);

  /// The two sums of each transform of a side.
  struct Totals {
    std::shared_ptr<runtime::Memory> columns;  ///< the sums of its columns
    std::shared_ptr<runtime::Memory> memory;   ///< the same memory, if a transform is one column
  };
  struct JudgedSums {
    Totals in, out;
    std::shared_ptr<runtime::Memory> flags;
    std::vector<std::byte> host_flags;
  };
  [[nodiscard]] JudgedSums room(std::int64_t batch) const;
  void enqueue(runtime::Stream& stream, const JudgedSums& room, std::int64_t batch) const;
  /// Waits for the stream. True if ChecksumRule::plain() holds for all transforms, or they are all 0.
  [[nodiscard]] bool all_plain(runtime::Stream& stream, JudgedSums& room) const;
  /// Of all transforms.
  [[nodiscard]] std::vector<SideSums> read(runtime::Stream& stream, const Totals& totals, std::int64_t batch) const;

 private:
  struct JudgedSide {
    Sums kind = Sums::real;
    std::int64_t columns = 1;
    std::shared_ptr<runtime::Memory> factors;
    std::shared_ptr<runtime::Program> adding;  ///< null: a transform is one column
  };
  [[nodiscard]] JudgedSide side(const JudgedColumns& columns) const;
  [[nodiscard]] Totals totals(const JudgedSide& side, std::int64_t batch) const;
  void add_up(runtime::Stream& stream, const JudgedSide& side, const Totals& totals, std::int64_t batch) const;

  runtime::Device& device_;
  Precision precision_;
  JudgedSide in_, out_;
  std::shared_ptr<runtime::Memory> rule_;
  std::shared_ptr<runtime::Program> judging_;
};

}  // namespace papilio::api
