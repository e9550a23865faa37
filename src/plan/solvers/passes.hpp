// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A long DFT as a few passes over global memory.
#pragma once

#include <optional>
#include <vector>

#include "plan/kernels.hpp"
#include "plan/lines.hpp"

namespace papilio::plan {

struct SplitRequest {
  Lines lines;                     ///< `direction`, `scale` and the forms of the ends included
  std::int64_t points = 1;         ///< of a DFT: lines.length, or a convolution's length
  LoadOp load = LoadOp::plain;     ///< of the first pass
  StoreOp store = StoreOp::plain;  ///< of the last pass
  Direction chirp_direction = Direction::forward;
  std::int64_t held = 0;  ///< elements of a transform between passes; 0: points
};

struct Split {
  std::vector<KernelSpec> kernels;  ///< but for in_place and what connect() gives them
  double seconds = 0;
};

/// A GPU has room for scratch as large as the data, beside input and output; and they do not stay in its second-level
/// cache, where every further buffer costs.
bool affords_scratch(const Lines& lines, const DeviceCaps& caps);

/// GPUs: one kernel computes a convolution for these lines faster than passes do, and the search for passes takes
/// milliseconds.
bool one_kernel_convolves(const Lines& lines, const DeviceCaps& caps);

/// As few passes as the device allows, at least two, of the cheapest lengths. Pass i has inner = product of the earlier
/// lengths (and lines.stack), so the result is in natural order: digits rotate from pass to pass (Bailey's four-step
/// with Stockham's order).
std::optional<Split> split_into_passes(const SplitRequest& request, const DeviceCaps& caps);

/// Two passes of lengths that are not far apart, in every way, and without blocks between them.
std::vector<Split> even_splits(const SplitRequest& request, const DeviceCaps& caps);

/// A convolution of `points` points: passes forward with the request's load, the last of which is also the first one
/// back, and passes back with its store. For GPUs.
std::optional<Split> split_convolution(const SplitRequest& request, const DeviceCaps& caps);

/// The plan of a convolution of `points` points; `held` elements of a transform lie between passes.
PlanNode convolution_node(const char* solver, const Split& split, const Lines& lines, std::int64_t points,
                          std::int64_t held);

/// The leaves that lead from lines.in through `ends`, one a kernel.
std::vector<PlanNode> chain(const std::vector<KernelSpec>& kernels, const Lines& lines, const std::vector<End>& ends);

}  // namespace papilio::plan
