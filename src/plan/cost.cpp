// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/cost.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

#include "core/number_theory.hpp"

namespace papilio::plan {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Cost per lane of a store that goes lane by lane instead of as a vector.
constexpr double scattered_store = 2.0;
// Beyond this radix a vector register file of 32 no longer holds a codelet's values; they spill to the stack.
constexpr int comfortable_radix = 16;

/// Cost of a stage of radix r on the remaining `rest` of n points; the earlier stages have done s = n/rest points.
double stage_cost(std::int64_t n, int r, std::int64_t rest, const StageRules& rules) {
  const std::int64_t s = n / rest;
  const std::int64_t m = rest / r;
  double cost = (codelet_operations(r) + (m > 1 ? 5.0 * (r - 1) : 0.0)) / r + rules.stage_traffic;
  if (r > comfortable_radix) cost *= 1.3;
  if (!rules.along_butterflies) return cost;
  const std::int64_t count = n / r;
  if (count < rules.lanes) return infinity;
  const double vectors = static_cast<double>((count + rules.lanes - 1) / rules.lanes * rules.lanes);
  cost *= vectors / static_cast<double>(count);
  if (m > 1) {
    if (s == 1) {
      cost += r % rules.lanes == 0 ? 6.0 : scattered_store * rules.lanes;
    } else if (s % rules.lanes != 0) {
      cost += scattered_store * rules.lanes + 2.0;
    }
  }
  return cost;
}

class Search {
 public:
  Search(std::int64_t n, const StageRules& rules) : n_(n), rules_(rules) {}

  const Factorisation& best(std::int64_t rest) {
    if (const auto known = memo_.find(rest); known != memo_.end()) return known->second;
    Factorisation result;
    result.operations = rest == 1 ? 0 : infinity;
    for (int r = 2; r <= rules_.max_radix && r <= rest; ++r) {
      if (rest % r != 0) continue;
      const double own = stage_cost(n_, r, rest, rules_);
      if (own == infinity) continue;
      const Factorisation& tail = best(rest / r);
      if (own + tail.operations >= result.operations) continue;
      result.operations = own + tail.operations;
      result.radices.assign(1, r);
      result.radices.insert(result.radices.end(), tail.radices.begin(), tail.radices.end());
    }
    return memo_.emplace(rest, std::move(result)).first->second;
  }

 private:
  std::int64_t n_;
  StageRules rules_;
  std::map<std::int64_t, Factorisation> memo_;
};

/// `smaller` has the counts of all smaller radices.
double counted_operations(int radix, const std::array<double, 65>& smaller) {
  // Additions plus multiplications after fusion, as the codelet test prints them.
  static constexpr std::array<double, 17> known = {0,  0,  4,   14,  16,  36,  36,  78, 54,
                                                   98, 92, 170, 100, 220, 184, 170, 150};
  if (radix < static_cast<int>(known.size())) return known[radix];
  if (is_prime(radix)) return 2.0 * radix * radix * 0.6 + 4.0 * radix;
  const auto r = static_cast<int>(prime_factors(radix).back());
  const int rest = radix / r;
  return rest * smaller[r] + r * smaller[rest] + 5.0 * (r - 1) * (rest - 1);
}

}  // namespace

double codelet_operations(int radix) {
  static const std::array<double, 65> table = [] {
    std::array<double, 65> counts{};
    for (int r = 2; r < static_cast<int>(counts.size()); ++r) counts[r] = counted_operations(r, counts);
    return counts;
  }();
  return table.at(static_cast<std::size_t>(radix));
}

bool has_codelets(std::int64_t n) {
  const std::vector<std::int64_t> factors = prime_factors(n);
  return factors.empty() || factors.back() <= largest_codelet_prime;
}

bool codelets_suffice(std::int64_t n, const DeviceCaps& caps) {
  constexpr int registers = 168;  // needed for 31 points in f64
  return caps.device_class == DeviceClass::gpu && caps.registers >= registers && has_codelets(n);
}

Factorisation factorise(std::int64_t n, const StageRules& rules) {
  if (n == 1) return {{1}, rules.stage_traffic};
  Factorisation result = Search(n, rules).best(n);
  if (result.operations == infinity) result.radices.clear();
  return result;
}

double operations_of(const std::vector<int>& radices, const StageRules& rules) {
  const auto n = std::accumulate(radices.begin(), radices.end(), std::int64_t{1}, std::multiplies<>());
  if (n == 1) return rules.stage_traffic;
  double operations = 0;
  std::int64_t rest = 1;
  for (std::size_t i = radices.size(); i-- > 0;) {  // the last stage first, as factorise() adds them up
    rest *= radices[i];
    operations = stage_cost(n, radices[i], rest, rules) + operations;
  }
  return operations;
}

int element_bytes(Precision precision) { return precision == Precision::f32 ? 8 : 16; }

int lanes_of(Precision precision, const DeviceCaps& caps) {
  return precision == Precision::f32 ? caps.lanes_f32 : caps.lanes_f64;
}

double seconds_of(const PassWork& work, const DeviceCaps& caps) {
  const bool cpu = caps.device_class == DeviceClass::cpu;
  // A core executes about 1.5 vector operations per cycle at 3.5 GHz; a GPU's lanes are its work-items.
  const double rate = cpu ? 5e9 : 1e9 * 64;
  const double share = static_cast<double>(std::min<std::int64_t>(work.tiles, caps.compute_units));
  double compute = work.operations * static_cast<double>(work.points) / work.lanes / rate / share;
  if (cpu && caps.fast_memory > 0 && work.footprint > caps.fast_memory) compute *= 2.5;
  const double bandwidth = cpu ? (work.bytes > caps.l2_memory ? 10e9 : 30e9) : 1e12;
  const double memory = static_cast<double>(work.bytes) / bandwidth * (work.scattered ? 1.6 : 1.0);
  return std::max(compute, memory) + 0.3 * std::min(compute, memory) + 5e-6;
}

}  // namespace papilio::plan
