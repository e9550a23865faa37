// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A long DFT as a few passes over global memory.
#pragma once

#include <optional>
#include <vector>

#include "plan/kernels.hpp"

namespace papilio::plan {

struct SplitRequest {
  std::int64_t points = 1;
  std::int64_t batch = 1;
  Precision precision = Precision::f32;
  Direction direction = Direction::forward;
  double scale = 1;              ///< of the last pass
  LoadOp load = LoadOp::plain;   ///< of the first pass
  StoreOp store = StoreOp::plain;  ///< of the last pass
  std::int64_t chirp_length = 0;
  Direction chirp_direction = Direction::forward;
};

struct Split {
  std::vector<KernelSpec> kernels;  ///< inner and outer filled in; in_place is the caller's to set
  double seconds = 0;
};

/// As few passes as the device allows, at least two, of the cheapest lengths. Pass i has inner = product of the earlier
/// lengths, so the result is in natural order: digits rotate from pass to pass (Bailey's four-step with Stockham's order).
std::optional<Split> split_into_passes(const SplitRequest& request, const DeviceCaps& caps);

}  // namespace papilio::plan
