// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>

#include "bench/report/data.hpp"

namespace papilio::bench {
namespace {

std::string number(std::optional<double> value) {
  return value && std::isfinite(*value) ? fmt::format("{:.6g}", *value) : std::string();
}

std::string ends(const std::optional<Band>& band) {
  return band ? fmt::format("{},{}", number(band->low), number(band->high)) : ",";
}

/// Quoted where it must be (RFC 4180).
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string csv_heading() {
  return "suite,problem,n,batch,library,outcome,seconds,lower_quartile,upper_quartile,samples,executions,copy_seconds,"
         "bytes_per_second,eff,flops_per_second,ratio,relative_l2_error,plan_cold_seconds,plan_disk_seconds,"
         "plan_warm_seconds,launches,bytes_moved,joules_per_transform,call_seconds,"
         "way,elements_per_second,band_low,band_high,paired_ratio,paired_ratio_low,paired_ratio_high,device\n";
}

std::string csv_lines(const Report& report, const Row& row) {
  std::string lines;
  for (std::size_t i = 0; i < row.peers.size(); ++i) {
    const PeerResult& result = row.peers[i];
    const bool measured = result.outcome == PeerOutcome::measured;
    const bool papilio = report.peers[i].role == PeerRole::papilio;
    const auto if_measured = [&](double value) { return measured ? number(value) : std::string(); };
    lines += fmt::format("{},{},{},{},{},{}", field(row.suite), field(row.problem.token()), row.problem.points(),
                         row.problem.batch(), field(report.peers[i].name), name_of(result.outcome));
    lines +=
        fmt::format(",{},{},{},{},{},{}", if_measured(result.seconds.median), if_measured(result.seconds.lower),
                    if_measured(result.seconds.upper), result.samples, result.executions, number(row.copy_seconds));
    lines += fmt::format(",{},{},{},{},{}", number(row.bandwidth(i)), number(row.efficiency(i)),
                         number(row.flop_rate(i)), number(row.ratio(i)), number(result.error));
    if (papilio && row.plan_time) {
      const PlanTime& time = *row.plan_time;
      lines += fmt::format(",{},{},{}", number(time.cold), number(time.disk), number(time.warm));
    } else {
      lines += ",,,";
    }
    lines += papilio && row.facts ? fmt::format(",{},{}", row.facts->launches, row.facts->bytes) : ",,";
    lines += fmt::format(",{},{}", number(row.joules(i)), number(result.call_seconds));
    const std::optional<PairedRatio> paired = measured ? result.paired : std::nullopt;
    lines += fmt::format(",{},{},{},{},{},{}\n", row.problem.mode().words(), number(row.element_rate(i)),
                         ends(measured ? result.band : std::nullopt), paired ? number(paired->median) : "",
                         ends(paired ? paired->band : std::nullopt), field(report.machine.device.name));
  }
  return lines;
}

}  // namespace papilio::bench
