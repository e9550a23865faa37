// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/round_trip_expectation.hpp"

#include <vector>

#include "bench/traffic.hpp"
#include "verify/reference/stored_numbers.hpp"

namespace papilio::bench {

RoundTripExpectation::RoundTripExpectation(const Problem& problem, std::span<const std::byte> input)
    : Expectation(problem.precision, problem.in_storage),
      problem_(problem.normalised()),
      in_(problem_, verify::End::input),
      input_(input) {}

void RoundTripExpectation::poison(Arena& arena) const {
  if (problem_.placement == Placement::in_place) return;
  const std::vector<std::byte> nan(static_cast<std::size_t>(output_bytes(problem_)), std::byte{0xFF});
  arena.write(Part::output, 0, nan);
}

double RoundTripExpectation::error(Arena& arena) const {
  std::vector<std::byte> result(static_cast<std::size_t>(input_bytes(problem_)));
  arena.read(Part::input, 0, result);
  const verify::StoredNumbers after(result, problem_.in_storage, problem_.precision);
  const verify::StoredNumbers before(input_, problem_.in_storage, problem_.precision);
  long double difference = 0;
  long double norm = 0;
  for (std::int64_t transform = 0; transform < in_.transforms(); ++transform) {
    in_.for_each_number(transform, [&](std::int64_t at) {
      const long double sum = static_cast<long double>(after[at]) + before[at];  // they cancel
      difference += sum * sum;
      norm += static_cast<long double>(before[at]) * before[at];
    });
  }
  return ratio(difference, norm);
}

}  // namespace papilio::bench
