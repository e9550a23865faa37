// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The expected result of a round trip, in full: the negated input (counterparts.hpp).
#pragma once

#include <papilio/problem.hpp>
#include <span>

#include "bench/expectation.hpp"
#include "verify/reference/side_layout.hpp"

namespace papilio::bench {

class RoundTripExpectation final : public Expectation {
 public:
  /// input: the problem's input; it must outlive this.
  RoundTripExpectation(const Problem& problem, std::span<const std::byte> input);

  /// The spectrum's memory, out of place.
  void poison(Arena& arena) const override;
  [[nodiscard]] double error(Arena& arena) const override;

 private:
  Problem problem_;
  verify::SideLayout in_;
  std::span<const std::byte> input_;
};

}  // namespace papilio::bench
