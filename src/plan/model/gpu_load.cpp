// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What work-groups do: instructions, accesses, barriers, registers.
#include <algorithm>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/gpu_estimate.hpp"
#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"
#include "spec/pairing.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& unit = gpu_model.unit;
constexpr const auto& work = gpu_model.work;

/// One DFT, or the two of a convolution.
int dfts_of(const KernelSpec& spec) { return spec.algorithm == Algorithm::stockham ? 1 : 2; }

void add(const GpuModel::Load& own, double per_point, GroupLoad& load) {
  load.instructions += own.instructions * per_point;
  load.accesses += own.accesses * per_point;
}

int exchange_barriers(const KernelSpec& spec) {
  return spec.shape.exchange == ExchangeForm::half_size ? 2 * work.barriers : work.barriers;
}

void add_pairs(const KernelSpec& spec, double per_point, GroupLoad& load) {
  constexpr const auto& real = gpu_model.real;
  const bool trig = spec.in.form == Form::trig;
  add(trig ? real.trig_pair : real.pair, per_point, load);
  if (processes_transforms(spec)) return;
  add(trig ? real.trig_shared_pair : real.shared_pair, per_point, load);
  const std::size_t signal = pre_processes(spec) ? spec.radices.size() - 1 : 0;
  if (trig && pairing_of(spec, signal) == Pairing::none) add(real.single_numbers, per_point, load);
  if (processes_in_registers(spec)) return;
  const bool interleaved = spec.shape.exchange == ExchangeForm::interleaved;
  add(interleaved ? real.exchanged_interleaved : real.exchanged, per_point, load);
  load.barriers += exchange_barriers(spec);
}

void add_rows(const KernelSpec& spec, double per_point, GroupLoad& load) {
  const bool after = post_processes(spec);
  add(after ? gpu_model.real.rows_after : gpu_model.real.rows_before, per_point, load);
  if (after) load.barriers += work.barriers;
}

void add_cluster(const KernelSpec& spec, double per_point, GroupLoad& load) {
  constexpr const auto& cluster = gpu_model.cluster;
  if (!spec.several_axes()) add(work.pass_twiddles, per_point, load);
  // Data pass to other compute units in runs of neighbours, as long as the last radix of the first phase leaves them.
  const std::int64_t run =
      cluster_rows(spec) / spec.radices[spec.shape.cluster_stage - 1] * spec.shape.tile * element_bytes(spec.precision);
  const double cut = run % unit.sector_bytes == 0 ? 1 : 1 + cluster.cut_sector_bytes / static_cast<double>(run);
  load.accesses += cluster.accesses * per_point * cut * std::max(1.0, cluster.line_bytes / static_cast<double>(run));
  load.barriers += cluster.barriers;
}

void add_algorithm(const KernelSpec& spec, double per_point, GroupLoad& load) {
  if (spec.algorithm == Algorithm::rader) add(work.rader, per_point, load);
  if (spec.algorithm == Algorithm::filter) add(work.filter, per_point, load);
  if (spec.algorithm == Algorithm::bluestein) add(work.bluestein, per_point, load);
}

/// Warps that do one butterfly each until all are done. A warp without work in a round takes no time, but the costs of
/// kernels other than is_short() were fitted as if it did.
double busy_warps(const KernelSpec& spec, std::int64_t butterflies, std::int64_t warp) {
  const std::int64_t threads = spec.shape.threads;
  const std::int64_t last = is_short(spec) || butterflies % threads == 0 ? butterflies % threads : threads;
  const std::int64_t whole_rounds = butterflies / threads;
  return static_cast<double>(whole_rounds * ceil_div(threads, warp) + ceil_div(last, warp));
}

/// Share of a complex transform's work that a real one has: a work-item that has all of it leaves out the imaginary
/// parts and the second half of the spectrum.
double work_share(const KernelSpec& spec) {
  const bool real = spec.in.form == Form::real || spec.out.form == Form::real;
  return real && spec.algorithm == Algorithm::stockham && spec.radices.size() == 1 && !spec.several_axes() &&
                 spec.columns() == 1
             ? 0.5
             : 1;
}

}  // namespace

