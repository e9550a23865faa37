// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/machine.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <papilio/version.hpp>
#include <thread>

namespace papilio::bench {
namespace {

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown CPU";
}

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour,
                     utc.tm_min);
}

}  // namespace

double load_average() {
  double load = -1;
  return getloadavg(&load, 1) == 1 ? load : -1;
}

Machine describe_machine(const Device& device) {
  return {.cpu = cpu_name(),
          .threads = std::thread::hardware_concurrency(),
          .device = device.info(),
          .date = date_now(),
          .papilio = std::string(version()),
          .load_before = load_average(),
          .load_after = -1};
}

}  // namespace papilio::bench
