// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A report with known figures, for tests of the code that prints reports.
#pragma once

#include "bench/result.hpp"

namespace papilio::bench {

inline PeerResult measured(double seconds, double error = 1e-7) {
  PeerResult result;
  result.outcome = PeerOutcome::measured;
  result.seconds = {0.99 * seconds, seconds, 1.01 * seconds};
  result.samples = 7;
  result.executions = 3;
  result.error = error;
  return result;
}

inline Row row_of(const std::string& suite, const std::string& token, std::vector<PeerResult> peers) {
  Row row;
  row.suite = suite;
  row.problem = Problem::parse(token);
  row.peers = std::move(peers);
  return row;
}

/// Two suites, three rows; the third library does not support the second row.
inline Report sample_report() {
  Report report;
  report.machine.device.id = "cuda:0";
  report.machine.device.name = "Testing <GPU>";
  report.machine.date = "2026-02-03 04:05 UTC";
  report.machine.papilio = "0.1.0";
  report.peers = {{"papilio", PeerRole::papilio, "0.1.0"},
                  {"cufft", PeerRole::device_library, "12.0"},
                  {"vkfft", PeerRole::device_library, "1.2"},
                  {"fftw-2t", PeerRole::other, "3.3"}};
  report.titles = {{"powers", "Powers of two"}, {"primes", "Primes"}};
  PeerResult cannot;
  cannot.outcome = PeerOutcome::unsupported;
  cannot.why = "a \"large\" prime";
  report.rows = {
      row_of("powers", "c2c:f32:1024*1000", {measured(1e-3), measured(2e-3), measured(4e-3), measured(1e-1)}),
      row_of("primes", "c2c:f32:1009*1000", {measured(4e-3), measured(2e-3), cannot, measured(1e-1)}),
      row_of("powers", "c2c:f64:2^20*1:inverse",
             {measured(1e-3, 2e-16), measured(8e-3, 3e-16), measured(2e-3, 4e-16), measured(1e-1, 1e-16)})};
  for (Row& row : report.rows) row.copy_seconds = 5e-4;
  report.rows[0].facts = PlanFacts{2, 32768000, 0};
  report.rows[0].plan_time = PlanTime{0.25, 0.002, 0.0001};
  report.rows[0].peers[0].joules = 0.5;
  return report;
}

}  // namespace papilio::bench
