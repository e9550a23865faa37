// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory's share of a GPU kernel's time.
#pragma once

#include "plan/kernels.hpp"
#include "plan/model/gpu_model.hpp"

namespace papilio::plan {

/// The traffic of a kernel depends on radices, tile and cluster. With r2c post-processing or c2r pre-processing it also
/// depends on the work-items, and is least if there are too many for pairs of butterflies (spec/pairing.hpp).
struct Traffic {
  double seconds = 0;   ///< of one work-group while others use memory as well
  double groups = 0;    ///< work-groups of one compute unit, one after the other
  bool cached = false;  ///< the L2 cache holds input and output
};
Traffic traffic_of(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps);

/// The share of its full speed that memory reaches, or the L2 cache if it holds all data.
double memory_efficiency(const KernelSpec& spec, bool cached = false);

/// The slowdown of a pass that gathers or scatters its elements (Rader's permutations).
double permutation_cost(const KernelSpec& spec);

/// The share of its speed that memory keeps if rows of a strided batch do not begin at sectors, as half spectra of 2-D
/// arrays do: a tile then shares a sector with its neighbour in most rows, and a sector that two tiles write must be
/// merged. In place the sectors were read before.
double unaligned_rows_efficiency(const KernelSpec& spec);

}  // namespace papilio::plan
