// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/problem_text.hpp"

#include <algorithm>

#include "bench/counterparts.hpp"
#include "bench/traffic.hpp"
#include "verify/check/sweep.hpp"

namespace papilio::bench {
namespace {

/// `bytes` of a signal, or of an array, each of which has `one`.
std::int64_t batch_of(std::int64_t bytes, std::int64_t one) { return std::max<std::int64_t>(1, bytes / one); }

std::vector<Work> convolutions(const std::string& text, std::int64_t bytes) {
  const bool has_batch = text.substr(0, text.find(":kernel=")).find('*') != std::string::npos;
  std::vector<Work> result;
  for (ConvolutionProblem& problem : verify::expand_convolution(text)) {
    const bool stackable = problem.in.distance == 0 && problem.out.distance == 0;
    if (!has_batch && stackable) problem.batch = batch_of(bytes, input_bytes(problem));
    result.emplace_back(problem);
  }
  return result;
}

}  // namespace

std::vector<Work> parse_problems(const std::string& text, std::int64_t bytes) {
  if (verify::is_convolution(text)) return convolutions(text, bytes);
  if (verify::is_nonuniform(text) || verify::is_ragged(text)) {  // their batch is what they say
    const std::vector<verify::CheckProblem> problems = verify::expand_any(text);
    return {problems.begin(), problems.end()};
  }
  const bool has_batch = text.find('*') != std::string::npos;
  std::vector<Work> result;
  for (Problem& problem : verify::expand(text)) {
    const std::int64_t one = (problem.input_elements() - problem.in_offset) * problem.input_element_bytes();
    if (!has_batch && is_stackable(problem)) problem.batch = batch_of(bytes, one);
    result.emplace_back(problem);
  }
  return result;
}

}  // namespace papilio::bench
