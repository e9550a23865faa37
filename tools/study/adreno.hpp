// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What Qualcomm's 2-D FFT in OpenCL on Adreno GPUs gained by each choice, beside what a study gained by it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/study/run2d.hpp"

namespace papilio::tool {

struct AdrenoFinding {
  std::string choice;          ///< "local scratch instead of global"
  std::string part;            ///< "row FFTs"
  std::string original;        ///< "about 50%": how much faster
  std::optional<double> here;  ///< the same of the study, as a share: 0.5 is 50% faster; none: no rows to compare
  std::string rows;            ///< which two rows: "local f32 / global f32"
};

/// Each from the first two measured rows that differ in this choice and in no other.
std::vector<AdrenoFinding> adreno_findings(const Study2d& study);

/// Milliwatts at four clocks of an Adreno GPU: of the GPU alone, and of the whole board.
struct AdrenoPower {
  int megahertz;
  int gpu_local, gpu_global;
  int board_local, board_global;
};
std::vector<AdrenoPower> adreno_power();
/// Local scratch's mean power over global scratch's, as those rows measured it; none without --power.
std::optional<double> power_of_local_to_global(const Study2d& study);

}  // namespace papilio::tool
