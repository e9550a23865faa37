// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The window of non-uniform transforms: a point at u, in cells of the fine grid, adds phi(2 (l - u) / width) to each
// cell l that is less than width/2 away. phi is the Kaiser-Bessel window I0(shape sqrt(1 - z^2)) / I0(shape), |z| <= 1,
// whose transform has a closed form (Jackson et al., "Selection of a convolution function for Fourier inversion using
// gridding", IEEE Trans. Med. Imaging 10 (1991) 473-478).
#pragma once

#include <cstdint>
#include <vector>

namespace papilio::kernel {

struct SpreadWindow {
  int width = 0;     ///< cells, 2 to max_window_width; 0: no window
  double shape = 0;  ///< beta
};

inline constexpr int max_window_width = 16;

/// The window of this width whose aliasing is least on a grid of `oversampling` (more than 1) cells a mode.
SpreadWindow window_of_width(int width, double oversampling);

/// Errors along one axis, as root mean squares over all modes, relative to the result.
struct WindowErrors {
  double aliasing = 0;  ///< what other frequencies that the grid cannot tell apart add; axes add in quadrature
  double gain = 1;      ///< of an error of 1 in each cell, relative to the cell's number; axes multiply
};
WindowErrors window_errors(const SpreadWindow& window, std::int64_t cells, std::int64_t modes);
/// The same at one frequency, in cycles a cell.
WindowErrors window_errors_at(const SpreadWindow& window, double frequency);

/// Polynomials that equal the window to `tolerance`: entry [d * width + i] is the coefficient of s^d in the value at
/// cell first + i, for a point at u where first = ceil(u - width/2) and s = 2 (first - u + width/2) - 1, from -1 to 1.
std::vector<double> window_polynomials(const SpreadWindow& window, double tolerance);

/// The reciprocal of the window's transform, by which a frequency is multiplied to undo the spreading.
class WindowCorrection {
 public:
  explicit WindowCorrection(const SpreadWindow& window);
  /// `frequency`: in cycles a cell.
  [[nodiscard]] double at(long double frequency) const;

 private:
  SpreadWindow window_;
  long double norm_;
};

}  // namespace papilio::kernel
