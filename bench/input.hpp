// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The input of transforms and convolutions: numbers uniform in [-1, 1), or integers in [-100, 100] (u8: [0, 200]), the
// same in every run, also in the gaps of a layout. The input of c2r is the spectrum of a real array, because libraries
// treat other input differently. All problems with the same storage use the beginning of one sequence, which is
// generated and uploaded once.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bench/arena.hpp"
#include "bench/work.hpp"

namespace papilio::bench {

class BenchInput {
 public:
  explicit BenchInput(Precision precision, Storage storage = Storage::native)
      : precision_(precision), storage_(storage) {}

  /// Its sequence is one for such problems.
  [[nodiscard]] bool suits(const Work& work) const {
    return work.precision() == precision_ && work.in_storage() == storage_;
  }
  /// The input of a problem that uses this sequence. Valid until the next call.
  [[nodiscard]] std::span<const std::byte> of(const Work& work);
  /// The first `bytes` of the sequence. Valid until the next call that asks for more.
  [[nodiscard]] std::span<const std::byte> first(std::size_t bytes);

 private:
  Precision precision_;
  Storage storage_;
  std::vector<std::byte> bytes_;
  std::vector<std::byte> spectra_;  ///< of c2r: the sequence, made symmetric
};

/// The kernels of a convolution, taken from another part of the sequence than signals.
std::vector<std::byte> kernels_of(const ConvolutionProblem& problem);
/// The points at which all peers compute, and the same in every run.
inline verify::PlacedPoints bench_points(const verify::PlacedNufft& problem) {
  return verify::placed_points(problem, 1);
}

/// True when the arena's input still begins with `expected`, judged by its first, middle and last parts.
bool holds(Arena& arena, std::span<const std::byte> expected);

}  // namespace papilio::bench
