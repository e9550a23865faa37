// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/problem_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "tools/check/sweep.hpp"

namespace papilio::bench {
namespace {

void require_plain(const Problem& problem) {
  const Problem plain = Problem::c2c(problem.precision, problem.points(), problem.batch, problem.direction);
  if (problem == plain.normalised()) return;
  throw Error::unsupported(fmt::format("benchmark of '{}'", problem.token()),
                           "only packed, unscaled transforms out of place are measured",
                           fmt::format("use '{}'", plain.token()));
}

}  // namespace

std::vector<Problem> parse_problems(const std::string& text, std::int64_t bytes) {
  const bool whole_token = text.find(':') != std::string::npos;
  std::vector<Problem> problems = tool::expand(whole_token ? text : "c2c:f32:" + text);
  const bool has_batch = text.find('*') != std::string::npos;
  for (Problem& problem : problems) {
    require_plain(problem);
    if (has_batch) continue;
    const std::int64_t batch = bytes / (problem.points() * problem.element_bytes());
    problem = Problem::c2c(problem.precision, problem.points(), std::max<std::int64_t>(1, batch), problem.direction)
                  .normalised();
  }
  return problems;
}

}  // namespace papilio::bench
