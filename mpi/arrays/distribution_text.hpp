// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Distributions as text, for options of commands.
#pragma once

#include <papilio/mpi_distribution.hpp>
#include <string>
#include <vector>

namespace papilio::mpi {

/// "slabs", "slabs:AXIS", "pencils:AXIS", "bricks", "grid:2x1x4" or "rank:R". Throws Error(invalid_argument).
Distribution parse_distribution(const std::string& text, const std::vector<std::int64_t>& lengths, int ranks);

}  // namespace papilio::mpi
