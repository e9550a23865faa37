// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The gain of each choice in Qualcomm's 2-D FFT in OpenCL on Adreno GPUs, beside its gain in a study.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/study/run2d.hpp"

namespace papilio::tool {

struct AdrenoFinding {
  std::string choice;          ///< "local scratch instead of global"
  std::string part;            ///< "row FFTs"
  std::string original;        ///< "about 50%": how much faster
  std::optional<double> here;  ///< the same of the study, as a share: 0.5 is 50% faster; none: no rows to compare
  std::string rows;            ///< which two rows: "local f32 / global f32"
};

/// Each comes from the first two measured rows that differ in this choice alone.
std::vector<AdrenoFinding> adreno_findings(const Study2d& study);

/// Milliwatts at four clock rates of an Adreno GPU, for the GPU alone and for the whole board.
struct AdrenoPower {
  int megahertz;
  int gpu_local, gpu_global;
  int board_local, board_global;
};
std::vector<AdrenoPower> adreno_power();
/// The mean power of local scratch over that of global scratch in those rows; std::nullopt without --power.
std::optional<double> power_of_local_to_global(const Study2d& study);

}  // namespace papilio::tool
