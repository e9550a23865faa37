// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A plan as an ES module for WebGPU: kernels in WGSL, tables and launches as JSON, and functions that record them.
#pragma once

#include <papilio/convolution_problem.hpp>
#include <string>

#include "plan/convolution.hpp"
#include "tools/c_source/program.hpp"

namespace papilio::tool {

/// The module's text; its interface is docs/webgpu.md. Throws Error(unsupported) for tables of more than 64 MiB, and
/// for buffers whose indices have more than 32 bits.
std::string module_text(const ProgramRequest& request);

/// A convolution's plan, and that of its kernels' transform.
struct ConvolutionRequest {
  const ConvolutionProblem& problem;  ///< normalised
  const plan::ConvolutionPlan& plan;
  const plan::PlanNode& spectra;  ///< the plan of `plan.kernel`
  const DeviceCaps& caps;
  std::string device;  ///< what the plan is for, as text
};

/// The module of a convolution, which transforms kernels as well. Throws as the other one does.
std::string module_text(const ConvolutionRequest& request);

}  // namespace papilio::tool
