// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/distribution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace papilio::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t shown_rows = 10;

std::vector<double> ratios_of(const Report& report, const std::string& suite) {
  std::vector<double> ratios;
  for (const Row& row : report.rows) {
    const std::optional<double> ratio = report.best_ratio(row);
    if (ratio && (suite.empty() || row.suite == suite)) ratios.push_back(*ratio);
  }
  std::ranges::sort(ratios);
  return ratios;
}

/// The nearest-rank percentile of ascending values.
double percentile(const std::vector<double>& ascending, double percent) {
  const auto rank = static_cast<std::size_t>(std::ceil(percent / 100 * static_cast<double>(ascending.size())));
  return ascending[std::max<std::size_t>(rank, 1) - 1];
}

std::size_t count_below(const std::vector<double>& ascending, double limit) {
  return static_cast<std::size_t>(std::ranges::lower_bound(ascending, limit) - ascending.begin());
}

/// The device library with the smallest time.
std::string fastest_library(const Report& report, const Row& row) {
  const std::optional<double> best = report.best_ratio(row);
  for (std::size_t i = 0; i < report.peers.size(); ++i) {
    if (report.peers[i].role == PeerRole::device_library && row.ratio(i) == best) return report.peers[i].name;
  }
  return {};
}

std::vector<std::string> names_of(const Report& report) {
  std::vector<std::string> names = report.suites();
  names.emplace_back();
  return names;
}

std::string ratio_text(double ratio) { return fmt::format("{:.3f}", ratio); }

std::string distribution_table(const Report& report, TableStyle style) {
  const TextTable table({"kind", "problems", "mean", "least", "5%", "median", "95%", "most", "below 1", "below 0.97"},
                        {18, 8, 6, 6, 6, 6, 6, 6, 7, 10}, style);
  std::string text = table.heading();
  for (const std::string& suite : names_of(report)) {
    const std::optional<RatioDistribution> one = distribution_of(report, suite);
    if (!one) continue;
    text += table.line({suite.empty() ? "all" : suite, std::to_string(one->problems), ratio_text(one->mean),
                        ratio_text(one->least), ratio_text(one->fifth), ratio_text(one->median),
                        ratio_text(one->ninety_fifth), ratio_text(one->most), std::to_string(one->below_1),
                        std::to_string(one->below_097)});
  }
  return text;
}

std::string worst_table(const Report& report, TableStyle style) {
  const TextTable table({"problem", "us", "eff", "ratio", "faster"}, {28, 9, 6, 6, 8}, style);
  std::string text = table.heading();
  for (const Row* row : worst_rows(report, shown_rows)) {
    const std::optional<double> eff = row->efficiency(0);
    text += table.line({row->problem.token(), fmt::format("{:.4g}", 1e6 * row->seconds(0).value_or(0)),
                        eff ? fmt::format("{:.3f}", *eff) : "-", ratio_text(*report.best_ratio(*row)),
                        fastest_library(report, *row)});
  }
  return text;
}

Json distribution_json(const RatioDistribution& one, const std::string& suite) {
  return {{"suite", suite.empty() ? Json() : Json(suite)},
          {"problems", one.problems},
          {"mean", one.mean},
          {"least", one.least},
          {"percentile_5", one.fifth},
          {"median", one.median},
          {"percentile_95", one.ninety_fifth},
          {"most", one.most},
          {"below_1", one.below_1},
          {"below_0.97", one.below_097}};
}

}  // namespace

std::optional<RatioDistribution> distribution_of(const Report& report, const std::string& suite) {
  const std::vector<double> ratios = ratios_of(report, suite);
  if (ratios.empty()) return std::nullopt;
  return RatioDistribution{.problems = ratios.size(),
                           .mean = geometric_mean(ratios),
                           .least = ratios.front(),
                           .fifth = percentile(ratios, 5),
                           .median = percentile(ratios, 50),
                           .ninety_fifth = percentile(ratios, 95),
                           .most = ratios.back(),
                           .below_1 = count_below(ratios, 1),
                           .below_097 = count_below(ratios, 0.97)};
}

std::vector<const Row*> worst_rows(const Report& report, std::size_t count) {
  std::vector<const Row*> rows;
  for (const Row& row : report.rows) {
    if (report.best_ratio(row)) rows.push_back(&row);
  }
  std::ranges::stable_sort(rows, {}, [&](const Row* row) { return *report.best_ratio(*row); });
  rows.resize(std::min(rows.size(), count));
  return rows;
}

std::string random_text(const Report& report, TableStyle style) {
  if (!report.random || !distribution_of(report, {})) return {};
  return fmt::format("\nProblems drawn from seed {}: the time of the faster other library over Papilio's.\n\n",
                     report.random->seed) +
         distribution_table(report, style) + "\nThe problems at which Papilio does worst.\n\n" +
         worst_table(report, style);
}

Json random_json(const Report& report) {
  if (!report.random) return {};
  Json json = {{"problems", report.random->problems},
               {"seed", report.random->seed},
               {"like", report.random->like},
               {"distributions", Json::array()},
               {"worst", Json::array()}};
  for (const std::string& suite : names_of(report)) {
    if (const std::optional<RatioDistribution> one = distribution_of(report, suite))
      json["distributions"].push_back(distribution_json(*one, suite));
  }
  for (const Row* row : worst_rows(report, shown_rows)) {
    json["worst"].push_back({{"problem", row->problem.token()},
                             {"ratio", *report.best_ratio(*row)},
                             {"faster", fastest_library(report, *row)}});
  }
  return json;
}

}  // namespace papilio::bench
