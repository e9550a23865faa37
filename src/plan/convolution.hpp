// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A convolution as passes: pruned transforms of the signals into scratch, then pruned inverse transforms of their
// products with a filter, the spectra of the kernels. Or one kernel that does all of it.
#pragma once

#include <cstdint>
#include <papilio/callbacks.hpp>
#include <papilio/convolution_problem.hpp>
#include <string>
#include <vector>

#include "core/device_caps.hpp"
#include "plan/plan_node.hpp"

namespace papilio::plan {

/// How the kernels are placed before they are transformed: what placed_kernels() takes.
struct PlacedKernels {
  /// The problem as it is computed. Axes whose kernels have one element are not convolved in it: a product takes no
  /// transform, whose errors it would not have either. Where that leaves no axis, it has one more, of length 1.
  ConvolutionProblem problem;
  std::vector<std::int64_t> padded;  ///< lengths of its transforms
  std::vector<std::int64_t> first;   ///< per axis, the element of the linear convolution at which the result begins
};

struct ConvolutionPlan {
  PlanNode tree;                     ///< from the signals to the results
  std::vector<std::int64_t> padded;  ///< of the convolved axes: lengths of the transforms, or of the signal
  PlacedKernels placed;
  /// The scaled transform of the padded kernels; its output is the filter. If it is c2c, the kernels are complex,
  /// whatever the problem's are.
  Problem kernel;
};

/// The plan with the cheapest lengths. The callbacks apply to signals as they are read and to results as they are
/// written. Throws Error(unsupported) like make_plan().
ConvolutionPlan plan_convolution(const ConvolutionProblem& problem, const DeviceCaps& caps,
                                 const Callbacks& callbacks = {});

/// In a catch block of an Error about a transform within a convolution, a problem that the user has not specified:
/// throws it again with the convolution's token before it, unless it names that already.
[[noreturn]] void rethrow_for(const std::string& token);

}  // namespace papilio::plan
