// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Formulas of a frequency as text (the grammar stands at Spectrum::formula()).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/roots.hpp"

namespace papilio::api {

class Formula {
 public:
  /// Parses the text. Throws Error(invalid_argument) with the column at which it is not understood.
  explicit Formula(const std::string& text);

  /// The value at frequency numbers k of arrays of these lengths, an entry for each transformed axis.
  [[nodiscard]] LongComplex at(std::span<const std::int64_t> k, std::span<const std::int64_t> lengths) const;
  /// Axes that the variables name: 3 for kz.
  [[nodiscard]] std::size_t axes() const { return axes_; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  friend class FormulaParser;
  using FormulaFunction = LongComplex (*)(LongComplex);
  enum class FormulaOp { number, frequency, length, radius, function, add, subtract, multiply, divide, power };
  /// One step of a calculation with a stack: a value that is pushed, or an operation on those on top.
  struct FormulaStep {
    FormulaOp kind = FormulaOp::number;
    LongComplex number = 0;
    std::size_t axis = 0;  ///< of a frequency or a length, from the last transformed one on
    FormulaFunction function = nullptr;
  };
  std::string text_;
  std::vector<FormulaStep> steps_;
  std::size_t axes_ = 1;
};

}  // namespace papilio::api
