// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problem: what to transform, as a value. It prints as, and parses from, one token:
//
//   token     = kind ":" precision ":" shape { ":" option }
//   kind      = "c2c"
//   precision = "f32" | "f64"
//   shape     = length [ "*" batch ]            integers may be written 2^20
//   option    = "forward" | "inverse" | "inplace" | "outofplace"
//             | "scale=none" | "scale=1/n" | "scale=1/sqrt(n)"
//             | "idist=" integer | "odist=" integer
//
// Examples: c2c:f32:4096*512   c2c:f64:1009*64:inverse:inplace   c2c:f32:2^20:inverse:scale=1/n
#pragma once

#include <papilio/export.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace papilio {

enum class Kind { c2c };
enum class Precision { f32, f64 };
/// forward: exp(-2*pi*i*j*k/n), as NumPy's fft; inverse: exp(+2*pi*i*j*k/n).
enum class Direction { forward, inverse };
enum class Placement { out_of_place, in_place };
/// The factor applied to every output, in either direction. `none` is the default in both.
enum class Scale { none, by_n, by_sqrt_n };

/// A batch of transforms of one length.
///
/// Element k of transform b is read at in[b*in_distance + k] and written at out[b*out_distance + k]; distances count
/// complex elements. A distance of 0 means "packed": the product of the lengths.
struct PAPILIO_API Problem {
  Kind kind = Kind::c2c;
  Precision precision = Precision::f32;
  std::vector<std::int64_t> lengths = {1};  ///< outermost first; one entry today
  std::int64_t batch = 1;
  std::int64_t in_distance = 0;
  std::int64_t out_distance = 0;
  Direction direction = Direction::forward;
  Placement placement = Placement::out_of_place;
  Scale scale = Scale::none;

  /// A packed out-of-place problem of one dimension.
  static Problem c2c(Precision precision, std::int64_t length, std::int64_t batch = 1,
                     Direction direction = Direction::forward);

  /// The problem, valid and normalised: its distances are filled in. Throws TokenError (with the position) when the
  /// token does not parse, Error when its values make no sense.
  static Problem parse(std::string_view token);
  /// The canonical token: defaults are left out, so parse(p.token()) == p.normalised().
  [[nodiscard]] std::string token() const;

  /// The product of the lengths. This and every count below throws Error when the number does not fit 64 bits.
  [[nodiscard]] std::int64_t points() const;
  /// The same problem with its distances filled in.
  [[nodiscard]] Problem normalised() const;
  /// Throws Error naming the value, the reason and the remedy: lengths 1..2^27, batch >= 1, distances that do not make
  /// transforms overlap, equal distances in place, no overflow of 64 bits.
  void validate() const;

  /// Complex elements that a buffer must hold: (batch-1)*distance + points.
  [[nodiscard]] std::int64_t input_elements() const;
  [[nodiscard]] std::int64_t output_elements() const;
  /// Bytes of one complex element: 8 or 16.
  [[nodiscard]] std::int64_t element_bytes() const;
  /// The scale as a number.
  [[nodiscard]] double scale_factor() const;

  friend bool operator==(const Problem&, const Problem&) = default;
};

}  // namespace papilio
