// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "transform.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace papilio::fftw3 {
namespace {

std::int64_t stride_of(const Dim& dim, TransformSide side) { return side == TransformSide::in ? dim.is : dim.os; }

bool bounded(std::int64_t value) { return value >= -largest_index && value <= largest_index; }

/// Adds what a dimension contributes; false when the extent leaves the bounds.
bool widen(IndexExtent& extent, std::int64_t length, std::int64_t stride) {
  if (!bounded(length) || !bounded(stride)) return false;
  std::int64_t reach = 0;
  if (__builtin_mul_overflow(length - 1, stride, &reach) || !bounded(reach)) return false;
  (reach < 0 ? extent.lowest : extent.highest) += reach;
  return bounded(extent.lowest) && bounded(extent.highest);
}

bool find_extent(const Transform& transform, TransformSide side, IndexExtent& extent) {
  for (std::size_t i = 0; i < transform.dims.size(); ++i) {
    if (!widen(extent, transform.length(i, side), stride_of(transform.dims[i], side))) return false;
  }
  return std::all_of(transform.howmany.begin(), transform.howmany.end(),
                     [&](const Dim& dim) { return widen(extent, dim.n, stride_of(dim, side)); });
}

void append(std::string& text, const std::vector<Dim>& dims) {
  for (const Dim& dim : dims) text += fmt::format("[{},{},{}]", dim.n, dim.is, dim.os);
}

bool kind_exists(R2r kind, std::int64_t n) {
  const int value = static_cast<int>(kind);
  return value >= 0 && value < r2r_kinds && (kind != R2r::redft00 || n >= 2);
}

}  // namespace

bool Transform::real(TransformSide side) const {
  return family == Family::r2r || family == (side == TransformSide::in ? Family::r2c : Family::c2r);
}

std::int64_t Transform::length(std::size_t i, TransformSide side) const {
  const bool half = (family == Family::r2c || family == Family::c2r) && !real(side) && i + 1 == dims.size();
  return half ? dims[i].n / 2 + 1 : dims[i].n;
}

IndexExtent Transform::extent(TransformSide side) const {
  IndexExtent result;
  find_extent(*this, side, result);
  return result;
}

std::int64_t Transform::element_bytes(TransformSide side) const {
  return real(side) || layout == ComplexLayout::planar ? real_bytes() : 2 * real_bytes();
}

double Transform::points() const {
  double product = 1;
  for (const Dim& dim : dims) product *= static_cast<double>(dim.n);
  return product;
}

double Transform::total_points() const {
  double product = points();
  for (const Dim& dim : howmany) product *= static_cast<double>(dim.n);
  return product;
}

std::string Transform::text() const {
  static constexpr const char* families[] = {"dft", "r2c", "c2r", "r2r"};
  const char* const number = precision == Precision::f32 ? "f32" : is_long() ? "f80" : "f64";
  std::string result = fmt::format("{}:{}:", families[static_cast<int>(family)], number);
  append(result, dims);
  if (!howmany.empty()) result += '*';
  append(result, howmany);
  for (const R2r kind : kinds) result += fmt::format(":{}", static_cast<int>(kind));
  if (family == Family::dft) result += direction == Direction::forward ? ":forward" : ":backward";
  if (layout == ComplexLayout::planar) result += ":split";
  return result;
}

bool sound(const Transform& transform) {
  const bool half = transform.family == Family::r2c || transform.family == Family::c2r;
  if (half && transform.dims.empty()) return false;
  double points = 1;
  for (const auto* dims : {&transform.dims, &transform.howmany}) {
    for (const Dim& dim : *dims) {
      if (dim.n < 1) return false;
      points *= static_cast<double>(dim.n);
    }
  }
  if (points > static_cast<double>(largest_index)) return false;
  if (transform.family == Family::r2r) {
    if (transform.kinds.size() != transform.dims.size()) return false;
    for (std::size_t i = 0; i < transform.kinds.size(); ++i) {
      if (!kind_exists(transform.kinds[i], transform.dims[i].n)) return false;
    }
  }
  IndexExtent in;
  IndexExtent out;
  return find_extent(transform, TransformSide::in, in) && find_extent(transform, TransformSide::out, out);
}

double memory_of_machine() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace papilio::fftw3
