// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <papilio/problem.hpp>
#include <utility>
#include <vector>

namespace papilio::kernel {

/// Collects scalars, rounded to the table's precision.
class TableWriter {
 public:
  TableWriter(Precision precision, std::int64_t elements)
      : size_(precision == Precision::f32 ? 4 : 8), bytes_(static_cast<std::size_t>(elements) * size_) {}
  template <typename Real>
  void put(std::int64_t index, Real value) {
    const auto single = static_cast<float>(value);
    const auto twice = static_cast<double>(value);
    std::memcpy(bytes_.data() + static_cast<std::size_t>(index) * size_,
                size_ == 4 ? static_cast<const void*>(&single) : &twice, size_);
  }
  /// A whole table of the same precision, from that scalar on.
  void put_table(std::int64_t index, const std::vector<std::byte>& table) {
    std::ranges::copy(table, bytes_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(index) * size_));
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::size_t size_;
  std::vector<std::byte> bytes_;
};

}  // namespace papilio::kernel
