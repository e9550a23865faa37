// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Filter banks on GPUs: work-groups of several neighbouring frames, of which each work-item has one butterfly, so that
// samples and taps are read once for all of them (shares_samples()).
#pragma once

#include "plan/kernels.hpp"

namespace papilio::plan {

/// Changes the shape of a kernel whose frames slide, where the batch has enough of them.
void share_samples(ShapedKernel& shaped, const KernelRequest& request, const DeviceCaps& caps);

}  // namespace papilio::plan
