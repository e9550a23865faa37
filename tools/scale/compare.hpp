// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Whether a transform over several devices has the bits of one device.
#pragma once

#include <vector>

#include "tools/scale/work.hpp"

namespace papilio::tool {

/// The outcome of a comparison, the same on all ranks.
struct ScaleComparison {
  int different = 0;  ///< ranks with other bits
  int chunks = 1;     ///< of the exchanges
};

/// Memory that ranks share for a comparison.
class ScaleReference {
 public:
  explicit ScaleReference(int ranks) : differs_(static_cast<std::size_t>(ranks)) {}
  /// Collective: transforms numbers that follow from their places, over the devices and on the first one alone, with
  /// the same shapes.
  ScaleComparison compare(ScaleRank& rank, const Problem& problem, const ScaleOptions& options);

 private:
  std::vector<std::byte> whole_;  ///< the output of one device
  std::vector<int> differs_;
};

}  // namespace papilio::tool
