// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/pairs/single_numbers.hpp"

namespace papilio::kernel {
namespace {

/// W_2m^k, 0 <= k <= m.
Complex twiddle_of(const GroupParts& parts, Value k) {
  return parts.elements.table_entry(parts.context.table("fold_twiddles"), k, parts.spec.length + 1);
}

}  // namespace

Complex read_single_number(const GroupParts& parts, const AddressMap& half, Value k) {
  Builder& b = parts.b;
  const Partners x{parts.elements.load_half(half, k),
                   parts.elements.load_half(half, b.let("mirror", parts.spec.length - k))};
  return pre_process(b, x, twiddle_of(parts, k), b.let("is_zero", k == 0)).low;
}

SingleSources single_sources(const GroupParts& parts, Value k) {
  Builder& b = parts.b;
  const std::int64_t m = parts.spec.length;
  const Value low = b.let("k", select(k == m, 0, k));
  return {low, b.let("partner", select(low == 0, 0, m - low))};
}

Complex single_number(const GroupParts& parts, Value k, const Partners& z) {
  return post_process(parts.b, z, twiddle_of(parts, k)).low;
}

}  // namespace papilio::kernel
