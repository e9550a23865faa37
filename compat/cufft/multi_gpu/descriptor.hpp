// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Descriptors: the memory on several GPUs that cufftXtMalloc returns, and copies to, from and between them. Programs
// may also pass descriptors that they have filled in themselves.
#pragma once

#include "compat/cufft/abi.hpp"
#include "compat/cufft/multi_gpu/plan.hpp"

namespace papilio::compat::cufft {

/// Memory for arrays of the plan. It lives until it is freed, whatever happens to the plan. Throws
/// Error(out_of_memory).
Result make_descriptor(const MultiGpuPlan& plan, int format, XtDescriptor** descriptor);
/// invalid_value for what make_descriptor() has not returned, and for what is freed already.
Result free_descriptor(const XtDescriptor* descriptor);

/// Success if the descriptor has memory for an array of its format on the GPUs of the plan, in their order.
Result check_descriptor(const MultiGpuPlan& plan, const XtDescriptor* descriptor);

/// cufftXtMemcpy: `to` and `from` are descriptors or memory of the host, as the type says. Returns when the copy is
/// there.
Result copy_array(const MultiGpuPlan& plan, void* to, void* from, int type);

}  // namespace papilio::compat::cufft
