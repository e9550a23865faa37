// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "chirps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace papilio::mpi {
namespace {

constexpr long double root_two = std::numbers::sqrt2_v<long double>;

/// a * b modulo m, for numbers from 0 to 2^52.
std::int64_t product_modulo(std::int64_t a, std::int64_t b, std::int64_t m) {
  constexpr std::int64_t short_enough = std::int64_t{1} << 31;
  if (a < short_enough && b < short_enough) return a * b % m;
  std::int64_t result = 0;
  for (int shift = 48; shift >= 0; shift -= 8) result = ((result << 8) + (b >> shift) % 256 * a) % m;
  return result;
}

/// Exponents of a kind in parts of `turn`: 2 * square * j * k, and what depends on j or on k alone. Real parts of
/// i * z are imaginary parts of -z: so sines have a quarter turn less.
struct Form {
  std::int64_t turn = 1;
  std::int64_t square = 1;
  std::int64_t read_step = 0;
  std::int64_t written_step = 0;
  std::int64_t shift = 0;
};
Form form_of(Kind kind, std::int64_t n) {
  switch (kind) {
    case Kind::dht:  // re z - im z is the real part of (1 + i) z
      return {8 * n, 4, 0, 0, -n};
    case Kind::dct1:
      return {4 * (n - 1), 1, 0, 0, 0};
    case Kind::dst1:
      return {4 * (n + 1), 1, 2, 2, 2 - (n + 1)};
    case Kind::dct2:
      return {4 * n, 1, 0, 1, 0};
    case Kind::dst2:
      return {4 * n, 1, 2, 1, 1 - n};
    case Kind::dct3:
      return {4 * n, 1, 1, 0, 0};
    case Kind::dst3:
      return {4 * n, 1, 1, 2, 1 - n};
    case Kind::dct4:
      return {8 * n, 2, 2, 2, 1};
    case Kind::dst4:
      return {8 * n, 2, 2, 2, 1 - 2 * n};
    default:
      return {2 * n, 1, 0, 0, 0};
  }
}

/// Weights by the definitions; those of orthonormal transforms besides.
void weigh(const Problem& problem, Convolution& result) {
  const bool ortho = problem.scale == Scale::inverse_sqrt_n;
  const long double of_read = ortho ? root_two / 2 : 0.5L;  // where only one of two equal terms is there
  const long double of_written = ortho ? root_two / 2 : 1;
  Chirp& read = result.read;
  Chirp& written = result.written;
  switch (problem.kind) {
    case Kind::c2c:
    case Kind::r2c:
      return;
    case Kind::dht:
      written.weight = root_two;
      return;
    case Kind::c2r:
      read.weight = 2;
      read.first = 0.5L;
      if (problem.lengths[0] % 2 == 0) read.last = 0.5L;
      return;
    default:
      read.weight = 2;
  }
  if (problem.kind == Kind::dct1 || problem.kind == Kind::dct3) read.first = of_read;
  if (problem.kind == Kind::dct1 || problem.kind == Kind::dst3) read.last = of_read;
  if (problem.kind == Kind::dct1 || problem.kind == Kind::dct2) written.first = of_written;
  if (problem.kind == Kind::dct1 || problem.kind == Kind::dst2) written.last = of_written;
}

/// Of any length, unlike Problem::scale_factor(), which knows those of one device.
double scale_of(const Problem& problem) {
  const std::int64_t n = problem.lengths[0];
  std::int64_t logical = 2 * n;
  if (problem.halves() || problem.kind == Kind::c2c || problem.kind == Kind::dht) logical = n;
  if (problem.kind == Kind::dct1) logical = 2 * (n - 1);
  if (problem.kind == Kind::dst1) logical = 2 * (n + 1);
  if (problem.scale == Scale::inverse_n) return problem.factor / static_cast<double>(logical);
  if (problem.scale == Scale::none) return problem.factor;
  return problem.factor / std::sqrt(static_cast<double>(logical));
}

}  // namespace

std::int64_t exponent_of(const Chirp& chirp, std::int64_t index) {
  const std::int64_t turn = chirp.turn;
  const std::int64_t i = index % turn;
  const std::int64_t square = chirp.square * product_modulo(i, i, turn) % turn;
  const std::int64_t exponent = (square + chirp.step * i % turn + chirp.shift % turn) % turn;
  return exponent < 0 ? exponent + turn : exponent;
}

std::optional<Convolution> convolution_of(const Problem& problem) {
  constexpr std::int64_t most = std::int64_t{1} << 48;
  if (problem.lengths.size() != 1 || problem.lengths[0] < 2 || problem.lengths[0] > most) return std::nullopt;
  if (problem.scratch_storage != Storage::native) return std::nullopt;
  const std::int64_t inputs = problem.input_lengths()[0];
  const std::int64_t outputs = problem.output_lengths()[0];
  const Form form = form_of(problem.kind, problem.lengths[0]);
  const bool inverse = problem.kind == Kind::c2r || problem.direction == Direction::inverse;
  const std::int64_t sign = inverse && (problem.kind == Kind::c2c || problem.kind == Kind::c2r) ? -1 : 1;
  Convolution result;
  result.points = 4 * smooth_from((inputs + outputs + 2) / 4);
  result.read = {form.turn, sign * form.square, form.read_step, 0, inputs};
  result.written = {form.turn, sign * form.square, form.written_step, form.shift, outputs};
  result.kernel = {form.turn, -sign * form.square, 0, 0, outputs};
  result.factor = scale_of(problem);
  result.real_input = problem.real_input();
  result.real_output = problem.real_output();
  weigh(problem, result);
  return result;
}

std::int64_t smooth_from(std::int64_t least) {
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t sevens = 1; sevens < 7 * least; sevens *= 7) {
    for (std::int64_t fives = sevens; fives < 5 * least; fives *= 5) {
      for (std::int64_t threes = fives; threes < 3 * least; threes *= 3) {
        std::int64_t number = threes;
        while (number < least) number *= 2;
        best = std::min(best, number);
      }
    }
  }
  return best;
}

}  // namespace papilio::mpi
