// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/nufft/window.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace papilio::kernel {
namespace {

constexpr long double pi = std::numbers::pi_v<long double>;

/// I0(x) by its power series, whose terms are all positive.
long double bessel_i0(long double x) {
  long double sum = 1;
  long double term = 1;
  for (int k = 1; term > sum * 1e-21L; ++k) {
    term *= (x / 2 / k) * (x / 2 / k);
    sum += term;
  }
  return sum;
}

/// sinh(r)/r, r = sqrt(shape^2 - xi^2), which is sin(|r|)/|r| beyond the shape: I0(shape)/2 times the transform of phi.
long double transform(long double shape, long double xi) {
  const long double square = (shape - xi) * (shape + xi);
  const long double r = std::sqrt(std::abs(square));
  if (r < 1e-6L) return 1 + square / 6;
  return square > 0 ? std::sinh(r) / r : std::sin(r) / r;
}

long double phi(long double shape, long double z) {
  return bessel_i0(shape * std::sqrt(std::max(0.0L, (1 - z) * (1 + z)))) / bessel_i0(shape);
}

/// Polynomial coefficients of one cell, from the lowest degree on: Newton's form in Chebyshev points, expanded.
std::vector<long double> fitted(long double shape, int width, int cell, int degree) {
  const auto count = static_cast<std::size_t>(degree) + 1;
  std::vector<long double> nodes(count);
  std::vector<long double> differences(count);
  for (std::size_t i = 0; i < count; ++i) {
    nodes[i] = std::cos(pi * (static_cast<long double>(i) + 0.5L) / static_cast<long double>(count));
    differences[i] = phi(shape, ((nodes[i] + 1) / 2 + cell) * 2 / width - 1);
  }
  for (std::size_t order = 1; order < count; ++order) {
    for (std::size_t i = count - 1; i >= order; --i)
      differences[i] = (differences[i] - differences[i - 1]) / (nodes[i] - nodes[i - order]);
  }
  std::vector<long double> coefficients(count, 0);
  for (std::size_t k = count; k-- > 0;) {  // coefficients * (s - nodes[k]) + differences[k]
    for (std::size_t d = count - 1; d > 0; --d) coefficients[d] = coefficients[d - 1] - nodes[k] * coefficients[d];
    coefficients[0] = differences[k] - nodes[k] * coefficients[0];
  }
  return coefficients;
}

long double value(const std::vector<long double>& coefficients, long double s) {
  long double sum = 0;
  for (std::size_t d = coefficients.size(); d-- > 0;) sum = sum * s + coefficients[d];
  return sum;
}

/// The largest error of a polynomial of this degree, over all cells. The window is even: half of the cells will do.
long double error_of(long double shape, int width, int degree) {
  constexpr int samples = 9;
  long double worst = 0;
  for (int cell = 0; cell < (width + 1) / 2; ++cell) {
    const std::vector<long double> coefficients = fitted(shape, width, cell, degree);
    for (int i = 0; i <= samples; ++i) {
      const long double s = -1 + 2.0L * i / samples;
      worst = std::max(worst, std::abs(value(coefficients, s) - phi(shape, ((s + 1) / 2 + cell) * 2 / width - 1)));
    }
  }
  return worst;
}

}  // namespace

/// The shape is fitted to a search over widths 2 to 16 and oversampling 1.25 to 2.
SpreadWindow window_of_width(int width, double oversampling) {
  const double largest = std::numbers::pi * width * (1 - 1 / (2 * oversampling));
  return {width, largest * (0.997 - (1 / oversampling - 0.1) / (width * width))};
}

WindowErrors window_errors(const SpreadWindow& window, std::int64_t cells, std::int64_t modes) {
  constexpr std::int64_t samples = 48;
  const std::int64_t half = modes / 2;
  const std::int64_t step = std::max<std::int64_t>(1, half / samples);
  double aliasing = 0;
  double gains = 0;
  double count = 0;
  for (std::int64_t k = half; k >= 0; k -= step, ++count) {
    const WindowErrors errors = window_errors_at(window, static_cast<double>(k) / static_cast<double>(cells));
    aliasing += errors.aliasing * errors.aliasing;
    gains += errors.gain * errors.gain;
  }
  return {std::sqrt(aliasing / count), std::sqrt(gains / count)};
}

WindowErrors window_errors_at(const SpreadWindow& window, double frequency) {
  constexpr int aliases = 12;  // the others are smaller, and decay
  const auto at = [&](double f) {
    return static_cast<double>(transform(window.shape, std::numbers::pi * window.width * f));
  };
  double squares = 0;
  for (int m = 1; m <= aliases; ++m) squares += std::pow(at(m - frequency), 2) + std::pow(at(m + frequency), 2);
  const double norm = static_cast<double>(bessel_i0(window.shape)) / window.width;  // transform() times 1/norm is phi's
  const double energy = 0.5 * window.width * std::sqrt(std::numbers::pi / window.shape);  // of phi, as a Gaussian
  return {std::sqrt(squares) / std::abs(at(frequency)), norm * std::sqrt(energy) / std::abs(at(frequency))};
}

std::vector<double> window_polynomials(const SpreadWindow& window, double tolerance) {
  int degree = 2;
  while (degree < 24 && error_of(window.shape, window.width, degree) > tolerance) ++degree;
  std::vector<double> result(static_cast<std::size_t>((degree + 1) * window.width));
  const auto width = static_cast<std::size_t>(window.width);
  for (int cell = 0; cell < window.width; ++cell) {
    const std::vector<long double> coefficients = fitted(window.shape, window.width, cell, degree);
    for (int d = 0; d <= degree; ++d) {
      result[static_cast<std::size_t>(d) * width + static_cast<std::size_t>(cell)] =
          static_cast<double>(coefficients[static_cast<std::size_t>(d)]);
    }
  }
  return result;
}

WindowCorrection::WindowCorrection(const SpreadWindow& window)
    : window_(window), norm_(bessel_i0(window.shape) / window.width) {}

double WindowCorrection::at(long double frequency) const {
  return static_cast<double>(norm_ / transform(window_.shape, pi * window_.width * frequency));
}

}  // namespace papilio::kernel
