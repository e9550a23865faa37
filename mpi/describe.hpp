// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A distributed plan as an S-expression.
#pragma once

#include <papilio/plan.hpp>
#include <string>
#include <vector>

#include "program.hpp"
#include "request.hpp"

namespace papilio::mpi {

std::string describe(const Request& request, const Schedule& schedule, const Program& program,
                     const std::vector<Shapes>& shapes, int rank);

}  // namespace papilio::mpi
