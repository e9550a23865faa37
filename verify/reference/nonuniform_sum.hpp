// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Non-uniform transforms by their definition, in long double.
#pragma once

#include <papilio/nufft_problem.hpp>
#include <vector>

#include "core/roots.hpp"

namespace papilio::verify {

/// Points: an array of angles for each axis of the problem.
using Angles = std::vector<std::vector<long double>>;

/// The sums of <papilio/nufft.hpp> for all transforms of the batch. Type 3 has frequencies, an array for each axis.
/// Takes time in proportion to points times modes or frequencies.
std::vector<LongComplex> nonuniform_sum(const NufftProblem& problem, const Angles& points,
                                        const std::vector<LongComplex>& in, const Angles& frequencies = {});

/// Some of the sums of one transform: `chosen` are numbers of modes, points or frequencies. Phases are exact to long
/// double, however large they are.
std::vector<LongComplex> some_nonuniform_sums(const NufftProblem& problem, const Angles& points,
                                              const std::vector<LongComplex>& in, const Angles& frequencies,
                                              const std::vector<std::int64_t>& chosen);

}  // namespace papilio::verify
