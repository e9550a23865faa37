// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/model/factor_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/gpu_estimate.hpp"
#include "spec/cluster.hpp"
#include "spec/layout.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& unit = gpu_model.unit;
constexpr const auto& model = gpu_model.factors;

/// How often an access of the exchange is repeated by bank conflicts. Neighbouring work-items do the same butterfly of
/// neighbouring rows along the axis.
double conflicts_of(std::int64_t rows, const Factor& factor, std::int64_t stride, int radix, std::int64_t m) {
  std::array<int, unit.banks> accesses{};
  const std::int64_t butterflies = (factor.length - 1) / radix;
  for (std::int64_t t = 0; t < std::min(unit.banks, rows * butterflies); ++t) {
    const std::int64_t begin = line_along(t % rows, stride, factor.length).begin;
    ++accesses[(begin + stride * spread(t / rows, m, radix)) % unit.banks];
  }
  return *std::max_element(accesses.begin(), accesses.end());
}

/// Cycles of a large butterfly's arithmetic beyond those that moving its numbers hides.
double heaviness(int radix) {
  return model.heavy_operation * std::max(0.0, codelet_operations(radix) - model.light_operations * radix);
}

struct Butterflies {
  std::int64_t count;
  int radix;
  int dfts = 1;
};

/// `tables`: cycles for reading the butterflies' table entries.
FactorRound round_of(const Butterflies& own, double conflicts, double tables) {
  return {own.count, model.number * own.radix * conflicts + model.butterfly + tables + own.dfts * heaviness(own.radix),
          own.dfts * codelet_operations(own.radix) + model.move_instructions * own.radix,
          static_cast<double>(own.dfts) * own.radix};
}

/// The stages of a convolution, there and back. `group_twiddle`: cycles for each number of the first stage's results.
void add_stages(const KernelSpec& spec, const Factor& factor, double group_twiddle, std::vector<FactorRound>& rounds) {
  const std::int64_t lines = spec.length * spec.shape.tile / factor.length;
  // Butterflies of a warp that read different entries of the tables.
  const double unlike = static_cast<double>(std::max<std::int64_t>(1, 32 / lines)) / 32;
  const std::int64_t stride = factor.later * Exchange(spec).element_step();
  std::int64_t m = factor.length - 1;
  for (const int radix : factor.radices) {
    const double results = m == factor.length - 1 ? group_twiddle * radix : 0;
    m /= radix;
    const std::int64_t count = lines * ((factor.length - 1) / radix);
    const double conflicts = conflicts_of(lines, factor, stride, radix, m);
    if (m == 1) {
      rounds.push_back(
          round_of({count, radix, 2}, conflicts, (model.ordered_table + model.scattered_table * unlike) * radix));
      continue;
    }
    const double twiddles = (spec.shape.twiddles == Twiddles::products ? 2 * std::sqrt(radix) : radix - 1) *
                            (model.ordered_twiddle + model.scattered_twiddle * unlike);
    rounds.push_back(round_of({count, radix}, conflicts, twiddles));
    rounds.push_back(round_of({count, radix}, conflicts, twiddles + results));
  }
}

}  // namespace

std::vector<FactorRound> factor_rounds(const KernelSpec& spec, const std::vector<Factor>& factors) {
  std::vector<FactorRound> rounds;
  const std::int64_t points = spec.length * spec.shape.tile;
  const auto first = static_cast<int>(factors.front().length);
  rounds.push_back({points / first, model.first_number * first + model.first_twiddle * (first - 1) + heaviness(first),
                    first == 1 ? 0 : codelet_operations(first) + model.first_twiddle_instructions * (first - 1), 0});
  rounds.push_back(
      {points, model.result + (spec.outer > 1 ? model.pass_twiddle : 0) + (pairs_conjugates(spec) ? model.pair : 0), 0,
       0});
  for (std::size_t i = 1; i < factors.size(); ++i) {
    const Factor& factor = factors[i];
    const double group_twiddle = factor.rest > 1 ? model.group_twiddle : 0;
    const auto radix = static_cast<int>(factor.length);
    if (factor.convolves()) {
      add_stages(spec, factor, group_twiddle, rounds);
    } else {
      rounds.push_back(round_of({points / factor.length, radix}, model.conflicts, group_twiddle * radix));
    }
  }
  return rounds;
}

