// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Small programs that between them say everything a dialect must be able to say.
#pragma once

#include <vector>

#include "kernel/builder.hpp"

namespace papilio::test {

/// out[i] = 0.1 * in[i] for i < batch, 64 work-items a group: bounds, scalars, no vectors.
kernel::Module scale_module();
/// Registers that a loop hands from round to round.
kernel::Module carried_module();
/// Complex pairs through a shared array, in place, with an unrolled and a rolled loop.
kernel::Module exchange_module(kernel::ScalarKind element);
/// More shared memory than CUDA gives without asking.
kernel::Module big_shared_module();
/// Two work-groups that hand a number and a pair of each work-item on through each other's shared arrays.
/// Of two work-groups the second waits for the first.
kernel::Module counters_module();
kernel::Module cluster_module(kernel::ScalarKind element);
/// Vectors of 8: interleaving, a transposition's exchange, concatenation, general shuffles. OpenCL only.
kernel::Module vector_module();

/// Every operation on floats. A group reads three vectors and stores float_results() of them.
kernel::Module float_module(kernel::ScalarKind element, int lanes);
int float_results();

/// Every operation on integers, 4 work-items. Each stores integer_results() of them, from in[global index].
kernel::Module integer_module();
int integer_results();

/// All of these that GPUs run, with vectors of 1, 2 and 4.
std::vector<kernel::Module> gpu_modules();

}  // namespace papilio::test
