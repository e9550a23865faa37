// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Small programs that together use everything that a dialect must support.
#pragma once

#include <vector>

#include "ir/builder.hpp"

namespace papilio::test {

/// out[i] = 0.1 * in[i] for i < batch, with 64 work-items per work-group: bounds, scalars, no vectors.
ir::Module scale_module();
/// Registers that a loop carries from iteration to iteration.
ir::Module carried_module();
/// Complex pairs through a shared array, in place, with an unrolled and a rolled loop.
ir::Module exchange_module(ir::ScalarKind element);
/// More shared memory than CUDA provides without opting in.
ir::Module big_shared_module();
/// The second of two work-groups waits for the first.
ir::Module counters_module();
/// Two work-groups that pass a number and a pair of each work-item through each other's shared arrays.
ir::Module cluster_module(ir::ScalarKind element);
/// Vectors of 8: interleaving, a transposition's exchange, concatenation, general shuffles. OpenCL only.
ir::Module vector_module();

/// Every operation on floats. A work-group reads three vectors and stores float_results() vectors.
ir::Module float_module(ir::ScalarKind element, int lanes);
int float_results();

/// Every operation on integers, 4 work-items. Each stores integer_results() numbers, computed from in[global index].
ir::Module integer_module();
int integer_results();

/// All of these modules that GPUs run, with vectors of 1, 2 and 4.
std::vector<ir::Module> gpu_modules();

}  // namespace papilio::test
