// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <papilio/error.hpp>

#include "files/identity.hpp"
#include "files/input_file.hpp"
#include "runtime/environment.hpp"

namespace papilio::bench {
namespace {

namespace fs = std::filesystem;

fs::path state_folder() {
  const auto variable = [](const char* name) {
    const char* value = runtime::environment_variable(name);
    return std::string(value != nullptr ? value : "");
  };
  // A relative path in XDG's variables is to be ignored (XDG Base Directory Specification).
  if (const std::string state = variable("XDG_STATE_HOME"); state.starts_with('/'))
    return fs::path(state) / "papilio/bench";
  if (const std::string home = variable("HOME"); !home.empty()) return fs::path(home) / ".local/state/papilio/bench";
  throw Error::io("baselines", "neither XDG_STATE_HOME nor HOME is set", "name a file: ./NAME.json");
}

bool is_plain(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.'; }

}  // namespace

nlohmann::ordered_json parse_report_text(std::string_view text, const std::string& name) {
  using Json = nlohmann::ordered_json;
  constexpr int max_depth = 16;  // a report has six; ordered_json copies itself while it is parsed, by recursion
  return Json::parse(text, [&](int depth, Json::parse_event_t, const Json&) {
    if (depth <= max_depth) return true;
    throw Error::io(name, fmt::format("its JSON is more than {} deep", max_depth), "name a report of papilio bench");
  });
}

bool is_readable(const std::string& schema) { return schema == report_schema || schema == "papilio-bench/3"; }

Change compare(const Quartiles& before, const Quartiles& now, double tolerance) {
  Change change{now.median / before.median, Verdict::same};
  const double threshold = std::max(tolerance, std::hypot(before.spread(), now.spread()));
  if (change.ratio > 1 + threshold) change.verdict = Verdict::slower;
  if (change.ratio < 1 / (1 + threshold)) change.verdict = Verdict::faster;
  return change;
}

std::string baseline_file(const std::string& name) {
  if (name.find('/') != std::string::npos || name.ends_with(".json")) return name;
  if (name.empty() || name.starts_with('.') || !std::all_of(name.begin(), name.end(), is_plain)) {
    throw Error::invalid_argument(fmt::format("baseline '{}'", name), "it is not a valid name",
                                  "use letters, digits, '-', '_' and '.', or the path of a file");
  }
  return (state_folder() / (name + ".json")).string();
}

Baseline parse_baseline(const nlohmann::ordered_json& json, const std::string& name) {
  Baseline baseline{name, json.at("device").at("name"), json.at("date"), {}, json.at("schema")};
  for (const auto& row : json.at("rows")) {
    const auto& papilio = row.at("libraries").at(0);
    if (!papilio.contains("seconds")) continue;
    std::string measured = row.at("problem");
    if (const std::string mode = row.value("way", ""); !mode.empty()) measured.append(" ").append(mode);
    baseline.seconds[measured] = {papilio.at("lower_quartile"), papilio.at("seconds"), papilio.at("upper_quartile")};
  }
  return baseline;
}

Baseline load_baseline(const std::string& name, const std::string& device) {
  const std::string path = baseline_file(name);
  if (!files::identity_of(path)) {
    throw Error::io(fmt::format("baseline '{}'", name), fmt::format("{} is not there", path),
                    fmt::format("make it with --save-baseline {}", name));
  }
  const std::string text = files::read_text(path, longest_report);
  Baseline baseline;
  try {
    baseline = parse_baseline(parse_report_text(text, path), name);
  } catch (const nlohmann::json::exception& error) {
    throw Error::io(fmt::format("baseline '{}'", name), fmt::format("{} is not a report of papilio bench", path),
                    fmt::format("make a new one with --save-baseline {}", name));
  }
  if (!is_readable(baseline.schema)) {
    throw Error::invalid_argument(
        fmt::format("baseline '{}'", name),
        fmt::format("its schema is {}, whose times cannot be compared with {}'s", baseline.schema, report_schema),
        fmt::format("make a new one with --save-baseline {}", name));
  }
  if (baseline.device != device) {
    throw Error::invalid_argument(fmt::format("baseline '{}'", name),
                                  fmt::format("it was taken on {}, and this is {}", baseline.device, device),
                                  "choose that --device, or another baseline");
  }
  return baseline;
}

files::OutputFile open_baseline(const std::string& name) {
  const fs::path path = baseline_file(name);
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  return files::OutputFile(path);
}

void save_baseline(files::OutputFile file, const nlohmann::ordered_json& report) {
  file.write(report.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  file.commit();
}

}  // namespace papilio::bench
