// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/model/cpu_estimate.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/cpu_model.hpp"

namespace papilio::plan {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Strategy::butterflies: what it costs more that the lanes of an output are not neighbours in the next stage's input.
double turning_cost(std::int64_t s, int r, int lanes) {
  constexpr const auto& model = cpu_model.work;
  if (s == 1) {
    const int rounds = std::countr_zero(static_cast<unsigned>(r));
    if (r % lanes == 0) return model.turned * std::countr_zero(static_cast<unsigned>(lanes));
    return model.turned * rounds + model.odd_shuffles * (std::min(r >> rounds, lanes) - 1);
  }
  const auto parts = static_cast<int>(lanes / std::gcd(s, static_cast<std::int64_t>(lanes)));
  if (parts == 1) return 0;
  return (parts == lanes ? model.scattered_store * lanes : model.part_store * (parts - 1)) +
         model.scattered_store_setup;
}

bool allows(const StageRules& rules, int radix) {
  return radix <= rules.max_radix || (radix > largest_codelet_prime && is_prime(radix));
}

struct StageShape {
  int radix;
  std::int64_t s;
  std::int64_t m;
  std::int64_t length;
};

/// Factor of a stage whose radix is too large for the registers.
double spilling_factor(const CpuModel::Stages& stages, const StageShape& stage, const StageRules& rules) {
  if (rules.first_pass) return cpu_model.spilled_in_first_pass;
  if (rules.wide && !rules.long_columns && stage.m == 1 && stage.s > 1) return cpu_model.spilled_last;
  return stage.length / stage.radix == rules.lanes ? stages.spilled_once : stages.spilled;
}

/// Cost of a stage of radix r on the remaining `rest` of n points; the earlier stages have done s = n/rest points.
double stage_cost(std::int64_t n, int r, std::int64_t rest, const StageRules& rules) {
  const CpuModel::Stages& stages = rules.along_butterflies ? cpu_model.butterflies
                                   : rules.long_columns    ? cpu_model.long_columns
                                   : rules.wide            ? cpu_model.wide_columns
                                                           : cpu_model.columns;
  const std::int64_t s = n / rest;
  const std::int64_t m = rest / r;
  double cost = (codelet_operations(r) + (m > 1 ? stages.twiddle * (r - 1) : 0.0)) / r + stages.traffic;
  const int comfortable = rules.wide && s == 1 ? cpu_model.comfortable_first : stages.comfortable_radix;
  if (r > comfortable) cost *= spilling_factor(stages, {r, s, m, n}, rules);
  if (r > largest_codelet_prime) cost *= r == n ? cpu_model.large_prime : cpu_model.large_prime_stage;
  if (!rules.along_butterflies) return cost;
  const std::int64_t count = n / r;
  if (count < rules.lanes) return infinity;
  const std::int64_t in_vectors = ceil_div(count, rules.lanes) * rules.lanes;
  cost *= static_cast<double>(in_vectors) / static_cast<double>(count);
  return m > 1 ? cost + turning_cost(s, r, rules.lanes) : cost;
}

class RadixSearch {
 public:
  RadixSearch(std::int64_t n, const StageRules& rules) : n_(n), rules_(rules) {}

