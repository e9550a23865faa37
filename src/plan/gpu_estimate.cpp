// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "core/storage.hpp"
#include "plan/cost.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"
#include "spec/joint.hpp"
#include "spec/pairing.hpp"

namespace papilio::plan {
namespace {

/// One DFT, or the two of a convolution.
int dfts_of(const KernelSpec& spec) { return spec.algorithm == Algorithm::stockham ? 1 : 2; }

/// Runs of neighbours shorter than a line of the cache waste some of what memory moves (measured on an H200).
double run_efficiency(double bytes) {
  if (bytes >= 128) return 1.0;
  if (bytes >= 64) return 0.9;
  return bytes >= 32 ? 0.65 : 0.65 * bytes / 32;
}

/// Bytes of neighbouring elements at that end: of numbers, where they are in planes.
double run_of(const KernelSpec& spec, Storage storage, ComplexLayout layout) {
  return static_cast<double>(bytes_of(storage, spec.precision)) * (layout == ComplexLayout::planar ? 1 : 2);
}

/// Half spectra of m+1 numbers begin anywhere in a sector, so each run of a mirrored pass touches one sector more than
/// it fills. Those that are read come from the cache the second time.
double mirrored_efficiency(const KernelSpec& spec, double in, double out) {
  const double run = spec.shape.tile / 2;
  if (spec.in.form == Form::half) return 2 / (2 / (1 + run * in / (run * in + sector_bytes)) + 1);
  return 2 / (1 / run_efficiency(run * in) + 1 + sector_bytes / (run * out));
}

/// A side of neighbouring columns: elements of `bytes`, of which `along` are met together where the tile is met in
/// rows.
double columns_efficiency(const KernelSpec& spec, const Strides& walk, bool rows, double along, double bytes) {
  if (rows && along > 1) return 0.5 + 0.5 * run_efficiency(along * bytes);
  const double apart = std::clamp(std::abs(static_cast<double>(walk.column)), 1.0, std::max(1.0, sector_bytes / bytes));
  return run_efficiency(spec.shape.tile * bytes) / apart;
}

double memory_efficiency(const KernelSpec& spec) {
  const double in = run_of(spec, spec.in.storage, spec.in.layout);
  const double out = run_of(spec, spec.out.storage, spec.out.layout);
  if (spec.mirrored) return mirrored_efficiency(spec, in, out);
  if (spec.columns() > 1 && !is_slab(spec)) {
    if (!spec.joint.empty() && spec.columns() == spec.shape.tile) return 1;
    // Rows of the user's that begin anywhere in a sector touch one more than they fill.
    const auto rough = [](double run) { return run_efficiency(run) * run / (run + 24); };
    const auto run_of_stage = [&](int radix) { return static_cast<double>(spec.length / radix); };
    const double read = spec.in.strides.block > 0    ? 1.0
                        : spec.load == LoadOp::chirp ? rough(spec.shape.tile * in)
                                                     : columns_efficiency(spec, spec.in.strides, loads_rows(spec),
                                                                          run_of_stage(spec.radices.front()), in);
    double written = spec.store == StoreOp::chirp ? rough(spec.shape.tile * out)
                                                  : columns_efficiency(spec, spec.out.strides, stores_rows(spec),
                                                                       run_of_stage(spec.radices.back()), out);
    if (spec.inner == 1 && spec.radices.size() > 1) {
      written = spec.out.strides.block > 0
                    ? run_efficiency(static_cast<double>(spec.out.strides.block) * spec.shape.tile * out)
                    : 1;
    }
    return ragged_rows_efficiency(spec) * 2 / (1 / read + 1 / written);
  }
  if (spec.shape.staged || spec.algorithm == Algorithm::prime_factor) return 1;
  if (spec.shape.cluster > 1) {
    // Neighbours are the parts of the first phase that one work-group has, and those of the last, or the results of a
    // row.
    const std::int64_t rows = cluster_rows(spec);
    const std::int64_t before = spec.length / rows / spec.shape.cluster / (folds_at_first(spec) ? 2 : 1);
    const std::int64_t along =
        spec.joint.empty() ? rows / spec.shape.cluster / (spec.folds_after() ? 2 : 1) : result_run(spec);
    return (run_efficiency(static_cast<double>(before) * in) + run_efficiency(static_cast<double>(along) * out)) / 2;
  }
  // What a warp leaves of a line is read by its neighbours soon after: half as bad.
  const auto side = [&](std::int64_t run, double element) {
    return 0.5 + 0.5 * run_efficiency(static_cast<double>(run) * element);
  };
  std::int64_t read = spec.work_length() / spec.radices.front();
  std::int64_t written = spec.joint.empty() ? spec.work_length() / spec.radices.back() : result_run(spec);
  // Pairs of butterflies: half a run forwards and half of one backwards, of cosine transforms by single numbers.
  if (spec.folds()) {
    std::int64_t& folded = spec.folds_before() ? read : written;
    folded = folds_in_registers(spec) ? folded / 2 : spec.length / 2;
    if (spec.in.form == Form::trig) folded /= 2;
  }
  return (side(std::max<std::int64_t>(read, 1), in) + side(std::max<std::int64_t>(written, 1), out)) / 2;
}

double cube(double seconds) { return seconds * seconds * seconds; }

// The constants are a fit to some 7,000 kernels measured on an H200 (docs/performance.md).
constexpr double clock_rate = 1.7e9;
constexpr double conflict_weight = 0.52;
constexpr double cache_speed = 1.28;  // of the second-level cache, memory's being 1
constexpr double unit_speed = 2.9;    // most that one compute unit reads alone, its share of memory being 1

}  // namespace

double cycle_of(const KernelSpec& spec) { return (spec.precision == Precision::f64 ? 1.9 : 1.0) / clock_rate; }

Traffic traffic_of(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps) {
  const std::int64_t tiles = spec.groups(request.batch);
  const std::int64_t numbers = bytes_of(spec.in.storage, spec.precision) + bytes_of(spec.out.storage, spec.precision);
  // Of what has a chirp the user's side is half as long.
  const bool chirp = spec.load == LoadOp::chirp || spec.store == StoreOp::chirp;
  const double bytes = (chirp ? 1.5 : 2) * static_cast<double>(spec.length) * spec.shape.tile / spec.shape.cluster *
                       static_cast<double>(numbers);
  const bool cached = bytes * static_cast<double>(tiles) < static_cast<double>(caps.l2_memory);
  const double share = caps.bandwidth / caps.compute_units;
  const double rate = caps.bandwidth * (cached ? cache_speed : 1) /
                      static_cast<double>(std::min<std::int64_t>(tiles, caps.compute_units));
  return {bytes / memory_efficiency(spec) * (cached ? 1 : permutation_cost(spec)) / std::min(rate, unit_speed * share),
          static_cast<double>(tiles) / caps.compute_units};
}

namespace {

/// Of a kernel whose first group takes memory's time and `latency`, and each further one `group`.
double work_seconds(const Traffic& traffic, double latency, double group) {
  const double first = 0.74 * traffic.seconds + latency + 1e-7;
  return 1.6e-6 + first + group * std::max(0.0, traffic.groups - 1);
}

}  // namespace

double least_seconds(const Traffic& traffic, double compute) {
  return work_seconds(traffic, compute, std::max(traffic.seconds, compute));
}

namespace {

/// Seconds of a warp that has the compute unit to itself.
double latency_of(const KernelSpec& spec, const DeviceCaps& caps, const GroupLoad& load) {
  const auto warps = static_cast<double>(ceil_div(spec.shape.threads, caps.warp));
  // It does an instruction in some 1.25 cycles.
  return 2.3e-7 + 3.3e-8 * load.barriers + std::max(load.compute, load.instructions / warps / 0.8 * cycle_of(spec));
}

/// What slows a group down otherwise.
double strain(const KernelSpec& spec, const GroupLoad& load) {
  double result = 1 + 0.0018 * std::max(0, load.points - 16) + 5e-5 * std::max(0, spec.shape.threads - 64);
  // What goes from unit to unit (a fit to some 1,200 kernels).
  result += 0.105 * std::log2(spec.shape.cluster);
  if (spec.shape.cluster > 1 && spec.joint.size() > 2) result += 0.2;
  // The cache has what local memory leaves.
  if (spec.shape.resident_groups == 1 && load.local_memory > 100 * 1024) result += 0.037;
  return result;
}

/// By counts of instructions that compilers made of such kernels.
void add_fold(const KernelSpec& spec, double per_point, GroupLoad& load) {
  const bool trig = spec.in.form == Form::trig;
  load.instructions += (trig ? 12 : 6) * per_point;
  if (folds_alone(spec)) return;
  load.instructions += 8 * per_point;
  load.accesses += (trig ? 4 : 2) * per_point;
  const std::size_t signal = spec.folds_before() ? spec.radices.size() - 1 : 0;
  if (trig && pairing_of(spec, signal) == Pairing::none) {  // numbers one by one, four apart
    load.instructions += 6 * per_point;
    load.accesses += 8 * per_point;
  }
  if (folds_in_registers(spec)) return;
  load.instructions += 12 * per_point;
  load.accesses += (spec.shape.exchange == ExchangeForm::interleaved ? 2 : 4) * per_point;
  load.barriers += spec.shape.exchange == ExchangeForm::half_size ? 4 : 2;
}

/// Every number of a half spectrum is made of two: of those in the exchange, or of those in the cache.
void add_image_fold(const KernelSpec& spec, double per_point, GroupLoad& load) {
  const bool after = spec.folds_after();
  load.instructions += (after ? 24 : 16) * per_point;
  load.accesses += (after ? 6 : 3) * per_point;
  if (after) load.barriers += 2;
}

/// Twiddles between the phases, and two barriers for all work-groups, which are some ten times as dear.
void add_cluster(const KernelSpec& spec, double per_point, GroupLoad& load) {
  if (spec.joint.empty()) {
    load.instructions += 12 * per_point;
    load.accesses += 2 * per_point;
  }
  // What goes to another unit does so in runs of neighbours, as long as the last radix of the first phase leaves them;
  // sectors are the least there as well.
  const std::int64_t run =
      cluster_rows(spec) / spec.radices[spec.shape.cut - 1] * spec.shape.tile * element_bytes(spec.precision);
  const double cut = run % sector_bytes == 0 ? 1 : 1 + 24.0 / static_cast<double>(run);
  load.accesses += 2 * per_point * cut * std::max(1.0, 128.0 / static_cast<double>(run));
  load.barriers += 20;
}

}  // namespace

TileLoad tile_load(const KernelSpec& spec) {
  const std::int64_t n = spec.work_length();
  // Where a tile holds several transforms each butterfly has to find its own.
  const double finding = spec.columns() == 1 && spec.shape.tile > 1 ? 30 : 12;
  const std::vector<std::int64_t> axes = stage_axes(spec);
  TileLoad tile;
  tile.stages.reserve(spec.radices.size());
  tile.local_memory = exchange_bytes(spec);
  std::int64_t rest = n;
  for (const int r : spec.radices) {
    rest /= r;
    const double twiddles = rest > later_axes(axes, n / rest / r) ? r - 1 : 0;
    const double shared = rest > 1 ? 4.0 * r : 0.0;
    const double exchange = spec.shape.exchange == ExchangeForm::interleaved ? shared / 2 : shared;
    tile.stages.push_back({r, n / r * spec.shape.tile / spec.shape.cluster,
                           codelet_operations(r) + 5 * twiddles + exchange + finding, 2 * twiddles + shared});
    tile.barriers += rest > 1 ? (spec.shape.exchange == ExchangeForm::half_size ? 4 : 2) : 0;
  }
  return tile;
}

GroupLoad group_load(const TileLoad& tile, const KernelSpec& spec, const DeviceCaps& caps, double conflicts) {
  const auto warps = static_cast<double>(ceil_div(spec.shape.threads, caps.warp));
  GroupLoad load;
  load.local_memory = tile.local_memory;
  load.barriers = tile.barriers;
  for (const TileLoad::Stage& stage : tile.stages) {
    const auto rounds = ceil_div(stage.butterflies, spec.shape.threads);
    load.points = std::max(load.points, static_cast<int>(rounds) * stage.radix);
    load.instructions += static_cast<double>(rounds) * warps * stage.instructions;
    load.accesses += static_cast<double>(rounds) * warps * stage.accesses;
  }
  load.instructions *= dfts_of(spec);
  load.accesses *= dfts_of(spec);
  load.barriers *= dfts_of(spec);
  const double per_point = warps * load.points;
  if (spec.shape.staged) {
    const double sides = spec.joint.empty() ? 2 : 1;
    load.instructions += 7 * per_point * sides;
    load.accesses += 4 * per_point * sides;
    load.barriers += spec.joint.empty() ? 4 : 2;
  }
  load.instructions += 4 * per_point;
  load.accesses += 4 * per_point;  // global loads and stores of 8 bytes
  if (spec.algorithm != Algorithm::stockham) load.barriers += 2;
  if (spec.shape.cluster > 1) add_cluster(spec, per_point, load);
  if (spec.outer > 1) {
    load.instructions += 12 * per_point;
    load.accesses += 2 * per_point;
  }
  if (spec.mirrored) {  // one exchange more, and a twiddle for each point
    load.instructions += 30 * per_point;
    load.accesses += 4 * per_point;
    load.barriers += spec.shape.exchange == ExchangeForm::half_size ? 4 : 2;
  }
  if (is_real_image(spec)) {
    add_image_fold(spec, per_point, load);
  } else if (spec.folds() && !spec.mirrored) {
    add_fold(spec, per_point, load);
  }
  load.accesses *= 1 + conflict_weight * (conflicts - 1);
  if (spec.algorithm == Algorithm::rader) {  // permutations, at random
    load.instructions += 12 * per_point;
    load.accesses += 6.4 * per_point;
  }
  if (spec.algorithm == Algorithm::filter) {  // its spectrum
    load.instructions += 5 * per_point;
    load.accesses += 4 * per_point;
  }
  if (spec.algorithm == Algorithm::bluestein) {  // chirps
    load.instructions += 9 * per_point;
    load.accesses += 13.7 * per_point;
  }
  load.compute = std::max(load.instructions / 3.69, load.accesses / 1.32) * cycle_of(spec);
  return load;
}

namespace {

/// Addresses in other work-groups, and of the pairs that fold.
int cluster_registers(const KernelSpec& spec) {
  if (spec.shape.cluster == 1) return 0;
  if (!spec.folds()) return 8;
  return spec.precision == Precision::f32 ? 32 : 48;
}

}  // namespace

int least_registers(const KernelSpec& spec, int points) {
  const int addresses = (spec.shape.staged ? 10 : 0) + (spec.algorithm == Algorithm::stockham ? 0 : 24) +
                        (spec.columns() == 1 && spec.shape.tile > 1 ? 4 : 0) + cluster_registers(spec);
  return (spec.precision == Precision::f32 ? 2 * points + 24 : 4 * points + 32) + addresses;
}

int liked_registers(const KernelSpec& spec, int points) {
  const int liked = spec.precision == Precision::f32 ? 5 * points / 2 + 50 : 4 * points + 66;
  const bool pairs = is_real_image(spec) || (spec.shape.cluster > 1 && spec.folds());
  return spec.algorithm == Algorithm::stockham && !pairs ? liked : liked + 16;
}

std::int64_t allocated_threads(const KernelSpec& spec, const DeviceCaps& caps) {
  const std::int64_t together = spec.shape.cluster > 1 ? 4 * caps.warp : caps.warp;
  return ceil_div(spec.shape.threads, together) * together;
}

int resident_groups(const KernelSpec& spec, const GroupLoad& load, int registers, const DeviceCaps& caps) {
  const std::int64_t threads = allocated_threads(spec, caps);
  const std::int64_t used = ceil_div(std::min(registers, caps.registers), 8) * 8 * threads;
  // Beyond some 1280 work-items nothing is gained, and compilers begin to spill.
  const std::int64_t useful = std::max<std::int64_t>(1, caps.unit_threads * 5 / 8 / threads);
  std::int64_t groups = std::min<std::int64_t>({caps.unit_registers / used, useful, 32});
  if (load.local_memory > 0) groups = std::min(groups, caps.unit_local_memory / (load.local_memory + 1024));
  return static_cast<int>(std::max<std::int64_t>(groups, 1));
}

double permutation_cost(const KernelSpec& spec) {
  if (spec.load == LoadOp::gather) return 2.6;
  return spec.store == StoreOp::scatter ? 4.9 : 1;
}

double ragged_rows_efficiency(const KernelSpec& spec) {
  const auto ragged = [&](const Side& side, bool rows) {
    return !rows && side.strides.step(spec.stack) * 2 * bytes_of(side.storage, spec.precision) % sector_bytes != 0;
  };
  if (spec.stack == 1 || spec.columns() != spec.stack || spec.shape.tile >= spec.stack) return 1;
  const bool read = ragged(spec.in, loads_rows(spec));
  const bool written = ragged(spec.out, stores_rows(spec));
  if (written && !spec.in_place) return 0.72;
  return read || written ? 0.86 : 1;
}

// The constants are a fit to 1,050 relays measured on an H200, good to 6 % of f32 and 10 % of f64
// (docs/performance.md).
double fused_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps, double conflicts) {
  const GroupLoad load = group_load(tile_load(spec), spec, caps, conflicts);
  const Traffic traffic = traffic_of(request, spec, caps);
  const double efficiency = memory_efficiency(spec);
  const bool ragged = ragged_rows_efficiency(spec) < 1;
  const double moved = 0.76 * traffic.seconds * std::pow(efficiency, 1 - 1.35) * (ragged ? 1.24 : 1);
  const double compute = load.compute * (spec.precision == Precision::f64 ? 1.49 : 1.04);
  const double alone = 1.9 * latency_of(spec, caps, load) / spec.shape.resident_groups;
  return traffic.groups * std::cbrt(cube(moved) + cube(compute) + cube(alone));
}

