// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <papilio/error.hpp>

namespace papilio::bench {

std::unique_ptr<EnergyCounter> make_energy_counter(const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu) return make_rapl_counter();
  if (device.kind == DeviceKind::gpu) return make_nvml_counter(device);
  throw Error::unsupported("energy", fmt::format("no counter measures a device of kind {}", to_string(device.kind)));
}

std::optional<double> joules_of_one(EnergyCounter& counter, const std::function<std::size_t()>& work, double seconds) {
  using TimingSide = std::chrono::steady_clock;
  /// Works until `enough` seconds have passed and the counter advances; adds to `executions`.
  const auto next_step = [&](double previous, double enough, std::size_t& executions) -> std::optional<double> {
    const auto begin = TimingSide::now();
    for (;;) {
      executions += work();
      const double elapsed = std::chrono::duration<double>(TimingSide::now() - begin).count();
      const std::optional<double> now = counter.joules();
      if (!now) return std::nullopt;
      if (elapsed >= enough && *now > previous) return now;
      previous = *now;
      if (elapsed > 2 * enough + 1) return std::nullopt;  // the counter does not advance
    }
  };
  const std::optional<double> before = counter.joules();
  if (!before) return std::nullopt;
  std::size_t executions = 0;
  const std::optional<double> first = next_step(*before, 0, executions);
  if (!first) return std::nullopt;
  executions = 0;
  const std::optional<double> last = next_step(*first, seconds, executions);
  if (!last) return std::nullopt;
  return (*last - *first) / static_cast<double>(std::max<std::size_t>(executions, 1));
}

}  // namespace papilio::bench
