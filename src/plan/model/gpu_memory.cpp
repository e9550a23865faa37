// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/model/gpu_memory.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/model/gpu_estimate.hpp"
#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"
#include "spec/pairing.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& model = gpu_model.memory;
constexpr int sector_bytes = gpu_model.unit.sector_bytes;

/// Runs of neighbours that are shorter than a line of the cache waste some of what memory moves.
double run_efficiency(double bytes) {
  if (bytes >= model.line_bytes) return 1.0;
  if (bytes >= model.half_line_bytes) return model.half_line;
  return bytes >= sector_bytes ? model.sector : model.sector * bytes / sector_bytes;
}

/// The same where neighbouring work-items read the rest of a line soon after.
double shared_run_efficiency(double bytes) {
  return model.neighbours_read + (1 - model.neighbours_read) * run_efficiency(bytes);
}

/// Bytes of an element of that side; of a number, if it is real or real and imaginary parts are in planes.
double element_of(const KernelSpec& spec, const Side& side) {
  const bool number = side.layout == ComplexLayout::planar || side.form == Form::real;
  return static_cast<double>(bytes_of(side.storage, spec.precision)) * (number ? 1 : 2);
}

/// Bytes that a transform has on that side, for each of its points. Short real transforms and half spectra of whole
/// length have half as many numbers; other kernels are compared with measured shapes, which count all.
double point_bytes(const KernelSpec& spec, const Side& side) {
  if (!is_short(spec)) return 2 * static_cast<double>(bytes_of(side.storage, spec.precision));
  const bool half = side.form == Form::real || (side.form == Form::half && !pairs_conjugates(spec));
  return static_cast<double>(bytes_of(side.storage, spec.precision)) * (half ? 1 : 2);
}

/// In-kernel N-D: share of the elements of a side that are outside its holes. Of one axis it is 1: the convolutions
/// whose lengths this model chooses were measured against estimates that count holes.
double accessed_share(const KernelSpec& spec, const Side& side) {
  if (!spec.several_axes() || !side.pruned()) return 1;
  const std::int64_t numbers = side.holes_cut_pairs ? 2 : 1;
  const std::int64_t all = side.form == Form::half ? half_numbers(spec) : numbers * spec.length;
  return static_cast<double>(side.accessed(all)) / static_cast<double>(all);
}

/// Half spectra of m+1 numbers begin anywhere in a sector, so each run of a conjugate-paired pass touches one sector
/// more than it fills. Sectors that are read twice come from the cache the second time.
double paired_efficiency(const KernelSpec& spec, double in, double out) {
  const int run = spec.shape.tile / 2;
  if (spec.in.form == Form::half) return 2 / (2 / (1 + run * in / (run * in + sector_bytes)) + 1);
  return 2 / (1 / run_efficiency(run * in) + 1 + sector_bytes / (run * out));
}

/// One side of a pass: tiles of neighbouring columns with elements of `bytes`.
double columns_efficiency(const KernelSpec& spec, const Side& side, double bytes) {
  const bool input = &side == &spec.in;
  const double run = spec.shape.tile * bytes;
  // Rows of the user's array begin anywhere in a sector and touch one more than they fill.
  const bool chirp = input ? spec.load == LoadOp::chirp : spec.store == StoreOp::chirp;
  if (chirp) return run_efficiency(run) * run / (run + model.unaligned_row_bytes);
  const auto along = spec.length / (input ? spec.radices.front() : spec.radices.back());
  if (in_rows(spec, side) && along > 1) return shared_run_efficiency(static_cast<double>(along) * bytes);
  const double apart =
      std::clamp(std::abs(static_cast<double>(side.strides.column)), 1.0, std::max(1.0, sector_bytes / bytes));
  return run_efficiency(run) / apart;
}

/// Bytes that accesses in runs of `run` elements move through the cache, over those of the runs: a run begins anywhere
/// in a sector, unless transforms and runs are whole sectors.
double touched(const KernelSpec& spec, const Side& side, std::int64_t run, double element) {
  if (static_cast<double>(spec.length) * point_bytes(spec, side) < sector_bytes) return 1;  // neighbours share it
  const auto bytes = std::max<std::int64_t>(run, 1) * std::lround(element);
  const std::int64_t step = side.form == Form::complex ? spec.length * std::lround(element) : std::lround(element);
  const std::int64_t granule = std::gcd(std::gcd(step, bytes), sector_bytes);
  return 1 + static_cast<double>(sector_bytes - granule) / static_cast<double>(bytes);
}

