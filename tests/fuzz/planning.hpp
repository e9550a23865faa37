// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plans whatever problem a fuzz target found valid: it is planned, or refused with an Error that is no defect.
#pragma once

#include <array>
#include <cstdlib>
#include <functional>
#include <papilio/convolution_problem.hpp>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>

#include "plan/convolution.hpp"
#include "plan/plan.hpp"

namespace papilio::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline bool one_line(std::string_view text) { return text.find('\n') == std::string_view::npos; }

/// Which device a problem is planned for follows from its token.
inline std::size_t choice_of(const std::string& token, std::size_t choices) {
  std::size_t sum = 0;
  for (const char c : token) sum = 31 * sum + static_cast<unsigned char>(c);
  return sum % choices;
}

inline void check_refusal(const Error& error) {
  require(error.code() != ErrorCode::internal);
  require(one_line(error.what()));
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
