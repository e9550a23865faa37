// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/report.hpp"

namespace papilio::bench {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(std::optional<double> value) { return value && std::isfinite(*value) ? Json(*value) : Json(); }

Json describe(const PeerInfo& info, const PeerResult& result) {
  Json json = {{"peer", info.name}, {"outcome", name_of(result.outcome)}};
  if (!result.why.empty()) json["why"] = result.why;
  if (result.outcome == Outcome::measured) {
    json["median_s"] = result.seconds.median;
    json["lower_quartile_s"] = result.seconds.lower;
    json["upper_quartile_s"] = result.seconds.upper;
    json["samples"] = result.samples;
  }
  json["relative_l2_error"] = number_or_null(result.error);
  json["plan_s"] = result.plan_seconds;
  return json;
}

Json describe(const Report& report, const Row& row) {
  Json json = {{"problem", row.problem.token()}, {"n", row.problem.points()},
               {"batch", row.problem.batch},     {"nominal_flops", row.nominal_flops()},
               {"peers", Json::array()},         {"best_device_ratio", number_or_null(report.best_device_ratio(row))}};
  for (std::size_t i = 0; i < row.peers.size(); ++i) {
    json["peers"].push_back(describe(report.peers[i], row.peers[i]));
    json["peers"].back()["ratio"] = number_or_null(report.ratio(row, i));
  }
  if (row.plan_time) json["papilio_plan"] = {{"cold_s", row.plan_time->cold}, {"warm_s", row.plan_time->warm}};
  return json;
}

}  // namespace

std::string to_json(const Report& report) {
  const Machine& machine = report.machine;
  Json json = {{"schema", "papilio-bench/1"},
               {"machine",
                {{"cpu", machine.cpu},
                 {"threads", machine.threads},
                 {"device", machine.device},
                 {"device_id", machine.device_id},
                 {"driver", machine.driver},
                 {"load_before", machine.load_before},
                 {"load_after", machine.load_after}}},
               {"settings",
                {{"seconds", report.settings.seconds},
                 {"samples", report.settings.samples},
                 {"rounds", report.settings.rounds}}},
               {"libraries", Json::object()},
               {"rows", Json::array()},
               {"notes", report.notes}};
  for (const PeerInfo& peer : report.peers) json["libraries"][peer.name] = peer.version;
  for (const Row& row : report.rows) json["rows"].push_back(describe(report, row));
  return json.dump(2) + "\n";
}

}  // namespace papilio::bench
