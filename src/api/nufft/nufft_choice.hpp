// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How a non-uniform transform is computed: the window's width and the fine grid, chosen by a model of the cost.
#pragma once

#include <cstdint>
#include <papilio/nufft.hpp>
#include <vector>

#include "api/nufft/nufft_points.hpp"
#include "core/device_caps.hpp"
#include "kernel/nufft/window.hpp"

namespace papilio::api {

struct NufftChoice {
  kernel::SpreadWindow window;
  FineGrid grid;
  double error = 0;    ///< estimate, relative
  double gain = 1;     ///< by which relative errors of cells are multiplied
  double seconds = 0;  ///< estimate for one transform
};

/// Bytes of a complex number.
inline std::int64_t complex_bytes(Precision precision) { return precision == Precision::f32 ? 8 : 16; }

/// The narrowest window for each oversampling factor, whatever the points are. It takes some milliseconds. A finer grid
/// makes the window narrower and the transform longer.
std::vector<NufftChoice> nufft_choices(const NufftProblem& problem);

/// The cheapest of nufft_choices() that reaches the tolerance; the first one, if none does.
NufftChoice choose_nufft(const NufftProblem& problem, const std::vector<NufftChoice>& choices, std::int64_t points,
                         const DeviceCaps& caps);

}  // namespace papilio::api
