// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Complex numbers that a work-item computes early and uses late. They stay in registers.
#pragma once

#include <string_view>
#include <vector>

#include "kernel/complex.hpp"
#include "kernel/ir_words.hpp"

namespace papilio::kernel {

class RegisterArray {
 public:
  /// Declares registers for so many complex numbers.
  RegisterArray(Builder& b, std::string_view name, ScalarKind element, std::int64_t numbers)
      : b_(b), array_(b.registers(name, element, 2 * numbers)) {}

  /// Sets all of them to 0.
  void clear() const {
    const Value zero = b_.real(0.0, Type{array_->element, 1});
    for (std::int64_t place = 0; place < array_->elements / 2; ++place) keep(place, {{zero, zero}});
  }

  void keep(std::int64_t place, const std::vector<Complex>& values) const {
    for (const Complex& value : values) {
      b_.store(array_, b_.constant(2 * place), value.re);
      b_.store(array_, b_.constant(2 * place + 1), value.im);
      ++place;
    }
  }

  [[nodiscard]] std::vector<Complex> recall(std::int64_t place, int count) const {
    std::vector<Complex> values;
    for (int i = 0; i < count; ++i, ++place) {
      const Value re = b_.load(array_, b_.constant(2 * place));
      values.push_back({re, b_.load(array_, b_.constant(2 * place + 1))});
    }
    return values;
  }

 private:
  Builder& b_;
  const Buffer* array_;
};

}  // namespace papilio::kernel
