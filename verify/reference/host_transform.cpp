// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/host_transform.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "core/chirps.hpp"
#include "core/layout.hpp"
#include "core/number_theory.hpp"
#include "verify/reference/chirp_reference.hpp"
#include "verify/reference/reference_ends.hpp"

namespace papilio::verify {
namespace {

using Lengths = std::vector<std::int64_t>;
using LongArray = std::vector<LongComplex>;

/// Replaces every 1-D array x along an axis by line(x), whose length may differ.
void along(LongArray& array, Lengths& lengths, std::size_t axis,
           const std::function<LongArray(const LongArray&)>& line) {
  const std::int64_t n = lengths[axis];
  const std::int64_t inner = product(std::span(lengths).subspan(axis + 1));
  const auto outer = static_cast<std::int64_t>(array.size()) / (n * inner);
  LongArray result;
  for (std::int64_t o = 0; o < outer; ++o) {
    std::vector<LongArray> lines;
    for (std::int64_t i = 0; i < inner; ++i) {
      LongArray x(static_cast<std::size_t>(n));
      for (std::int64_t j = 0; j < n; ++j) x[j] = array[(o * n + j) * inner + i];
      lines.push_back(line(x));
    }
    for (std::size_t j = 0; j < lines[0].size(); ++j) {
      for (const LongArray& x : lines) result.push_back(x[j]);
    }
  }
  lengths[axis] = static_cast<std::int64_t>(result.size()) / (outer * inner);
  array = std::move(result);
}

/// A real signal's whole spectrum from its half; drops imaginary parts that the spectrum of a real signal cannot have.
LongArray mirrored(const LongArray& half, std::int64_t n) {
  LongArray whole(static_cast<std::size_t>(n));
  for (std::int64_t k = 0; k <= n / 2; ++k) {
    const bool own_mirror = k == 0 || 2 * k == n;
    whole[k] = own_mirror ? LongComplex(half[k].real(), 0) : half[k];
    if (!own_mirror) whole[n - k] = std::conj(half[k]);
  }
  return whole;
}

/// Cosines and sines of multiples of pi/b, each computed once: a real-to-real transform needs n^2 of them.
class HalfTurns {
 public:
  explicit HalfTurns(std::int64_t b) : order_(2 * b) {
    for (std::int64_t a = 0; a < order_; ++a) roots_.push_back(root_of_unity(a, order_));
  }
  /// cos(pi a/b) and sin(pi a/b), a >= 0.
  [[nodiscard]] long double cos(std::int64_t a) const { return at(a).real(); }
  [[nodiscard]] long double sin(std::int64_t a) const { return -at(a).imag(); }

 private:
  [[nodiscard]] const LongComplex& at(std::int64_t a) const { return roots_[static_cast<std::size_t>(a % order_)]; }

