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

#include "core/storage.hpp"

namespace papilio::kernel {

/// Collects scalars, rounded to the table's precision.
class TableWriter {
 public:
  TableWriter(Precision precision, std::int64_t elements)
      : precision_(precision),
        size_(static_cast<std::size_t>(real_bytes(precision))),
        bytes_(static_cast<std::size_t>(elements) * size_) {}
  template <typename Real>
  void put(std::int64_t index, Real value) {
    std::byte* const to = bytes_.data() + static_cast<std::size_t>(index) * size_;
    if (part_of(precision_) == Precision::f32) {
      put_parts<float>(to, value);
    } else {
      put_parts<double>(to, value);
    }
  }
  /// A whole table of the same precision, from that scalar on.
  void put_table(std::int64_t index, const std::vector<std::byte>& table) {
    std::ranges::copy(table, bytes_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(index) * size_));
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  template <typename Part, typename Real>
  void put_parts(std::byte* to, Real value) const {
    const auto high = static_cast<Part>(value);
    std::memcpy(to, &high, sizeof high);
    if (!is_pair(precision_)) return;
    const auto low = static_cast<Part>(value - static_cast<Real>(high));
    std::memcpy(to + sizeof high, &low, sizeof low);
  }

  Precision precision_;
  std::size_t size_;
  std::vector<std::byte> bytes_;
};

}  // namespace papilio::kernel
