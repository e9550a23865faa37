// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/window.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numbers>
#include <papilio/error.hpp>

namespace papilio::tool {
namespace {

/// I0(x), the modified Bessel function of order 0, by its power series (Abramowitz and Stegun 9.6.12). All terms are
/// positive, so nothing cancels.
double bessel_i0(double x) {
  const double quarter = x * x / 4;
  double term = 1;
  double sum = 1;
  for (int k = 1; term > sum * 1e-17; ++k) {
    term *= quarter / (static_cast<double>(k) * k);
    sum += term;
  }
  return sum;
}

double value_at(const Window& window, double x) {
  using std::numbers::pi;
  switch (window.kind) {
    case WindowKind::rectangular:
      return 1;
    case WindowKind::hann:
      return 0.5 - 0.5 * std::cos(2 * pi * x);
    case WindowKind::blackman:
      return 0.42 - 0.5 * std::cos(2 * pi * x) + 0.08 * std::cos(4 * pi * x);
    case WindowKind::kaiser: {
      const double centred = 2 * x - 1;
      return bessel_i0(window.beta * std::sqrt(1 - centred * centred)) / bessel_i0(window.beta);
    }
  }
  throw Error::internal("window of an unknown kind");
}

}  // namespace

Window Window::parse(std::string_view text) {
  if (text == "rectangular") {
    return {WindowKind::rectangular};
  }
  if (text == "hann") {
    return {WindowKind::hann};
  }
  if (text == "blackman") {
    return {WindowKind::blackman};
  }
  if (text == "kaiser") {
    return {WindowKind::kaiser};
  }
  if (text.starts_with("kaiser:")) {
    const std::string_view number = text.substr(7);
    Window window{WindowKind::kaiser};
    const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), window.beta);
    // I0 overflows beyond 713.
    if (code == std::errc() && end == number.data() + number.size() && window.beta >= 0 && window.beta <= 700) {
      return window;
    }
  }
  throw Error::invalid_argument(fmt::format("window '{}'", text), "is not known",
                                "choose rectangular, hann, blackman, kaiser or kaiser:BETA with 0 <= BETA <= 700");
}

std::string Window::name() const {
  switch (kind) {
    case WindowKind::rectangular:
      return "rectangular";
    case WindowKind::hann:
      return "Hann";
    case WindowKind::blackman:
      return "Blackman";
    case WindowKind::kaiser:
      return fmt::format("Kaiser (β = {})", beta);
  }
  throw Error::internal("window of an unknown kind");
}

std::vector<double> Window::values(std::size_t n) const {
  if (n == 1) {
    return {1};  // SciPy's convention; the formulas give 0, and a division by it
  }
  std::vector<double> values(n);
  for (std::size_t k = 0; k < n; ++k) {
    values[k] = value_at(*this, static_cast<double>(k) / static_cast<double>(n));
  }
  return values;
}

}  // namespace papilio::tool
