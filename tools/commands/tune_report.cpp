// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/tune_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace papilio::tool {
namespace {

std::string plural(int count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

struct Means {
  double geometric = 1;
  const TuneRow* slowest = nullptr;
  int count = 0;
};

Means means_of(const std::vector<TuneRow>& rows) {
  Means means;
  double logarithms = 0;
  for (const TuneRow& row : rows) {
    if (!row.note.empty()) continue;
    ++means.count;
    logarithms += std::log(row.speed);
    if (means.slowest == nullptr || row.speed < means.slowest->speed) means.slowest = &row;
  }
  if (means.count > 0) means.geometric = std::exp(logarithms / means.count);
  return means;
}

}  // namespace

std::string tuned_line(const TuneRow& row, std::size_t width) {
  if (!row.note.empty()) return fmt::format("{:{}}  {}\n", row.token, width, row.note);
  const std::string searched = plural(row.tried, "plan") +
                               (row.interrupted ? ", interrupted"
                                : row.complete  ? ""
                                                : ", time ran out") +
                               (row.wrong > 0 ? fmt::format(", {} with wrong results", row.wrong) : "");
  if (!row.better) {
    return fmt::format("{:{}}  {:9.4g} us, none faster ({})\n", row.token, width, row.untuned_microseconds, searched);
  }
  return fmt::format("{:{}}  {:9.4g} us -> {:.4g} us  {:.2f}x  {} ({})\n", row.token, width, row.untuned_microseconds,
                     row.microseconds, row.speed, row.shapes, searched);
}

std::string compared_line(const TuneRow& row, std::size_t width) {
  if (!row.note.empty()) return fmt::format("{:{}}  {}\n", row.token, width, row.note);
  if (!row.measured()) return fmt::format("{:{}}  the untuned plan itself, 1x\n", row.token, width);
  return fmt::format("{:{}}  {:9.4g} us -> {:.4g} us  {:.3f}x  [{:.3f}, {:.3f}]\n", row.token, width,
                     row.untuned_microseconds, row.microseconds, row.speed, row.low, row.high);
}

std::string summary(const std::vector<TuneRow>& rows) {
  const Means means = means_of(rows);
  if (means.slowest == nullptr) return "no problem was measured\n";
  return fmt::format("geometric mean {:.3f}x over {}, the least {:.3f}x ({})\n", means.geometric,
                     plural(means.count, "problem"), means.slowest->speed, means.slowest->token);
}

nlohmann::ordered_json to_json(const std::vector<TuneRow>& rows) {
  nlohmann::ordered_json problems = nlohmann::ordered_json::array();
  for (const TuneRow& row : rows) {
    nlohmann::ordered_json one = {{"token", row.token}};
    if (!row.note.empty()) {
      one["note"] = row.note;
    } else {
      const auto time = [&](double us) {
        return row.measured() ? nlohmann::ordered_json(us) : nlohmann::ordered_json();
      };
      one.update({{"untuned_us", time(row.untuned_microseconds)},
                  {"tuned_us", time(row.microseconds)},
                  {"speed", row.speed},
                  {"speed_low", row.low},
                  {"speed_high", row.high},
                  {"shapes", row.shapes},
                  {"tried", row.tried},
                  {"wrong", row.wrong},
                  {"better", row.better},
                  {"complete", row.complete},
                  {"interrupted", row.interrupted}});
    }
    problems.push_back(one);
  }
  const Means means = means_of(rows);
  return {{"problems", problems},
          {"geometric_mean", means.geometric},
          {"least", means.slowest != nullptr ? means.slowest->speed : 1}};
}

}  // namespace papilio::tool
