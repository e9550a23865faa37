// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "rounding.hpp"

#include <cmath>
#include <numbers>
#include <papilio/estimate.hpp>

namespace papilio::mpi {
namespace {

/// The largest relative error of a number that is rounded to this type.
double unit_of(Storage storage) {
  constexpr double of_f16 = 0x1p-11 * std::numbers::sqrt2;  // Storage::shared_exponent
  constexpr double of_bf16 = 0x1p-8;
  constexpr double of_f32 = 0x1p-24;
  return storage == Storage::f16 ? of_f16 : storage == Storage::bf16 ? of_bf16 : of_f32;
}

/// An error between two passes weighs twice, squared, where the result has only half of a spectrum or real numbers.
double weight_of(const Problem& problem) { return problem.kind == Kind::c2c ? 1 : std::numbers::sqrt2; }

/// Where a length has a larger prime factor, a transform consists of two and a product, which count three times.
constexpr std::int64_t largest_small_prime = 13;

bool is_smooth(std::int64_t n) {
  for (std::int64_t p = 2; p <= largest_small_prime; ++p) {
    while (n > 1 && n % p == 0) n /= p;
  }
  return n == 1;
}

/// The length of the DFT behind a transform of n points, without factors of two.
std::int64_t length_of(Kind kind, std::int64_t n) {
  if (kind == Kind::dct1) return n - 1;
  return kind == Kind::dst1 ? n + 1 : n;
}

}  // namespace

double growth_of(const Problem& problem) {
  for (const int axis : problem.transformed_axes()) {
    const std::int64_t length = length_of(problem.kind, problem.lengths[static_cast<std::size_t>(axis)]);
    if (!is_smooth(length)) return 3 * weight_of(problem);
  }
  return weight_of(problem);
}

Storage storage_after(const Problem& problem, std::size_t axes) {
  if (axes == 0) return problem.in_storage;
  if (axes == problem.transformed_axes().size()) return problem.out_storage;
  return problem.scratch_storage == Storage::f16 ? Storage::shared_exponent : problem.scratch_storage;
}

bool same_type(const Problem& problem, std::size_t position) {
  return storage_after(problem, position) == storage_after(problem, position + 1) &&
         element_bytes_after(problem, position) == element_bytes_after(problem, position + 1);
}

double roundings_of(const Device& device, const Problem& problem, const Schedule& schedule) {
  const Problem& array = schedule.array;
  if (array.scratch_storage == Storage::native) return 0;
  const double growth = growth_of(array);
  double error = 0;
  for (std::size_t i = 0; i < schedule.axes.size(); ++i) {
    const Problem pass = schedule.method->whole_pass(problem, schedule, i);
    error += estimate(pass, device).scratch_error / growth_of(pass) * growth;
    if (i > 0) error += unit_of(array.scratch_storage) * growth;
  }
  return error;
}

std::string_view scratch_name(const Problem& problem) {
  switch (problem.scratch_storage) {
    case Storage::f16:
      return "f16";
    case Storage::bf16:
      return "bf16";
    case Storage::f32:
      return "f32";
    default:
      return "";
  }
}

}  // namespace papilio::mpi
