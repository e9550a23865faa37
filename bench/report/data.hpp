// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A run as JSON and as CSV for other programs. Times are in seconds, sizes in bytes, rates in units a second.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "bench/result.hpp"

namespace papilio::bench {

/// One object with everything. "schema" tells its version.
nlohmann::ordered_json to_json(const Report& report);

/// One line for each library on each problem; the first line names the columns. Missing values are empty cells.
std::string csv_heading();
std::string csv_lines(const Report& report, const Row& row);

}  // namespace papilio::bench
