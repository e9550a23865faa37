// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/read_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <papilio/error.hpp>
#include <sstream>

#include "bench/baseline.hpp"
#include "bench/counterparts.hpp"
#include "files/input_file.hpp"
#include "verify/check/sweep.hpp"

namespace papilio::bench {
namespace {

using Json = nlohmann::ordered_json;

/// Others than whole numbers of 64 bits are refused: their conversion may be undefined.
std::int64_t whole(const Json& json, const char* key) {
  const Json& number = json.at(key);
  if (number.is_number_integer()) return number.get<std::int64_t>();
  throw Json::type_error::create(302, fmt::format("{} is no whole number of 64 bits", key), &number);
}

int small(const Json& json, const char* key) {
  return static_cast<int>(std::min<std::int64_t>(whole(json, key), std::numeric_limits<int>::max()));
}

std::optional<double> number_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? std::nullopt : std::optional(found->get<double>());
}

std::optional<Band> band_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return std::nullopt;
  return Band{found->at("low"), found->at("high")};
}

PeerOutcome outcome_of(const std::string& name) {
  for (const PeerOutcome outcome :
       {PeerOutcome::measured, PeerOutcome::unsupported, PeerOutcome::omitted, PeerOutcome::failed}) {
    if (name == name_of(outcome)) return outcome;
  }
  return PeerOutcome::wrong;
}

PeerResult peer_of(const Json& json) {
  PeerResult result;
  result.outcome = outcome_of(json.at("outcome"));
  result.why = json.value("why", "");
  result.error = number_of(json, "relative_l2_error");
  result.plan_seconds = number_of(json, "plan_seconds").value_or(0);
  if (result.outcome != PeerOutcome::measured) return result;
  result.seconds = {json.at("lower_quartile"), json.at("seconds"), json.at("upper_quartile")};
  result.band = band_of(json, "band");
  if (const auto paired = json.find("paired_ratio"); paired != json.end()) {
    result.paired = {paired->at("median"), band_of(*paired, "band")};
  }
  result.samples = small(json, "samples");
  result.executions = small(json, "executions");
  result.call_seconds = number_of(json, "call_seconds");
  result.joules = number_of(json, "joules_per_transform");
  return result;
}

/// Joins the draws of two reports: both if they have one seed, else none.
std::optional<RandomDraw> joined(std::optional<RandomDraw> a, const std::optional<RandomDraw>& b) {
  if (!a || !b || a->seed != b->seed) return std::nullopt;
  a->problems += b->problems;
  a->like.insert(a->like.end(), b->like.begin(), b->like.end());
  return a;
}

PeerResult not_measured() {
  PeerResult result;
  result.why = "it was not measured in this run";
  return result;
}

/// The results of a row in the order of `peers`; a library that the row lacks has none.
std::vector<PeerResult> peers_of(const Json& libraries, const std::vector<PeerInfo>& peers) {
  std::vector<PeerResult> results;
  for (const PeerInfo& peer : peers) {
    const auto found = std::find_if(libraries.begin(), libraries.end(),
                                    [&](const Json& library) { return library.at("library") == peer.name; });
    results.push_back(found != libraries.end() ? peer_of(*found) : not_measured());
  }
  return results;
}

MeasurementMode mode_in(const std::string& words) {
  MeasurementMode mode;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) mode = mode | mode_of(word).value_or(MeasurementMode{});
  return mode;
}

Row row_of(const Json& json, const std::vector<PeerInfo>& peers) {
  Row row;
  row.suite = json.at("suite");
  const std::string token = json.at("problem");
  row.problem = Work(verify::parse_any(token));
  row.problem = measured_in(row.problem, mode_in(json.value("way", "")));
  row.peers = peers_of(json.at("libraries"), peers);
  for (PeerResult& peer : row.peers) {
    if (peer.joules) *peer.joules *= static_cast<double>(row.problem.batch());
  }
  row.copy_seconds = number_of(json, "copy_seconds");
  if (const auto time = json.find("plan_time"); time != json.end()) {
    row.plan_time = {time->at("cold"), time->at("disk"), time->at("warm")};
  }
  if (const auto plan = json.find("plan"); plan != json.end()) {
    row.facts = {small(*plan, "launches"), whole(*plan, "bytes"), whole(*plan, "scratch_bytes")};
  }
  row.note = json.value("note", "");
  return row;
}

