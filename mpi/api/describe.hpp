// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A distributed plan as an S-expression.
#pragma once

#include <papilio/plan.hpp>
#include <string>
#include <vector>

#include "mpi/choose/ranking.hpp"
#include "mpi/choose/request.hpp"
#include "mpi/program/program.hpp"
#include "mpi/program/rounding.hpp"

namespace papilio::mpi {

/// Everything that the text of a plan on one rank shows.
struct Description {
  const Request& request;
  const Schedule& schedule;
  const Program& program;
  const std::vector<Shapes>& shapes;
  int rank = 0;
  double roundings;
  const Selection* selection = nullptr;  ///< null: nothing was chosen but the stages
  /// Work memory (Options::work): bytes that the caller gives, and bytes that the plan has all the same.
  struct WorkShares {
    WorkSizes caller = {};
    std::size_t plan = 0;
  };
  WorkShares work = {};
};
std::string describe(const Description& plan);

}  // namespace papilio::mpi
