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
  constexpr double of_f16 = 0x1p-11;
  constexpr double of_bf16 = 0x1p-8;
  constexpr double of_f32 = 0x1p-24;
  return storage == Storage::f16 ? of_f16 : storage == Storage::bf16 ? of_bf16 : of_f32;
}

/// Half of the distance between f16's smallest numbers.
constexpr double min_f16 = 0x1p-25;

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

double points_after(const Problem& array, const Schedule& schedule, std::size_t axes) {
  double points = 1;
  for (std::size_t i = 0; i < axes; ++i) {
    points *= static_cast<double>(array.lengths[static_cast<std::size_t>(schedule.axes[i])]);
  }
  return points;
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
  return axes == problem.transformed_axes().size() ? problem.out_storage : problem.scratch_storage;
}

bool same_type(const Problem& problem, std::size_t position) {
  return storage_after(problem, position) == storage_after(problem, position + 1) &&
         element_bytes_after(problem, position) == element_bytes_after(problem, position + 1);
}

double stored_scale(const Problem& array, const Schedule& schedule, std::size_t axes) {
  const bool between = axes > 0 && axes < schedule.axes.size();
  if (!between || array.scratch_storage != Storage::f16) return 1;
  // A sum of p complex numbers is p times as large as the largest at most, and a rotation may make its real or its
  // imaginary part as large as its absolute value.
  return std::exp2(-std::ceil(std::log2(std::numbers::sqrt2 * points_after(array, schedule, axes))));
}

Roundings roundings_of(const Device& device, const Problem& problem, const Schedule& schedule) {
  Roundings sum;
  const Problem& array = schedule.array;
  if (array.scratch_storage == Storage::native) return sum;
  const double growth = growth_of(array);
  const double spread = weight_of(array) * std::sqrt(points_after(array, schedule, schedule.axes.size())) *
                        std::abs(array.scale_factor());
  for (std::size_t i = 0; i < schedule.axes.size(); ++i) {
    const Problem pass = schedule.method->whole_pass(problem, schedule, i);
    const double before = points_after(array, schedule, i);
    const double scale = stored_scale(array, schedule, i);
    const Estimate inside = estimate(pass, device);
    sum.error += inside.scratch_error / growth_of(pass) * growth;
    const double local = weight_of(pass) * std::sqrt(static_cast<double>(pass.points()));
    sum.least += inside.scratch_least / local / (scale * std::sqrt(before)) * spread;
    if (i == 0) continue;
    sum.error += unit_of(array.scratch_storage) * growth;
    if (array.scratch_storage == Storage::f16) sum.least += min_f16 / (scale * std::sqrt(before)) * spread;
  }
  return sum;
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
