// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tools/terminal/paint.hpp"

namespace papilio::mpi::tool {

using papilio::tool::Paint;
using papilio::tool::StandardStream;

/// For text that this rank prints: colours as those of the command `papilio`. Open MPI makes a terminal the standard
/// output of every rank, wherever the output of mpirun goes; ranks that it started have colours only by CLICOLOR_FORCE.
Paint paint_for(StandardStream stream);

}  // namespace papilio::mpi::tool
