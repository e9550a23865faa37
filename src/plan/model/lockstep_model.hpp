// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// LockstepModel: every constant by which kernels of GPUs are estimated on a CPU (docs/adr/0068-lockstep.md).
#pragma once

namespace papilio::plan {

/// Instructions of a subgroup. Those of accesses and of a start were counted in what llvmpipe of Mesa 22.3 made of
/// kernels for 64 and 4096 points; the others are guesses that rank the measured shapes of 4096 points as measured.
struct LockstepModel {
  double global = 110;  ///< a complex number of each invocation, whose addresses all are checked
  /// The same of a tile of whole transforms, of which the stores alone are behind a condition: fitted to transforms of
  /// 8, 16 and 32 points by one work-item each.
  double tiled = 157;
  double local = 40;      ///< the same in local memory, for a load or a store
  double twiddle = 14;    ///< loaded by address, and multiplied
  double branched = 300;  ///< any access behind a condition: a loop, of which each round waits for the last one's store
  double start = 400;     ///< finding the numbers of work-group and subgroup
  double barrier = 100;   ///< leaving the coroutine and coming back
  double spilled = 12;    ///< a number that does not fit the registers, in each stage
  int registers = 32;
  double long_code = 15000;  ///< instructions of a kernel that takes twice as long for its size, and long to compile
  double per_second = 7e9;
  double bandwidth = 10e9;
};
inline constexpr LockstepModel lockstep_model;

}  // namespace papilio::plan
