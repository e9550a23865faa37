// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A file through a plan, where one transform is more than memory holds: in sweeps (sweeps.hpp) over the file and over
// two files beside the result, in the folder RESULT.papilio. What is done is noted there, so that a process that was
// killed is followed by one that goes on. The folder goes when the result has come.
#pragma once

#include "tools/transform/transform.hpp"

namespace papilio::tool {

/// `request.out_of_core` must be given. Throws Error(unsupported) for what plan_sweeps() refuses, and Error(io) where
/// the folder holds the work of another request.
TransformReport transform_out_of_core(const TransformRequest& request, const TransformProgress& progress);

}  // namespace papilio::tool
