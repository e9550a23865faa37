// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Clusters (Shape::cluster): C work-groups that run side by side and may write to each other's local memory (CUDA
// from 9.0 on) share one tile, so that a transform that is too long for one of them is read once and written once.
//
// A column of length = A*B points, A the product of the radices in front of the cut, is one of the four-step algorithm
// (Bailey 1990) that stays on the chip: first phase, B DFTs of A points, those of x[b + B*a] for one b; then twiddles
// W_{A*B}^{b k}; last phase, A DFTs of B points, one for each k, whose results are y[k + A*l]. Work-group g has the b
// of the first phase and the k of the last that are g-th of C equal runs, of every column of the tile, and each phase
// is a tile of many short columns to it.
//
// Real numbers fold in the first phase, or unfold in the last (kernel/mirrored_tile.hpp): there a work-group has a
// 2C-th of the columns and their mirrors, A-k for k and B-b for b. Images of them unfold so, and fold between the
// phases (kernel/image_pairs.hpp).
//
// Of several axes together (spec/joint.hpp) B is the last one, and A all others: there are no twiddles between the
// phases, and result l of k stands in a row of its own.
#pragma once

#include <array>
#include <cstdint>

#include "spec/exchange.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio {

/// A: points of the DFTs of the first phase; length/A those of the last.
std::int64_t cluster_rows(const KernelSpec& spec);
/// Whether clusters compute such a kernel: a plain Stockham DFT, whole ones of complex or real numbers, and of several
/// axes whole ones.
bool may_cluster(const KernelSpec& spec);
/// Whether they do so with its shape: the first phase ends with a radix that shape.cluster divides, as it does B; what
/// folds and unfolds has pairs of columns.
bool can_cluster(const KernelSpec& spec);

/// The first phase folds. Images of real numbers do so between the phases.
inline bool folds_at_first(const KernelSpec& spec) { return spec.folds_before() && spec.joint.empty(); }

/// The two phases as kernels of their own: radices and tile. Column t of the cluster's tile has in the first phase
/// columns t + tile*b, b < B/C, of a work-group's tile, and in the last t + tile*k, k < A/C.
std::array<KernelSpec, 2> cluster_phases(const KernelSpec& spec);

/// How the phases hand columns on, and the first one to the last. What goes from work-group to work-group does so in
/// runs: single numbers take several times as long.
std::array<Exchange, 2> cluster_exchanges(const KernelSpec& spec);

/// Bytes of local memory that one work-group's exchange takes.
std::int64_t exchange_bytes(const KernelSpec& spec);

/// Lengths of the axes that the stages go over one after the other: those of `joint`, or the phases of a cluster.
std::vector<std::int64_t> stage_axes(const KernelSpec& spec);

}  // namespace papilio
