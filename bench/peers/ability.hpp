// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which problems the interfaces of FFT libraries can express.
#pragma once

#include <cstdint>
#include <optional>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

namespace papilio::bench {

/// Abilities of a library beyond c2c, r2c and c2r in f32 and f64, unscaled and not pruned.
struct Abilities {
  bool real_to_real = false;
  bool half = false;  ///< f16 and bf16 on both sides
  bool offsets = false;
  bool f64x2 = false;
  bool any_strides = false;  ///< negative ones, and elements of the input that share an address
};

/// Why a library with these abilities cannot do a problem, whatever its layout; std::nullopt if it can.
std::optional<std::string> obstacle(const Problem& problem, const Abilities& abilities);

/// True if the arrays lie one after the other without gaps, and all axes are transformed.
bool is_packed(const Problem& problem);

/// A loop as in FFTW's guru interface: an axis or a repetition, with its strides on both sides, in elements.
struct GuruLoop {
  std::int64_t count = 1;
  std::int64_t in_stride = 1;
  std::int64_t out_stride = 1;
};
struct Loops {
  std::vector<GuruLoop> axes;  ///< that are transformed, outermost first
  std::vector<GuruLoop>
      repeats;  ///< the batch and untransformed axes; merged with a neighbour where both sides allow it
};
Loops loops_of(const Problem& problem);

/// One side's axes as rows of rows: element (i, j, k) at ((i embed[1] + j) embed[2] + k) stride, the next transform at
/// distance. This is cuFFT's "advanced data layout".
struct Embedding {
  std::vector<std::int64_t> embed;  ///< embed[0] has no effect
  std::int64_t stride = 1;
  std::int64_t distance = 1;
};
struct Embeddings {
  Embedding in;
  Embedding out;
  std::int64_t repeats = 1;
};
/// std::nullopt if more than one loop is left around the transform, or if strides are not multiples of each other.
std::optional<Embeddings> embeddings_of(const Problem& problem);

}  // namespace papilio::bench
