// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes: either they are refused with an Error that can be shown, or the problem is valid, its token comes back and
// it can be planned.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "planning.hpp"

namespace {

using papilio::fuzz::one_line;
using papilio::fuzz::require;

void check_round_trip(const papilio::Problem& problem) {
  problem.validate();
  require(problem == problem.normalised());
  // The output's numbers: a real element is one, a complex one two, and the halved axis has n/2+1 of them. Elements of
  // the input may share their numbers.
  require(problem.input_elements() >= 1);
  require(problem.output_elements() * (problem.real_output() ? 1 : 2) >= problem.points());
  const std::string token = problem.token();
  const papilio::Problem again = papilio::Problem::parse(token);
  require(again == problem);
  require(again.token() == token);
  papilio::fuzz::plan_checked(problem);
}

void check_message(const papilio::TokenError& error, std::string_view token) {
  require(error.position() <= token.size());
  require(one_line(error.what()));
  const std::string explanation = error.explanation();
  require(std::count(explanation.begin(), explanation.end(), '\n') == 1);
  require(explanation.back() == '^');
}

void check_convolution(const std::string& token) {
  papilio::ConvolutionProblem problem;
  try {
    problem = papilio::ConvolutionProblem::parse(token);
  } catch (const papilio::TokenError& error) {
    check_message(error, token);
    return;
  } catch (const papilio::Error& error) {
    papilio::fuzz::check_refusal(error);
    return;
  }
  problem.validate();
  require(papilio::ConvolutionProblem::parse(problem.token()) == problem);
  papilio::fuzz::plan_checked(problem);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string token(data, data + size);
  check_convolution(token);
  papilio::Problem problem;
  try {
    problem = papilio::Problem::parse(token);
  } catch (const papilio::TokenError& error) {
    check_message(error, token);
    return 0;
  } catch (const papilio::Error& error) {
    papilio::fuzz::check_refusal(error);
    return 0;
  }
  check_round_trip(problem);  // outside the try block: an Error from here is a defect
  return 0;
}