MachineInfo machine_of(const Json& json) {
  MachineInfo machine;
  const Json& device = json.at("device");
  machine.device.id = device.at("id");
  machine.device.name = device.at("name");
  machine.device.platform = device.at("platform");
  machine.device.driver = device.at("driver");
  for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::gpu}) {
    if (device.at("kind") == to_string(kind)) machine.device.kind = kind;
  }
  const Json& host = json.at("host");
  machine.cpu = host.at("cpu");
  machine.threads = static_cast<unsigned>(small(host, "threads"));
  machine.load_before = host.at("load_before");
  machine.load_after = host.at("load_after");
  machine.date = json.at("date");
  machine.papilio = json.at("libraries").value("papilio", "");
  return machine;
}

constexpr const char* elsewhere_names[] = {"fftw", "mkl", "ducc", "papilio@", "papilio-verified"};

std::optional<RandomDraw> random_in(const Json& json) {
  const auto random = json.find("random");
  if (random == json.end()) return std::nullopt;
  return RandomDraw{whole(*random, "problems"), random->at("seed").get<std::uint64_t>(),
                    random->at("like").get<std::vector<std::string>>()};
}

/// In the order of the object: Papilio first.
std::vector<PeerInfo> libraries_of(const Json& libraries) {
  std::vector<PeerInfo> peers;
  for (const auto& library : libraries.items()) {
    const std::string& name = library.key();
    const Json& version = library.value();
    const bool elsewhere = std::any_of(std::begin(elsewhere_names), std::end(elsewhere_names),
                                       [&](const char* start) { return name.starts_with(start); });
    const PeerRole role = name == "papilio"           ? PeerRole::papilio
                          : name == single_calls_name ? PeerRole::single_calls
                          : elsewhere                 ? PeerRole::other
                                                      : PeerRole::device_library;
    peers.push_back({name, role, version});
  }
  return peers;
}

Error not_a_report(const std::string& name, const std::string& why) {
  return Error::io(name, fmt::format("it is not a report of papilio bench: {}", why), "name files that --json wrote");
}

Report parse(const Json& json, const std::string& name, std::vector<PeerInfo> peers) {
  try {
    if (const std::string schema = json.at("schema"); !is_readable(schema)) {
      throw Error::invalid_argument(name,
                                    fmt::format("its schema is {}, and this version reads {}", schema, report_schema),
                                    "measure again, or use the version that wrote it");
    }
    Report report;
    report.machine = machine_of(json);
    const Json& settings = json.at("settings");
    report.settings.min_seconds = settings.at("min_seconds");
    report.settings.repetitions = small(settings, "repetitions");
    report.settings.plan_runs = small(settings, "plan_runs");
    report.settings.check = settings.at("check");
    if (const Json& energy = settings.at("energy"); !energy.is_null()) report.energy = energy;
    report.random = random_in(json);
    for (PeerInfo& peer : libraries_of(json.at("libraries"))) {
      const auto same = [&](const PeerInfo& other) { return other.name == peer.name; };
      if (std::none_of(peers.begin(), peers.end(), same)) peers.push_back(std::move(peer));
    }
    report.peers = std::move(peers);
    for (const Json& row : json.at("rows")) report.rows.push_back(row_of(row, report.peers));
    report.notes = json.at("notes").get<std::vector<std::string>>();
    return report;
  } catch (const nlohmann::json::exception& error) {
    throw not_a_report(name, error.what());
  }
}

Json json_of(const std::string& path) {
  const std::string text = files::read_text(path, longest_report);
  try {
    return parse_report_text(text, path);
  } catch (const nlohmann::json::exception& error) {
    throw not_a_report(path, error.what());
  }
}

}  // namespace

Report report_of(const nlohmann::ordered_json& json, const std::string& name) { return parse(json, name, {}); }

std::vector<Report> read_reports(const std::vector<std::string>& paths) {
  std::vector<Report> all;
  for (const std::string& path : paths) {
    const Json json = json_of(path);
    const Report alone = parse(json, path, {});
    const DeviceInfo& device = alone.machine.device;
    const auto same = std::find_if(all.begin(), all.end(), [&](const Report& report) {
      return report.machine.device.name == device.name && report.machine.device.driver == device.driver;
    });
    if (same == all.end()) {
      all.push_back(alone);
      continue;
    }
    Report next = parse(json, path, same->peers);
    same->random = joined(same->random, next.random);
    same->peers = std::move(next.peers);
    std::move(next.rows.begin(), next.rows.end(), std::back_inserter(same->rows));
    same->notes.insert(same->notes.end(), next.notes.begin(), next.notes.end());
  }
  for (Report& report : all) {
    for (Row& row : report.rows) row.peers.resize(report.peers.size(), not_measured());
  }
  return all;
}

}  // namespace papilio::bench
