// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Index maps: where an element lies, each written once as a template. `Index` is ir::Value in a kernel, which emits the
// address, and std::int64_t in whatever computes numbers about that address: bank conflicts, the host's tables, the
// choice between one base with constant offsets and separate addresses, tests. Operations have the same order for both,
// so a map is also the text of its address (docs/adr/0036-layout.md). The maps of one kernel are in spec/layout.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

namespace papilio {

// Operations that numbers and values spell differently.

/// A value gets a name, and is computed once.
template <typename Index>
Index named(std::string_view name, Index v) {
  if constexpr (std::is_integral_v<Index>) {
    return v;
  } else {
    return v.builder().let(name, v);
  }
}

/// condition ? a : b
template <typename Condition, typename B>
B choose(Condition condition, std::int64_t a, B b) {
  if constexpr (std::is_same_v<Condition, bool>) {
    return condition ? a : b;
  } else {
    return select(condition, a, b);
  }
}

template <typename Index>
Index least(Index a, std::int64_t b) {
  using std::min;
  return min(a, b);
}

/// a / b; numbers below 2^32 are divided in 32 bits, in a third of the time: planning a long transform computes some
/// 500,000 addresses.
template <typename Index>
Index quotient(Index a, std::int64_t b) {
  if constexpr (std::is_integral_v<Index>) {
    if (((a | b) >> 32) == 0) return static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b);
  }
  return a / b;
}

/// a % b
template <typename Index>
Index modulo(Index a, std::int64_t b) {
  if constexpr (std::is_integral_v<Index>) return a - quotient(a, b) * b;  // which the quotient beside it shares
  return a % b;
}

// Maps

/// Number i in blocks of `size` numbers, of which block b moves to block b*times: i + i/size*size*(times-1). Output 0
/// of butterfly i = q + s*p of a Stockham stage (size s, times radix) is there, and element 0 of butterfly i of a stage
/// in place (size m). `block` is i/size.
template <typename Index>
Index spread(Index i, Index block, std::int64_t size, std::int64_t times) {
  return i + block * (size * (times - 1));
}
template <typename Index>
Index spread(Index i, std::int64_t size, std::int64_t times) {
  return spread<Index>(i, quotient(i, size), size, times);
}

/// v = d1 + l1*(d2 + l2*d3) becomes (d1*l2 + d2)*l3 + d3; v is less than the product of the lengths.
template <typename Index>
Index reversed_digits(Index v, const std::vector<std::int64_t>& lengths) {
  Index result{};
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Index digit = i + 1 == lengths.size() ? v : modulo(v, lengths[i]);
    result = i == 0 ? digit : result * lengths[i] + digit;
    v = named<Index>("rest", quotient(v, lengths[i]));
  }
  return result;
}

/// (n - k) mod n of 0 <= k < n.
template <typename Index>
Index conjugate_index(Index k, std::int64_t n) {
  // The minimum tells the IR's verifier that it is less than n.
  return named<Index>("mirror", choose(k == 0, 0, least<Index>(n - k, n - 1)));
}

}  // namespace papilio
