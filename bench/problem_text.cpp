// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/problem_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

namespace papilio::bench {

Problem parse_problem(const std::string& text, Precision precision, std::int64_t points) {
  const bool token = text.find(':') != std::string::npos;
  Problem problem =
      Problem::parse(token ? text : fmt::format("c2c:{}:{}", precision == Precision::f32 ? "f32" : "f64", text));
  if (!token && text.find('*') == std::string::npos) {
    const std::int64_t n = problem.points();
    problem = Problem::c2c(problem.precision, n, std::max<std::int64_t>(1, (points + n / 2) / n)).normalised();
  }
  const Problem plain = Problem::c2c(problem.precision, problem.points(), problem.batch, problem.direction);
  if (problem != plain.normalised()) {
    throw Error::unsupported(fmt::format("benchmark of '{}'", text),
                             "only packed, unscaled transforms out of place are",
                             fmt::format("use '{}'", plain.token()));
  }
  return problem;
}

}  // namespace papilio::bench
