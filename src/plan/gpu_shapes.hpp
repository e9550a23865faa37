// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shapes of kernels for GPUs: radices, work-items, tile, exchange; and an estimate of their time.
#pragma once

#include <vector>

#include "plan/kernels.hpp"

namespace papilio::plan {

/// Shorter DFTs have few twiddles, and their results are more exact with those that are read.
inline constexpr std::int64_t least_products = 128;

/// Every shape worth a measurement, with its estimated time.
std::vector<ShapedKernel> gpu_shapes(const KernelRequest& request, const DeviceCaps& caps);

/// Where a kernel is to read blocks (Strides::block), those of its own tile; false if the last one would be cut, or
/// rows are too short.
bool fit_block(KernelSpec& spec);

/// Whole transforms whose runs are too short for memory go through the exchange, and so do Rader's permutations, and
/// transforms of one stage that fold.
bool wants_staging(const KernelSpec& spec);

/// Points that a work-item may hold: the text of a kernel is as long as all that one work-item does, and compilers take
/// time by its length (docs/performance.md, "Compile time on GPUs").
int most_points(const KernelSpec& spec);

/// Gives the exchange the padding with the fewest bank conflicts that the local memory has room for. One that makes
/// addresses expensive must save half of them, a fifth where several axes are transformed together. Returns the
/// conflicts that remain.
double choose_pad(KernelSpec& spec, const DeviceCaps& caps);

/// The estimated time of a kernel of any shape.
double cooperative_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps);

/// shape_kernel() of GPUs.
std::optional<ShapedKernel> shape_cooperative(const KernelRequest& request, const DeviceCaps& caps, double limit);

}  // namespace papilio::plan
