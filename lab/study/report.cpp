// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace papilio::tool {
namespace {

template <typename Value>
std::string text_or(const std::optional<Value>& value, const char* format) {
  return value ? fmt::format(fmt::runtime(format), *value) : std::string();
}

double rate(const StudyResult& result) { return static_cast<double>(result.bytes) / result.seconds.median; }

const char* verdict(const StudyResult& result) {
  if (!result.measured()) return "refused";
  if (!result.dft) return "no DFT";
  return result.wrong() ? "WRONG" : "ok";
}

}  // namespace

double speed_of(const Study& study, const StudyResult& result) {
  const auto first = std::ranges::find_if(study.results, &StudyResult::measured);
  return first->seconds.median / result.seconds.median;
}

std::string study_text(const Study& study) {
  ColumnTable table{{"choice", "kernels", "items", "ms", "±%", "speed", "GB/s", "of copy", "rms ppm", "registers",
                     "local B", "flop/point", "check"},
                    {}};
  std::string refused;
  for (const StudyResult& result : study.results) {
    if (!result.measured()) {
      refused += fmt::format("not possible: {}: {}\n", result.label, result.refused);
      continue;
    }
    const experiments::StudyTiming& seconds = result.seconds;
    table.rows.push_back({result.label, result.kernels, text_or(result.threads, "{}"),
                          fmt::format("{:.4g}", 1e3 * seconds.median),
                          fmt::format("{:.1f}", 50 * (seconds.upper - seconds.lower) / seconds.median),
                          fmt::format("{:.2f}", speed_of(study, result)), fmt::format("{:.3g}", 1e-9 * rate(result)),
                          fmt::format("{:.0f}%", 100 * study.copy_seconds / seconds.median),
                          text_or(result.error_ppm, "{:.3g}"), text_or(result.registers, "{}"),
                          text_or(result.local_bytes, "{}"), text_or(result.operations, "{:.1f}"), verdict(result)});
  }
  std::string text = fmt::format("{}{} on {}\n\n{}", study.title.empty() ? "" : study.title + ": ", study.token,
                                 study.device, to_text(without_empty_columns(table)));
  if (!refused.empty()) text += "\n" + refused;
  for (const std::string& finding : study.findings) text += "\n" + finding + "\n";
  return text;
}

ColumnTable study_table(const Study& study) {
  ColumnTable table{
      {"choice", "kernels", "work_items", "seconds", "seconds_lower", "seconds_upper", "speed", "bytes_per_second",
       "share_of_copy", "rms_ppm", "registers", "local_bytes", "flops_per_point", "check", "refused"},
      {}};
  for (const StudyResult& result : study.results) {
    std::vector<std::string> row = {result.label, result.kernels, text_or(result.threads, "{}")};
    if (result.measured()) {
      const experiments::StudyTiming& seconds = result.seconds;
      for (const double value : {seconds.median, seconds.lower, seconds.upper, speed_of(study, result), rate(result),
                                 study.copy_seconds / seconds.median}) {
        row.push_back(fmt::format("{:.6g}", value));
      }
    } else {
      row.resize(row.size() + 6);
    }
    for (const std::string& cell :
         {text_or(result.error_ppm, "{:.6g}"), text_or(result.registers, "{}"), text_or(result.local_bytes, "{}"),
          text_or(result.operations, "{:.6g}"), std::string(verdict(result)), result.refused}) {
      row.push_back(cell);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

nlohmann::ordered_json study_json(const Study& study) {
  const auto or_null = [](const auto& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
  };
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const StudyResult& result : study.results) {
    nlohmann::ordered_json row = {{"choice", result.label}, {"kernels", result.kernels}, {"check", verdict(result)}};
    if (!result.measured()) {
      row["refused"] = result.refused;
      rows.push_back(row);
      continue;
    }
    row["work_items"] = or_null(result.threads);
    row["seconds"] = result.seconds.median;
    row["seconds_quartiles"] = {result.seconds.lower, result.seconds.upper};
    row["speed"] = speed_of(study, result);
    row["bytes_per_second"] = rate(result);
    row["share_of_copy"] = study.copy_seconds / result.seconds.median;
    row["rms_ppm"] = or_null(result.error_ppm);
    row["bound_ppm"] = result.dft ? nlohmann::ordered_json(result.bound_ppm) : nlohmann::ordered_json();
    row["registers"] = or_null(result.registers);
    row["local_bytes"] = or_null(result.local_bytes);
    row["flops_per_point"] = or_null(result.operations);
    rows.push_back(row);
  }
  return {{"study", study.title},   {"token", study.token},
          {"device", study.device}, {"copy_seconds", study.copy_seconds},
          {"rows", rows},           {"findings", study.findings}};
}

}  // namespace papilio::tool
