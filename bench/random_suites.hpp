// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Suites drawn from a seed: problems that nobody chose, and that nobody can have tuned to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/suite.hpp"

namespace papilio::bench {

struct RandomDraw {
  std::int64_t problems = 0;  ///< of all kinds together
  std::uint64_t seed = 0;
  std::vector<std::string> like;  ///< kinds by name; empty: all
};

/// "smooth", "primes", "odd", "2d", "3d", "real", "f64", "f16", "latency", "mid-size".
std::vector<std::string> random_kinds();

/// A suite for each kind, "random-smooth", with equally many problems (one more in the first ones where the division
/// leaves a rest), all different. The problems of a kind follow from the seed alone, so the suites of all kinds are
/// those of each kind drawn alone. bytes: the size of the input, where the kind does not set it. Throws
/// Error(invalid_argument) for a kind that is none and for more problems than a kind has.
std::vector<Suite> draw_suites(const RandomDraw& draw, std::int64_t bytes, MeasurementMode mode = {});

}  // namespace papilio::bench
