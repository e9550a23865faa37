// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/chirp_reference.hpp"

#include <cmath>
#include <numbers>

#include "core/chirps.hpp"
#include "verify/reference/fftw.hpp"

namespace papilio::verify {
namespace {

struct QuadComplex {
  QuadReal re = 1;
  QuadReal im = 0;
  friend QuadComplex operator*(const QuadComplex& a, const QuadComplex& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};

QuadComplex inverse(std::complex<double> z) {
  const auto re = static_cast<QuadReal>(z.real());
  const auto im = static_cast<QuadReal>(z.imag());
  const QuadReal square = re * re + im * im;
  return {re / square, -im / square};
}

QuadComplex power(QuadComplex z, std::int64_t exponent) {
  QuadComplex result;
  for (; exponent > 0; exponent /= 2, z = z * z) {
    if (exponent % 2 != 0) result = result * z;
  }
  return result;
}

LongComplex spiral_sum(const Spiral& spiral, std::span<const LongComplex> x, std::int64_t k) {
  const auto re = static_cast<QuadReal>(spiral.w.real());
  const auto im = static_cast<QuadReal>(spiral.w.imag());
  const QuadComplex step = inverse(spiral.a) * power({re, im}, k);  // 1 / z_k
  QuadComplex weight;
  LongComplex sum;
  for (const LongComplex& value : x) {
    sum += value * LongComplex(static_cast<long double>(weight.re), static_cast<long double>(weight.im));
    weight = weight * step;
  }
  return sum;
}

LongComplex band_sum(const FrequencyBand& band, std::span<const LongComplex> x, std::int64_t k, std::int64_t divisor) {
  const auto low = static_cast<QuadReal>(band.low);
  const QuadReal width = static_cast<QuadReal>(band.high) - low;
  const QuadReal turns = (low + width * k / divisor) / static_cast<QuadReal>(band.rate);  // for each sample
  LongComplex sum;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const QuadReal all = turns * j;
    const auto rest = static_cast<long double>(all - static_cast<QuadReal>(static_cast<std::int64_t>(all)));
    sum += x[j] * std::polar(1.0L, -2 * std::numbers::pi_v<long double> * rest);
  }
  return sum;
}

}  // namespace

std::vector<LongComplex> chirp_sums(const Problem& problem, std::span<const LongComplex> x,
                                    std::span<const std::int64_t> results) {
  const auto* band = std::get_if<FrequencyBand>(&problem.contour);
  const std::int64_t count = chirp_counts(problem).results;
  std::vector<LongComplex> sums;
  for (const std::int64_t k : results) {
    sums.push_back(band != nullptr
                       ? band_sum(*band, x, k, std::max<std::int64_t>(1, band->endpoint ? count - 1 : count))
                       : spiral_sum(std::get<Spiral>(problem.contour), x, k));
  }
  return sums;
}

}  // namespace papilio::verify
