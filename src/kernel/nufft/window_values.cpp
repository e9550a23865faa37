// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/nufft/window_values.hpp"

#include <fmt/format.h>

#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

NufftPoints::NufftPoints(Builder& b, const NufftSpec& spec)
    : b_(b),
      spec_(spec),
      real_{element_of(spec.precision), 1},
      starts_(b.input("starts", {ScalarKind::i32})),
      offsets_(b.input("offsets", {real_.kind})),
      order_(b.input("order", {ScalarKind::i32})),
      count_(b.scalar(Scalar::in_plane)) {}

void NufftPoints::declare_window() { window_ = b_.input("window", {real_.kind}); }

Value NufftPoints::at(Value p, int axis) const { return count_ * (axis - first_axis(spec_)) + p; }

Value NufftPoints::start(Value p, int axis) const { return b_.load(starts_, at(p, axis)); }

Value NufftPoints::offset(Value p, int axis) const { return b_.let("s", b_.load(offsets_, at(p, axis))); }

Value NufftPoints::polynomial(Value s, Value cell) const {
  Value sum = b_.load(window_, cell, spec_.lanes, 1);
  for (int d = 1; d <= spec_.degree; ++d) {
    const Value coefficient = b_.load(window_, cell + std::int64_t{d} * spec_.padded_width(), spec_.lanes, 1);
    sum = b_.let("phi", fma(sum, s, coefficient));
  }
  return sum;
}

std::vector<Value> NufftPoints::window(Value p, int axis) const {
  const Value s = b_.let("s", broadcast(offset(p, axis), spec_.lanes));
  std::vector<Value> values;
  for (int cell = 0; cell < spec_.padded_width(); cell += spec_.lanes)
    values.push_back(polynomial(s, b_.constant(cell)));
  return values;
}

std::vector<Value> NufftPoints::coefficients(Value cell) const {
  std::vector<Value> values;
  for (int d = 0; d <= spec_.degree; ++d)
    values.push_back(b_.let("c", b_.load(window_, cell + std::int64_t{d} * spec_.padded_width())));
  return values;
}

Value NufftPoints::window_of(Value s, const std::vector<Value>& coefficients) const {
  Value sum = coefficients.front();
  for (std::size_t d = 1; d < coefficients.size(); ++d) sum = b_.let("phi", fma(sum, s, coefficients[d]));
  return sum;
}

Value NufftPoints::number(Value p) const { return b_.let("number", cast(b_.load(order_, p), ScalarKind::i64)); }

std::vector<Value> twice(Builder& b, const std::vector<Value>& vectors) {
  std::vector<Value> result;
  for (const Value vector : vectors) {
    const int lanes = vector.type().lanes;
    for (int half = 0; half < 2; ++half) {
      std::vector<int> mask;
      for (int lane = 0; lane < lanes; ++lane) mask.push_back((half * lanes + lane) / 2);
      result.push_back(b.let("factor", shuffle({vector}, mask)));
    }
  }
  return result;
}

Value repeated(Builder& b, Value pair, int lanes) {
  std::vector<int> mask;
  for (int lane = 0; lane < lanes; ++lane) mask.push_back(lane % 2);
  return lanes == 2 ? pair : b.let("pairs", shuffle({pair}, mask));
}

std::array<Value, max_nufft_axes> load_geometry(Builder& b, const Buffer* geometry, int first, std::string_view name) {
  std::array<Value, max_nufft_axes> values;
  for (int axis = 0; axis < max_nufft_axes; ++axis)
    values[static_cast<std::size_t>(axis)] =
        b.let(fmt::format("{}{}", name, axis), b.load(geometry, b.constant(first + axis)));
  return values;
}

}  // namespace papilio::kernel
