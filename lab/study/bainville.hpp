// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The bottleneck table of E. Bainville, "OpenCL Fast Fourier Transform" (2010): parts of the kernels are switched off
// one after the other. Only the first row is a DFT.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/experiments/choices.hpp"

namespace papilio::tool {

struct Ablation {
  std::string label;
  experiments::SwitchedOff off;
  std::optional<double> gtx_285;  ///< milliseconds of the original: 2^24 points in three calls of DFT-256
  std::optional<double> hd_5870;
};

/// His rows in his order, then the rows without arithmetic.
std::vector<Ablation> ablations();

}  // namespace papilio::tool
