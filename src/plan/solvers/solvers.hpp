// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/solver.hpp"

namespace papilio::plan {

Solver direct_solver();          // direct.cpp
Solver rader_solver();           // rader.cpp
Solver prime_factor_solver();    // prime_factor.cpp
Solver bluestein_solver();       // bluestein.cpp
Solver four_step_solver();       // four_step.cpp
Solver long_bluestein_solver();  // long_bluestein.cpp
Solver long_rader_solver();      // long_rader.cpp
Solver half_length_solver();     // half_length.cpp

/// On a CPU: the length is short and has a plan of codelets alone, whose errors are smaller than a convolution's.
bool codelets_are_better(const Batch1d& lines, const DeviceCaps& caps);  // direct.cpp

Solver general_solver();       // general.cpp; not in solvers(), because it is taken where it is asked for
Solver in_kernel_nd_solver();  // in_kernel_nd.cpp; not in solvers(), because only it takes several axes at once

}  // namespace papilio::plan
