// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// RAPL as Linux shows it: /sys/class/powercap/intel-rapl:N/energy_uj for each package N (AMD's too), a number of
// microjoules that starts again from 0 after max_energy_range_uj (Linux, Documentation/power/powercap).
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <papilio/error.hpp>
#include <vector>

#include "bench/energy.hpp"

namespace papilio::bench {
namespace {

namespace fs = std::filesystem;

std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  if (!(stream >> number)) return std::nullopt;
  return number;
}

struct Package {
  fs::path counter;
  std::uint64_t range = 0;
  std::uint64_t last = 0;
};

class RaplCounter final : public EnergyCounter {
 public:
  explicit RaplCounter(const std::string& root) {
    std::string refused;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(root, error)) {
      const std::string name = entry.path().filename().string();
      // "intel-rapl:0" is a package, "intel-rapl:0:0" a part of it.
      if (!name.starts_with("intel-rapl:") || std::count(name.begin(), name.end(), ':') != 1) continue;
      const fs::path counter = entry.path() / "energy_uj";
      const std::optional<std::uint64_t> now = number_in(counter);
      if (!now) refused = counter.string();
      if (now) packages_.push_back({counter, number_in(entry.path() / "max_energy_range_uj").value_or(0), *now});
    }
    if (!packages_.empty()) return;
    throw refused.empty() ? Error::unsupported("energy", fmt::format("there is no RAPL package below {}", root))
                          : Error::unsupported("energy", fmt::format("{} is not readable", refused), "run as root");
  }

  [[nodiscard]] std::string source() const override { return "RAPL"; }
  [[nodiscard]] std::optional<double> joules() override {
    for (Package& package : packages_) {
      const std::optional<std::uint64_t> now = number_in(package.counter);
      if (!now) return std::nullopt;
      const bool wrapped = *now < package.last;
      microjoules_ += *now - package.last + (wrapped ? package.range : 0);  // modulo 2^64
      package.last = *now;
    }
    return 1e-6 * static_cast<double>(microjoules_);
  }

 private:
  std::vector<Package> packages_;
  std::uint64_t microjoules_ = 0;
};

}  // namespace

std::unique_ptr<EnergyCounter> make_rapl_counter(const std::string& root) {
  return std::make_unique<RaplCounter>(root);
}

}  // namespace papilio::bench
