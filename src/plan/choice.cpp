// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace papilio::plan {

Error Choice::error(const Problem& problem, std::int64_t points, int compute_units) const {
  if (*refusal_) return Error::unsupported((*refusal_)->what, (*refusal_)->why, (*refusal_)->remedy);
  std::vector<std::string> tokens;
  for (const ChosenPass& pass : passes_) tokens.push_back(shape_token(pass.chosen, compute_units));
  const std::string why = tokens.empty() ? fmt::format("no shape is left for the kernels of {} points", points)
                                         : fmt::format("no algorithm for {} points has kernels with the radices of {}",
                                                       points, fmt::join(tokens, ", "));
  return Error::unsupported("no plan for " + problem.token(), why, "`papilio plan` prints shapes that fit");
}

std::string shape_tokens(const PlanNode& plan, int compute_units) {
  std::string tokens;
  char separator = 0;
  for (const Pass* pass : plan.passes()) {
    if (separator != 0) tokens += separator;
    tokens += shape_token(chosen_shape(pass->kernel), compute_units);
    separator = pass->fused ? '+' : ',';
  }
  return tokens;
}

std::vector<ChosenPass> parse_shape_tokens(std::string_view tokens, int compute_units) {
  std::vector<ChosenPass> passes;
  while (true) {
    const std::size_t end = tokens.find_first_of(",+");
    const bool last = end == std::string_view::npos;
    passes.push_back({parse_shape_token(tokens.substr(0, end), compute_units), !last && tokens[end] == '+'});
    if (last) return passes;
    tokens.remove_prefix(end + 1);
  }
}

}  // namespace papilio::plan