  std::int64_t order_;
  std::vector<LongComplex> roots_;
};

/// b of the angles of entry().
HalfTurns half_turns(Kind kind, std::int64_t n) {
  switch (kind) {
    case Kind::dct1:
      return HalfTurns(n - 1);
    case Kind::dst1:
      return HalfTurns(n + 1);
    case Kind::dct2:
    case Kind::dct3:
    case Kind::dst2:
    case Kind::dst3:
      return HalfTurns(2 * n);
    case Kind::dct4:
    case Kind::dst4:
      return HalfTurns(4 * n);
    default:
      return HalfTurns(n);
  }
}

/// Entry (k, j) of a real-to-real transform of n points.
long double entry(Kind kind, const HalfTurns& turns, std::int64_t n, std::int64_t k, std::int64_t j) {
  const long double sign = k % 2 == 0 ? 1 : -1;
  switch (kind) {
    case Kind::dct1:
      return j == 0 ? 1 : j == n - 1 ? sign : 2 * turns.cos(j * k);
    case Kind::dct2:
      return 2 * turns.cos((2 * j + 1) * k);
    case Kind::dct3:
      return j == 0 ? 1 : 2 * turns.cos(j * (2 * k + 1));
    case Kind::dct4:
      return 2 * turns.cos((2 * j + 1) * (2 * k + 1));
    case Kind::dst1:
      return 2 * turns.sin((j + 1) * (k + 1));
    case Kind::dst2:
      return 2 * turns.sin((2 * j + 1) * (k + 1));
    case Kind::dst3:
      return j == n - 1 ? sign : 2 * turns.sin((j + 1) * (2 * k + 1));
    case Kind::dst4:
      return 2 * turns.sin((2 * j + 1) * (2 * k + 1));
    default:
      return turns.cos(2 * j * k) + turns.sin(2 * j * k);
  }
}

/// The weights of input j and output k that make the scaled transform orthonormal.
std::pair<long double, long double> weights(Kind kind, std::int64_t n, std::int64_t k, std::int64_t j) {
  const long double root = std::sqrt(2.0L);
  const auto ends = [&](std::int64_t i) { return i == 0 || i == n - 1; };
  switch (kind) {
    case Kind::dct1:
      return {ends(j) ? root : 1, ends(k) ? 1 / root : 1};
    case Kind::dct2:
      return {1, k == 0 ? 1 / root : 1};
    case Kind::dct3:
      return {j == 0 ? root : 1, 1};
    case Kind::dst2:
      return {1, k == n - 1 ? 1 / root : 1};
    case Kind::dst3:
      return {j == n - 1 ? root : 1, 1};
    default:
      return {1, 1};
  }
}

/// With zeros for results that the problem skips.
LongArray chirp_z(const Problem& problem, LongArray x) {
  const ChirpCounts counts = chirp_counts(problem);
  std::vector<std::int64_t> all(static_cast<std::size_t>(counts.results));
  std::iota(all.begin(), all.end(), std::int64_t{0});
  LongArray results = chirp_sums(problem, std::span(x).first(static_cast<std::size_t>(counts.inputs)), all);
  results.resize(x.size());
  return results;
}

LongArray real_to_real(const Problem& problem, const LongArray& x) {
  const auto n = static_cast<std::int64_t>(x.size());
  const HalfTurns turns = half_turns(problem.kind, n);
  LongArray y(x.size());
  for (std::int64_t k = 0; k < n; ++k) {
    for (std::int64_t j = 0; j < n; ++j) {
      long double value = entry(problem.kind, turns, n, k, j);
      if (problem.scale == Scale::inverse_sqrt_n) {
        const auto [in, out] = weights(problem.kind, n, k, j);
        value *= in * out;
      }
      y[k] += x[j] * value;
    }
  }
  return y;
}

}  // namespace

std::vector<LongComplex> reference_dft(const std::vector<LongComplex>& x, Direction direction) {
  const auto n = static_cast<std::int64_t>(x.size());
  if (is_smooth(n)) return host_fft(x, direction);
  const LongRoots roots(2 * n);
  const auto chirp = [&](std::int64_t k) {
    const LongComplex w = roots(multiply_mod(k, k, 2 * n));
    return direction == Direction::forward ? w : std::conj(w);
  };
  const std::int64_t m = next_power_of_two(2 * n);
  std::vector<LongComplex> a(m);
  std::vector<LongComplex> b(m);
  for (std::int64_t k = 0; k < n; ++k) {
    a[k] = x[k] * chirp(k);
    b[k] = std::conj(chirp(k));
    if (k > 0) b[m - k] = b[k];
  }
  a = host_fft(std::move(a), Direction::forward);
  b = host_fft(std::move(b), Direction::forward);
  for (std::int64_t k = 0; k < m; ++k) a[k] *= b[k] / static_cast<long double>(m);
  a = host_fft(std::move(a), Direction::inverse);
  a.resize(n);
  for (std::int64_t k = 0; k < n; ++k) a[k] *= chirp(k);
  return a;
}

std::vector<long double> reference_transform(const Problem& problem, std::vector<long double> numbers,
                                             std::int64_t position) {
  apply_input_ends(problem, numbers, position);
  Lengths lengths;
  const Lengths sides = input_indices(problem);
  for (const int axis : problem.transformed_axes()) lengths.push_back(sides[axis]);
  LongArray array;
  const std::size_t step = problem.real_input() ? 1 : 2;
  for (std::size_t i = 0; i < numbers.size(); i += step) array.emplace_back(numbers[i], step == 1 ? 0 : numbers[i + 1]);
  const std::size_t last = lengths.size() - 1;
  const std::int64_t n = problem.lengths[problem.transformed_axes().back()];
  const bool complex = problem.kind == Kind::c2c || problem.halves();
  const auto dft = [&](const LongArray& x) {
    if (problem.has_contour()) return chirp_z(problem, x);
    return complex ? reference_dft(x, problem.direction) : real_to_real(problem, x);
  };
  const auto dft_last = [&](const LongArray& x) {
    if (problem.kind == Kind::c2r) return dft(mirrored(x, n));
    LongArray spectrum = dft(x);
    if (problem.kind == Kind::r2c) spectrum.resize(static_cast<std::size_t>(n / 2 + 1));
    return spectrum;
  };
  if (problem.kind != Kind::c2r) along(array, lengths, last, dft_last);
  for (std::size_t axis = 0; axis < last; ++axis) along(array, lengths, axis, dft);
  if (problem.kind == Kind::c2r) along(array, lengths, last, dft_last);
  std::vector<long double> result;
  for (const LongComplex& value : array) {
    result.push_back(value.real());
    if (!problem.real_results()) result.push_back(value.imag());
  }
  apply_output_ends(problem, result);
  return result;
}

double relative_l2(std::span<const LongComplex> a, std::span<const LongComplex> b) {
  long double difference = 0;
  long double norm = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    difference += std::norm(a[i] - b[i]);
    norm += std::norm(b[i]);
  }
  if (!(difference == difference)) return std::numeric_limits<double>::infinity();
  if (norm == 0) return difference == 0 ? 0 : std::numeric_limits<double>::infinity();
  return static_cast<double>(std::sqrt(difference / norm));
}

}  // namespace papilio::verify
