// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How a non-uniform transform is computed: the window's width and the fine grid, chosen by a model of the cost.
#pragma once

#include <cstdint>
#include <functional>
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

enum class ErrorOver { all_modes, highest_modes };

/// The narrowest window for each oversampling factor, whatever the points are. It takes some milliseconds, less for the
/// error of the highest modes, which no result exceeds. A finer grid makes the window narrower and the transform
/// longer.
std::vector<NufftChoice> nufft_choices(const NufftProblem& problem, ErrorOver over = ErrorOver::all_modes);

/// The cheapest of nufft_choices() that reaches the tolerance; the first one, if none does.
NufftChoice choose_nufft(const NufftProblem& problem, const std::vector<NufftChoice>& choices, std::int64_t points,
                         const DeviceCaps& caps);

/// Seconds of spreading to a grid, or of interpolating it.
double cost_of_points(Precision precision, const NufftChoice& choice, std::int64_t points, const DeviceCaps& caps);

/// The narrowest window whose error is half of the tolerance; the best one, if none reaches it. Half, because few modes
/// have most of the error, so that it varies from one input to the next. `estimate` fills in a choice of that width.
NufftChoice narrowest(double tolerance, const std::function<void(int width, NufftChoice& choice)>& estimate);

/// Completes the error of a choice: aliasing, and rounding, which corrections of the modes at the edges magnify.
void add_rounding(Precision precision, double aliasing_squared, NufftChoice& choice);

/// Factors that are tried.
inline constexpr double nufft_oversamplings[] = {2.0, 1.5, 1.25};

}  // namespace papilio::api
