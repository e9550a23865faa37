// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// CUDA status codes as names and as Papilio's errors.
#pragma once

#include <string>
#include <string_view>

#include "backend/cuda/symbols.hpp"

namespace papilio::backend::cuda {

/// "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)", or "CUDA status 12345" for a code that this
/// driver does not know.
std::string status_name(const CuSymbols& cuda, CUresult status);

/// True for the codes with which the driver refuses a call because a stream is being captured.
bool means_capture(CUresult status);

/// True for the codes after which "the context cannot be used, and the process must be terminated and relaunched"
/// (CUresult in the manual): a kernel has failed, and nothing that was enqueued will run.
bool means_lost(CUresult status);

/// Throws unless status is CUDA_SUCCESS: Error(out_of_memory), Error(invalid_argument) for a call that stream capture
/// forbids, else Error(device_failed). `what` names the operation: "launching a kernel".
void check(const CuSymbols& cuda, CUresult status, std::string_view what);

}  // namespace papilio::backend::cuda
