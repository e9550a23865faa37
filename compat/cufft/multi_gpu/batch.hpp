// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Batches over several GPUs: each GPU transforms whole arrays, by a plan of its own.
#pragma once

#include <memory>

#include "compat/cufft/multi_gpu/plan.hpp"

namespace papilio::compat::cufft {

/// A request without strides. Results are those of a plan on one GPU.
Result make_batch(const Gpus& gpus, const CufftRequest& request, bool allocates, std::unique_ptr<MultiGpuPlan>& plan);

}  // namespace papilio::compat::cufft