TileLoad tile_load(const KernelSpec& spec) {
  const std::int64_t n = spec.work_length();
  const double index =
      spec.columns() == 1 && spec.shape.tile > 1 && !spec.shape.across ? work.index_of_many : work.index;
  const std::vector<std::int64_t> axes = stage_axes(spec);
  TileLoad tile;
  tile.stages.reserve(spec.radices.size());
  tile.local_memory = exchange_bytes(spec);
  std::int64_t rest = n;
  for (const int r : spec.radices) {
    rest /= r;
    const double twiddles = rest > later_axes(axes, n / rest / r) ? r - 1 : 0;
    const double shared = rest > 1 ? work.exchange * r : 0.0;
    const double exchange = spec.shape.exchange == ExchangeForm::interleaved ? shared / 2 : shared;
    tile.stages.push_back(
        {r, n / r * spec.shape.tile / spec.shape.cluster,
         work_share(spec) * codelet_operations(r) + work.twiddle.instructions * twiddles + exchange + index,
         work.twiddle.accesses * twiddles + shared});
    tile.barriers += rest > 1 ? exchange_barriers(spec) : 0;
  }
  return tile;
}

GroupLoad group_load(const TileLoad& tile, const KernelSpec& spec, const DeviceCaps& caps, double conflicts) {
  constexpr const auto& time = gpu_model.time;
  GroupLoad load;
  load.local_memory = tile.local_memory;
  load.barriers = tile.barriers;
  double per_point = 0;
  double serial = 0;  // instructions of the busiest warp in the stages
  for (const TileLoad::StageLoad& stage : tile.stages) {
    const double busy = busy_warps(spec, stage.butterflies, caps.warp);
    const auto rounds = ceil_div(stage.butterflies, spec.shape.threads);
    load.points = std::max(load.points, static_cast<int>(rounds) * stage.radix);
    serial += static_cast<double>(rounds) * stage.instructions;
    load.instructions += busy * stage.instructions;
    load.accesses += busy * stage.accesses;
    per_point = std::max(per_point, busy * stage.radix);
  }
  load.instructions *= dfts_of(spec);
  const double stages = load.instructions;
  load.accesses *= dfts_of(spec);
  load.barriers *= dfts_of(spec);
  if (spec.shape.staged) {
    const int sides = !spec.several_axes() ? 2 : 1;
    add(work.staging, per_point * sides * work_share(spec), load);
    load.barriers += work.barriers * sides;
  }
  add(work.transfer, per_point, load);
  if (spec.algorithm != Algorithm::stockham) load.barriers += work.barriers;
  if (spec.shape.cluster > 1) add_cluster(spec, per_point, load);
  if (spec.outer > 1) add(work.pass_twiddles, per_point, load);
  if (spec.paired_columns) {
    add(work.paired_pass, per_point, load);
    load.barriers += exchange_barriers(spec);
  } else if (is_real_plane(spec)) {
    add_rows(spec, per_point, load);
  } else if (pairs_conjugates(spec)) {
    add_pairs(spec, per_point, load);
  }
  load.accesses *= 1 + time.conflict_weight * (conflicts - 1);
  add_algorithm(spec, per_point, load);
  const auto warps = static_cast<double>(ceil_div(spec.shape.threads, caps.warp));
  load.serial = serial * dfts_of(spec) + (load.instructions - stages) / warps;
  const double issued = load.instructions / (time.instructions_per_cycle * warp_rate(caps));
  const double accessed = load.accesses / (time.accesses_per_cycle * caps.local_bandwidth / (4.0 * caps.warp));
  load.compute = std::max(issued, accessed) * cycle_of(spec, caps);
  return load;
}

namespace {

/// For addresses in other work-groups, and of conjugate pairs.
int cluster_registers(const KernelSpec& spec) {
  constexpr const auto& model = gpu_model.registers;
  if (spec.shape.cluster == 1) return 0;
  if (!pairs_conjugates(spec)) return model.cluster;
  return spec.precision == Precision::f32 ? model.f32_cluster_pairs : model.f64_cluster_pairs;
}

/// Addresses, on both sides, of butterflies that belong to different transforms of a loop.
int looped_addresses(const KernelSpec& spec, int points) {
  if (spec.loops.empty() || spec.shape.tile == 1 || spec.columns() > 1 || spec.radices.empty()) return 0;
  return 2 * (points / std::min(spec.radices.front(), spec.radices.back()));
}

}  // namespace