namespace {

/// Registers in f32 with which ptxas spills next to nothing: those of the largest codelet, or of the numbers on their
/// way between memory and a tile, whose addresses it keeps if no loop separates them.
int f32_registers(const KernelSpec& spec, int first) {
  int registers = 0;
  for (const int radix : spec.radices) {
    const bool prime = radix >= gpu_model.registers.min_prime && is_prime(radix);
    registers = std::max(registers, prime ? model.f32_prime_point * radix + model.f32_prime_base
                                          : 2 * (radix + model.butterfly_numbers) + model.f32_base);
  }
  if (spec.shape.tile == 1) return std::max(registers, 2 * model.addresses + model.f32_base);
  const ItemLoop items = item_loop(spec.length * spec.shape.tile / first, first, spec.shape.threads);
  const int kept = items.times > 1 ? 0 : 2 * static_cast<int>(items.together) + model.kept_numbers;
  return std::max(registers, 2 * std::max(model.many_addresses, kept) + model.f32_base);
}

}  // namespace

int factor_registers(const KernelSpec& spec, const std::vector<Factor>& factors, const DeviceCaps& caps) {
  const int largest = *std::max_element(spec.radices.begin(), spec.radices.end());
  const auto first = static_cast<int>(factors.front().length);
  if (spec.precision == Precision::f32 && !caps.holds_addresses) return f32_registers(spec, first);
  const int numbers = std::max({largest + model.butterfly_numbers, first + model.first_numbers,
                                spec.shape.tile > 1 ? model.many_addresses : model.addresses});
  const auto values = static_cast<int>(element_bytes(spec.precision) / 4) * numbers;
  if (caps.holds_addresses) return min_registers(spec, numbers, caps) + values;  // and as many of a table
  return values + (numbers > model.f64_large ? model.f64_large_base : model.f64_base);
}

int factor_groups(const KernelSpec& spec, std::int64_t local_memory, int registers, const DeviceCaps& caps) {
  const std::int64_t warps = ceil_div(spec.shape.threads, caps.warp);
  const auto busy = static_cast<std::int64_t>(model.useful_threads * caps.unit_threads);
  const std::int64_t useful = std::max<std::int64_t>(1, busy / (warps * caps.warp));
  return static_cast<int>(std::min({groups_by_registers(warps * caps.warp, registers, caps), useful, unit.max_groups,
                                    caps.unit_local_memory / (local_memory + caps.reserved_local_memory)}));
}

namespace {

/// Many work-groups of one or two warps share little of what a compute unit fetches. Groups that fill the local memory
/// leave no L1 cache for the tables.
double strain_of(const KernelSpec& spec, const DeviceCaps& caps) {
  const std::int64_t group = exchange_bytes(spec) + caps.reserved_local_memory;
  const bool fills = static_cast<double>(spec.shape.resident_groups * group) >
                     model.cached_tables * static_cast<double>(caps.unit_local_memory);
  const bool many = spec.shape.threads <= 2 * caps.warp && spec.shape.resident_groups > gpu_model.search.few_groups;
  return 1 + (many ? model.few_warps : 0) + (fills ? model.less_cache : 0);
}

}  // namespace

double factor_estimate(const KernelSpec& spec, const DeviceCaps& caps, const Traffic& traffic,
                       const std::vector<FactorRound>& rounds) {
  const double cycle = cycle_of(spec, caps);
  double cycles = 0;
  double alone = model.alone * traffic.seconds + model.alone_round * static_cast<double>(rounds.size());
  for (const FactorRound& round : rounds) {
    const auto times = static_cast<double>(ceil_div(round.count, spec.shape.threads));
    cycles += static_cast<double>(ceil_div(round.count, caps.warp)) * round.cycles;  // other warps wait
    alone += times * (model.alone_instruction * round.instructions * cycle + model.alone_point * round.points +
                      (round.points > 0 ? model.alone_step : 0));
  }
  const double work = cycles / warp_rate(caps) * cycle;
  const double waited = model.waited * alone / std::pow(spec.shape.resident_groups, model.hiding);
  const double group = strain_of(spec, caps) * (model.memory * traffic.seconds + work + waited);
  const double doubt = model.doubt * (spec.columns() > 1 ? model.columns : 1);
  return model.start + doubt * (alone + work + group * std::max(0.0, traffic.groups - 1));
}

}  // namespace papilio::plan
