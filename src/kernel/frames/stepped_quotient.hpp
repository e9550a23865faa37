// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SteppedQuotient: numbers of a work-item that are a constant step apart, i64 and not negative, as quotients and
// remainders of one divisor. The first number and the step are divided, and the others follow by additions.
#pragma once

#include <cstdint>

#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

class SteppedQuotient {
 public:
  SteppedQuotient(Builder& b, Value first, std::int64_t step, Value divisor)
      : b_(b),
        divisor_(divisor),
        quotient_(b.let("quotient", first / divisor)),
        remainder_(b.let("remainder", first - quotient_ * divisor)),
        step_quotient_(b.let("step", b.constant(step, i64) / divisor)),
        step_remainder_(b.let("rest", step - step_quotient_ * divisor)) {}

  [[nodiscard]] Value quotient() const { return quotient_; }
  [[nodiscard]] Value remainder() const { return remainder_; }

  /// Goes on to the next number. Returns what the quotient grows by.
  Value advance() {
    const Value further = b_.let("further", remainder_ + step_remainder_);
    const Value wraps = b_.let("wraps", further >= divisor_);
    const auto number = [&](std::int64_t n) { return b_.constant(n, i64); };
    const Value more = b_.let("more", step_quotient_ + select(wraps, number(1), number(0)));
    quotient_ = b_.let("quotient", quotient_ + more);
    remainder_ = b_.let("remainder", select(wraps, further - divisor_, further));
    return more;
  }

 private:
  Builder& b_;
  Value divisor_;
  Value quotient_;
  Value remainder_;
  Value step_quotient_;
  Value step_remainder_;
};

}  // namespace papilio::kernel
