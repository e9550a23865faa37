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

/// What describes a plan on one rank.
struct Description {
  const Request& request;
  const Schedule& schedule;
  const Program& program;
  const std::vector<Shapes>& shapes;
  int rank = 0;
  const Roundings& roundings;
  const Decision* decision = nullptr;  ///< null: nothing was chosen but the stages
  /// Of Options::work: what the caller gives, and what the plan has all the same.
  struct Work {
    WorkSizes caller = {};
    std::size_t plan = 0;
  };
  Work work = {};
};
std::string describe(const Description& plan);

}  // namespace papilio::mpi
