// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ragged batches and what they must give: transforms of single lengths in long double.
#pragma once

#include <papilio/ragged_problem.hpp>
#include <vector>

#include "support/reference.hpp"

namespace papilio::test {

/// Random elements of one side, of which real ones have no imaginary part.
std::vector<LongComplex> random_ragged(const RaggedProblem& problem, std::uint64_t seed);
/// The result of transform `i` of a field, of its input's elements.
std::vector<LongComplex> ragged_reference(const RaggedProblem& problem, std::size_t i,
                                          const std::vector<LongComplex>& input);

/// Real numbers of an element.
inline std::size_t numbers_of_element(const RaggedProblem& problem, bool input) {
  return problem.kind == (input ? Kind::r2c : Kind::c2r) ? 1 : 2;
}
/// The elements of transform `i` of field `field` among the numbers of a side.
template <class Real>
std::vector<LongComplex> ragged_elements(const RaggedProblem& problem, bool input, const std::vector<Real>& numbers,
                                         std::size_t i, std::int64_t field) {
  const std::size_t each = numbers_of_element(problem, input);
  const auto first = static_cast<std::size_t>(problem.offsets(input)[i] + field * problem.distance(input));
  std::vector<LongComplex> elements;
  for (std::size_t e = 0; e < static_cast<std::size_t>(problem.elements(i, input)); ++e) {
    const std::size_t at =
        (first + e * static_cast<std::size_t>(input ? problem.in_stride : problem.out_stride)) * each;
    elements.emplace_back(numbers[at], each == 2 ? numbers[at + 1] : Real{0});
  }
  return elements;
}

}  // namespace papilio::test
