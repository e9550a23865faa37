// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transform: what a call of a planner of FFTW asks for, as a value: the guru interface's view, to which every other one
// is brought.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "interface.hpp"

namespace papilio::fftw3 {

enum class Family { dft, r2c, c2r, r2r };
/// interleaved: a complex side is one array. split: it is two arrays of real numbers, as in FFTW's guru_split
/// functions.
using papilio::ComplexLayout;

enum class TransformSide { in, out };

/// Lowest and highest index of the elements that a side touches; of each plane of a split one.
struct IndexExtent {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  [[nodiscard]] std::int64_t elements() const { return highest - lowest + 1; }
};

/// Strides are FFTW's: numbers of real elements on real and on split sides, of complex elements on interleaved ones.
struct Transform {
  Family family = Family::dft;
  Precision precision = Precision::f64;  ///< f64x2: arrays of long doubles
  ComplexLayout layout = ComplexLayout::interleaved;
  Direction direction = Direction::forward;  ///< of a dft
  std::vector<Dim> dims;
  std::vector<Dim> howmany;
  std::vector<R2r> kinds;  ///< of an r2r, one a dimension
  bool nothing = false;    ///< no transforms at all

  [[nodiscard]] bool real(TransformSide side) const;
  /// The side is two planes.
  [[nodiscard]] bool planar(TransformSide side) const { return layout == ComplexLayout::planar && !real(side); }
  /// Length of dims[i] on a side: that of the last one of a half spectrum is n/2+1.
  [[nodiscard]] std::int64_t length(std::size_t i, TransformSide side) const;
  [[nodiscard]] IndexExtent extent(TransformSide side) const;
  /// Bytes of one element of a side, or of one plane of it.
  [[nodiscard]] std::int64_t element_bytes(TransformSide side) const;
  [[nodiscard]] bool is_long() const { return precision == Precision::f64x2; }
  [[nodiscard]] std::int64_t real_bytes() const { return precision == Precision::f32 ? 4 : is_long() ? 16 : 8; }
  /// Points of all transforms together.
  [[nodiscard]] double total_points() const;
  /// Points of one transform.
  [[nodiscard]] double points() const;
  /// The text by which wisdom knows it: "dft:f64:[1000,1,1]*[8,1000,1000]:forward".
  [[nodiscard]] std::string text() const;
};

/// The arrays of one execution. The imaginary ones are those of split sides; the others are null.
struct PlanArrays {
  void* in = nullptr;
  void* in_imaginary = nullptr;
  void* out = nullptr;
  void* out_imaginary = nullptr;

  [[nodiscard]] bool in_place() const { return in == out; }
};

/// An upper bound of lengths, strides and extents, far from the ends of 64 bits.
inline constexpr std::int64_t largest_index = std::int64_t{1} << 48;

/// False for what FFTW answers with a null plan: lengths below 1, kinds that do not exist or not at that length, and
/// indices beyond largest_index.
bool sound(const Transform& transform);

/// Bytes.
double memory_of_machine();

}  // namespace papilio::fftw3