double estimated_seconds(const KernelSpec& spec, const DeviceCaps& caps, const Traffic& traffic, const GroupLoad& load,
                         double limit) {
  double latency = latency_of(spec, caps, load);
  // A single warp waits for nobody at its barriers. Measured where nothing else hides that: 256 points 2.00 us
  // for 2.19.
  if (traffic.groups <= 1 && spec.shape.threads <= caps.warp) latency -= 1e-8 * load.barriers;
  const double together = std::min<double>(spec.shape.resident_groups, std::max(1.0, std::ceil(traffic.groups)));
  const bool ahead = spec.shape.prefetch_distance > 0;
  const double alone = traffic.seconds * (ahead ? 0.27 : 0.43) + latency - (ahead ? 1.3e-7 : -1e-7);
  // The slowest of the three hides the others, but not quite.
  const auto work_of = [&](double group) { return work_seconds(traffic, latency, strain(spec, load) * group); };
  if (const double least = work_of(std::max({traffic.seconds, load.compute, alone / together})); least > limit)
    return least;
  const double work = work_of(std::cbrt(cube(traffic.seconds) + cube(load.compute) + cube(alone / together)));
  constexpr double launch = 2.2e-6;      // nothing that the next one waits for is over sooner
  if (work > 100 * launch) return work;  // to six digits; roots are a tenth of the search for shapes
  return std::cbrt(cube(launch) + cube(work));
}

}  // namespace papilio::plan
