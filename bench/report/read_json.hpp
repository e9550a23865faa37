// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Runs that were kept as JSON (data.hpp), as reports again: to draw them, or to print them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/result.hpp"

namespace papilio::bench {

/// The report that to_json() wrote, without its baseline. `name`: for messages. Throws Error(io) for anything else, and
/// Error(invalid_argument) for a report of another schema.
Report report_of(const nlohmann::ordered_json& json, const std::string& name);

/// One report of all files of each device with its driver: rows in the order of the files, the libraries of the first
/// and whatever the others have besides. At least one. Throws as report_of().
std::vector<Report> read_reports(const std::vector<std::string>& paths);

}  // namespace papilio::bench
