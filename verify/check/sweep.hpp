// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Sweeps: a token of `papilio check` and `papilio bench` may have several lengths and batches. This is the command's
// own; Problem::parse() knows nothing of it.
//
//   shape = numbers { "x" numbers } [ "*" numbers ]    every length of the one with every length of the next, and batch
//   numbers = item { "," item }
//   item = number | first ".." last [ "+" step ]       both ends included; integers may be written 2^20
//
// Examples: c2c:f32:1..2048*4   c2c:f64:1009,1013,2^17:inverse   c2c:f32:64..4096+64*8:inplace
//   r2c:f32:1..16x1..16   c2c:f32:4096*1,4,16,64   conv:f32:100..120:kernel=1..9,64:same
#pragma once

#include <string_view>
#include <vector>

#include "verify/check/check_problem.hpp"

namespace papilio::verify {

inline constexpr std::int64_t most_problems = 1'000'000;

/// One problem for each combination, in the order of the token, the last length and then the batch fastest. Throws
/// TokenError for a token that does not parse, Error for values that make no sense.
std::vector<Problem> expand(std::string_view token);
/// The same of convolutions, whose kernels may have several lengths as well.
std::vector<ConvolutionProblem> expand_convolution(std::string_view token);
/// Expands a token of any kind. The lengths of a ragged batch are one problem.
std::vector<CheckProblem> expand_any(std::string_view token);

}  // namespace papilio::verify
