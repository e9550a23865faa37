// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How kernels for CPUs access their sides. The planner's model and the kernels ask here.
#pragma once

#include "spec/kernel_spec.hpp"

namespace papilio {

/// The way between memory and the DFT. A side that is copied passes through scratch, so that the code of an access
/// appears once and not once for each element of a butterfly.
enum class SideAccess {
  vectors,    ///< the lanes of a vector are neighbouring numbers in memory
  elements,   ///< each lane has an address of its own
  in_tiles,   ///< copied: vectors in tiles with as many columns as lanes, elements in the last tile, which has fewer
  in_blocks,  ///< copied: block_elements() of all lanes at a time, transposed in registers, a cache line a lane
  /// Copied, with chirps, of one transform in order whose lanes are neighbours: the elements e of a tile's columns are
  /// a whole vector, or lie beyond the chirp's end, but for one e.
  chirped,
  one_by_one,  ///< copied, an element of all lanes at a time
};

/// `side` is `in` or `out` of a spec of the CPU strategies.
SideAccess side_access(const KernelSpec& spec, const Side& side);
inline bool is_copied(SideAccess access) { return access != SideAccess::vectors && access != SideAccess::elements; }

/// Elements of a cache line, at most a vector's lanes.
int block_elements(const KernelSpec& spec);

/// Arrays of work_length() elements in local memory, 0, 1 or 2, and two more, for conjugate-paired columns and their
/// partners.
int scratch_arrays(const KernelSpec& spec);

}  // namespace papilio
