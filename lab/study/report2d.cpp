// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/report2d.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lab/study/adreno.hpp"

namespace papilio::tool {
namespace {

template <typename Value>
std::string text_or(const std::optional<Value>& value, const char* format) {
  return value ? fmt::format(fmt::runtime(format), *value) : std::string();
}

const char* verdict(const Study2dResult& result) {
  if (!result.measured()) return "refused";
  return result.wrong() ? "WRONG" : "ok";
}

/// Milliseconds of a step; empty for a row without steps.
std::string step_text(const Study2dResult& result, std::size_t step) {
  return result.steps.empty() ? std::string() : fmt::format("{:.4g}", 1e3 * result.steps[step].median);
}

std::optional<double> milli(std::optional<double> value) {
  if (value) *value *= 1e3;
  return value;
}

template <typename Member>
std::optional<double> energy_of(const Study2dResult& result, Member member) {
  if (!result.energy) return std::nullopt;
  return (*result.energy).*member;
}

ColumnTable text_table(const Study2d& study) {
  ColumnTable table{{"choice", "memory", "radices", "items", "rows ms", "transpose ms", "rows ms", "transpose ms",
                     "sum ms", "whole ms", "±%", "speed", "rms ppm", "registers", "local B", "mJ", "W", "check"},
                    {}};
  for (const Study2dResult& result : study.results) {
    if (!result.measured()) continue;
    const experiments::StudyTiming& whole = result.whole;
    table.rows.push_back({result.label, result.memory, result.kernels, result.work_items, step_text(result, 0),
                          step_text(result, 1), step_text(result, 2), step_text(result, 3),
                          text_or(milli(result.sum()), "{:.4g}"), fmt::format("{:.4g}", 1e3 * whole.median),
                          fmt::format("{:.1f}", 50 * (whole.upper - whole.lower) / whole.median),
                          fmt::format("{:.2f}", speed_of(study, result)), fmt::format("{:.3g}", result.error_ppm),
                          text_or(result.registers, "{}"), text_or(result.local_bytes, "{}"),
                          text_or(milli(energy_of(result, &EnergyUse::joules)), "{:.4g}"),
                          text_or(energy_of(result, &EnergyUse::watts), "{:.4g}"), verdict(result)});
  }
  return without_empty_columns(table);
}

struct RefusedRow {
  std::string why;
  std::vector<std::string> labels;
};

/// Refused rows, grouped by their reason.
std::vector<RefusedRow> refusals(const Study2d& study) {
  std::vector<RefusedRow> all;
  for (const Study2dResult& result : study.results) {
    if (result.measured()) continue;
    auto same = std::ranges::find(all, result.refused, &RefusedRow::why);
    if (same == all.end()) same = all.insert(same, {result.refused, {}});
    same->labels.push_back(result.label);
  }
  return all;
}

std::string adreno_text(const Study2d& study) {
  ColumnTable table{{"choice", "part", "Adreno A640", "here", "rows"}, {}};
  for (const AdrenoFinding& found : adreno_findings(study)) {
    const std::string here = found.here ? fmt::format("{:+.0f}%", 100 * *found.here) : std::string("-");
    table.rows.push_back({found.choice, found.part, found.original, here, found.rows.empty() ? "-" : found.rows});
  }
  ColumnTable power{{"MHz", "GPU local mW", "GPU global mW", "board local mW", "board global mW"}, {}};
  for (const AdrenoPower& at : adreno_power()) {
    power.rows.emplace_back();
    for (const int value : {at.megahertz, at.gpu_local, at.gpu_global, at.board_local, at.board_global})
      power.rows.back().push_back(std::to_string(value));
  }
  const std::optional<double> ratio = power_of_local_to_global(study);
  return fmt::format(
      "\nHow much faster, beside Qualcomm's 2-D FFT on Adreno\n\n{}\nPower of the original, by clock{}\n\n{}",
      to_text(table), ratio ? fmt::format("; here, local scratch takes {:.2f} of global scratch's", *ratio) : "",
      to_text(power));
}

nlohmann::ordered_json adreno_json(const Study2d& study) {
  nlohmann::ordered_json findings = nlohmann::ordered_json::array();
  for (const AdrenoFinding& found : adreno_findings(study)) {
    findings.push_back({{"choice", found.choice},
                        {"part", found.part},
                        {"original_faster", found.original},
                        {"faster", found.here ? nlohmann::ordered_json(*found.here) : nlohmann::ordered_json()},
                        {"rows", found.rows}});
  }
  nlohmann::ordered_json power = nlohmann::ordered_json::array();
  for (const AdrenoPower& at : adreno_power()) {
    power.push_back({{"megahertz", at.megahertz},
                     {"gpu_milliwatts", {{"local", at.gpu_local}, {"global", at.gpu_global}}},
                     {"board_milliwatts", {{"local", at.board_local}, {"global", at.board_global}}}});
  }
  return {{"findings", findings}, {"power", power}};
}

nlohmann::ordered_json row_json(const Study2d& study, const Study2dResult& result) {
  const auto or_null = [](const auto& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
  };
  nlohmann::ordered_json row = {{"choice", result.label}, {"check", verdict(result)}};
  if (result.choices) {
    row["scratch"] = to_string(result.choices->scratch);
    row["object"] = to_string(result.choices->object);
    row["numbers"] = to_string(result.choices->numbers);
    row["tile"] = result.choices->tile;
  }
  if (!result.measured()) {
    row["refused"] = result.refused;
    return row;
  }
  row["memory"] = result.memory;
  row["radices"] = result.kernels;
  row["work_items"] = result.work_items;
  row["step_seconds"] = nlohmann::ordered_json::array();
  for (const experiments::StudyTiming& step : result.steps) row["step_seconds"].push_back(step.median);
  row["sum_seconds"] = or_null(result.sum());
  row["seconds"] = result.whole.median;
  row["seconds_quartiles"] = {result.whole.lower, result.whole.upper};
  row["speed"] = speed_of(study, result);
  row["rms_ppm"] = result.error_ppm;
  row["bound_ppm"] = result.bound_ppm;
  row["registers"] = or_null(result.registers);
  row["local_bytes"] = or_null(result.local_bytes);
  row["joules"] = or_null(energy_of(result, &EnergyUse::joules));
  row["watts"] = or_null(energy_of(result, &EnergyUse::watts));
  return row;
}

}  // namespace

double speed_of(const Study2d& study, const Study2dResult& result) {
  const auto first = std::ranges::find_if(study.results, &Study2dResult::measured);
  return first->whole.median / result.whole.median;
}

std::string study_2d_text(const Study2d& study, AdrenoFigures figures) {
  std::string text = fmt::format("rows, transpose, rows, transpose: {} on {}; a copy takes {:.4g} ms\n\n{}",
                                 study.token, study.device, 1e3 * study.copy_seconds, to_text(text_table(study)));
  if (std::ranges::any_of(study.results, [](const auto& r) { return !r.measured(); })) text += "\n";
  for (const auto& [why, labels] : refusals(study)) {
    text += fmt::format("not possible: {}: {}\n", fmt::join(labels, ", "), why);
  }
  if (!study.power.empty()) text += fmt::format("\nenergy: {}\n", study.power);
  if (figures == AdrenoFigures::beside) text += adreno_text(study);
  return text;
}

ColumnTable study_2d_table(const Study2d& study) {
  ColumnTable table{{"choice",
                     "memory",
                     "radices",
                     "work_items",
                     "rows_seconds",
                     "transpose_seconds",
                     "second_rows_seconds",
                     "second_transpose_seconds",
                     "sum_seconds",
                     "seconds",
                     "seconds_lower",
                     "seconds_upper",
                     "speed",
                     "rms_ppm",
                     "bound_ppm",
                     "registers",
                     "local_bytes",
                     "joules",
                     "watts",
                     "check",
                     "refused"},
                    {}};
  for (const Study2dResult& result : study.results) {
    std::vector<std::string> row = {result.label, result.memory, result.kernels, result.work_items};
    const auto add = [&](std::optional<double> value) { row.push_back(text_or(value, "{:.6g}")); };
    const auto if_measured = [&](double value) { add(result.measured() ? std::optional(value) : std::nullopt); };
    for (std::size_t step = 0; step < experiments::steps_2d; ++step) {
      add(result.steps.empty() ? std::nullopt : std::optional(result.steps[step].median));
    }
    add(result.sum());
    for (const double value : {result.whole.median, result.whole.lower, result.whole.upper}) if_measured(value);
    if_measured(result.measured() ? speed_of(study, result) : 0);
    if_measured(result.error_ppm);
    if_measured(result.bound_ppm);
    row.push_back(text_or(result.registers, "{}"));
    row.push_back(text_or(result.local_bytes, "{}"));
    add(energy_of(result, &EnergyUse::joules));
    add(energy_of(result, &EnergyUse::watts));
    row.emplace_back(verdict(result));
    row.push_back(result.refused);
    table.rows.push_back(std::move(row));
  }
  return table;
}

nlohmann::ordered_json study_2d_json(const Study2d& study, AdrenoFigures figures) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Study2dResult& result : study.results) rows.push_back(row_json(study, result));
  nlohmann::ordered_json json = {{"study", "study2d"},
                                 {"token", study.token},
                                 {"device", study.device},
                                 {"copy_seconds", study.copy_seconds},
                                 {"rows", rows}};
  if (!study.power.empty()) json["energy"] = study.power;
  if (figures == AdrenoFigures::beside) json["reference"] = adreno_json(study);
  return json;
}

}  // namespace papilio::tool
