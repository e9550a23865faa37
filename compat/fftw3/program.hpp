// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// StepProgram: a transform, ready to be executed by Papilio on any arrays, from any thread.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>

#include "engine.hpp"
#include "steps.hpp"
#include "transform.hpp"

namespace papilio::fftw3 {

class StepProgram {
 public:
  StepProgram(Engine& engine, Transform transform);
  ~StepProgram();

  /// Plans and compiles for arrays that lie as these; execute() would do it otherwise. Throws Error.
  void prepare(const PlanArrays& arrays);
  /// Computes the transform and returns when it is done. Throws Error.
  void execute(const PlanArrays& arrays);
  /// The plans of Papilio that have been made, as S-expressions.
  [[nodiscard]] std::string describe();

 private:
  class Compiled;
  /// True if foreign memory lies between results, and the array is not shared with the device, so that an execution
  /// copies that memory to the device and back.
  [[nodiscard]] bool copies_gaps(const PlanArrays& arrays) const;
  Compiled& compiled(Aliasing aliasing);
  Compiled& compiled(const PlanArrays& arrays);

  Engine& engine_;
  Transform transform_;
  bool gaps_;           ///< foreign memory lies between results
  bool gaps_in_place_;  ///< the same if the input, in whose gaps real results may lie, is in the same memory
  std::mutex mutex_;
  std::array<std::unique_ptr<Compiled>, aliasings> compiled_;
};

}  // namespace papilio::fftw3
