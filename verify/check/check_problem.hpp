// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a token of `papilio check` or `papilio bench` stands for.
#pragma once

#include <papilio/convolution_problem.hpp>
#include <papilio/problem.hpp>
#include <papilio/ragged_problem.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "verify/check/placed_nufft.hpp"

namespace papilio::verify {

using CheckProblem = std::variant<Problem, ConvolutionProblem, PlacedNufft, RaggedProblem>;

/// True for convolutions, correlations and operators.
inline bool is_convolution(std::string_view token) {
  return token.starts_with("conv:") || token.starts_with("corr:") || token.starts_with("operator:");
}
inline bool is_nonuniform(std::string_view token) { return token.starts_with("nufft"); }
inline bool is_ragged(std::string_view token) { return token.find(":ragged=") != std::string_view::npos; }
/// Parses a token of any kind. Throws TokenError or Error.
inline CheckProblem parse_any(std::string_view token) {
  if (is_convolution(token)) return ConvolutionProblem::parse(token);
  if (is_nonuniform(token)) return PlacedNufft::parse(token);
  if (is_ragged(token)) return RaggedProblem::parse(token);
  return Problem::parse(token);
}
inline std::string token_of(const CheckProblem& problem) {
  return std::visit([](const auto& value) { return value.token(); }, problem);
}
inline Precision precision_of(const CheckProblem& problem) {
  return std::visit([](const auto& value) { return value.precision; }, problem);
}

}  // namespace papilio::verify
