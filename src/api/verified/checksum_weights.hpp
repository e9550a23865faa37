// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The random linear functional of verified executions. A transform is a real-linear map y = A x of the numbers of its
// sides; with random w and v = transpose(A) w, the sum of w[k] y[k] is the sum of v[j] x[j].
#pragma once

#include <papilio/problem.hpp>
#include <vector>

namespace papilio::api {

struct ChecksumWeights {
  std::vector<double> output;  ///< w: signs and magnitudes in [0.5, 1] are random, so that no two errors cancel
  std::vector<double> input;   ///< v of the unscaled transform, divided by sqrt(points)
  /// Square roots of how often a number of half a spectrum stands in the whole one; empty for c2c.
  std::vector<double> multiples;
};

/// Weights of c2c, r2c or c2r over all axes of a packed array. The tables are computed in long double; `output` are
/// floats.
ChecksumWeights checksum_weights(const Problem& problem);
/// The same for given weights of the output, of which there are as many as numbers.
ChecksumWeights checksum_weights(const Problem& problem, std::vector<double> output);
/// As many weights as the output has real numbers, the same for every problem with that many.
std::vector<double> random_weights(const Problem& problem);

}  // namespace papilio::api
