// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/gpu_candidates.hpp"

#include <algorithm>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& unit = gpu_model.unit;
constexpr const auto& search = gpu_model.search;

/// The fewest registers of a work-item, as they are allocated.
int given_registers(const KernelSpec& spec, int points, const DeviceCaps& caps) {
  const int step = caps.holds_addresses ? 1 : unit.register_step;
  return static_cast<int>(ceil_div(min_registers(spec, points, caps), step)) * step;
}

/// Points for which a work-item has registers.
int held_points(const KernelSpec& spec, const DeviceCaps& caps) {
  int points = max_points(spec);
  while (points > 0 && given_registers(spec, points, caps) > caps.registers) --points;
  return points;
}

}  // namespace

std::vector<int> tiles_of(const KernelSpec& spec) {
  std::vector<int> tiles;
  tiles.reserve(12);
  if (spec.columns() == 1) {
    tiles = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    if (spec.length >= 64) return tiles;
    for (const int least : {64, 128, 256}) {
      tiles.push_back(static_cast<int>(ceil_div(least, spec.length) * spec.length));
    }
    return tiles;
  }
  for (const int tile : {1, 2, 4, 8, 16, 32}) {
    if (tile == 1 && (spec.algorithm != Algorithm::convolution || spec.in.strides.block == 0)) continue;
    if (tile <= spec.columns()) tiles.push_back(tile);
  }
  if (spec.paired_columns && spec.columns() >= 64) tiles.push_back(64);
  if (spec.paired_columns && spec.length == 1 && spec.columns() >= 256) tiles.push_back(256);
  // The few channels of an image are neighbours: all of them, or none.
  if (spec.several_axes() && spec.columns() < 32) tiles = {static_cast<int>(spec.columns())};
  if (tiles.empty() || is_slab(spec)) tiles = {1};
  return tiles;
}

