// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// OpenCL status codes as names and as Papilio's errors.
#pragma once

#include <string>
#include <string_view>

#include "backend/opencl/symbols.hpp"

namespace papilio::backend::opencl {

/// "CL_OUT_OF_RESOURCES", or "OpenCL status -9999" for a code without a name in OpenCL 1.2.
std::string status_name(cl_int status);

/// True for the codes that drivers return when an allocation does not fit.
bool means_out_of_memory(cl_int status);

/// Throws unless status is CL_SUCCESS: Error(out_of_memory) for CL_MEM_OBJECT_ALLOCATION_FAILURE and
/// CL_OUT_OF_HOST_MEMORY, else Error(device_failed). `what` names the operation: "launching a kernel".
void check(cl_int status, std::string_view what);

}  // namespace papilio::backend::opencl
