// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "codelet/convolution.hpp"

#include <cstddef>

namespace papilio::codelet {
namespace {

RealVector operator+(const RealVector& x, const RealVector& y) {
  RealVector sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum.push_back(x[i] + y[i]);
  return sum;
}

RealVector operator-(const RealVector& x, const RealVector& y) {
  RealVector difference;
  for (std::size_t i = 0; i < x.size(); ++i) difference.push_back(x[i] - y[i]);
  return difference;
}

/// Direct convolution. With fused multiply-adds each sum is split into two halves: the chain of roundings is half as
/// long, which reduces errors by a tenth, and the addition that joins the halves absorbs the first product of the
/// second half.
Convolved direct(const RealVector& x, const ConvolutionKernel& h, Wrap wrap, Style style, const Real& bias) {
  const std::size_t n = x.size();
  const std::size_t first_half = style == Style::separate ? n : n / 2;
  Convolved result;
  for (const Real& term : x) result.sum = result.sum + term;
  for (std::size_t b = 0; b < n; ++b) {
    Real half[2] = {bias, Real{}};
    for (std::size_t a = 0; a < n; ++a) {
      Real& sum = half[a < first_half ? 0 : 1];
      sum = sum + (b >= a ? h[b - a] : (wrap == Wrap::cyclic ? h[n + b - a] : -h[n + b - a])) * x[a];
    }
    result.y.push_back(half[0] + half[1]);
  }
  return result;
}

/// z^2m - 1 = (z^m - 1)(z^m + 1).
Convolved split_even(const RealVector& x, const ConvolutionKernel& h, Style style, const Real& bias) {
  const std::size_t m = x.size() / 2;
  const RealVector low(x.begin(), x.begin() + m);
  const RealVector high(x.begin() + m, x.end());
  ConvolutionKernel plus, minus;
  for (std::size_t i = 0; i < m; ++i) {
    plus.push_back((h[i] + h[m + i]) / 2);
    minus.push_back((h[i] - h[m + i]) / 2);
  }
  const Convolved p = convolve(low + high, plus, Wrap::cyclic, style, bias);
  const Convolved q = convolve(low - high, minus, Wrap::negacyclic, style);
  Convolved result{p.y + q.y, p.sum};
  const RealVector second = p.y - q.y;
  result.y.insert(result.y.end(), second.begin(), second.end());
  return result;
}

/// A convolution of length n = 3m, with 3 and m coprime, is a cyclic convolution of length 3 whose elements are
/// polynomials modulo v^m -+ 1 (Agarwal and Cooley 1977): z^j = u^j v^j with u^3 = 1. The outer convolution splits off
/// the mean of its kernel; the remaining kernel sums to 0 and needs four products instead of nine.
Convolved nest_3(const RealVector& x, const ConvolutionKernel& h, Wrap wrap, Style style, const Real& bias) {
  const std::size_t n = x.size();
  const std::size_t m = n / 3;
  const auto is_negated = [&](std::size_t j) { return wrap == Wrap::negacyclic && (j / m) % 2 == 1; };
  RealVector block[3] = {RealVector(m), RealVector(m), RealVector(m)};
  ConvolutionKernel kernel[3] = {ConvolutionKernel(m), ConvolutionKernel(m), ConvolutionKernel(m)};
  for (std::size_t j = 0; j < n; ++j) {
    block[j % 3][j % m] = is_negated(j) ? -x[j] : x[j];
    kernel[j % 3][j % m] = is_negated(j) ? -h[j] : h[j];
  }
  ConvolutionKernel mean(m);
  for (std::size_t i = 0; i < m; ++i) {
    mean[i] = (kernel[0][i] + kernel[1][i] + kernel[2][i]) / 3;
    for (ConvolutionKernel& part : kernel) part[i] = part[i] - mean[i];
  }
  const auto product = [&](const RealVector& p, const ConvolutionKernel& q) { return convolve(p, q, wrap, style).y; };
  const Convolved common = convolve(block[0] + block[1] + block[2], mean, wrap, style, bias);
  const RealVector d0 = block[0] - block[2];
  const RealVector d1 = block[1] - block[2];
  const RealVector r0 = product(d0, kernel[0]) + product(d1, kernel[2]);
  const RealVector r1 = product(d0, kernel[1]) + product(d1, kernel[0]);
  const RealVector y[3] = {common.y + r0, common.y + r1, (common.y - r0) - r1};
  Convolved result{RealVector(n), common.sum};
  for (std::size_t j = 0; j < n; ++j) result.y[j] = is_negated(j) ? -y[j % 3][j % m] : y[j % 3][j % m];
  return result;
}

/// Nesting trades multiplications for additions. For n = 3 it pays only where a multiplication costs as much as an
/// addition and the wrap is cyclic (12 adds + 5 muls against 12 + 9, with bias and sum; otherwise 10 + 5 against 6 +
/// 9). The differences that it forms increase rounding errors. A DFT of 31 points has 740 operations and errors of
/// 7.9e-8 (f32) with nesting in both halves, 900 and 7.3e-8 with nesting in the negacyclic half only; a DFT of 13
/// points has 160 and 6.0e-8 with nesting, 168 and 5.5e-8 without.
bool nesting_gains(std::size_t n, Wrap wrap, Style style) {
  if (n % 3 != 0 || n % 9 == 0) return false;
  if (style == Style::exact) return n > 6 && wrap == Wrap::negacyclic;
  return n > 3 || (style == Style::separate && wrap == Wrap::cyclic);
}

}  // namespace

Convolved convolve(const RealVector& x, const ConvolutionKernel& h, Wrap wrap, Style style, const Real& bias) {
  if (x.size() % 2 == 0 && wrap == Wrap::cyclic) return split_even(x, h, style, bias);
  if (nesting_gains(x.size(), wrap, style)) return nest_3(x, h, wrap, style, bias);
  return direct(x, h, wrap, style, bias);
}

}  // namespace papilio::codelet