std::vector<int> thread_counts(const KernelSpec& spec, const DeviceCaps& caps) {
  std::vector<int> counts;
  counts.reserve(4 * spec.radices.size());
  const int most = std::min(caps.max_threads, unit.max_threads_of_group);
  const int points = held_points(spec, caps);
  const std::int64_t tile = spec.work_length() * spec.shape.tile / spec.shape.cluster;
  std::int64_t least = 1;
  for (const int r : spec.radices) {
    if (r > points) return counts;
    const int rounds = spec.algorithm == Algorithm::rader ? std::min(points / r, search.rader_rounds) : points / r;
    least = std::max(least, ceil_div(tile / r, rounds));
  }
  const auto add = [&](std::int64_t threads) {
    if (threads >= least && threads <= most) counts.push_back(static_cast<int>(threads));
  };
  for (const int r : spec.radices) {
    for (const int rounds : {1, 2}) {
      const std::int64_t threads = ceil_div(tile / r, rounds);
      add(threads);
      // Staged memory is best accessed by a multiple of the length.
      if (spec.shape.staged && spec.shape.tile > 1) add(ceil_div(threads, spec.length) * spec.length);
    }
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

namespace {

/// True if work-items have equally many staged elements, and these are constants apart; otherwise each needs an address
/// of its own in registers. Tiles of complex numbers, and of real ones with half spectra, are one run in memory.
bool stages_evenly(const KernelSpec& spec) {
  const bool trig = spec.in.form == Form::trig || spec.out.form == Form::trig;
  const bool evenly = spec.length * spec.shape.tile % spec.shape.threads == 0;
  if (is_plain(spec) && !trig) return evenly;
  if (spec.algorithm == Algorithm::stockham && !spec.several_axes() && !evenly) return false;
  return spec.shape.threads % spec.length == 0 || (spec.several_axes() && spec.length % spec.shape.threads == 0);
}

/// Work-items for which registers are held. AMD's units have SIMDs with registers of their own, over which the warps of
/// a work-group are distributed.
std::int64_t held_threads(const KernelSpec& spec, const DeviceCaps& caps) {
  const std::int64_t together = std::int64_t{unit.parts} * caps.warp;
  return caps.holds_addresses ? ceil_div(spec.shape.threads, together) * together : allocated_threads(spec, caps);
}

/// Registers that a work-item can have.
std::int64_t max_registers(const KernelSpec& spec, const DeviceCaps& caps) {
  return std::min<std::int64_t>(caps.registers, caps.unit_registers / held_threads(spec, caps));
}

/// True of shapes in f32 that a compiler spills although the count of registers fits: docs/adr/0261.
bool is_known_to_spill(const KernelSpec& spec, int points, const DeviceCaps& caps) {
  if (!caps.holds_addresses || spec.shape.exchange != ExchangeForm::half_size || spec.precision != Precision::f32)
    return false;
  const auto is_spared = [&](int rest) {
    return spec.radices.front() > rest &&
           std::all_of(spec.radices.begin() + 1, spec.radices.end(), [&](int radix) { return radix <= rest; });
  };
  return std::ranges::any_of(search.spilling, [&](const auto& known) {
    return spec.length == known.length && points >= known.points && max_registers(spec, caps) == known.registers &&
           (known.stages == 0 || known.stages == std::ssize(spec.radices)) && !is_spared(known.rest);
  });
}

}  // namespace

bool fits(const KernelSpec& spec, const GroupLoad& load, const DeviceCaps& caps) {
  if (spec.shape.staged && spec.shape.tile > 1 && !stages_evenly(spec)) return false;
  if (is_known_to_spill(spec, load.points, caps)) return false;
  return given_registers(spec, load.points, caps) * held_threads(spec, caps) <= caps.unit_registers &&
         load.local_memory <= caps.local_memory;
}

bool is_tight(const KernelSpec& spec, const DeviceCaps& caps) {
  if (!is_plain(spec) || spec.outer > 1) return false;
  const int points = group_load(tile_load(spec), spec, caps).points;
  return given_registers(spec, points, caps) > search.tight_registers * static_cast<double>(max_registers(spec, caps));
}

bool fit_block(KernelSpec& spec) {
  if (spec.in.strides.block == 0) return true;
  spec.in.strides.block = spec.shape.tile;
  if (spec.columns() % spec.shape.tile != 0) return false;
  // The other pass writes whole sectors of the blocks if it goes from element to element. Before a convolution it goes
  // from column to column as well (Exchange::run), and tiles of one column leave room for several work-groups.
  return spec.algorithm == Algorithm::convolution ||
         spec.shape.tile * 2 * bytes_of(spec.in.storage, spec.precision) >= unit.sector_bytes;
}

namespace {

/// The shortest run of neighbours that a whole transform along one axis reads or writes, in bytes.
std::int64_t shortest_run(const KernelSpec& spec) {
  const std::int64_t element =
      2 * std::min(bytes_of(spec.in.storage, spec.precision), bytes_of(spec.out.storage, spec.precision));
  return spec.length / std::max(spec.radices.front(), spec.radices.back()) * element;
}

}  // namespace

bool wants_staging(const KernelSpec& spec) {
  if (spec.columns() > 1 || spec.length == 1) return false;
  if (spec.algorithm == Algorithm::bluestein || spec.algorithm == Algorithm::filter) return false;
  if (pairs_conjugates(spec) && !spec.several_axes()) return spec.radices.size() == 1;
  if (spec.algorithm == Algorithm::rader) return true;
  const std::int64_t element =
      2 * std::min(bytes_of(spec.in.storage, spec.precision), bytes_of(spec.out.storage, spec.precision));
  // Rows of half a spectrum begin and end anywhere in a sector.
  if (is_real_plane(spec) && post_processes(spec))
    return (spec.axis_lengths.back() + 1) * element < search.short_row_bytes;
  if (spec.several_axes()) return result_run(spec) * element < unit.sector_bytes;
  return shortest_run(spec) < unit.sector_bytes;
}

std::vector<bool> stagings_of(const KernelSpec& spec) {
  if (!is_plain(spec)) return {wants_staging(spec)};
  if (shortest_run(spec) >= search.long_run_bytes) return {false};
  if (spec.radices.size() > 1) return {false, true};
  // Neighbouring work-items share the sectors of real transforms as short as that.
  const bool real = spec.in.form == Form::real || spec.out.form == Form::real;
  const bool shares = real && (spec.length / 2 + 1) * element_bytes(spec.precision) < unit.sector_bytes;
  return shares ? std::vector<bool>{false, true} : std::vector<bool>{true};
}

bool may_go_across(const KernelSpec& spec, const DeviceCaps& caps) {
  const auto complex = [](const Side& side) { return side.form == Form::complex && !is_half(side.storage); };
  return !caps.holds_addresses && spec.shape.staged && spec.radices.size() > 1 && spec.length > Factor::largest_radix &&
         spec.shape.tile >= search.min_tile_across && is_plain(spec) && complex(spec.in) && complex(spec.out);
}

bool is_plain(const KernelSpec& spec) {
  return spec.algorithm == Algorithm::stockham && !spec.several_axes() && !pairs_conjugates(spec) &&
         spec.columns() == 1;
}

bool copies(const KernelSpec& spec) { return spec.shape.staged && !spec.shape.across && is_plain(spec); }

int max_points(const KernelSpec& spec) {
  constexpr const auto& points = gpu_model.points;
  if (is_pair(spec.precision)) {  // or as many as its largest radix needs
    const std::vector<std::int64_t> primes = prime_factors(spec.work_length());
    const std::int64_t largest = primes.empty() ? 1 : std::min<std::int64_t>(primes.back(), points.convolution);
    return std::max(points.sums, static_cast<int>(largest));
  }
  if (spec.algorithm == Algorithm::convolution && spec.precision == Precision::f64)
    return points.f64_convolution_middle;
  if (spec.algorithm != Algorithm::stockham) return points.convolution;
  if (spec.shape.cluster > 1 && pairs_conjugates(spec)) return points.cluster_pairs;
  if (is_real_plane(spec)) return points.rows;
  const bool moves = spec.load != LoadOp::none || spec.store != StoreOp::none;
  return moves ? points.moved : points.plain;
}

void choose_prefetch(KernelSpec& spec, const DeviceCaps& caps) {
  // Copies of numbers of two bytes leave memory idle as well: 4 %.
  const bool narrow = is_half(spec.in.storage) && is_half(spec.out.storage);
  const bool pays = spec.columns() == 1 && (copies(spec) ? narrow : spec.shape.resident_groups <= search.few_groups);
  spec.shape.prefetch_distance = pays ? spec.shape.resident_groups * caps.compute_units : 0;
}

}  // namespace papilio::plan
