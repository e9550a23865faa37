// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/machine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <papilio/device.hpp>
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

}  // namespace

double load_average() {
  double load = -1;
  return getloadavg(&load, 1) == 1 ? load : -1;
}

Machine describe_machine(const std::string& selector) {
  const DeviceInfo info = Device(selector).info();
  return {.cpu = cpu_name(),
          .threads = std::thread::hardware_concurrency(),
          .device = info.name,
          .device_id = info.id,
          .driver = fmt::format("{} {}", info.platform, info.driver),
          .load_before = load_average(),
          .load_after = -1};
}

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const std::string& text) const {
  if (!terminal_) return;
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
}

}  // namespace papilio::bench
