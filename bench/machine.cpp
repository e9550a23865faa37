// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <papilio/version.hpp>
#include <thread>

#include "bench/host.hpp"

namespace papilio::bench {
namespace {

std::string date_now() {
  const std::tm utc = fmt::gmtime(std::time(nullptr));
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour,
                     utc.tm_min);
}

}  // namespace

MachineInfo describe_machine(const Device& device) {
  return {.cpu = processor_name(),
          .threads = std::thread::hardware_concurrency(),
          .device = device.info(),
          .date = date_now(),
          .papilio = std::string(version()),
          .load_before = load_average(),
          .load_after = -1};
}

}  // namespace papilio::bench
