// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// RaggedProblem: transforms of many lengths in one plan, as a value.
#pragma once

#include <cstdint>
#include <papilio/export.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace papilio {

/// Transforms of many lengths, one behind the other in a field, and any number of such fields. Its token:
///
///   token   = kind ":" ( "f32" | "f64" ) ":ragged=" lengths [ "*" batch ] { ":" option }
///   kind    = "c2c" | "r2c" | "c2r"
///   lengths = run { "," run }
///   run     = length [ "x" count ] | length ".." length [ "/" step ]      up or down, the last one included
///   option  = "forward" | "inverse" | "scale=none" | "scale=1/n" | "scale=1/sqrt(n)"
///           | "ioffsets=" integer { "," integer } | "ooffsets=" integer { "," integer }
///           | "idist=" integer | "odist=" integer | "istride=" integer | "ostride=" integer
///
/// Examples: r2c:f32:ragged=20..2576/4,2576..20/4*32   c2c:f64:ragged=1000,77,1009x3:inverse:scale=1/n
struct PAPILIO_API RaggedProblem {
  Kind kind = Kind::c2c;  ///< c2c, r2c or c2r
  Precision precision = Precision::f32;
  Direction direction = Direction::forward;  ///< r2c is forward, c2r is inverse
  Scale scale = Scale::none;                 ///< n is the length of each transform
  /// Logical lengths, at least 1: of a real transform the number of real numbers. A real array has n numbers, its half
  /// spectrum n/2+1, a complex array n.
  std::vector<std::int64_t> lengths;
  /// The place where each transform begins in its field, in elements of that side, one for each length. Empty: packed,
  /// in the order of `lengths`. Inputs may overlap, results may not.
  std::vector<std::int64_t> in_offsets;
  std::vector<std::int64_t> out_offsets;
  /// From one element of a transform to the next, at least 1; with more than 1, give offsets: columns of an array at a
  /// list of base addresses.
  std::int64_t in_stride = 1;
  std::int64_t out_stride = 1;
  std::int64_t batch = 1;  ///< number of fields with these lengths
  /// From one field to the next, in elements. 0: fields are packed, each as long as extent() says. Fields of the input
  /// may overlap: with in_distance 1 and the number of fields as in_stride, fields are the fastest axis.
  std::int64_t in_distance = 0;
  std::int64_t out_distance = 0;

  /// Throws Error naming the value, the reason and the remedy.
  void validate() const;
  /// Throws TokenError or Error.
  static RaggedProblem parse(std::string_view token);
  [[nodiscard]] std::string token() const;
  /// Returns one line for messages and people, however many lengths there are.
  [[nodiscard]] std::string summary() const;
  /// Returns the elements of transform `i` on that side.
  [[nodiscard]] std::int64_t elements(std::size_t i, bool input) const;
  /// Returns where each transform begins on that side.
  [[nodiscard]] std::vector<std::int64_t> offsets(bool input) const;
  /// Returns the elements of a field up to the end of its last transform.
  [[nodiscard]] std::int64_t extent(bool input) const;
  /// Returns the elements from one field to the next.
  [[nodiscard]] std::int64_t distance(bool input) const;
  /// Returns the elements of all fields together.
  [[nodiscard]] std::int64_t all_elements(bool input) const;
  /// Returns the transform back, with the offsets and distances of both sides exchanged. It is not scaled.
  [[nodiscard]] RaggedProblem inverse() const;

  friend bool operator==(const RaggedProblem&, const RaggedProblem&) = default;
};

}  // namespace papilio
