// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as a report of papilio bench (--from) and as a baseline.
#include <nlohmann/json.hpp>

#include "bench/baseline.hpp"
#include "bench/report/read_json.hpp"
#include "checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  nlohmann::ordered_json json;
  try {
    json = papilio::bench::parse_report_text(papilio::fuzz::text_of(data, size), "fuzz");
  } catch (const papilio::Error& error) {
    papilio::fuzz::check_refusal(error);
    return 0;
  } catch (const nlohmann::json::exception&) {  // callers name the file
    return 0;
  }
  const auto report = papilio::fuzz::accepted([&] { return papilio::bench::report_of(json, "fuzz"); });
  if (report) {
    for (const papilio::bench::Row& row : report->rows)
      papilio::fuzz::require(row.peers.size() == report->peers.size());
  }
  try {
    (void)papilio::bench::parse_baseline(json, "fuzz");
  } catch (const nlohmann::json::exception&) {  // load_baseline() names the file
  }
  return 0;
}
