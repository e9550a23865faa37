// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/units.hpp"

namespace papilio::kernel {

void for_units(Builder& b, Value total, const std::function<void(Value)>& body) {
  const Value repeat = b.scalar(Scalar::repeat);
  const Value group = b.let("group", cast(b.group_id(), ScalarKind::i64));
  const Value end = b.let("last", min(group * repeat + repeat, total));
  b.loop("unit", b.let("unit", group * repeat), end, {1, Unroll::none}, body);
}

}  // namespace papilio::kernel
