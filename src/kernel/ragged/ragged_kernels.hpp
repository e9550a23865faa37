// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/ir_words.hpp"
#include "spec/ragged_spec.hpp"

namespace papilio::kernel {

/// The kernel of a class of ragged transforms. Arguments: input, output, tables of the DFT (tables_of(spec.dft)),
/// numbers, rows, then Scalar::batch (transforms of all fields), in_distance and out_distance (of fields), in_offset,
/// out_offset, repeat, if they are strided in_plane and out_plane (strides), units (fields). Transform u is row u /
/// fields of field u % fields.
Module build_ragged_kernel(const RaggedSpec& spec);
/// GPUs.
Module build_ragged_group_kernel(const RaggedSpec& spec);
/// CPUs.
Module build_ragged_simd_kernel(const RaggedSpec& spec);

/// A class's rows with other places. Buffers: rows, limits (i32, ragged_limit_numbers for each row: the number of its
/// transform, the largest offset on the side of the input, and on the other), the offsets of all transforms on both
/// sides (i32), and the new rows. Offsets are clamped to 0 .. the largest. Scalars: in_offset and out_offset: 1 where
/// offsets are given, 0 where they stay; units: rows. A work-item has a row.
Module build_ragged_places();
inline constexpr int ragged_places_threads = 64;
inline constexpr std::int64_t ragged_limit_numbers = 3;

}  // namespace papilio::kernel
