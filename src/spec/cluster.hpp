// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A cluster (Shape::cluster) is a set of C work-groups that run concurrently and may write to each other's local memory
// (CUDA 9.0 and later). They share one tile, so that a transform too long for one work-group is read once and written
// once.
//
// A column of length = A*B points, where A is the product of the radices before the cut, is transformed by the
// four-step algorithm (Bailey 1990) without leaving the chip. The first phase computes B DFTs of A points, one of
// x[b + B*a] for each b; twiddles W_{A*B}^{b k} follow. The last phase computes A DFTs of B points, one for each k,
// with the results y[k + A*l]. Both the b of the first phase and the k of the last are divided into C equal runs, and
// work-group g owns the g-th run in every column of the tile. For a work-group, each phase is a tile of many short
// columns.
//
// c2r pre-processing runs in the first phase and r2c post-processing in the last (kernel/pairs/paired_tile.hpp). In
// that phase a work-group owns 1/(2C) of the columns and their conjugate partners: A-k for k, B-b for b. Real 2-D
// arrays are post-processed in the last phase too, but pre-processed between the phases
// (kernel/pairs/shared_plane.hpp).
//
// With several axes in one kernel (spec/array_axes.hpp), B is the length of the last axis and A the product of all
// others. There are no twiddles between the phases then, and the results l of each k form a row.
#pragma once

#include <array>
#include <cstdint>

#include "spec/exchange.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio {

/// A, the number of points of the first phase's DFTs; those of the last phase have length/A.
std::int64_t cluster_rows(const KernelSpec& spec);
/// True if clusters support this kind of kernel: a Stockham DFT without chirps that is a whole complex transform, a
/// whole real transform of half length, or a pass over one axis.
bool may_cluster(const KernelSpec& spec);
/// True if clusters also support its shape. shape.cluster must divide B and the last radix of the first phase; in a
/// phase with c2r pre-processing or r2c post-processing, which works on pairs of columns, 2*shape.cluster must.
bool can_cluster(const KernelSpec& spec);

/// True if the first phase does c2r pre-processing. Real 2-D arrays are pre-processed between the phases instead.
inline bool pre_processes_first(const KernelSpec& spec) { return pre_processes(spec) && !spec.several_axes(); }

/// The two phases as separate kernels, with their radices and tiles. Column t of the cluster's tile becomes the columns
/// t + tile*b, b < B/C, of a work-group's tile in the first phase, and the columns t + tile*k, k < A/C, in the last.
std::array<KernelSpec, 2> cluster_phases(const KernelSpec& spec);

/// The exchanges of the two phases; the last one's also describes the transfer between the phases. Data pass between
/// work-groups in contiguous runs, because single numbers take several times as long.
std::array<Exchange, 2> cluster_exchanges(const KernelSpec& spec);

/// Bytes of local memory that one work-group uses for the exchange.
std::int64_t exchange_bytes(const KernelSpec& spec);

/// Lengths of the axes that the stages transform one after the other: those of KernelSpec, or the two phases of a
/// cluster.
std::vector<std::int64_t> stage_axes(const KernelSpec& spec);

}  // namespace papilio
