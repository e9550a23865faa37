// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "crossover.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <thread>

namespace papilio::fftw3 {
namespace {

constexpr double small_cache = 1 << 20;
constexpr double large_cache = 1 << 23;

double bytes_of(const Transform& transform) {
  const bool real = transform.family != Family::dft;
  return transform.total_points() * static_cast<double>(transform.real_bytes()) * (real ? 1 : 2);
}

/// Several axes, or one whose elements are apart.
bool scattered(const Transform& transform) {
  if (transform.dims.size() != 1) return true;
  return std::abs(transform.dims[0].is) != 1 || std::abs(transform.dims[0].os) != 1;
}

/// A long axis of a complex transform has elements a multiple of 4096 bytes apart in the output, along whose columns
/// FFTW works. They share a few sets of the caches.
bool shares_sets(const Transform& transform) {
  const std::int64_t page = 4096 / transform.element_bytes(TransformSide::out);
  const auto conflicts = [page](const Dim& dim) { return dim.n >= 256 && dim.os != 0 && dim.os % page == 0; };
  return transform.family == Family::dft && std::any_of(transform.dims.begin(), transform.dims.end(), conflicts);
}

/// Operations a second of FFTW in such columns. Measured where a set of the second cache has 8 ways (Zen 4):
/// mostly 1.6e9 to 3.9e9, in f32 as in f64; 20 ways (Ice Lake): 2.6e9 to 4.4e9 (docs/fftw.md).
double rate_in_shared_sets() {
#ifdef _SC_LEVEL2_CACHE_ASSOC
  const long ways = sysconf(_SC_LEVEL2_CACHE_ASSOC);
#else
  const long ways = 0;  // unknown
#endif
  return ways > 0 && ways <= 8 ? 2e9 : 4e9;
}

/// Papilio computes long doubles as pairs, of which an operation takes 9 to 18.
double precision_factor(const Transform& transform) {
  if (transform.is_long()) return 1.0 / 12;
  return transform.precision == Precision::f32 ? 2 : 1;
}

}  // namespace

double nominal_operations(const Transform& transform) {
  const double each = 5 * std::max(1.0, std::log2(std::max(2.0, transform.points())));
  return (transform.family == Family::dft ? 1 : 0.5) * transform.total_points() * each;
}

double genuine_seconds(const Transform& transform, int threads) {
  const double bytes = bytes_of(transform);
  const double n = transform.points();
  threads = std::max(1, threads);
  if (bytes > small_cache && shares_sets(transform)) {
    return nominal_operations(transform) / rate_in_shared_sets() / threads;
  }
  double rate = 25e9;
  if (scattered(transform)) {
    rate = bytes > small_cache ? 4e9 : 12e9;
  } else if (n > 2048) {
    rate = (n > 8192 ? 10e9 : 16e9) * (bytes > large_cache ? 0.4 : 1);
  }
  return nominal_operations(transform) / (rate * precision_factor(transform)) / threads;
}

double least_papilio_seconds(ComputedIn where) { return where == ComputedIn::host_memory ? 13e-6 : 40e-6; }

double papilio_seconds(const Transform& transform, ComputedIn where) {
  const double least = least_papilio_seconds(where);
  const double operations = nominal_operations(transform) / precision_factor(transform);
  const double bytes = bytes_of(transform);
  if (where == ComputedIn::copies) return least + 2 * bytes / 6e9 + operations / 500e9;
  double rate = bytes > large_cache ? 9e9 : 18e9;
  if (scattered(transform)) rate = 10e9;
  if (!scattered(transform) && transform.points() > (1 << 17)) rate = 3e9;  // several passes through memory
  const double cores = std::max(1U, std::thread::hardware_concurrency());
  return least + operations / (rate * std::min(cores, 16.0) / 2);
}

bool modelled(const Transform& transform) {
  const auto is_long = [](const Dim& dim) { return dim.n >= 64; };
  const bool too_long = transform.dims.size() == 1 && transform.dims[0].n > 8192;
  return !transform.is_long() && transform.family != Family::r2r && transform.layout == ComplexLayout::interleaved &&
         !transform.dims.empty() && !too_long && std::all_of(transform.dims.begin(), transform.dims.end(), is_long);
}

double least_points(const Transform& transform) { return transform.dims.size() == 1 ? 1 << 18 : 1 << 21; }

}  // namespace papilio::fftw3
