// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A convolution as passes: the signals' transforms, pruned, into scratch; the inverse transforms, pruned, of their
// products with a filter, the kernels' spectra. Or one kernel that does it all.
#pragma once

#include <cstdint>
#include <papilio/callbacks.hpp>
#include <papilio/convolution_problem.hpp>
#include <vector>

#include "core/device_caps.hpp"
#include "plan/plan_node.hpp"

namespace papilio::plan {

struct ConvolutionPlan {
  PlanNode tree;                     ///< from the signals to the results
  std::vector<std::int64_t> padded;  ///< lengths of the transforms
  std::vector<std::int64_t> first;   ///< of each axis, the element of the linear convolution where the result begins
  Problem kernel;  ///< the transform of the padded kernels, scaled: its output is the filter. Of a c2c kernels are
                   ///< complex, whatever the problem's are
};

/// The cheapest lengths that there are. Callbacks are those of signals as they are read and of results as they are
/// written. Throws Error(unsupported) as make_plan() does.
ConvolutionPlan plan_convolution(const ConvolutionProblem& problem, const DeviceCaps& caps,
                                 const Callbacks& callbacks = {});

}  // namespace papilio::plan
