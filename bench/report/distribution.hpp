// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The distribution of the fastest device library's time over Papilio's, and the problems at which Papilio does worst:
// what a run of random problems is made for.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/report/table.hpp"
#include "bench/result.hpp"

namespace papilio::bench {

struct RatioDistribution {
  std::size_t problems = 0;  ///< that a device library was measured at
  double mean = 0;           ///< geometric
  double least = 0;
  double fifth = 0;  ///< percentile, and so on: the smallest ratio that at least so many per cent do not exceed
  double median = 0;
  double ninety_fifth = 0;
  double most = 0;
  std::size_t below_1 = 0;
  std::size_t below_097 = 0;
};

/// Distribution of one suite, or of all rows if `suite` is empty; std::nullopt without a ratio.
std::optional<RatioDistribution> distribution_of(const Report& report, const std::string& suite);

/// At most `count` rows with a ratio, the smallest first.
std::vector<const Row*> worst_rows(const Report& report, std::size_t count);

/// Tables with a heading. Empty unless the problems were drawn and a device library was measured.
std::string random_text(const Report& report, TableStyle style);
/// The seed, the distributions and the worst problems; null unless the problems were drawn.
nlohmann::ordered_json random_json(const Report& report);

}  // namespace papilio::bench
