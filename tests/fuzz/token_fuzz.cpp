// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as the token of a problem and of a convolution: refused with an Error that can be shown, or valid, and its
// token comes back. token_plan_fuzz plans them too.
#include <papilio/convolution_problem.hpp>
#include <papilio/problem.hpp>

#include "checks.hpp"

namespace {

using papilio::fuzz::require;

template <class Any>
std::optional<Any> check(std::string_view token) {
  std::optional<Any> problem = papilio::fuzz::accepted([&] { return Any::parse(token); });
  if (!problem) return problem;
  problem->validate();
  require(*problem == problem->normalised());
  papilio::fuzz::check_round_trip(*problem, &Any::parse, [](const Any& any) { return any.token(); });
  return problem;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view token = papilio::fuzz::text_of(data, size);
  // What has a kernel is never a transform, and is not parsed as one too: exceptions take most of the time.
  if (token.find("kernel=") != std::string_view::npos || token.starts_with("co")) {
    check<papilio::ConvolutionProblem>(token);
    return 0;
  }
  const std::optional<papilio::Problem> problem = check<papilio::Problem>(token);
  if (!problem) return 0;
  // The numbers of a whole output: a real element is one, a complex one two, and the halved axis has n/2+1 of them.
  // Elements of the input may share their numbers.
  require(problem->input_elements() >= 1 && problem->output_elements() >= 1);
  if (problem->out_packing == papilio::Packing::compact) return 0;
  require(problem->output_elements() * (problem->real_output() ? 1 : 2) >= problem->points());
  return 0;
}
