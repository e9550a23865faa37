// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The shape of one kernel for one device: radices, vectors or work-items, tile; and what it costs. Shared by all
// solvers.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/device_caps.hpp"
#include "plan/choice.hpp"

namespace papilio::plan {

/// The properties of a kernel that a solver decides; the rest of KernelSpec is decided here.
struct KernelRequest {
  KernelSpec spec;               ///< everything but radices and shape
  std::int64_t work_length = 1;  ///< points of the DFT in local memory
  std::int64_t batch = 1;
  Choice choice = {};  ///< if made, the kernel must have the next shape
};

struct ShapedKernel {
  KernelSpec spec;
  double seconds = 0;
};

/// The shapes of two kernels in one fused launch (spec/fused_launch.hpp).
struct ShapedPair {
  KernelSpec first;
  KernelSpec second;
  double seconds = 0;
};

/// The request of a solver that led to this pass.
KernelRequest request_of(const Pass& pass);

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// The cheapest shape, or nullopt when the work does not fit one work-group of the device. If none is cheaper than
/// `limit`, the search may end early with another shape or nullopt. If the request has a choice, that shape, or nullopt
/// if its radices make another length; throws Error(unsupported) if the kernel or the device does not permit it.
std::optional<ShapedKernel> shape_kernel(const KernelRequest& request, const DeviceCaps& caps, double limit = no_limit);

}  // namespace papilio::plan
