// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the interfaces of FFT libraries can express of a problem.
#pragma once

#include <cstdint>
#include <optional>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

namespace papilio::bench {

/// Beyond c2c, r2c and c2r of f32 and f64, unscaled and nothing pruned.
struct Abilities {
  bool real_to_real = false;
  bool half = false;  ///< f16 and bf16 on both sides
  bool offsets = false;
  bool any_strides = false;  ///< negative ones, and elements of the input that share an address
};

/// Why a library with these abilities cannot do a problem, whatever its layout; none where it can.
std::optional<std::string> obstacle(const Problem& problem, const Abilities& abilities);

/// One array behind the other, all axes transformed, no gaps.
bool is_packed(const Problem& problem);

/// As FFTW's guru interface has it: an axis, or what is repeated, with its strides on both sides, in elements.
struct Loop {
  std::int64_t count = 1;
  std::int64_t in_stride = 1;
  std::int64_t out_stride = 1;
};
struct Loops {
  std::vector<Loop> axes;  ///< that are transformed, outermost first
  std::vector<Loop>
      repeats;  ///< arrays and other axes; those that are one with their neighbour on both sides are merged
};
Loops loops_of(const Problem& problem);

/// One side's axes as rows of rows: element (i, j, k) at ((i embed[1] + j) embed[2] + k) stride, the next transform at
/// distance. What cuFFT's "advanced data layout" says.
struct Embedding {
  std::vector<std::int64_t> embed;  ///< embed[0] is of no consequence
  std::int64_t stride = 1;
  std::int64_t distance = 1;
};
struct Embeddings {
  Embedding in;
  Embedding out;
  std::int64_t repeats = 1;
};
/// None where more than one loop is left around the transform, or where strides are no multiples of each other.
std::optional<Embeddings> embeddings_of(const Problem& problem);

}  // namespace papilio::bench
