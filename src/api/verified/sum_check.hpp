// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions: the device checks sums (kernel/verified/check_kernels.hpp). The host reads one flag, and the
// sums only if it is set.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "api/verified/checksum_rule.hpp"
#include "api/verified/device_flag.hpp"
#include "kernel/verified/check_kernels.hpp"
#include "runtime/device.hpp"
#include "spec/side.hpp"

namespace papilio::api {

/// Reads the sums of a batch of transforms: the functionals, then the squares.
std::vector<SideSums> sums_in(runtime::Stream& stream, const runtime::Memory& memory, Precision precision,
                              std::int64_t batch);

class SumCheck {
 public:
  /// The columns that a transform is made of on one side.
  struct CheckedColumns {
    Sums kind = Sums::real;  ///< of the sums of a column
    std::int64_t count = 1;
    std::vector<std::complex<double>> factors = {};  ///< of their functionals (Sums::complex)
  };
  /// `precision` is that of the sums.
  SumCheck(runtime::Device& device, Precision precision, const CheckedColumns& in, const CheckedColumns& out,
           const ChecksumRule& rule);

  /// The sums of a side.
  struct Totals {
    std::shared_ptr<runtime::Memory> columns;
    std::shared_ptr<runtime::Memory> parts;   ///< of many columns
    std::shared_ptr<runtime::Memory> memory;  ///< of the transforms; that of the columns, if a transform is one
  };
  struct CheckBuffers {
    Totals in, out;
    DeviceFlag flag;
  };
  [[nodiscard]] CheckBuffers buffers(std::int64_t batch) const;
  void enqueue(runtime::Stream& stream, const CheckBuffers& buffers, std::int64_t batch) const;
  /// Waits for the stream. True if ChecksumRule::quick() holds for all transforms, or they are all 0.
  [[nodiscard]] bool all_hold(runtime::Stream& stream, CheckBuffers& buffers) const;
  /// The sums of all transforms.
  [[nodiscard]] std::vector<SideSums> read(runtime::Stream& stream, const Totals& totals, std::int64_t batch) const {
    return sums_in(stream, *totals.memory, precision_, batch);
  }

 private:
  struct CheckedSide {
    Sums kind = Sums::real;
    std::int64_t columns = 1;
    std::shared_ptr<runtime::Memory> factors;
    std::int64_t parts = 0;  ///< 0: the columns themselves are checked
    std::shared_ptr<runtime::Program> adding;

    /// Columns, or parts, of a transform.
    [[nodiscard]] std::int64_t checked() const { return parts > 0 ? parts : columns; }
    [[nodiscard]] bool is_one() const { return columns == 1 && kind == Sums::real; }
  };
  [[nodiscard]] CheckedSide side(const CheckedColumns& columns) const;
  [[nodiscard]] Totals totals(const CheckedSide& side, std::int64_t batch) const;
  void add_parts(runtime::Stream& stream, const CheckedSide& side, const Totals& totals, std::int64_t batch) const;
  [[nodiscard]] kernel::AddedColumns added(Sums kind) const;
  [[nodiscard]] int column_threads() const;
  [[nodiscard]] bool columns_are_transforms() const { return in_.is_one() && out_.is_one(); }

  runtime::Device& device_;
  Precision precision_;
  CheckedSide in_, out_;
  std::shared_ptr<runtime::Memory> rule_;
  std::shared_ptr<runtime::Program> checking_;
};

}  // namespace papilio::api
