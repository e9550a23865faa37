// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Executes a request. The results are new arrays; they have the data's precision.
#pragma once

#include <mex.h>

#include "request.hpp"

namespace papilio::mex {

/// Throws Error.
mxArray* execute(const MexRequest& request, const mxArray* data);

}  // namespace papilio::mex
