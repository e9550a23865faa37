// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/prime_factor.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/number_theory.hpp"

namespace papilio {
namespace {

std::int64_t product(const std::vector<std::int64_t>& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), std::int64_t{1}, std::multiplies<>());
}

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

std::vector<std::int32_t> places_of(const std::vector<std::int64_t>& elements) {
  std::vector<std::int32_t> places(elements.size());
  for (std::size_t place = 0; place < elements.size(); ++place)
    places[elements[place]] = static_cast<std::int32_t>(place);
  return places;
}

}  // namespace

std::vector<std::int64_t> convolved_primes(std::int64_t n) {
  std::vector<std::int64_t> primes = prime_factors(n);
  std::erase_if(primes, [](std::int64_t p) { return !Factor::is_convolved(p); });
  return primes;
}

std::vector<Factor> factors_of(std::int64_t length, const std::vector<int>& radices) {
  const std::vector<std::int64_t> primes = convolved_primes(length);
  const std::int64_t smooth = length / product(primes);
  std::vector<Factor> factors;
  auto radix = radices.begin();
  if (smooth == 1) factors.emplace_back().radices = {1};
  for (std::int64_t done = 1; done < smooth; done *= *radix++) {
    if (radix == radices.end() || *radix < 2 || smooth / done % *radix != 0 || *radix > Factor::largest_radix)
      return {};
    Factor& factor = factors.emplace_back();
    factor.length = *radix;
    factor.radices = {*radix};
  }
  // Appends the next radices, whose product must be n, to `stages`; false if they do not fit.
  const auto take = [&](std::int64_t n, std::vector<int>& stages) {
    for (std::int64_t done = 1; done < n; done *= *radix++) {
      if (radix == radices.end() || *radix < 2 || *radix > Factor::largest_radix || n / done % *radix != 0)
        return false;
      stages.push_back(*radix);
    }
    return true;
  };
  for (const std::int64_t p : primes) {
    Factor& factor = factors.emplace_back();
    factor.length = p;
    if (!take(p - 1, factor.radices) || factor.radices.size() < 2) return {};
  }
  if (radix != radices.end() || primes.empty()) return {};
  for (std::size_t i = factors.size() - 1; i-- > 0;) {
    const Factor& next = factors[i + 1];
    factors[i].later = next.later * next.length;
    // The first factor has twiddles of its own (W_N).
    if (i > 0 && are_together(factors[i].length, next.length)) factors[i].rest = next.length * next.rest;
  }
  return factors;
}

std::vector<std::int32_t> input_places(const std::vector<std::int64_t>& lengths) {
  return places_of(elements_of(lengths, false));
}

std::vector<std::int32_t> result_places(const std::vector<std::int64_t>& lengths) {
  return places_of(elements_of(lengths, true));
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
