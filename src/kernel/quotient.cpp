// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/quotient.hpp"

namespace papilio::kernel {

Value quotient(Value top, Value bottom) {
  Builder& b = top.builder();
  const auto let = [&](Value v) { return b.let("y", v); };
  const bool single = bottom.type().kind == ScalarKind::f32;
  // Minus the bits of x these are the bits of 1/x within 13%.
  const std::int64_t guess = single ? 0x7ef311c7 : 0x7fde623822fc16e6;
  const Value two = b.real(2.0, bottom.type());
  Value inverse = let(bits(let(guess - let(bits(bottom)))));
  for (int i = 0; i < (single ? 3 : 4); ++i) inverse = let(inverse * let(fma(-bottom, inverse, two)));
  const Value q = let(top * inverse);
  return let(fma(let(fma(-q, bottom, top)), inverse, q));
}

}  // namespace papilio::kernel
