// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/ragged/ragged_kernels.hpp"

namespace papilio::kernel {

Module build_ragged_places() {
  Builder b("ragged_places", ragged_places_threads);
  const GlobalMemory integers{ScalarKind::i32};
  const Buffer* const rows = b.input("rows", integers);
  const Buffer* const limits = b.input("limits", integers);
  const Buffer* const in = b.input("in_offsets", integers);
  const Buffer* const out = b.input("out_offsets", integers);
  const Buffer* const placed = b.output("placed", integers);
  const Value has_in = b.let("has_in", b.scalar(Scalar::in_offset) == 1);
  const Value has_out = b.let("has_out", b.scalar(Scalar::out_offset) == 1);
  const Value count = b.scalar(Scalar::units);
  const Value row = b.let("row", cast(b.group_id(), ScalarKind::i64) * ragged_places_threads + b.thread_id());
  b.branch(row < count, [&] {
    const Value member = b.load(limits, row * ragged_limit_numbers);
    for (int i = 0; i < static_cast<int>(RaggedField::count); ++i) {
      const Value at = b.let("at", row * static_cast<int>(RaggedField::count) + i);
      const Value old = b.load(rows, at);
      const auto place = [&](Value given, const Buffer* offsets, int limit) {
        b.branch(
            given,
            [&] {
              const Value offset = b.load(offsets, member);
              const Value most = b.load(limits, row * ragged_limit_numbers + limit);
              b.store(placed, at, max(min(offset, most), 0));
            },
            [&] { b.store(placed, at, old); });
      };
      if (i == static_cast<int>(RaggedField::in)) {
        place(has_in, in, 1);
      } else if (i == static_cast<int>(RaggedField::out)) {
        place(has_out, out, 2);
      } else {
        b.store(placed, at, old);
      }
    }
  });
  return b.finish();
}

}  // namespace papilio::kernel
