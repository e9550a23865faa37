// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "kernel/complex.hpp"

namespace papilio::kernel {

/// Elements of the exchange that a work-item writes, or reads, together.
struct ExchangeSlots {
  Value active = nullptr;  ///< null: always; reads are always safe
  std::vector<Value> at;
};

/// Values that a work-item writes to the exchange.
struct ExchangeWrites {
  std::vector<ExchangeSlots> to;
  std::vector<std::vector<Complex>> values;
  void add(ExchangeSlots at, std::vector<Complex> numbers) {
    to.push_back(std::move(at));
    values.push_back(std::move(numbers));
  }
};

}  // namespace papilio::kernel
