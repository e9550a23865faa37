// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The sides of CPU kernels: the ways in which vectors come from memory and get there, element by element. A kernel has
// the first of each table that is applicable to its spec. Sides that are copied as a whole have ways of their own
// (simd_copies.hpp, simd_pairs.hpp).
#pragma once

#include <string_view>

#include "kernel/simd/simd_tile.hpp"

namespace papilio::kernel {

struct SimdInput {
  std::string_view name;
  bool (*applicable)(const KernelSpec& spec);
  /// Elements [e, e+width) of a transform, or element e of all columns.
  Complex (*load)(const SimdTile& tile, Value e, int width);
};

struct SimdOutput {
  std::string_view name;
  bool (*applicable)(const KernelSpec& spec);
  /// `value`: DFT outputs k, with the pass's twiddles.
  void (*store)(const SimdTile& tile, Value k, Complex value);
};

const SimdInput& simd_input(const KernelSpec& spec);
const SimdOutput& simd_output(const KernelSpec& spec);

/// Strategy::columns: all lanes have the same p, or one that follows from the first lane's.
bool shares_p(const KernelSpec& spec);
/// Strategy::columns: the columns of a tile are stored together.
bool stores_vectors(const KernelSpec& spec);

/// The vector at e, or at k, whatever the side.
Complex load_vector(const SimdTile& tile, Value e, int width);
void store_vector(const SimdTile& tile, Value k, Complex value);

/// Element i of the half spectrum, or of the trig side, of transforms at half length: of the transform, or of all
/// columns.
Complex load_half(const SimdTile& tile, Value i);
void store_half(const SimdTile& tile, Value i, Complex value);

}  // namespace papilio::kernel
