// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/size_text.hpp"

namespace papilio::bench {
namespace {

Format scaled(double factor) {
  return [factor](double value) { return short_number(factor * value); };
}
std::string as_share(double value) { return fmt::format("{:.3f}", value); }
std::string as_change(double value) { return fmt::format("{:+.1f}%", 100 * (value - 1)); }

std::string band_cell(const Row& row) { return row.seconds(0) ? band_text(row.peers[0].band, 1e6) : "-"; }

std::optional<double> spread(const Row& row) {
  if (!row.seconds(0)) return std::nullopt;
  return row.peers[0].seconds.spread();
}

std::string launches_cell(const Row& row) { return row.facts ? std::to_string(row.facts->launches) : "-"; }
std::string moved_cell(const Row& row) { return row.facts ? size_text(row.facts->bytes) : "-"; }

/// All columns of a row except its name and batch.
std::vector<FigureColumn> all_columns_of(const Report& report) {
  std::vector<FigureColumn> columns = {
      {"us", 8, [](const Row& row) { return row.seconds(0); }, scaled(1e6)},
      {"95% band", 13, {}, {}, false, band_cell},
      {"iqr%", 5, spread, [](double value) { return fmt::format("{:.1f}", 100 * value); }},
      {"Melem/s", 8, [](const Row& row) { return row.element_rate(0); }, scaled(1e-6), false, {}, true},
      {"GB/s", 6, [](const Row& row) { return row.bandwidth(0); }, scaled(1e-9)},
      {"eff", 5, [](const Row& row) { return row.efficiency(0); }, as_share},
      {"GFLOP/s", 8, [](const Row& row) { return row.flop_rate(0); }, scaled(1e-9), false, {}, true}};
  bool several = false;
  for (std::size_t i = 1; i < report.peers.size(); ++i) {
    columns.push_back({"vs " + report.peers[i].name, 8, [i](const Row& row) { return row.ratio(i); }, as_ratio});
    several = several || i > 1;
  }
  if (several) {
    columns.push_back({"vs best", 7, [&report](const Row& row) { return report.best_ratio(row); }, as_ratio});
  }
  if (report.baseline) {
    const auto ratio = [&report](const Row& row) {
      const std::optional<Change> change = report.change(row);
      return change ? std::optional(change->ratio) : std::nullopt;
    };
    columns.push_back({"change", 8, ratio, as_change});
  }
  if (!report.energy.empty()) {
    columns.push_back({"uJ each", 8, [](const Row& row) { return row.joules(0); }, scaled(1e6)});
  }
  columns.push_back({"error", 8, [](const Row& row) { return row.peers[0].error; }, as_error, true, {}, true});
  const auto plan_time = [&](const char* heading, double PlanTime::*which) {
    const auto value = [which](const Row& row) {
      return row.plan_time ? std::optional(*row.plan_time.*which) : std::nullopt;
    };
    columns.push_back({heading, 7, value, scaled(1e3), false, {}, true});
  };
  if (report.settings.plan_runs > 0) {
    plan_time("cold ms", &PlanTime::cold);
    plan_time("disk ms", &PlanTime::disk);
    plan_time("warm ms", &PlanTime::warm);
  }
  columns.push_back({"launches", 8, {}, {}, false, launches_cell, true});
  columns.push_back({"moved", 9, {}, {}, false, moved_cell, true});
  return columns;
}

}  // namespace

std::string short_number(double value) {
  const int decimals = value < 1 ? 4 : value < 10 ? 3 : value < 100 ? 2 : value < 10000 ? 1 : 0;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string cell(const FigureColumn& column, const Row& row) {
  if (column.text) return column.text(row);
  const std::optional<double> value = column.value(row);
  return value ? column.format(*value) : "-";
}

bool one_precision(const Report& report, const std::string& suite) {
  std::optional<Precision> first;
  return std::all_of(report.rows.begin(), report.rows.end(), [&](const Row& row) {
    if (!suite.empty() && row.suite != suite) return true;
    if (!first) first = row.problem.precision();
    return row.problem.precision() == *first;
  });
}

std::string mean_cell(const Report& report, const std::string& suite, const FigureColumn& column) {
  if (!column.value) return "-";
  if (column.is_error && !one_precision(report, suite)) return "-";
  const std::optional<double> mean = mean_of(report.rows, suite, column.value);
  return mean ? column.format(*mean) : "-";
}

std::string as_ratio(double value) { return fmt::format("{:.{}f}", value, value < 0.1 ? 4 : 2); }

std::string as_error(double value) { return fmt::format("{:.2e}", value); }

std::string band_text(const std::optional<Band>& band, double factor) {
  return band ? short_number(factor * band->low) + "-" + short_number(factor * band->high) : "-";
}

std::vector<FigureColumn> columns_of(const Report& report, TableStyle style, bool detail) {
  std::vector<FigureColumn> columns = all_columns_of(report);
  if (style == TableStyle::aligned)
    std::erase_if(columns, [&](const FigureColumn& one) { return one.in_detail != detail; });
  return columns;
}

}  // namespace papilio::bench
