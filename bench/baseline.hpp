// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Baselines: the results of an earlier run, kept under a name, with which a later run is compared.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "bench/statistics.hpp"
#include "files/output_file.hpp"

namespace papilio::bench {

/// The schema of JSON reports. 3: short executions are timed ahead (time_ahead.hpp), so older times of them cannot be
/// compared. 4: rows may be measured in several ways (measurement_mode.hpp), which readers of 3 would mistake for one.
inline constexpr const char* report_schema = "papilio-bench/4";
/// True for this schema, and for 3, whose rows are all measured in the plain way.
bool is_readable(const std::string& schema);
inline constexpr std::size_t longest_report = std::size_t{1} << 28;  ///< bytes of a report: some 100,000 problems

/// The text of a report, or what nlohmann's library throws. Throws Error(io), which names `name`, for JSON that is
/// deeper than any report.
nlohmann::ordered_json parse_report_text(std::string_view text, const std::string& name);

struct Baseline {
  std::string name;
  std::string device;  ///< its name
  std::string date;
  std::map<std::string, Quartiles> seconds;  ///< of Papilio, by Work::key()
  std::string schema = report_schema;
};

enum class Verdict { same, faster, slower };

struct Change {
  double ratio = 1;  ///< new time over old time
  Verdict verdict = Verdict::same;
};

/// A change is significant if it exceeds both the tolerance (a fraction: 0.03) and the noise of the two runs: the root
/// of the sum of the squares of their relative interquartile ranges.
Change compare(const Quartiles& before, const Quartiles& now, double tolerance);

/// The file of a name: $XDG_STATE_HOME/papilio/bench/NAME.json, else below ~/.local/state; of a path (with a "/" or
/// ending in ".json"): the path. Throws Error(invalid_argument) for a name that is neither.
std::string baseline_file(const std::string& name);

/// Throws Error(io) if there is none or it does not parse, and Error(invalid_argument) if it is of another device.
Baseline load_baseline(const std::string& name, const std::string& device);
Baseline parse_baseline(const nlohmann::ordered_json& json, const std::string& name);

/// Opens the file of a baseline before the run whose results it will hold; makes its folder. Throws Error(io), and
/// Error(invalid_argument) as baseline_file() does.
files::OutputFile open_baseline(const std::string& name);
/// Saves what to_json() returned; atomically replaces the baseline of the same name. Throws Error(io).
void save_baseline(files::OutputFile file, const nlohmann::ordered_json& report);

}  // namespace papilio::bench
