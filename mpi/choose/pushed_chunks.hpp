// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// In how many chunks exchanges through the peer memory of GPUs go unless a request says: what was fastest on H200s, and
// where it says so on H100s (docs/scale-out-measured.md, docs/data/h200-x2-2026-11-26 and h200-x4-2026-11-26).
#pragma once

#include "mpi/program/program.hpp"

namespace papilio::mpi {

int pushed_chunks(const Problem& problem, const Schedule& schedule);

}  // namespace papilio::mpi
