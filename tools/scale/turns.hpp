// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// In how many turns `papilio scale` exchanges unless it is told: a table of what was fastest on H200s, and where it
// says so on H100s (docs/scale-out-measured.md, docs/data/h200-x2-2026-11-26 and h200-x4-2026-11-26).
#pragma once

#include <papilio/problem.hpp>

#include "mpi/program/schedule.hpp"
#include "tools/scale/rank.hpp"

namespace papilio::tool {

struct ScaleLinks {
  ScaleLink link = ScaleLink::host;
  bool of_gpus = false;
  int devices = 1;
};

int turns_for(const ScaleLinks& links, const Problem& problem, const mpi::Schedule& schedule);

}  // namespace papilio::tool
