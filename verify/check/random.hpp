// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The sequence of random problems of `papilio check --random`.
#pragma once

#include <cstdint>
#include <functional>

#include "verify/check/check_problem.hpp"

namespace papilio::verify {

/// Abilities of a device that decide what is drawn.
struct DrawnFor {
  bool f64 = true;
};

/// Problem `index` of the sequence of `seed`, valid and normalised: a convolution once in four times. Small: at most
/// 2^15 points on either side, so that a check takes some milliseconds, beside what the device's compiler takes.
CheckProblem random_problem(std::uint64_t seed, std::uint64_t index, const DrawnFor& device);

/// Problem `index` of the sequence of `seed` in which `alike` problems in a row have most kernels in common, because
/// they differ in their batch, distances and offsets only (verify/draw/relative.hpp). The first of each row is problem
/// index/alike of the sequence above; with alike = 1 the sequences are the same.
CheckProblem random_problem(std::uint64_t seed, std::uint64_t index, std::uint64_t alike, const DrawnFor& device);

/// The simplest problem that still fails, by at most `most` calls of `fails` (verify/draw/simpler.hpp).
CheckProblem shrink(const CheckProblem& failing, const std::function<bool(const CheckProblem&)>& fails, int most);

}  // namespace papilio::verify
