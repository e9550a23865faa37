// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/report/data.hpp"
#include "bench/report/distribution.hpp"

namespace papilio::bench {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(std::optional<double> value) { return value && std::isfinite(*value) ? Json(*value) : Json(); }

Json band_json(const std::optional<Band>& band) {
  return band ? Json{{"low", band->low}, {"high", band->high}} : Json();
}

Json peer_json(const Row& row, std::size_t index, const PeerInfo& info) {
  const PeerResult& result = row.peers[index];
  Json json = {{"library", info.name}, {"outcome", name_of(result.outcome)}};
  if (!result.why.empty()) json["why"] = result.why;
  if (result.outcome == PeerOutcome::measured) {
    json["seconds"] = result.seconds.median;
    json["lower_quartile"] = result.seconds.lower;
    json["upper_quartile"] = result.seconds.upper;
    json["band"] = band_json(result.band);
    json["samples"] = result.samples;
    json["executions"] = result.executions;
    json["call_seconds"] = number_or_null(result.call_seconds);
    json["elements_per_second"] = number_or_null(row.element_rate(index));
    json["bytes_per_second"] = number_or_null(row.bandwidth(index));
    json["eff"] = number_or_null(row.efficiency(index));
    json["flops_per_second"] = number_or_null(row.flop_rate(index));
    json["ratio"] = number_or_null(row.ratio(index));
    if (result.paired)
      json["paired_ratio"] = {{"median", result.paired->median}, {"band", band_json(result.paired->band)}};
  }
  json["relative_l2_error"] = number_or_null(result.error);
  json["plan_seconds"] = result.plan_seconds;
  if (result.joules) json["joules_per_transform"] = number_or_null(row.joules(index));
  return json;
}

Json row_json(const Report& report, const Row& row) {
  Json json = {{"suite", row.suite},
               {"problem", row.problem.token()},
               {"way", row.problem.mode().words()},
               {"n", row.problem.points()},
               {"batch", row.problem.batch()},
               {"bytes", row.problem.mode().transforms() * static_cast<double>(row.problem.minimal_bytes())},
               {"nominal_flops", row.problem.nominal_flops()},
               {"copy_seconds", number_or_null(row.copy_seconds)},
               {"best_ratio", number_or_null(report.best_ratio(row))},
               {"libraries", Json::array()}};
  for (std::size_t i = 0; i < row.peers.size(); ++i) {
    json["libraries"].push_back(peer_json(row, i, report.peers[i]));
  }
  if (row.plan_time) {
    const PlanTime& time = *row.plan_time;
    json["plan_time"] = {{"cold", time.cold}, {"disk", time.disk}, {"warm", time.warm}};
  }
  if (row.facts) {
    json["plan"] = {
        {"launches", row.facts->launches}, {"bytes", row.facts->bytes}, {"scratch_bytes", row.facts->scratch_bytes}};
  }
  if (const std::optional<Change> change = report.change(row)) {
    constexpr const char* verdicts[] = {"same", "faster", "slower"};  // in the order of the enumerators
    json["change"] = {{"ratio", change->ratio}, {"verdict", verdicts[static_cast<std::size_t>(change->verdict)]}};
  }
  if (!row.note.empty()) json["note"] = row.note;
  return json;
}

/// Geometric means over a suite; over everything for an empty name.
Json means_json(const Report& report, const std::string& suite) {
  const auto mean = [&](const RowValue& value) { return number_or_null(mean_of(report.rows, suite, value)); };
  Json json = {{"suite", suite.empty() ? Json() : Json(suite)},
               {"best_ratio", mean([&](const Row& row) { return report.best_ratio(row); })},
               {"libraries", Json::array()}};
  for (std::size_t i = 0; i < report.peers.size(); ++i) {
    json["libraries"].push_back({{"library", report.peers[i].name},
                                 {"bytes_per_second", mean([i](const Row& row) { return row.bandwidth(i); })},
                                 {"eff", mean([i](const Row& row) { return row.efficiency(i); })},
                                 {"flops_per_second", mean([i](const Row& row) { return row.flop_rate(i); })},
                                 {"ratio", mean([i](const Row& row) { return row.ratio(i); })}});
  }
  return json;
}

}  // namespace

nlohmann::ordered_json to_json(const Report& report) {
  const MachineInfo& machine = report.machine;
  Json json = {{"schema", report_schema},
               {"date", machine.date},
               {"device",
                {{"id", machine.device.id},
                 {"name", machine.device.name},
                 {"platform", machine.device.platform},
                 {"driver", machine.device.driver},
                 {"kind", to_string(machine.device.kind)}}},
               {"host",
                {{"cpu", machine.cpu},
                 {"threads", machine.threads},
                 {"load_before", machine.load_before},
                 {"load_after", machine.load_after}}},
               {"settings",
                {{"min_seconds", report.settings.min_seconds},
                 {"repetitions", report.settings.repetitions},
                 {"plan_runs", report.settings.plan_runs},
                 {"check", report.settings.check},
                 {"confidence", confidence},
                 {"energy", report.energy.empty() ? Json() : Json(report.energy)}}},
               {"libraries", Json::object()},
               {"rows", Json::array()},
               {"means", Json::array()},
               {"notes", report.notes}};
  if (report.random) json["random"] = random_json(report);
  if (report.baseline) {
    json["baseline"] = {{"name", report.baseline->name},
                        {"date", report.baseline->date},
                        {"tolerance", report.settings.tolerance},
                        {"regressions", report.regressions()}};
  }
  for (const PeerInfo& peer : report.peers) json["libraries"][peer.name] = peer.version;
  for (const Row& row : report.rows) json["rows"].push_back(row_json(report, row));
  for (const std::string& suite : report.suites()) json["means"].push_back(means_json(report, suite));
  json["means"].push_back(means_json(report, {}));
  return json;
}

}  // namespace papilio::bench
