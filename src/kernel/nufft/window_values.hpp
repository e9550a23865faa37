// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Parts that the kernels of non-uniform transforms share: sorted points, and the window's values.
#pragma once

#include <string_view>
#include <vector>

#include "kernel/nufft/nufft_kernels.hpp"

namespace papilio::kernel {

/// The parameters that describe points and their windows.
class NufftPoints {
 public:
  /// Declares the buffers starts, offsets and order.
  NufftPoints(Builder& b, const NufftSpec& spec);
  /// Declares the window's polynomials, a parameter of its own.
  void declare_window();

  /// The first cell that the window of sorted point `p` (i64) touches, i32.
  Value start(Value p, int axis) const;
  /// The values of that point's window at padded_width() cells along an axis, in vectors of lanes.
  [[nodiscard]] std::vector<Value> window(Value p, int axis) const;
  /// The polynomial of a cell (i32), the same for all points and axes, and its value for a point's offset().
  [[nodiscard]] std::vector<Value> coefficients(Value cell) const;
  [[nodiscard]] Value window_of(Value s, const std::vector<Value>& coefficients) const;
  [[nodiscard]] Value offset(Value p, int axis) const;
  /// The point's number among the strengths, i64.
  Value number(Value p) const;

 private:
  [[nodiscard]] Value at(Value p, int axis) const;
  Value polynomial(Value s, Value cell) const;

  Builder& b_;
  const NufftSpec& spec_;
  Type real_;
  const Buffer* starts_;
  const Buffer* offsets_;
  const Buffer* order_;
  const Buffer* window_ = nullptr;
  Value count_;
};

/// The axes that a problem has: max_nufft_axes - axes .. max_nufft_axes - 1.
inline int first_axis(const NufftSpec& spec) { return max_nufft_axes - spec.axes; }

/// Values of one vector, each twice, as two vectors: factors of complex numbers.
std::vector<Value> twice(Builder& b, const std::vector<Value>& vectors);
/// Two lanes, repeated over `lanes`.
Value repeated(Builder& b, Value pair, int lanes);

/// Three numbers of the geometry from `first` on, i32.
std::array<Value, max_nufft_axes> load_geometry(Builder& b, const Buffer* geometry, int first, std::string_view name);

}  // namespace papilio::kernel
