// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/nufft_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <papilio/one_liners.hpp>

#include "plan/model/cpu_estimate.hpp"

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

double cost_of(Precision precision, const NufftChoice& choice, std::int64_t points, const DeviceCaps& caps) {
  const CostModel& model = caps.device_class == DeviceClass::cpu ? cpu_model : gpu_model;
  const auto cells = static_cast<double>(choice.grid.all_cells());
  const double bytes = precision == Precision::f32 ? 1 : 2;
  return cost_of_points(precision, choice, points, caps) +
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

/// The error of a window on the grid.
void estimate_error(const NufftProblem& problem, double oversampling, int width, ErrorOver over, NufftChoice& choice) {
  choice.grid = grid_for(problem, width, oversampling);
  const std::size_t first = max_nufft_axes - problem.modes.size();
  double least = std::numeric_limits<double>::max();  // cells of a mode
  for (std::size_t axis = 0; axis < problem.modes.size(); ++axis) {
    least = std::min(least,
                     static_cast<double>(choice.grid.cells[first + axis]) / static_cast<double>(problem.modes[axis]));
  }
  choice.window = kernel::window_of_width(width, least);
  choice.gain = 1;
  double squares = 0;
  for (std::size_t axis = 0; axis < problem.modes.size(); ++axis) {
    const std::int64_t cells = choice.grid.cells[first + axis];
    const kernel::WindowErrors errors =
        over == ErrorOver::all_modes
            ? kernel::window_errors(choice.window, cells, problem.modes[axis])
            : kernel::window_errors_at(choice.window,
                                       0.5 * static_cast<double>(problem.modes[axis]) / static_cast<double>(cells));
    squares += errors.aliasing * errors.aliasing;
    choice.gain *= errors.gain;
  }
  add_rounding(problem.precision, squares, choice);
}

}  // namespace

double cost_of_points(Precision precision, const NufftChoice& choice, std::int64_t points, const DeviceCaps& caps) {
  const bool cpu = caps.device_class == DeviceClass::cpu;
  const CostModel& model = cpu ? cpu_model : gpu_model;
  const int lanes = cpu ? plan::lanes_of(precision, caps) : 2;
  const double rows = std::pow(choice.window.width, choice.grid.axes - 1);
  const double vectors = rows * std::ceil(2.0 * choice.window.width / lanes);
  return static_cast<double>(points) * (model.point + rows * model.row + vectors * model.vector);
}

void add_rounding(Precision precision, double aliasing_squared, NufftChoice& choice) {
  const double rounding = precision == Precision::f32 ? 1e-7 : 2e-16;
  choice.error = std::sqrt(aliasing_squared + std::pow(rounding * choice.gain, 2));
}

NufftChoice narrowest(double tolerance, const std::function<void(int, NufftChoice&)>& estimate) {
  NufftChoice best;
  for (int width = 2; width <= kernel::max_window_width; ++width) {
    NufftChoice choice;
    estimate(width, choice);
    if (width == 2 || choice.error < best.error) best = choice;
    if (choice.error <= 0.5 * tolerance) break;
  }
  return best;
}

std::vector<NufftChoice> nufft_choices(const NufftProblem& problem, ErrorOver over) {
  std::vector<NufftChoice> choices;
  for (const double factor : nufft_oversamplings) {
    choices.push_back(narrowest(problem.tolerance, [&](int width, NufftChoice& choice) {
      estimate_error(problem, factor, width, over, choice);
    }));
  }
  return choices;
}

NufftChoice choose_nufft(const NufftProblem& problem, const std::vector<NufftChoice>& choices, std::int64_t points,
                         const DeviceCaps& caps) {
  NufftChoice best;
  for (NufftChoice choice : choices) {
    choice.seconds = cost_of(problem.precision, choice, points, caps);
    const bool reaches = choice.error <= 0.5 * problem.tolerance;
    if (best.window.width == 0 || (reaches && choice.seconds < best.seconds)) best = choice;
  }
  return best;
}

}  // namespace papilio::api
