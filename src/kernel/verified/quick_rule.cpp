// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/verified/quick_rule.hpp"

namespace papilio::kernel {

Value breaks_rule(const Buffer* table, Value at, const SumValues& in, const SumValues& out) {
  Builder& b = at.builder();
  const auto number = [&](std::int64_t i) { return b.let("rule", b.load(table, at + i)); };
  const Value gain = number(0);
  const Value energy = number(1);
  const Value deviation = number(2);
  const Value excess = number(3);
  const Value least = number(4);
  const Value most = number(5);
  const Value deviates = b.let("deviates", out.functional - gain * in.functional);
  const Value expected = b.let("expected", energy * in.squares);
  const Value exceeds = b.let("exceeds", out.squares - expected);
  const Value limit = b.let("limit", excess * in.squares);
  const auto checked = [&](Value squares) { return least <= squares && squares <= most; };
  const Value holds = deviates * deviates <= deviation * in.squares && exceeds <= limit && -limit <= exceeds &&
                      checked(in.squares) && checked(out.squares) && expected <= most;
  const Value zeros = in.functional == 0.0 && in.squares == 0.0 && out.functional == 0.0 && out.squares == 0.0;
  return b.let("breaks", select(holds || zeros, b.constant(0), b.constant(1))) == 1;
}

}  // namespace papilio::kernel
