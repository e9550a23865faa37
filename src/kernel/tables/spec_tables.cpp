// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/tables/spec_tables.hpp"

#include <algorithm>
#include <bit>
#include <papilio/error.hpp>

#include "core/number_theory.hpp"
#include "kernel/tables/trig_table.hpp"
#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {
namespace {

StageLayout layout_for(const KernelSpec& spec, int radix, std::int64_t s) {
  switch (spec.shape.strategy) {
    case Strategy::cooperative:
      if (spec.shape.twiddles != Twiddles::fused) return StageLayout::interleaved_by_k;
      return std::has_single_bit(static_cast<unsigned>(radix)) ? StageLayout::fused_inputs : StageLayout::inputs_by_j;
    case Strategy::columns:
      return StageLayout::interleaved_by_p;
    case Strategy::butterflies:
      if (s == 1) return StageLayout::planar_by_k;
      return s % spec.shape.lanes == 0 ? StageLayout::interleaved_by_p : StageLayout::ragged_by_k;
  }
  return StageLayout::interleaved_by_k;
}

TableSpec complex_table(TableKind kind, const KernelSpec& spec, std::int64_t n, std::int64_t m, Direction direction) {
  TableSpec table;
  table.kind = kind;
  table.precision = spec.precision;
  table.direction = direction;
  table.n = n;
  table.m = m;
  table.order = spec.shape.strategy == Strategy::cooperative ? Order::interleaved : Order::planar;
  return table;
}

/// Twiddles between passes are computed for numbers of single precision, and where both levels of a table would be
/// long.
TableSpec few_roots(const KernelSpec& spec, std::int64_t n) {
  constexpr std::int64_t long_enough = 4096;
  constexpr std::int64_t few = 64;
  if (spec.shape.strategy != Strategy::cooperative || spec.precision != Precision::f32 || n < long_enough) return {};
  const std::int64_t step = (n + few - 1) / few;
  TableSpec table = complex_table(TableKind::roots, spec, n, (n - 1 + step / 2) / step + 1, Direction::forward);
  table.step = static_cast<int>(step);
  return table;
}

/// Half the bits of n, rounded up: both levels have about sqrt(n) entries.
int two_level_shift(std::int64_t n) {
  int bits = 0;
  while ((std::int64_t{1} << bits) < n) ++bits;
  return (bits + 1) / 2;
}

/// Points of this pass and all later ones together; of a slab, of the axis that is cut.
std::int64_t pass_points(const KernelSpec& spec) {
  return (spec.several_axes() ? outer_axis(spec) : spec.length) * spec.outer;
}

/// The coarse level suffices if all exponents are multiples of s, for tables up to half a megabyte.
int two_level_shift_for(std::int64_t n, std::int64_t s) {
  const bool exact = std::has_single_bit(static_cast<std::uint64_t>(s));
  return exact && n / s <= 65536 ? std::countr_zero(static_cast<std::uint64_t>(s)) : two_level_shift(n);
}

/// For the step between the results of a butterfly. A slab has any exponents. A convolution ends with its first stage.
int pass_shift(const KernelSpec& spec) {
  const std::int64_t n = pass_points(spec);
  const int radix = spec.algorithm == Algorithm::convolution ? spec.radices.front() : spec.radices.back();
  const std::int64_t s = spec.several_axes() ? 1 : spec.length / radix;
  return spec.shape.strategy == Strategy::cooperative ? two_level_shift_for(n, s) : two_level_shift(n);
}

std::vector<Stage> stages_by_k(const std::vector<int>& radices) {
  return make_stages(radices, std::vector<StageLayout>(radices.size(), StageLayout::interleaved_by_k), {});
}

/// For Algorithm::prime_factor: the first factor alone, and all others as if they were one butterfly.
std::vector<Stage> first_stages(const std::vector<Factor>& factors) {
  return stages_by_k({static_cast<int>(factors.front().length), static_cast<int>(factors.front().later)});
}

std::vector<Factor> factors_of(const KernelSpec& spec) {
  std::vector<Factor> factors = papilio::factors_of(spec.length, spec.radices);
  if (factors.empty()) throw Error::internal("radices that do not belong to the factors of a length", spec.key());
  return factors;
}

SpecTables factor_tables(const KernelSpec& spec) {
  SpecTables tables;
  const std::vector<Factor> factors = factors_of(spec);
  if (factors.front().length > 1) tables.stages = stage_table(first_stages(factors), spec.precision, {});
  std::vector<std::int64_t> lengths;
  for (const Factor& factor : factors) lengths.push_back(factor.length);
  const auto places = [&](TableKind kind) {
    TableSpec table = complex_table(kind, spec, factors.front().later, 0, Direction::forward);
    table.axes.assign(lengths.begin() + 1, lengths.end());
    return table;
  };
  tables.gather = places(TableKind::input_places);
  tables.scatter = places(TableKind::result_places);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const Factor& factor = factors[i];
    FactorTables& own = tables.factors.emplace_back();
    if (factor.rest > 1) {
      own.twiddles = complex_table(TableKind::group_twiddles, spec, factor.length * factor.rest, 0, Direction::forward);
      std::size_t last = i;
      while (factors[last].rest > 1) ++last;
      own.twiddles.axes.assign(lengths.begin() + static_cast<std::ptrdiff_t>(i),
                               lengths.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    }
    if (!factor.convolves()) continue;
    own.stages = stage_table(convolution_stages(factor), spec.precision, {});
    own.spectrum = complex_table(TableKind::rader_spectrum, spec, factor.length, 0, spec.direction);
    own.spectrum.reversed = true;
    own.spectrum.radices = factor.radices;
  }
  return tables;
}

void add_trig_tables(const KernelSpec& spec, SpecTables& tables) {
  if (spec.in.form == Form::trig)
    tables.trig_in = trig_table(spec, spec.in, complex_table(TableKind::roots, spec, 0, 0, Direction::forward));
  if (spec.out.form == Form::trig)
    tables.trig_out = trig_table(spec, spec.out, complex_table(TableKind::roots, spec, 0, 0, Direction::forward));
}

}  // namespace

