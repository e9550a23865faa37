// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/problem_text.hpp"

#include <algorithm>

#include "bench/traffic.hpp"
#include "tools/check/sweep.hpp"

namespace papilio::bench {
namespace {

/// One array behind the other, each as the token says: then there may be any number of them.
bool is_stackable(const Problem& problem) {
  Problem dense = problem;
  dense.in_distance = 0;
  dense.out_distance = 0;
  dense = dense.normalised();
  return problem.in_strides.empty() && problem.out_strides.empty() && dense.in_distance == problem.in_distance &&
         dense.out_distance == problem.out_distance;
}

}  // namespace

std::vector<Problem> parse_problems(const std::string& text, std::int64_t bytes) {
  const bool whole_token = text.find(':') != std::string::npos;
  std::vector<Problem> problems = tool::expand(whole_token ? text : "c2c:f32:" + text);
  const bool has_batch = text.find('*') != std::string::npos;
  for (Problem& problem : problems) {
    if (has_batch || !is_stackable(problem)) continue;
    const std::int64_t one = (problem.input_elements() - problem.in_offset) * problem.input_element_bytes();
    problem.batch = std::max<std::int64_t>(1, bytes / one);
  }
  return problems;
}

}  // namespace papilio::bench
