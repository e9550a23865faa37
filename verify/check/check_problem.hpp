// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a token of `papilio check` or `papilio bench` stands for.
#pragma once

#include <papilio/convolution_problem.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>
#include <variant>

namespace papilio::verify {

using CheckProblem = std::variant<Problem, ConvolutionProblem>;

inline bool is_convolution(std::string_view token) { return token.starts_with("conv:") || token.starts_with("corr:"); }
inline std::string token_of(const CheckProblem& problem) {
  return std::visit([](const auto& value) { return value.token(); }, problem);
}
inline Precision precision_of(const CheckProblem& problem) {
  return std::visit([](const auto& value) { return value.precision; }, problem);
}

}  // namespace papilio::verify
