// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solver.hpp"

#include <array>

#include "plan/solvers/solvers.hpp"

namespace papilio::plan {

std::span<const Solver> solvers() {
  static const std::array<Solver, 7> list = {direct_solver(),    rader_solver(),     prime_factor_solver(),
                                             bluestein_solver(), four_step_solver(), long_bluestein_solver(),
                                             long_rader_solver()};
  return list;
}

}  // namespace papilio::plan
