// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/tables/spec_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <papilio/error.hpp>

#include "core/number_theory.hpp"
#include "kernel/tables/general_tables.hpp"
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
  const std::int64_t step = ceil_div(n, few);
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

/// For the step between the results of a butterfly. Slabs and factors have any exponents. A convolution ends with its
/// first stage.
int pass_shift(const KernelSpec& spec) {
  const std::int64_t n = pass_points(spec);
  const int radix = spec.algorithm == Algorithm::convolution ? spec.radices.front() : spec.radices.back();
  const bool all = spec.several_axes() || spec.algorithm == Algorithm::prime_factor;
  const std::int64_t s = all ? 1 : spec.length / radix;
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

using TableList = std::vector<TableParameter>;

void add_trig_tables(const KernelSpec& spec, TableList& tables) {
  const TableSpec base = complex_table(TableKind::roots, spec, 0, 0, Direction::forward);
  if (spec.in.form == Form::trig) tables.push_back({"trig_in", trig_table(spec, spec.in, base)});
  if (spec.out.form == Form::trig) tables.push_back({"trig_out", trig_table(spec, spec.out, base)});
}

void add_factor_tables(const KernelSpec& spec, TableList& tables) {
  const std::vector<Factor> factors = factors_of(spec);
  if (factors.front().length > 1)
    tables.push_back({"stage_twiddles", stage_table(first_stages(factors), spec.precision, {})});
  std::vector<std::int64_t> lengths;
  for (const Factor& factor : factors) lengths.push_back(factor.length);
  const auto places = [&](TableKind kind) {
    TableSpec table = complex_table(kind, spec, factors.front().later, 0, Direction::forward);
    table.axes.assign(lengths.begin() + 1, lengths.end());
    return table;
  };
  tables.push_back({"gather", places(TableKind::input_places)});
  tables.push_back({"scatter", places(TableKind::result_places)});
  add_trig_tables(spec, tables);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const Factor& factor = factors[i];
    if (factor.convolves()) {
      tables.push_back({factor_table("stages", i), stage_table(convolution_stages(factor), spec.precision, {})});
      TableSpec spectrum = complex_table(TableKind::rader_spectrum, spec, factor.length, 0, spec.direction);
      spectrum.reversed = true;
      spectrum.radices = factor.radices;
      tables.push_back({factor_table("spectrum", i), spectrum});
    }
    if (factor.rest == 1) continue;
    std::size_t last = i;
    while (factors[last].rest > 1) ++last;
    const std::int64_t n = factor.length * factor.rest;
    TableSpec twiddles = complex_table(TableKind::group_twiddles, spec, n, 0, Direction::forward);
    twiddles.axes.assign(lengths.begin() + static_cast<std::ptrdiff_t>(i),
                         lengths.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    tables.push_back({factor_table("twiddles", i), twiddles});
  }
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

void add_stage_tables(const KernelSpec& spec, TableList& tables) {
  const std::vector<Stage> stages = stages_of(spec);
  if (std::ranges::none_of(stages, [](const Stage& stage) { return stage.rows() > 1; })) return;
  TableSpec table = stage_table(stages, spec.precision, stage_axes(spec));
  // Otherwise the table is that of the inverse DFT, and shares its memory.
  const auto in_digits = [](const Stage& stage) { return stage.of_inputs() && stage.rows() > 1; };
  table.reversed = spec.shape.digit_reversed && std::ranges::any_of(stages, in_digits);
  tables.push_back({"stage_twiddles", table});
  // GPUs: twiddles of the inverse DFT of a convolution. They get a parameter of their own even if they equal those of
  // the DFT: a compiler that knew so would keep the latter in registers until the second DFT, and spill.
  if (spec.shape.strategy == Strategy::cooperative && spec.algorithm != Algorithm::stockham)
    tables.push_back({"inverse_twiddles", stage_table(stages_back(stages), spec.precision, stage_axes(spec))});
}

/// Two levels of roots, and the few from which the same twiddles are computed.
void add_roots(const KernelSpec& spec, const std::string& name, TableSpec levels, int shift, TableList& tables) {
  levels.shift = shift;
  tables.push_back({name + "_twiddles", levels});
  tables.push_back({name + "_roots", few_roots(spec, levels.n)});
}

/// Between the phases of a cluster, of one axis, and between this pass and the next.
void add_pass_tables(const KernelSpec& spec, TableList& tables) {
  if (spec.shape.cluster > 1 && !spec.several_axes()) {
    const int shift = two_level_shift_for(spec.length, cluster_rows(spec) / spec.radices[spec.shape.cluster_stage - 1]);
    add_roots(spec, "phase", complex_table(TableKind::two_level, spec, spec.length, 0, Direction::forward), shift,
              tables);
  }
  if (spec.outer == 1) return;
  const std::int64_t n = pass_points(spec);
  TableSpec levels = complex_table(TableKind::two_level, spec, n, 0, Direction::forward);
  levels.order = Order::interleaved;
  add_roots(spec, "pass", levels, pass_shift(spec), tables);
  if (!uses_lane_steps(spec)) return;
  TableSpec steps = complex_table(TableKind::lane_steps, spec, n, spec.length, Direction::forward);
  steps.lanes = spec.shape.lanes;
  tables.push_back({"lane_twiddles", steps});
}

/// Adds a chirp, where there is one, or the spectrum of the chirps' kernel.
void add_chirp(const char* name, TableSpec table, const KernelSpec& spec, TableList& tables) {
  table.chirps = spec.chirp.counts;
  tables.push_back({name, std::move(table)});
}

/// Adds the tables of a convolution in this kernel.
void add_convolution_tables(const KernelSpec& spec, TableList& tables) {
  const auto table = [&](TableKind kind) { return complex_table(kind, spec, spec.length, 0, Direction::forward); };
  TableSpec spectrum = complex_table(TableKind::rader_spectrum, spec, spec.length, 0, spec.direction);
  if (spec.shape.digit_reversed) {
    spectrum.reversed = true;
    spectrum.radices = spec.radices;
  }
  if (spec.algorithm == Algorithm::rader) {
    tables.push_back({"gather", table(TableKind::rader_gather)});
    tables.push_back({"scatter", table(TableKind::rader_scatter)});
    tables.push_back({"spectrum", spectrum});
  }
  if (spec.algorithm == Algorithm::bluestein) {
    add_chirp("chirp", complex_table(TableKind::chirp, spec, spec.chirped().inputs, 0, spec.direction), spec, tables);
    if (spec.chirp.counts.inputs > 0) add_chirp("result_chirp", table(TableKind::result_chirp), spec, tables);
    spectrum.kind = TableKind::chirp_spectrum;
    spectrum.m = spec.work_length();
    add_chirp("spectrum", spectrum, spec, tables);
  }
}

/// Adds the tables of a convolution of which this kernel is a pass.
void add_long_convolution_tables(const KernelSpec& spec, TableList& tables) {
  const std::int64_t n = spec.chirp.length;
  if (spec.load == LoadOp::gather)
    tables.push_back({"gather", complex_table(TableKind::rader_gather, spec, n, 0, Direction::forward)});
  if (spec.store == StoreOp::scatter)
    tables.push_back({"scatter", complex_table(TableKind::rader_scatter, spec, n, 0, Direction::forward)});
  const bool z_transform = spec.chirp.counts.inputs > 0;
  if (spec.load == LoadOp::chirp || (spec.store == StoreOp::chirp && !z_transform)) {
    const std::int64_t entries = spec.chirped().inputs;
    add_chirp("chirp", complex_table(TableKind::chirp, spec, entries, 0, spec.chirp.direction), spec, tables);
  }
  if (spec.store == StoreOp::chirp && z_transform)
    add_chirp("result_chirp", complex_table(TableKind::result_chirp, spec, n, 0, Direction::forward), spec, tables);
  if (spec.algorithm != Algorithm::convolution && spec.store != StoreOp::spectrum) return;
  const TableKind kind = keeps_dc_in_scratch(spec) ? TableKind::rader_spectrum : TableKind::chirp_spectrum;
  TableSpec spectrum = complex_table(kind, spec, n, spec.points(), spec.chirp.direction);
  // Vectors of CPUs are neighbouring columns, whose entries are neighbours in the natural order.
  if (spec.algorithm == Algorithm::convolution && spec.shape.strategy == Strategy::cooperative)
    spectrum.step = static_cast<int>(spec.columns() / spec.interleaved);
  add_chirp("spectrum", spectrum, spec, tables);
}

void add_windows(const KernelSpec& spec, TableList& tables) {
  for (std::size_t i = 0; i < spec.in.ends.size(); ++i) {
    const AxisEnd& end = spec.in.ends[i];
    if (end.window.kind == WindowFunction::none) continue;
    TableSpec table = complex_table(TableKind::window, spec, end.length * end.window.taps, 0, Direction::forward);
    table.window = end.window;
    tables.push_back({window_table(i), table});
  }
}

TableSpec prime_roots_of(const KernelSpec& spec) {
  const std::vector<int> primes = looped_primes(spec);
  if (primes.empty()) return {};
  TableSpec table = complex_table(TableKind::prime_roots, spec, 0, 0, Direction::forward);
  table.radices = primes;
  return table;
}

/// Adds the roots of conjugate pairs. The parameter's word is an older one, kept because it is in the texts of kernels.
void add_pair_table(const KernelSpec& spec, TableList& tables) {
  const auto roots = [&](TableKind kind, std::int64_t n, std::int64_t m) {
    return complex_table(kind, spec, n, m, Direction::forward);
  };
  if (spec.paired_columns && spec.shape.strategy == Strategy::columns) {  // W^{C k} of the rows, W^q of the columns
    tables.push_back({"fold_twiddles", roots(TableKind::roots, 2 * spec.points(), spec.columns() / 2 + 1)});
    tables.push_back({"pair_rows", roots(TableKind::roots, 2 * spec.length, spec.length)});
    return;
  }
  if (!spec.paired_columns && !pairs_conjugates(spec)) return;
  const bool two_level = spec.paired_columns || (spec.shape.cluster > 1 && !spec.several_axes());
  const std::int64_t m = spec.several_axes() ? row_axis(spec) : spec.length;
  const bool one_by_one = spec.algorithm != Algorithm::stockham;  // kernel/pairs/single_numbers.hpp
  const std::int64_t needed = one_by_one ? m + 1 : spec.several_axes() || m == 1 ? m : (m + 1) / 2;
  TableSpec table =
      two_level ? roots(TableKind::two_level, 2 * spec.points(), 0) : roots(TableKind::roots, 2 * m, needed);
  if (two_level) table.shift = two_level_shift(table.n);
  if (!two_level && spec.shape.pairs_in_f64) table.precision = Precision::f64;
  tables.push_back({"fold_twiddles", table});
}

}  // namespace

std::string window_table(std::size_t end) { return fmt::format("window{}", end); }

std::string factor_table(std::string_view name, std::size_t factor) { return fmt::format("{}{}", name, factor); }

const char* result_chirp(const KernelSpec& spec) { return spec.chirp.counts.inputs > 0 ? "result_chirp" : "chirp"; }

std::vector<TableParameter> tables_of(const KernelSpec& spec) {
  TableList tables;
  if (spec.algorithm == Algorithm::centre) return tables;
  if (spec.algorithm == Algorithm::general) {
    const std::vector<TableSpec> general = general_tables(spec);
    return {{"numbers", general[0]}, {"sizes", general[1]}, {"strides", general[2]}};
  }
  if (spec.algorithm == Algorithm::prime_factor) {
    add_factor_tables(spec, tables);
    add_pass_tables(spec, tables);
    add_pair_table(spec, tables);
  } else {
    add_stage_tables(spec, tables);
    add_pass_tables(spec, tables);
    add_convolution_tables(spec, tables);
    add_long_convolution_tables(spec, tables);
    if (!processes_transforms(spec)) {  // else its roots are constants
      add_pair_table(spec, tables);
      add_trig_tables(spec, tables);
    }
    tables.push_back({"prime_roots", prime_roots_of(spec)});
  }
  add_windows(spec, tables);
  std::erase_if(tables, [](const TableParameter& table) { return table.spec.kind == TableKind::none; });
  return tables;
}

}  // namespace papilio::kernel
