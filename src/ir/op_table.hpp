// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

#include "ir/ir.hpp"

namespace papilio::ir {

/// A value for each Op: T{} unless it is given one.
template <typename T>
class OpTable {
 public:
  struct OpEntry {
    Op op;
    T value;
  };
  constexpr OpTable(std::initializer_list<OpEntry> entries) {
    for (const OpEntry& entry : entries) values_[static_cast<std::size_t>(entry.op)] = entry.value;
  }
  constexpr const T& operator[](Op op) const { return values_[static_cast<std::size_t>(op)]; }

 private:
  std::array<T, static_cast<std::size_t>(Op::call) + 1> values_{};
};

}  // namespace papilio::ir