int min_registers(const KernelSpec& spec, int points, const DeviceCaps& caps) {
  constexpr const auto& model = gpu_model.registers;
  const GpuModel::Fewest& fewest = caps.holds_addresses ? model.holding : model.recomputing;
  const int convolution = model.convolution + fewest.convolution_stage * static_cast<int>(spec.radices.size());
  const int addresses =
      (spec.shape.staged ? model.staged : 0) + (spec.algorithm == Algorithm::stockham ? 0 : convolution) +
      (spec.several_axes() ? fewest.several_axes : 0) +
      (spec.shape.exchange == ExchangeForm::half_size ? fewest.half_size : 0) +
      (is_real_plane(spec) ? fewest.real_plane : 0) + (spec.filter.element != 1 ? model.strided_filter : 0) +
      (spec.columns() == 1 && spec.shape.tile > 1 ? model.many_transforms : 0) + cluster_registers(spec) +
      fewest.looped * looped_addresses(spec, points);
  const int held = spec.precision == Precision::f64x2 ? 2 * points : points;  // f64x2 has twice the registers of f64
  const bool f32 = spec.precision == Precision::f32;
  const int all =
      (f32 ? fewest.f32_point * held + fewest.f32_base : fewest.f64_point * held + fewest.f64_base) + addresses;
  // Devices with few registers have codelets of 13 points in f32, and run those of pairs with spills.
  constexpr int spilled_points = 13;
  return is_pair(spec.precision) && points <= spilled_points ? std::min(all, caps.registers) : all;
}

namespace {

/// Liked registers in f32, where the largest codelet of several stages may be that of a large prime.
int f32_liked_registers(const KernelSpec& spec, int points, const DeviceCaps& caps) {
  constexpr const auto& model = gpu_model.registers;
  const bool largest = spec.radices.size() > 1 && !spec.shape.staged && std::ranges::count(spec.radices, points) > 0;
  if (largest && !caps.holds_addresses && points >= model.min_prime && is_prime(points)) {
    return spec.radices.back() == points && std::ranges::count(spec.radices, points) == 1
               ? static_cast<int>(model.last_prime * points) + model.last_prime_base
               : static_cast<int>(model.early_prime * points);
  }
  return static_cast<int>(model.f32_liked_point * points) + model.f32_liked_base;
}

}  // namespace

int liked_registers(const KernelSpec& spec, int points, const DeviceCaps& caps) {
  constexpr const auto& model = gpu_model.registers;
  const int liked = spec.precision == Precision::f32 ? f32_liked_registers(spec, points, caps)
                                                     : model.recomputing.f64_point * points + model.f64_liked_base;
  const bool pairs = is_real_plane(spec) || (spec.shape.cluster > 1 && pairs_conjugates(spec));
  const int terms = is_pair(spec.precision) ? model.pair_terms : 0;
  return terms + std::max(liked + (spec.algorithm == Algorithm::stockham && !pairs ? 0 : model.liked_extra),
                          min_registers(spec, points, caps));
}

std::int64_t allocated_threads(const KernelSpec& spec, const DeviceCaps& caps) {
  const std::int64_t together = spec.shape.cluster > 1 ? unit.parts * caps.warp : caps.warp;
  return ceil_div(spec.shape.threads, together) * together;
}

std::int64_t groups_by_registers(std::int64_t threads, int registers, const DeviceCaps& caps) {
  const std::int64_t of_warp = ceil_div(registers, unit.register_step) * unit.register_step * caps.warp;
  return unit.parts * (caps.unit_registers / unit.parts / of_warp) / ceil_div(threads, caps.warp);
}

int resident_groups(const KernelSpec& spec, const GroupLoad& load, int registers, const DeviceCaps& caps) {
  const std::int64_t threads = allocated_threads(spec, caps);
  const auto used =
      static_cast<int>(ceil_div(std::min(registers, caps.registers), unit.register_step) * unit.register_step);
  const auto busy = static_cast<std::int64_t>(gpu_model.registers.useful_threads * caps.unit_threads);
  const std::int64_t useful = std::max<std::int64_t>(1, busy / threads);
  const std::int64_t held = is_short(spec) || is_pair(spec.precision) ? groups_by_registers(threads, used, caps)
                                                                      : caps.unit_registers / (used * threads);
  std::int64_t groups = std::min<std::int64_t>({held, useful, unit.max_groups});
  if (load.local_memory > 0)
    groups = std::min(groups, caps.unit_local_memory / (load.local_memory + caps.reserved_local_memory));
  return static_cast<int>(std::max<std::int64_t>(groups, 1));
}

}  // namespace papilio::plan
