// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/tables/trig_table.hpp"

#include <array>
#include <papilio/error.hpp>

namespace papilio::kernel {

int trig_type(Kind kind) {
  // In the order of the enumerators.
  constexpr std::array types = {-1, -1, -1, 1, 2, 3, 4, 1, 2, 3, 4, 0};
  static_assert(types.size() == static_cast<std::size_t>(Kind::dht) + 1);
  const int type = types[static_cast<std::size_t>(kind)];
  if (type < 0) throw Error::internal("trig", "a kind that is not real to real");
  return type;
}

TableSpec trig_table(const KernelSpec& spec, const Side& side, TableSpec base) {
  const bool input = &side == &spec.in;
  const std::int64_t n = spec.trig.extent;
  const auto roots = [&](std::int64_t order, std::int64_t count, int step, int first) {
    base.n = order;
    base.m = count;
    base.step = step;
    base.first = first;
    return base;
  };
  switch (trig_type(spec.trig.kind)) {
    case 2:
      return input ? TableSpec{} : roots(4 * n, half_length_trig(spec) ? n / 2 + 1 : n, 1, 0);
    case 3:
      return input ? roots(4 * n, half_length_trig(spec) ? n / 2 + 1 : n, 1, 0) : TableSpec{};
    case 4:
      return n % 2 == 0 ? roots(16 * n, n / 2, 8, 1) : TableSpec{};
    default:
      return TableSpec{};
  }
}

}  // namespace papilio::kernel