std::vector<Stage> convolution_stages(const Factor& factor) { return stages_by_k(factor.radices); }

bool stores_neighbours(const KernelSpec& spec, const Stage& stage) {
  return spec.shape.strategy == Strategy::columns || stage.last() || stage.s % spec.shape.lanes == 0;
}

bool loops_over(const KernelSpec& spec, const Stage& stage) {
  constexpr int smallest = 17;  // smaller ones are faster as codelets, and compile as fast
  if (spec.shape.strategy == Strategy::cooperative || stage.radix < smallest || !is_prime(stage.radix)) return false;
  return stores_neighbours(spec, stage);
}

std::vector<int> looped_primes(const KernelSpec& spec) {
  std::vector<int> primes;
  for (const Stage& stage : stages_of(spec)) {
    if (loops_over(spec, stage) && std::ranges::find(primes, stage.radix) == primes.end())
      primes.push_back(stage.radix);
  }
  return primes;
}

bool uses_lane_steps(const KernelSpec& spec) {
  return spec.shape.strategy == Strategy::columns && spec.outer > 1 && spec.inner == 1 &&
         spec.outer % spec.shape.lanes == 0;
}

std::vector<Stage> stages_of(const KernelSpec& spec) {
  if (spec.algorithm == Algorithm::prime_factor) return first_stages(factors_of(spec));
  std::vector<StageLayout> layouts;
  std::int64_t s = 1;
  for (const int radix : spec.radices) {
    layouts.push_back(layout_for(spec, radix, s));
    s *= radix;
  }
  return make_stages(spec.radices, layouts, stage_axes(spec));
}

