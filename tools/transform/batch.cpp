// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/batch.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

namespace papilio::tool {

Problem problem_of_file(const std::string& token, const FileElements& elements, Padding padding) {
  Problem problem = Problem::parse(token);
  const std::int64_t n = problem.points();
  if (problem.in_distance != n || problem.out_distance != n) {
    throw Error::unsupported(token, "the transforms of a file are packed, without distances",
                             "leave idist= and odist= out");
  }
  const std::int64_t rest = elements.count % n;
  if (rest != 0 && padding == Padding::none) {
    throw Error::invalid_argument(elements.path,
                                  fmt::format("holds {} elements: {} transforms of {} and {} left over", elements.count,
                                              elements.count / n, n, rest),
                                  "pad the last with zeros (--pad), or choose another length");
  }
  const std::int64_t batch = elements.count / n + (rest == 0 ? 0 : 1);
  const bool token_has_batch = token.find('*') != std::string::npos;
  if (token_has_batch && problem.batch != batch) {
    throw Error::invalid_argument(elements.path,
                                  fmt::format("holds {} elements, {} transforms of {}, but {} asks for {}",
                                              elements.count, batch, n, token, problem.batch),
                                  "leave the batch out of the token: it follows from the file");
  }
  problem.batch = batch;
  problem.validate();
  return problem;
}

}  // namespace papilio::tool
