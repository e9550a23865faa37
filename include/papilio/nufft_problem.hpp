// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NufftProblem: which non-uniform Fourier transform to compute, as a value.
#pragma once

#include <cstdint>
#include <papilio/export.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace papilio {

/// type1: from points to modes; type2: from modes to points; type3: from points to frequencies anywhere.
enum class NufftType { type1, type2, type3 };
/// The order of modes along every axis. increasing: from -floor(N/2) on. fft: 0, 1, ..., then the negative ones, as in
/// numpy.fft.fftfreq.
enum class ModeOrder { increasing, fft };

/// A non-uniform transform as a value. Its token:
///
///   token  = ( "nufft1" | "nufft2" ) ":" ( "f32" | "f64" ) ":" modes [ "*" batch ] { ":" option }
///          | "nufft3" ":" ( "f32" | "f64" ) ":" ( "1d" | "2d" | "3d" ) [ "*" batch ] { ":" option }
///   modes  = count { "x" count }                               one to three axes
///   option = "eps=" number | "forward" | "inverse" | "order=fft"    the last one for modes
///
/// Examples: nufft1:f32:256x256*32:eps=1e-5   nufft2:f64:1000:eps=1e-12:inverse   nufft3:f64:2d:eps=1e-9
struct PAPILIO_API NufftProblem {
  NufftType type = NufftType::type1;
  Precision precision = Precision::f64;
  /// Number of modes along each of one to three axes, outermost first; the last axis is contiguous. Up to 2^26 each.
  /// Type 3 has none: leave it empty.
  std::vector<std::int64_t> modes = {1};
  std::int64_t batch = 1;  ///< number of transforms, all at the same points
  /// Bound for the error of a transform relative to its result, in the l2 norm: at most 0.5, at least 1e-6 in f32 and
  /// 1e-14 in f64. Inputs with nearly all of the result in the few highest modes may exceed it, and so may a single
  /// value that nearly cancels, relative to itself. Angles in f32 have a rounding error of their own: half a unit in
  /// the last place, times N/2 for an axis of N modes.
  double tolerance = 1e-6;
  /// The sign of the exponent: forward is minus, inverse is plus.
  Direction direction = Direction::inverse;
  ModeOrder order = ModeOrder::increasing;
  int axes = 0;  ///< type 3: coordinates of a point, 1 to 3. The other types have one for each entry of `modes`

  /// Throws Error naming the value, the reason and the remedy.
  void validate() const;
  /// Returns the problem of a token. Types 1 and 3 without a direction are inverse, type 2 is forward. Throws
  /// TokenError or Error.
  static NufftProblem parse(std::string_view token);
  [[nodiscard]] std::string token() const;
  /// Returns the number of axes: of coordinates of a point.
  [[nodiscard]] int dimensions() const;
  /// Returns the number of modes of one transform, along all axes; 1 for type 3.
  [[nodiscard]] std::int64_t points_of_grid() const;

  friend bool operator==(const NufftProblem&, const NufftProblem&) = default;
};

}  // namespace papilio
