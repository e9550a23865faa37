// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Small programs that between them say everything a dialect must be able to say.
#pragma once

#include <vector>

#include "ir/builder.hpp"

namespace papilio::test {

/// out[i] = 0.1 * in[i] for i < batch, 64 work-items a group: bounds, scalars, no vectors.
ir::Module scale_module();
/// Registers that a loop hands from round to round.
ir::Module carried_module();
/// Complex pairs through a shared array, in place, with an unrolled and a rolled loop.
ir::Module exchange_module(ir::ScalarKind element);
/// More shared memory than CUDA gives without asking.
ir::Module big_shared_module();
/// Two work-groups that hand a number and a pair of each work-item on through each other's shared arrays.
/// Of two work-groups the second waits for the first.
ir::Module counters_module();
ir::Module cluster_module(ir::ScalarKind element);
/// Vectors of 8: interleaving, a transposition's exchange, concatenation, general shuffles. OpenCL only.
ir::Module vector_module();

/// Every operation on floats. A group reads three vectors and stores float_results() of them.
ir::Module float_module(ir::ScalarKind element, int lanes);
int float_results();

/// Every operation on integers, 4 work-items. Each stores integer_results() of them, from in[global index].
ir::Module integer_module();
int integer_results();

/// All of these that GPUs run, with vectors of 1, 2 and 4.
std::vector<ir::Module> gpu_modules();

}  // namespace papilio::test
