// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PlanState: what is behind a plan: the transform, who computes it, and why.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>

#include "engine.hpp"
#include "genuine.hpp"
#include "requests.hpp"
#include "wisdom.hpp"

namespace papilio::fftw3 {

/// Executions only read it, but for `program`, `of_child` and their `library`; a StepProgram synchronises itself.
struct PlanState {
  Transform transform;
  PlanArrays arrays;        ///< those of planning
  bool has_arrays = false;  ///< none of them was null
  Who who = Who::papilio;
  std::string why;
  const Genuine* library = nullptr;  ///< the one whose plans these are
  /// Plans of the genuine library: for the arrays of planning; of a plan without arrays, one for each placement.
  void* genuine = nullptr;
  void* genuine_in_place = nullptr;
  /// The program is there where `who` is papilio. If the genuine library refuses one placement of a plan without
  /// arrays, the first execution with that placement makes it, so that no device is opened before.
  std::unique_ptr<StepProgram> program;
  std::once_flag program_made;
  /// Plans of the genuine library that a child of fork() makes in place of the program: out of place, in place.
  std::array<void*, 2> of_child = {};

  /// Transforms these arrays. Arrays that are null are left alone. A failure is one line on stderr.
  void execute(const PlanArrays& on) noexcept;
  ~PlanState();

 private:
  void execute_in_child(const PlanArrays& on);
};

/// None of the arrays that the transform needs is null.
bool all_given(const Transform& transform, const PlanArrays& arrays);

/// Text of fftw_sprint_plan.
std::string text_of(const PlanState& state);

struct Operations {
  double additions = 0;
  double multiplications = 0;
  double fused = 0;
};
/// Returns the genuine plan's operations; for Papilio's, nominal ones: 5 n log2 n in all, half of it for real
/// transforms.
Operations operations_of(const PlanState& state);
/// A plan's cost is FFTW's for a genuine one, the modelled seconds for one of Papilio's.
enum class Cost { planned, estimated };
double cost_of(const PlanState& state, Cost which);

}  // namespace papilio::fftw3