  const Factorisation& best(std::int64_t rest) {
    if (const auto known = memo_.find(rest); known != memo_.end()) return known->second;
    Factorisation result;
    result.operations = rest == 1 ? 0 : infinity;
    for (int r = 2; r <= std::max(rules_.max_radix, rules_.large_primes) && r <= rest; ++r) {
      if (rest % r != 0 || !allows(rules_, r)) continue;
      const double own = stage_cost(n_, r, rest, rules_);
      if (own == infinity) continue;
      const Factorisation& tail = best(rest / r);
      // Equally cheap butterflies: prefer those that read memory with the larger radix: f64, 256 points, 8x4x8 took
      // 0.82 of 4x8x8.
      const double tie = rules_.streams && rest == n_ ? 1 + 1e-12 : 1;
      if (own + tail.operations >= result.operations * tie) continue;
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

/// The same search for several sequences. A stage costs the same whatever the later ones are, so those for the rest
/// are found once.
class RadixRanking {
 public:
  RadixRanking(std::int64_t n, const StageRules& rules, std::size_t most) : n_(n), rules_(rules), most_(most) {}

  const std::vector<Factorisation>& best(std::int64_t rest) {
    if (const auto known = memo_.find(rest); known != memo_.end()) return known->second;
    std::vector<Factorisation> all;
    if (rest == 1) all.emplace_back();
    for (int r = 2; r <= std::max(rules_.max_radix, rules_.large_primes) && r <= rest; ++r) {
      if (rest % r != 0 || !allows(rules_, r)) continue;
      const double own = stage_cost(n_, r, rest, rules_);
      if (own == infinity) continue;
      for (const Factorisation& tail : best(rest / r)) {
        Factorisation one{{r}, own + tail.operations};
        one.radices.insert(one.radices.end(), tail.radices.begin(), tail.radices.end());
        all.push_back(std::move(one));
      }
    }
    std::ranges::stable_sort(all, {}, &Factorisation::operations);
    if (all.size() > most_) all.resize(most_);
    return memo_.emplace(rest, std::move(all)).first->second;
  }

 private:
  std::int64_t n_;
  StageRules rules_;
  std::size_t most_;
  std::map<std::int64_t, std::vector<Factorisation>> memo_;
};

}  // namespace

std::vector<Factorisation> factorisations(std::int64_t n, const StageRules& rules, std::size_t most) {
  if (n == 1) return {factorise(n, rules)};
  return RadixRanking(n, rules, most).best(n);
}

Factorisation factorise(std::int64_t n, const StageRules& rules) {
  if (n == 1) return {{1}, cpu_model.work.single_stage};
  Factorisation result = RadixSearch(n, rules).best(n);
  if (result.operations == infinity) result.radices.clear();
  return result;
}

double operations_of(const std::vector<int>& radices, const StageRules& rules) {
  const std::int64_t n = product(radices);
  if (n == 1) return cpu_model.work.single_stage;
  double operations = 0;
  std::int64_t rest = 1;
  for (std::size_t i = radices.size(); i-- > 0;) {  // the last stage first, as factorise() adds them up
    rest *= radices[i];
    operations = stage_cost(n, radices[i], rest, rules) + operations;
  }
  return operations;
}

int lanes_of(Precision precision, const DeviceCaps& caps) {
  return part_of(precision) == Precision::f32 ? caps.lanes_f32 : caps.lanes_f64;
}

bool beyond_256_bits(Precision precision, int lanes) { return lanes * real_bytes(part_of(precision)) > 32; }

double slowdown_of(const TileRows& rows) {
  constexpr const auto& model = cpu_model.time;
  // How many other rows share the set of a row.
  const auto sharing = [&](std::int64_t distance) {
    if (distance == 0) return 0.0;
    const std::int64_t sets = model.set_reach / std::gcd(distance, model.set_reach);
    return static_cast<double>(rows.count) / static_cast<double>(std::min(rows.count, sets)) - 1;
  };
  const double conflicts = (sharing(rows.read_distance) + sharing(rows.write_distance)) / 2;
  const double slowdown =
      (rows.bytes > model.line ? model.long_rows : model.scattered) * (rows.one_stage ? model.streamed : 1);
  // Rows of two lines lose a quarter of that: half of their lines come with the other half, into neighbouring sets.
  const double lines = std::max(1.0, static_cast<double>(rows.bytes) / model.line);
  return slowdown * (1 + std::min(model.shared_set * conflicts, model.max_shared) / (lines * lines));
}

double seconds_of(const PassWork& work, const DeviceCaps& caps) {
  constexpr const auto& model = cpu_model.time;
  const double share = static_cast<double>(std::min<std::int64_t>(work.tiles, caps.compute_units));
  double compute = work.operations * static_cast<double>(work.points) / work.lanes / model.operations / share;
  if (caps.fast_memory > 0 && work.footprint >= caps.fast_memory / 2) {
    compute *= work.footprint > caps.fast_memory ? model.beyond_fast_memory : model.beyond_half;
  }
  const double bandwidth = work.bytes > caps.l2_memory ? model.bandwidth : model.cache_bandwidth;
  const double memory = static_cast<double>(work.bytes) / bandwidth * work.slowdown;
  return std::max(compute, memory) + model.overlap * std::min(compute, memory) + model.launch;
}

}  // namespace papilio::plan
