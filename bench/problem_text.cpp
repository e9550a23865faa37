// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/problem_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "bench/traffic.hpp"
#include "tools/check/sweep.hpp"

namespace papilio::bench {
namespace {

Problem plain(const Problem& problem, std::int64_t batch) {
  Problem result;
  result.kind = problem.kind;
  result.precision = problem.precision;
  result.lengths = problem.lengths;
  result.batch = batch;
  result.direction = problem.direction;
  return result.normalised();
}

void require_plain(const Problem& problem) {
  const Problem measured = plain(problem, problem.batch);
  if (problem == measured && (problem.kind == Kind::c2c || problem.halves())) return;
  throw Error::unsupported(fmt::format("benchmark of '{}'", problem.token()),
                           "only c2c, r2c and c2r along all axes are measured, packed, unscaled and out of place",
                           fmt::format("use '{}'", measured.token()));
}

}  // namespace

std::vector<Problem> parse_problems(const std::string& text, std::int64_t bytes) {
  const bool whole_token = text.find(':') != std::string::npos;
  std::vector<Problem> problems = tool::expand(whole_token ? text : "c2c:f32:" + text);
  const bool has_batch = text.find('*') != std::string::npos;
  for (Problem& problem : problems) {
    require_plain(problem);
    if (has_batch) continue;
    problem = plain(problem, std::max<std::int64_t>(1, bytes / input_bytes(plain(problem, 1))));
  }
  return problems;
}

}  // namespace papilio::bench
