// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// CufftRequest: what a plan is asked for, in cuFFT's terms, and the problems of Papilio that it stands for.
//
// A plan of cuFFT serves both directions, both placements, and pointers on any complex number; a problem of Papilio
// names one direction and one placement, and its memory begins on a multiple of 16 bytes. So one request is several
// problems.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

#include "compat/cufft/abi.hpp"

namespace papilio::compat::cufft {

/// Advanced data layout of one side: element (i, j, k) of array b lies at
/// b*distance + ((i*embed[1] + j)*embed[2] + k)*stride. The first entry of embed is not used.
struct EmbedLayout {
  std::vector<std::int64_t> embed;
  std::int64_t stride = 1;
  std::int64_t distance = 0;
};

/// A problem among those of a request.
struct PlanVariant {
  Direction direction = Direction::forward;
  Placement placement = Placement::out_of_place;
  /// Elements between the multiple of 16 bytes below a pointer and the pointer.
  std::int64_t in_shift = 0;
  std::int64_t out_shift = 0;
  friend bool operator==(const PlanVariant&, const PlanVariant&) = default;
};

/// Whose packed array: that of a side, or that of both in place, in which rows of real numbers are padded.
enum class PackedSide { input, output, in_place };

struct CufftRequest {
  Kind kind = Kind::c2c;
  Precision precision = Precision::f32;
  Storage storage = Storage::native;
  std::vector<std::int64_t> lengths;
  std::int64_t batch = 1;
  /// False: both sides are contiguous, and real rows are padded in place.
  bool advanced = false;
  EmbedLayout in;
  EmbedLayout out;

  /// Sets kind, precision and storage. Returns invalid_type for types that do not go together.
  Result set_type(int type);
  Result set_types(int input, int output, int execution);
  /// invalid_value or invalid_size for numbers outside their range.
  [[nodiscard]] Result check() const;

  /// Throws Error(invalid_argument) if the problem is impossible: in place with layouts that do not coincide, or
  /// strides with which two outputs share an address; Error(unsupported) for a length that Papilio does not support.
  [[nodiscard]] Problem problem(const PlanVariant& variant) const;
  /// The problems of aligned pointers that can be: at least one, else throws what the first one threw.
  [[nodiscard]] std::vector<PlanVariant> variants() const;

  /// Lays both sides out without strides if that is what they say; false if they say something else.
  bool make_packed();
  /// The problem of one array without strides.
  [[nodiscard]] Problem packed_problem(Direction direction, Placement placement) const;
  /// Lengths of the complex side.
  [[nodiscard]] std::vector<std::int64_t> complex_lengths() const;
  /// Bytes of one packed array.
  [[nodiscard]] std::int64_t array_bytes(PackedSide side) const;

  /// Bytes of one element of a side.
  [[nodiscard]] std::size_t in_bytes() const;
  [[nodiscard]] std::size_t out_bytes() const;
};

}  // namespace papilio::compat::cufft
