// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plans whatever problem a fuzz target found valid: it is planned, or refused with an Error that is no defect.
#pragma once

#include <array>
#include <papilio/convolution_problem.hpp>
#include <papilio/problem.hpp>
#include <string>

#include "checks.hpp"
#include "plan/convolution.hpp"
#include "plan/plan.hpp"

namespace papilio::fuzz {

/// Which device a problem is planned for follows from its token.
inline std::size_t choice_of(const std::string& token, std::size_t choices) {
  std::size_t sum = 0;
  for (const char c : token) sum = 31 * sum + static_cast<unsigned char>(c);
  return sum % choices;
}

inline void plan_checked(const Problem& problem) {
  using Preset = DeviceCaps (*)();
  constexpr std::array<Preset, 4> presets = {cpu_preset, gpu_preset, v3d_preset, h200_preset};
  try {
    (void)plan::make_plan(problem, presets[choice_of(problem.token(), presets.size())]());
  } catch (const Error& error) {
    check_refusal(error);
  }
}

/// The search for the best length makes dozens of plans, so only one in eight is planned.
inline void plan_checked(const ConvolutionProblem& problem) {
  if (choice_of(problem.token(), 8) != 0) return;
  try {
    (void)plan::plan_convolution(problem, cpu_preset());
  } catch (const Error& error) {
    check_refusal(error);
  }
}

}  // namespace papilio::fuzz
