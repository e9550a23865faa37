// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/prime_factor.hpp"

#include <algorithm>
#include <numeric>

#include "core/number_theory.hpp"

namespace papilio {
namespace {

/// True if two neighbouring axes belong to one group: both have butterflies, or both have the same prime.
bool are_together(std::int64_t a, std::int64_t b) {
  return a == b || (!Factor::is_convolved(a) && !Factor::is_convolved(b));
}

std::vector<std::vector<std::int64_t>> groups_of(const std::vector<std::int64_t>& lengths) {
  std::vector<std::vector<std::int64_t>> groups;
  for (const std::int64_t length : lengths) {
    if (groups.empty() || !are_together(groups.back().back(), length)) groups.emplace_back();
    groups.back().push_back(length);
  }
  return groups;
}

/// The element of the axis in each slot, before its DFT or after.
std::vector<std::int64_t> elements_of_axis(std::int64_t length, bool results) {
  std::vector<std::int64_t> elements(length);
  if (!Factor::is_convolved(length)) {
    std::iota(elements.begin(), elements.end(), std::int64_t{0});
    return elements;
  }
  std::ranges::copy(generator_powers(length, results), elements.begin() + 1);
  return elements;
}

/// The element in each slot of a group: the first axis is the most significant digit for inputs and the least for
/// results.
std::vector<std::int64_t> elements_of_group(const std::vector<std::int64_t>& lengths, bool results) {
  std::vector<std::int64_t> elements = {0};
  std::int64_t before = 1;  // product of the earlier axes
  for (const std::int64_t length : lengths) {
    const std::vector<std::int64_t> own = elements_of_axis(length, results);
    std::vector<std::int64_t> longer;
    longer.reserve(elements.size() * own.size());
    for (const std::int64_t element : elements) {
      for (const std::int64_t e : own) longer.push_back(results ? element + before * e : element * length + e);
    }
    elements = std::move(longer);
    before *= length;
  }
  return elements;
}

/// The number that is 1 modulo g and 0 modulo m/g.
std::int64_t remainder_unit(std::int64_t g, std::int64_t m) {
  std::int64_t unit = m / g;
  while (unit % g != 1 % g) unit += m / g;
  return unit;
}

/// The element in each slot of the whole array.
std::vector<std::int64_t> elements_of(const std::vector<std::int64_t>& lengths, bool results) {
  const std::int64_t m = product(lengths);
  std::vector<std::int64_t> elements = {0};
  for (const std::vector<std::int64_t>& group : groups_of(lengths)) {
    const std::int64_t g = product(group);
    const std::int64_t unit = results ? remainder_unit(g, m) : m / g;
    const std::vector<std::int64_t> own = elements_of_group(group, results);
    std::vector<std::int64_t> longer;
    longer.reserve(elements.size() * own.size());
    for (const std::int64_t element : elements) {
      for (const std::int64_t e : own) longer.push_back((element + e * unit) % m);
    }
    elements = std::move(longer);
  }
  return elements;
}

std::vector<std::int32_t> slots_of(const std::vector<std::int64_t>& elements) {
  std::vector<std::int32_t> slots(elements.size());
  for (std::size_t slot = 0; slot < elements.size(); ++slot) slots[elements[slot]] = static_cast<std::int32_t>(slot);
  return slots;
}

/// Radices in order, from which the stages of one factor after the other are taken.
class RadixQueue {
 public:
  explicit RadixQueue(const std::vector<int>& radices) : next_(radices.begin()), end_(radices.end()) {}

  [[nodiscard]] bool empty() const { return next_ == end_; }

  /// The next radices, whose product is n; none if they do not fit.
  std::vector<int> take(std::int64_t n) {
    std::vector<int> taken;
    for (; n > 1; n /= taken.back()) {
      if (empty() || *next_ < 2 || *next_ > Factor::largest_radix || n % *next_ != 0) return {};
      taken.push_back(*next_++);
    }
    return taken;
  }

 private:
  std::vector<int>::const_iterator next_;
  std::vector<int>::const_iterator end_;
};

}  // namespace

ItemLoop item_loop(std::int64_t items, int points, int threads) {
  constexpr std::int64_t most = 8;  // numbers at once
  const std::int64_t rounds = ceil_div(items, threads);
  const std::int64_t loops = ceil_div(rounds * points, most);
  const std::int64_t together = ceil_div(rounds, loops);
  return {together, ceil_div(rounds, together)};
}

std::vector<std::int64_t> convolved_primes(std::int64_t n) {
  std::vector<std::int64_t> primes = prime_factors(n);
  std::erase_if(primes, [](std::int64_t p) { return !Factor::is_convolved(p); });
  return primes;
}

std::vector<Factor> factors_of(std::int64_t length, const std::vector<int>& radices) {
  const std::vector<std::int64_t> primes = convolved_primes(length);
  const std::int64_t smooth = length / product(primes);
  RadixQueue queue(radices);
  std::vector<Factor> factors;
  const std::vector<int> butterflies = smooth == 1 ? std::vector<int>{1} : queue.take(smooth);
  if (butterflies.empty()) return {};
  factors.reserve(butterflies.size() + primes.size());
  for (const int radix : butterflies) factors.push_back({radix, {radix}});
  for (const std::int64_t p : primes) {
    factors.push_back({p, queue.take(p - 1)});
    if (factors.back().radices.size() < 2) return {};
  }
  if (!queue.empty() || primes.empty()) return {};
  for (std::size_t i = factors.size() - 1; i-- > 0;) {
    const Factor& next = factors[i + 1];
    factors[i].later = next.later * next.length;
    // The first factor has twiddles of its own (W_N).
    if (i > 0 && are_together(factors[i].length, next.length)) factors[i].rest = next.length * next.rest;
  }
  return factors;
}

std::vector<std::int32_t> input_slots(const std::vector<std::int64_t>& lengths) {
  return slots_of(elements_of(lengths, false));
}

std::vector<std::int32_t> result_slots(const std::vector<std::int64_t>& lengths) {
  return slots_of(elements_of(lengths, true));
}

std::vector<std::int64_t> group_twiddles(const std::vector<std::int64_t>& lengths) {
  const std::vector<std::int64_t> own = elements_of_axis(lengths.front(), true);
  const std::vector<std::int64_t> rest = elements_of_group({lengths.begin() + 1, lengths.end()}, false);
  std::vector<std::int64_t> exponents;
  exponents.reserve(own.size() * rest.size());
  for (const std::int64_t k : own) {
    for (const std::int64_t j : rest) exponents.push_back(k * j);
  }
  return exponents;
}

}  // namespace papilio
