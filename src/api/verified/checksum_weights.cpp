// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/checksum_weights.hpp"

#include <cmath>
#include <complex>
#include <cstdint>
#include <random>

#include "api/verified/functional.hpp"
#include "core/number_theory.hpp"
#include "core/roots.hpp"

namespace papilio::api {
namespace {

/// Along every axis of a row-major array.
void transform(std::vector<LongComplex>& x, const std::vector<std::int64_t>& lengths, Direction direction) {
  std::size_t inner = x.size();
  for (const std::int64_t each : lengths) {
    const auto length = static_cast<std::size_t>(each);
    inner /= length;
    for (std::size_t line = 0; line < x.size() / length; ++line) {
      const std::size_t base = line / inner * inner * length + line % inner;
      std::vector<LongComplex> row(length);
      for (std::size_t i = 0; i < length; ++i) row[i] = x[base + i * inner];
      row = host_fft<long double>(std::move(row), direction);
      for (std::size_t i = 0; i < length; ++i) x[base + i * inner] = row[i];
    }
  }
}

}  // namespace

std::vector<double> random_weights(const Problem& problem) {
  const std::int64_t last = problem.lengths.back();
  const std::int64_t row = problem.real_output() ? last : 2 * (problem.halves() ? last / 2 + 1 : last);
  std::mt19937_64 random(0x9a911105);
  std::vector<double> result(static_cast<std::size_t>(problem.points() / last * row));
  for (double& weight : result) {
    const std::uint64_t bits = random();
    const double magnitude = 0.5 + static_cast<double>(bits >> 41) * 0x1p-24;  // 23 bits: exact in f32
    weight = (bits & 1) == 0 ? magnitude : -magnitude;
  }
  return result;
}

ChecksumWeights checksum_weights(const Problem& problem) { return checksum_weights(problem, random_weights(problem)); }

namespace {

/// The output's weights as numbers of the whole spectrum, or signal.
std::vector<LongComplex> whole_weights(const Problem& problem, const std::vector<double>& output) {
  const auto last = static_cast<std::size_t>(problem.lengths.back());
  const std::size_t half = problem.halves() ? last / 2 + 1 : last;
  std::vector<LongComplex> full(static_cast<std::size_t>(problem.points()));
  for (std::size_t i = 0; i < full.size(); ++i) {
    const std::size_t at = i / last * half + i % last;
    if (problem.real_output()) {
      full[i] = output[i];
    } else if (i % last < half) {
      full[i] = {output[2 * at], output[2 * at + 1]};
    }
  }
  return full;
}

}  // namespace

ChecksumWeights checksum_weights(const Problem& problem, std::vector<double> output) {
  const std::vector<std::int64_t>& lengths = problem.lengths;
  const auto points = static_cast<std::size_t>(problem.points());
  const auto last = static_cast<std::size_t>(lengths.back());
  const std::size_t half = problem.halves() ? last / 2 + 1 : last;
  const std::size_t rows = points / last;
  ChecksumWeights result;
  result.output = std::move(output);
  std::vector<LongComplex> full = whole_weights(problem, result.output);
  // The transpose, in real numbers, is the conjugate transpose in complex ones.
  const bool forward =
      problem.kind == Kind::r2c || (problem.kind == Kind::c2c && problem.direction == Direction::forward);
  transform(full, lengths, forward ? Direction::inverse : Direction::forward);
  const long double unit = 1 / std::sqrt(static_cast<long double>(points));
  for (std::size_t i = 0; i < points; ++i) {
    const std::size_t k = i % last;
    if (problem.kind == Kind::r2c) {
      result.input.push_back(static_cast<double>(full[i].real() * unit));
    } else if (k < half) {
      const long double times =
          problem.kind == Kind::c2r ? multiplicity(static_cast<std::int64_t>(k), lengths.back()) : 1;
      result.input.push_back(static_cast<double>(full[i].real() * unit * times));
      result.input.push_back(static_cast<double>(full[i].imag() * unit * times));
    }
  }
  if (!problem.halves()) return result;
  for (std::size_t i = 0; i < rows * half; ++i) {
    const double m = multiplicity(static_cast<std::int64_t>(i % half), lengths.back());
    result.multiples.push_back(std::sqrt(m));
    // c2r of one axis does not read the imaginary parts of the two real elements.
    const bool ignored = problem.kind == Kind::c2r && lengths.size() == 1 && m == 1;
    result.multiples.push_back(ignored ? 0 : std::sqrt(m));
  }
  return result;
}

}  // namespace papilio::api
