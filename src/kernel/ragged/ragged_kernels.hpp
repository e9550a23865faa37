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

}  // namespace papilio::kernel
