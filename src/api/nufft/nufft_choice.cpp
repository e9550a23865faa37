// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/nufft_choice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>
#include <papilio/one_liners.hpp>

namespace papilio::api {
namespace {

using kernel::max_nufft_axes;

/// Seconds of one core of a CPU, or of a whole GPU. Only their ratios matter.
struct CostModel {
  double point;      ///< of each point: its windows, and reading it
  double row;        ///< of each row of cells that a point touches
  double vector;     ///< of each vector of such a row
  double butterfly;  ///< of the transform: each cell, times the logarithm of all cells
  double cell;       ///< of each cell: the memory that spreading and the transform's passes move
};
constexpr CostModel cpu_model{30e-9, 1.0e-9, 0.8e-9, 0.08e-9, 2e-9};
constexpr CostModel gpu_model{1e-10, 0, 1e-12, 2e-13, 2e-11};

double cost_of(const NufftProblem& problem, const NufftChoice& choice, std::int64_t points, const DeviceCaps& caps) {
  const bool cpu = caps.device_class == DeviceClass::cpu;
  const CostModel& model = cpu ? cpu_model : gpu_model;
  const bool single = problem.precision == Precision::f32;
  const int lanes = cpu ? (single ? caps.lanes_f32 : caps.lanes_f64) : 2;
  const double rows = std::pow(choice.window.width, choice.grid.axes - 1);
  const double vectors = rows * std::ceil(2.0 * choice.window.width / lanes);
  const auto cells = static_cast<double>(choice.grid.all_cells());
  const double bytes = single ? 1 : 2;
  return static_cast<double>(points) * (model.point + rows * model.row + vectors * model.vector) +
         cells * bytes * (model.cell + model.butterfly * std::log2(cells + 1));
}

FineGrid grid_for(const NufftProblem& problem, int width, double oversampling) {
  FineGrid grid;
  grid.axes = static_cast<int>(problem.modes.size());
  grid.width = width;
  for (std::size_t axis = 0; axis < problem.modes.size(); ++axis) {
    const double wanted = std::ceil(oversampling * static_cast<double>(problem.modes[axis]) - 1e-9);
    grid.cells[max_nufft_axes - problem.modes.size() + axis] =
        next_fast_len(std::max(static_cast<std::int64_t>(wanted), std::int64_t{2} * width));
  }
  return grid;
}

/// The narrowest window that reaches the tolerance; without a width if none does.
NufftChoice narrowest(const NufftProblem& problem, double oversampling) {
  constexpr double share =
      0.5;  // of the tolerance: few modes have most of the error, so that it varies, and sums round
  for (int width = 2; width <= kernel::max_window_width; ++width) {
    NufftChoice choice{{}, grid_for(problem, width, oversampling)};
    double least = std::numeric_limits<double>::max();  // cells of a mode
    double squares = 0;
    const auto over_axes = [&](const auto& body) {
      for (std::size_t axis = 0; axis < problem.modes.size(); ++axis)
        body(choice.grid.cells[max_nufft_axes - problem.modes.size() + axis], problem.modes[axis]);
    };
    over_axes([&](std::int64_t cells, std::int64_t modes) {
      least = std::min(least, static_cast<double>(cells) / static_cast<double>(modes));
    });
    choice.window = kernel::window_of_width(width, least);
    over_axes([&](std::int64_t cells, std::int64_t modes) {
      squares += std::pow(kernel::aliasing_error(choice.window, cells, modes), 2);
    });
    if (std::sqrt(squares) <= share * problem.tolerance) return choice;
  }
  return {};
}

}  // namespace

NufftChoice choose_nufft(const NufftProblem& problem, std::int64_t points, const DeviceCaps& caps) {
  constexpr std::array factors = {2.0, 1.5, 1.25};
  NufftChoice best;
  for (const double factor : factors) {
    NufftChoice choice = narrowest(problem, factor);
    if (choice.window.width == 0) continue;
    choice.seconds = cost_of(problem, choice, points, caps);
    if (best.window.width == 0 || choice.seconds < best.seconds) best = choice;
  }
  if (best.window.width == 0) throw Error::internal("window of " + problem.token(), "none reaches the tolerance");
  return best;
}

}  // namespace papilio::api
