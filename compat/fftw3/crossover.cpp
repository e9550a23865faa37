// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "crossover.hpp"

#include <algorithm>
#include <cmath>

namespace papilio::fftw3 {
namespace {

bool contiguous(const Transform& transform) {
  return !transform.dims.empty() && std::abs(transform.dims.back().is) == 1 && std::abs(transform.dims.back().os) == 1;
}

double bytes_of(const Transform& transform) {
  const bool real = transform.family != Family::dft;
  return transform.total_points() * static_cast<double>(transform.real_bytes()) * (real ? 1 : 2);
}

}  // namespace

double nominal_operations(const Transform& transform) {
  const double each = 5 * std::max(1.0, std::log2(std::max(2.0, transform.points())));
  return (transform.family == Family::dft ? 1 : 0.5) * transform.total_points() * each;
}

double genuine_seconds(const Transform& transform, int threads) {
  constexpr double cache = 1 << 20;
  const double rate = (transform.precision == Precision::f32 ? 6e9 : 3e9) * (bytes_of(transform) > cache ? 0.5 : 1);
  return nominal_operations(transform) / rate / std::max(1, threads);
}

double least_papilio_seconds(bool in_memory) { return in_memory ? 15e-6 : 40e-6; }

double papilio_seconds(const Transform& transform, bool in_memory) {
  const double rate = (transform.precision == Precision::f32 ? 10e9 : 5e9) * (contiguous(transform) ? 1 : 0.5);
  const double copies = in_memory ? 0 : 2 * bytes_of(transform) / 6e9;
  const double launches = transform.dims.size() > 1 || transform.points() > 4096 ? 2 : 1;
  return launches * least_papilio_seconds(in_memory) + nominal_operations(transform) / rate + copies;
}

}  // namespace papilio::fftw3