namespace {

void add_stage_tables(const KernelSpec& spec, SpecTables& tables) {
  const std::vector<Stage> stages = stages_of(spec);
  if (std::ranges::none_of(stages, [](const Stage& stage) { return stage.rows() > 1; })) return;
  tables.stages = stage_table(stages, spec.precision, stage_axes(spec));
  // Otherwise the table is that of the inverse DFT, and shares its memory.
  const auto in_digits = [](const Stage& stage) { return stage.of_inputs() && stage.rows() > 1; };
  tables.stages.reversed = spec.shape.digit_reversed && std::ranges::any_of(stages, in_digits);
  if (spec.shape.strategy == Strategy::cooperative && spec.algorithm != Algorithm::stockham)
    tables.inverse_stages = stage_table(stages_back(stages), spec.precision, stage_axes(spec));
}

/// Between this pass and the next, and between the phases of a cluster.
void add_pass_tables(const KernelSpec& spec, SpecTables& tables) {
  if (spec.outer > 1) {
    const std::int64_t n = pass_points(spec);
    tables.pass = complex_table(TableKind::two_level, spec, n, 0, Direction::forward);
    tables.pass.order = Order::interleaved;
    tables.pass.shift = pass_shift(spec);
    tables.pass_roots = few_roots(spec, n);
    if (uses_lane_steps(spec)) {
      tables.lane_steps = complex_table(TableKind::lane_steps, spec, n, spec.length, Direction::forward);
      tables.lane_steps.lanes = spec.shape.lanes;
    }
  }
  if (spec.shape.cluster > 1 && !spec.several_axes()) {
    tables.phases = complex_table(TableKind::two_level, spec, spec.length, 0, Direction::forward);
    tables.phase_roots = few_roots(spec, spec.length);
    tables.phases.shift =
        two_level_shift_for(spec.length, cluster_rows(spec) / spec.radices[spec.shape.cluster_stage - 1]);
  }
}

/// Adds the tables of a convolution in this kernel.
void add_convolution_tables(const KernelSpec& spec, SpecTables& tables) {
  if (spec.algorithm == Algorithm::rader) {
    tables.gather = complex_table(TableKind::rader_gather, spec, spec.length, 0, Direction::forward);
    tables.scatter = complex_table(TableKind::rader_scatter, spec, spec.length, 0, Direction::forward);
    tables.spectrum = complex_table(TableKind::rader_spectrum, spec, spec.length, 0, spec.direction);
  }
  if (spec.algorithm == Algorithm::bluestein) {
    tables.chirp = complex_table(TableKind::chirp, spec, spec.length, 0, spec.direction);
    tables.spectrum = complex_table(TableKind::chirp_spectrum, spec, spec.length, spec.work_length(), spec.direction);
  }
  if (spec.shape.digit_reversed) {
    tables.spectrum.reversed = true;
    tables.spectrum.radices = spec.radices;
  }
}

/// Adds the tables of a convolution of which this kernel is a pass.
void add_long_convolution_tables(const KernelSpec& spec, SpecTables& tables) {
  const std::int64_t n = spec.chirp.length;
  if (spec.algorithm == Algorithm::convolution) {
    const TableKind kind = keeps_dc_in_scratch(spec) ? TableKind::rader_spectrum : TableKind::chirp_spectrum;
    tables.spectrum = complex_table(kind, spec, n, spec.points(), spec.chirp.direction);
    // Vectors of CPUs are neighbouring columns, whose entries are neighbours in the natural order.
    if (spec.shape.strategy == Strategy::cooperative)
      tables.spectrum.step = static_cast<int>(spec.columns() / spec.interleaved);
  }
  if (spec.load == LoadOp::gather)
    tables.gather = complex_table(TableKind::rader_gather, spec, n, 0, Direction::forward);
  if (spec.store == StoreOp::scatter)
    tables.scatter = complex_table(TableKind::rader_scatter, spec, n, 0, Direction::forward);
  if (spec.load == LoadOp::chirp || spec.store == StoreOp::chirp)
    tables.chirp = complex_table(TableKind::chirp, spec, n, 0, spec.chirp.direction);
  if (spec.store == StoreOp::spectrum)
    tables.spectrum = complex_table(TableKind::chirp_spectrum, spec, n, spec.points(), spec.chirp.direction);
}

TableSpec prime_roots_of(const KernelSpec& spec) {
  const std::vector<int> primes = looped_primes(spec);
  if (primes.empty()) return {};
  TableSpec table = complex_table(TableKind::prime_roots, spec, 0, 0, Direction::forward);
  table.radices = primes;
  return table;
}

/// Adds the table of conjugate pairs.
void add_pair_table(const KernelSpec& spec, SpecTables& tables) {
  if (spec.paired_columns && spec.shape.strategy == Strategy::columns) {
    tables.pairs = complex_table(TableKind::roots, spec, 2 * spec.points(), spec.columns() / 2 + 1, Direction::forward);
    tables.pair_rows = complex_table(TableKind::roots, spec, 2 * spec.length, spec.length, Direction::forward);
    return;
  }
  if (spec.paired_columns || (pairs_conjugates(spec) && spec.shape.cluster > 1 && !spec.several_axes())) {
    tables.pairs = complex_table(TableKind::two_level, spec, 2 * spec.points(), 0, Direction::forward);
    tables.pairs.shift = two_level_shift(tables.pairs.n);
  } else if (pairs_conjugates(spec)) {
    const std::int64_t m = spec.several_axes() ? row_axis(spec) : spec.length;
    const std::int64_t needed = spec.several_axes() || m == 1 ? m : (m + 1) / 2;
    tables.pairs = complex_table(TableKind::roots, spec, 2 * m, needed, Direction::forward);
    if (spec.shape.pairs_in_f64) tables.pairs.precision = Precision::f64;
  }
}

}  // namespace

SpecTables tables_of(const KernelSpec& spec) {
  SpecTables tables;
  if (spec.algorithm == Algorithm::prime_factor) {
    tables = factor_tables(spec);
    add_trig_tables(spec, tables);
    return tables;
  }
  add_stage_tables(spec, tables);
  add_pass_tables(spec, tables);
  add_convolution_tables(spec, tables);
  add_long_convolution_tables(spec, tables);
  tables.prime_roots = prime_roots_of(spec);
  if (processes_transforms(spec)) return tables;  // its roots are constants
  add_trig_tables(spec, tables);
  add_pair_table(spec, tables);
  return tables;
}

std::vector<TableSpec> SpecTables::present() const {
  std::vector<TableSpec> result;
  for (const TableSpec& table : {stages, inverse_stages, phases, phase_roots, pass, pass_roots, lane_steps, gather,
                                 scatter, chirp, spectrum, pairs, pair_rows, trig_in, trig_out, prime_roots}) {
    if (table.kind != TableKind::none) result.push_back(table);
  }
  for (const FactorTables& own : factors) {
    for (const TableSpec& table : {own.stages, own.spectrum, own.twiddles}) {
      if (table.kind != TableKind::none) result.push_back(table);
    }
  }
  return result;
}

}  // namespace papilio::kernel
