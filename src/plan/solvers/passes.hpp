// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A long DFT as a few passes over global memory.
#pragma once

#include <optional>
#include <vector>

#include "plan/batch1d.hpp"
#include "plan/kernels.hpp"

namespace papilio::plan {

struct SplitRequest {
  Batch1d lines;                  ///< `direction`, `scale` and the forms of the ends included
  std::int64_t points = 1;        ///< points of the DFT: lines.length, or a convolution's length
  LoadOp load = LoadOp::none;     ///< of the first pass
  StoreOp store = StoreOp::none;  ///< of the last pass
  Direction chirp_direction = Direction::forward;
  std::int64_t held = 0;  ///< elements per transform between passes; 0: points
};

struct Split {
  std::vector<KernelSpec> kernels;  ///< without in_place and what connect() sets
  double seconds = 0;
  std::vector<double> each;  ///< seconds of each kernel
};

/// True if a GPU has room for scratch as large as the data in addition to input and output, and input and output do not
/// stay in its L2 cache anyway. In the cache, every further buffer costs time.
bool affords_scratch(const Batch1d& lines, const DeviceCaps& caps);

/// True if passes may do r2c post-processing or c2r pre-processing. Conjugate-paired passes exist for half spectra that
/// are not strided batches, and for whole pairs. On CPUs they are in vectors, and those of real-to-real transforms too.
bool passes_pair(const Batch1d& lines, const DeviceCaps& caps);

/// True if a GPU computes a convolution for these transforms faster in one kernel than in passes. The search for
/// passes, which takes milliseconds, can then be skipped.
bool one_kernel_convolves(const Batch1d& lines, const DeviceCaps& caps);

/// The cheapest split into as few passes as the device allows, at least two. Pass i has inner = product of the earlier
/// lengths (and lines.interleaved), so the result is in natural order: digits rotate from pass to pass (Bailey's
/// four-step algorithm with Stockham's order).
std::optional<Split> split_into_passes(const SplitRequest& request, const DeviceCaps& caps);

/// All splits into two passes whose lengths are not far apart, without blocks between them.
std::vector<Split> even_splits(const SplitRequest& request, const DeviceCaps& caps);

/// Splits into three passes, of which the second one reads rows in turn (Strides::interleaved_rows) and works in place
/// like the third one, so that chunks of columns stay in the L2 cache between these two.
std::vector<Split> turned_splits(const SplitRequest& request, const DeviceCaps& caps);

/// A convolution of `points` points: forward passes with the request's load, of which the last is fused with
/// the first inverse pass, then inverse passes with the request's store.
std::optional<Split> split_convolution(const SplitRequest& request, const DeviceCaps& caps);

/// The plan of a convolution of `points` points; between passes, a transform has `held` elements.
PlanNode convolution_node(const char* solver, const Split& split, const Batch1d& lines, std::int64_t points,
                          std::int64_t held);

/// The leaves for `kernels`: the first reads lines.in, and kernel i writes ends[i].
std::vector<PlanNode> chain(const std::vector<KernelSpec>& kernels, const Batch1d& lines, const std::vector<End>& ends);

}  // namespace papilio::plan
