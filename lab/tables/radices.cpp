// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/tables/radices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <functional>
#include <numeric>
#include <papilio/error.hpp>

namespace papilio::tool {
namespace {

constexpr int max_bits = 27;
constexpr std::int64_t most = std::int64_t{1} << max_bits;

/// 0 where the text is no number of 1..most.
std::int64_t number_of(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || value < 1 || value > most) return 0;
  return value;
}

}  // namespace

std::vector<std::int64_t> parse_factors(std::string_view text, std::string_view option) {
  const std::string_view whole = text;
  const bool exponents = text.find('+') != std::string_view::npos;
  const auto wrong = [&] {
    return Error::invalid_argument(fmt::format("{} '{}'", option, whole), "no list of factors from 2 to 2^27",
                                   "write 8x4x2, or exponents of two: 3+2+1");
  };
  std::vector<std::int64_t> factors;
  while (true) {
    const std::size_t end = text.find(exponents ? '+' : 'x');
    const std::int64_t number = number_of(text.substr(0, end));
    if (number < (exponents ? 1 : 2) || (exponents && number > max_bits)) throw wrong();
    factors.push_back(exponents ? std::int64_t{1} << number : number);
    if (end == std::string_view::npos) return factors;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::int64_t> parse_radices(std::string_view text, std::int64_t n, std::string_view option) {
  std::vector<std::int64_t> factors = parse_factors(text, option);
  if (factors.size() == 1) {
    const std::int64_t radix = factors.front();
    for (std::int64_t rest = n / radix; rest > 1 && rest % radix == 0; rest /= radix) factors.push_back(radix);
  }
  std::int64_t product = 1;
  for (const std::int64_t factor : factors) product = std::min(product * factor, most * 2);
  if (product != n) {
    throw Error::invalid_argument(fmt::format("{} '{}'", option, text),
                                  fmt::format("their product is {}, and the length is {}",
                                              product > most ? "more than 2^27" : std::to_string(product), n),
                                  "choose factors of the length");
  }
  return factors;
}

std::int64_t parse_length(std::string_view text, std::string_view what) {
  std::int64_t value = 0;
  if (text.starts_with("2^")) {
    const std::int64_t exponent = text == "2^0" ? 0 : number_of(text.substr(2));
    const bool good = text == "2^0" || (exponent >= 1 && exponent <= max_bits);
    value = good ? std::int64_t{1} << exponent : 0;
  } else {
    value = number_of(text);
  }
  if (value == 0) {
    throw Error::invalid_argument(fmt::format("{} '{}'", what, text), "no length from 1 to 2^27", "write 4096 or 2^12");
  }
  return value;
}

std::string to_text(const std::vector<std::int64_t>& factors) { return fmt::format("{}", fmt::join(factors, "x")); }

}  // namespace papilio::tool