double pass_efficiency(const KernelSpec& spec, double in, double out) {
  if (spec.several_axes() && spec.columns() == spec.shape.tile) return 1;
  const double read = spec.in.strides.block > 0 ? 1.0 : columns_efficiency(spec, spec.in, in);
  double written = 1;
  const bool single = spec.radices.size() == 1;
  if (spec.inner > 1 || (single && spec.out.strides.block > 0)) {
    written = columns_efficiency(spec, spec.out, out);
  } else if (single && spec.outer > 1) {  // a work-item has a whole row of results, and writes it number by number
    written = run_efficiency(out);
  } else if (spec.algorithm == Algorithm::prime_factor) {  // a warp writes a few results of every column
    written = run_efficiency(static_cast<double>(ceil_div(gpu_model.unit.banks, spec.shape.tile)) * out);
  } else if (spec.out.strides.block > 0) {
    written = run_efficiency(static_cast<double>(spec.out.strides.block) * spec.shape.tile * out);
  } else {  // each column is a row of results
    written = 1 / (1 + model.parts_written * (touched(spec, spec.out, spec.length / spec.radices.back(), out) - 1));
  }
  return unaligned_rows_efficiency(spec) * 2 / (1 / read + 1 / written);
}

/// Neighbours in memory are the elements of one work-group in the first phase, and those in the last phase, or the
/// results of a row.
double cluster_efficiency(const KernelSpec& spec, double in, double out) {
  const std::int64_t rows = cluster_rows(spec);
  const std::int64_t before = spec.length / rows / spec.shape.cluster / (pre_processes_first(spec) ? 2 : 1);
  const std::int64_t along =
      !spec.several_axes() ? rows / spec.shape.cluster / (post_processes(spec) ? 2 : 1) : result_run(spec);
  return (run_efficiency(static_cast<double>(before) * in) + run_efficiency(static_cast<double>(along) * out)) / 2;
}

/// Sectors that several accesses read come from the cache, but each access that writes a part of one goes to it.
double whole_efficiency(const KernelSpec& spec, double in, double out, bool cached) {
  std::int64_t read = spec.work_length() / spec.radices.front();
  std::int64_t written = !spec.several_axes() ? spec.work_length() / spec.radices.back() : result_run(spec);
  // Pairs of butterflies access half a run forwards and half of one backwards, cosine transforms single numbers.
  if (pairs_conjugates(spec)) {
    std::int64_t& run = pre_processes(spec) ? read : written;
    run = processes_in_registers(spec) ? run / 2 : spec.length / 2;
    if (spec.in.form == Form::trig) run /= 2;
  }
  const double waste_read = model.parts_read * (touched(spec, spec.in, read, in) - 1);
  const double waste_written =
      (cached ? model.parts_written_cached : model.parts_written) * (touched(spec, spec.out, written, out) - 1);
  return 2 / (2 + waste_read + waste_written);
}

}  // namespace

double memory_efficiency(const KernelSpec& spec, bool cached) {
  const double in = element_of(spec, spec.in);
  const double out = element_of(spec, spec.out);
  if (spec.paired_columns) return paired_efficiency(spec, in, out);
  if (spec.columns() > 1 && !is_slab(spec)) return pass_efficiency(spec, in, out);
  if (spec.shape.staged || spec.algorithm == Algorithm::prime_factor) return 1;
  return spec.shape.cluster > 1 ? cluster_efficiency(spec, in, out) : whole_efficiency(spec, in, out, cached);
}

Traffic traffic_of(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps) {
  const std::int64_t tiles = spec.groups(request.batch);
  const double of_point = point_bytes(spec, spec.in) * accessed_share(spec, spec.in) +
                          point_bytes(spec, spec.out) * accessed_share(spec, spec.out);
  const bool chirp = spec.load == LoadOp::chirp || spec.store == StoreOp::chirp;
  const double bytes = (chirp ? model.chirp_traffic / 2 : 1) * static_cast<double>(spec.length) * spec.shape.tile /
                       spec.shape.cluster * of_point;
  const bool cached = bytes * static_cast<double>(tiles) < static_cast<double>(caps.l2_memory);
  const double share = caps.bandwidth / caps.compute_units;
  const double rate = caps.bandwidth * (cached ? model.cache_speed : 1) /
                      static_cast<double>(std::min<std::int64_t>(tiles, caps.compute_units));
  return {bytes / memory_efficiency(spec, cached) * (cached ? 1 : permutation_cost(spec)) /
              std::min(rate, model.unit_speed * share),
          static_cast<double>(tiles) / caps.compute_units, cached};
}

double permutation_cost(const KernelSpec& spec) {
  if (spec.load == LoadOp::gather) return model.gather;
  return spec.store == StoreOp::scatter ? model.scatter : 1;
}

double unaligned_rows_efficiency(const KernelSpec& spec) {
  const auto unaligned = [&](const Side& side) {
    return !in_rows(spec, side) &&
           side.strides.step(spec.interleaved) * 2 * bytes_of(side.storage, spec.precision) % sector_bytes != 0;
  };
  if (spec.interleaved == 1 || spec.columns() != spec.interleaved || spec.shape.tile >= spec.interleaved) return 1;
  const bool read = unaligned(spec.in);
  const bool written = unaligned(spec.out);
  if (written && !spec.in_place) return model.unaligned_rows_written;
  return read || written ? model.unaligned_rows : 1;
}

}  // namespace papilio::plan
