// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels of ragged batches: transforms of many lengths in one launch. What other kernels have as constants, a row of
// a table says for each transform: its number of points, and where it lies on both sides. A class of transforms shares
// a kernel. It computes the DFT of any number of points up to max_points() as a convolution with a chirp of
// dft.length points, or, without a convolution, that of dft.length points.
//
// A real transform of an even length is a complex one of half as many points (kernel/pairs/half_spectrum.hpp); one of
// an odd length has zeros for imaginary parts.
#pragma once

#include <cstdint>
#include <string>

#include "spec/kernel_spec.hpp"

namespace papilio {

struct RaggedSpec {
  Kind kind = Kind::c2c;
  bool convolves = true;
  bool strided = false;  ///< elements are further apart: by Scalar::in_plane, and by out_plane, in elements
  /// The DFT in local memory: precision, storage of both sides, length, radices, shape. Algorithm::filter, of complex
  /// numbers. Its direction is that of the transform where there is no convolution, else forward.
  KernelSpec dft;

  /// Says everything that decides the kernel's text.
  [[nodiscard]] std::string name() const;
  [[nodiscard]] bool on_cpu() const { return dft.shape.strategy == Strategy::butterflies; }
  /// The largest number of points of a transform.
  [[nodiscard]] std::int64_t max_points() const { return convolves ? (dft.length + 1) / 2 : dft.length; }
  friend bool operator==(const RaggedSpec&, const RaggedSpec&) = default;
};

/// Points of the DFT that a transform of this length is computed by.
inline std::int64_t ragged_points(Kind kind, std::int64_t length) {
  return kind != Kind::c2c && length % 2 == 0 ? length / 2 : length;
}

/// The table of rows, i32, a row for each transform of a field.
enum class RaggedField : std::uint8_t {
  points,   ///< of the DFT
  results,  ///< elements of the output, pairs of them where `paired` is 1 and they are real
  paired,   ///< 1: elements are whole vectors: complex numbers, or pairs of real ones; 0: odd real transforms
  in,       ///< where it begins in a field, in elements of that side
  out,
  numbers,  ///< where its numbers begin
  count
};

/// The complex numbers of a length: its scale, then the chirp of each point, if it convolves, then, of real kinds, the
/// roots W_2m^k of m points, k = 0 .. m, then, if it convolves, the spectrum of the chirp, dft.length of them.
struct RaggedNumbers {
  std::int64_t chirp = 1;
  std::int64_t roots = 1;
  std::int64_t spectrum = 1;
  std::int64_t count = 1;
};
RaggedNumbers ragged_numbers(const RaggedSpec& spec, std::int64_t points);

}  // namespace papilio
