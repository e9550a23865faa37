// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One array over several GPUs, by the distributed engine (mpi/README.md): its ranks are threads of this process, and
// the GPUs store in each other's memory, or exchange through the host's where they cannot. Neither MPI nor NCCL is
// used.
#pragma once

#include <memory>

#include "compat/cufft/multi_gpu/plan.hpp"

namespace papilio::compat::cufft {

/// A request without strides and of one array. invalid_size for lengths that cannot be divided (one axis of a prime
/// length, or an axis above 2^27); not_supported for one axis of real numbers and for data of 16 bits.
Result make_array(const Gpus& gpus, const CufftRequest& request, std::unique_ptr<MultiGpuPlan>& plan);

}  // namespace papilio::compat::cufft
