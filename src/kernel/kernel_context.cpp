// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/kernel_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <papilio/error.hpp>

#include "kernel/sum_of_products.hpp"
#include "kernel/trig.hpp"
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

/// The coarse level serves alone where an exponent is a multiple of s, up to a table of half a megabyte.
int two_level_shift_for(std::int64_t n, std::int64_t s) {
  const bool exact = std::has_single_bit(static_cast<std::uint64_t>(s));
  return exact && n / s <= 65536 ? std::countr_zero(static_cast<std::uint64_t>(s)) : two_level_shift(n);
}

/// For the step between the results of a butterfly. Exponents of a slab are any. A convolution ends with the stage that
/// it began with.
int pass_shift(const KernelSpec& spec) {
  const std::int64_t n = pass_points(spec);
  const int radix = spec.algorithm == Algorithm::convolution ? spec.radices.front() : spec.radices.back();
  const std::int64_t s = spec.several_axes() ? 1 : spec.length / radix;
  return spec.shape.strategy == Strategy::cooperative ? two_level_shift_for(n, s) : two_level_shift(n);
}

/// How many neighbouring tiles of one stack come before the same ones of the next stack; 0: all of them. Stacks of long
/// convolutions share a chirp or a spectrum that the cache does not keep while a whole transform goes by, but does so
/// with a part of it.
std::int64_t tiles_in_turn(const KernelSpec& spec) {
  constexpr std::int64_t kept_points = 1 << 19;
  constexpr std::int64_t part_points = 1 << 18;
  const bool table =
      spec.load == LoadOp::chirp || spec.store == StoreOp::chirp || spec.algorithm == Algorithm::convolution;
  if (!table || spec.points() < kept_points) return 0;
  const std::int64_t own = spec.length * spec.shape.tile / (spec.algorithm == Algorithm::convolution ? 1 : 2);
  std::int64_t turn = std::max<std::int64_t>(1, part_points / own);
  while (spec.tiles() % turn != 0) --turn;
  return turn;
}

std::vector<Stage> stages_by_k(const std::vector<int>& radices) {
  return make_stages(radices, std::vector<StageLayout>(radices.size(), StageLayout::interleaved_by_k), {});
}

/// Of Algorithm::prime_factor: the first factor, and all others as if they were one butterfly.
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
    tables.trig_in = trig_table(spec, complex_table(TableKind::roots, spec, 0, 0, Direction::forward), true);
  if (spec.out.form == Form::trig)
    tables.trig_out = trig_table(spec, complex_table(TableKind::roots, spec, 0, 0, Direction::forward), false);
}

}  // namespace

std::vector<Stage> convolution_stages(const Factor& factor) { return stages_by_k(factor.radices); }

GroupPlace place_of_group(Builder& b, const KernelSpec& spec, const KernelContext& context, Value group) {
  const std::int64_t tiles = spec.tiles();
  const std::int64_t turn = tiles_in_turn(spec);
  if (turn == 0) {
    const Value stack = b.let("transform", group / tiles);
    return {stack, group % tiles, stack < context.batch};
  }
  const Value number = b.let("group", cast(group, ScalarKind::i32));
  const Value groups = b.let("groups", cast(context.batch, ScalarKind::i32) * turn);
  const Value round = b.let("round", number / groups);
  const Value rest = b.let("rest", number - round * groups);
  // The minimum tells verify() how many tiles there are.
  const Value tile = min(round, tiles / turn - 1) * turn + rest % turn;
  return {b.let("transform", cast(rest / turn, ScalarKind::i64)), cast(tile, ScalarKind::i64), round < tiles / turn};
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

SpecTables tables_of(const KernelSpec& spec) {
  if (spec.algorithm == Algorithm::prime_factor) {
    SpecTables tables = factor_tables(spec);
    add_trig_tables(spec, tables);
    return tables;
  }
  SpecTables tables;
  const std::vector<Stage> stages = stages_of(spec);
  const bool twiddles = std::any_of(stages.begin(), stages.end(), [](const Stage& stage) { return stage.rows() > 1; });
  if (twiddles) {
    tables.stages = stage_table(stages, spec.precision, stage_axes(spec));
    // Otherwise the table is that of the way back, and shares its memory.
    const auto in_digits = [](const Stage& stage) { return stage.of_inputs() && stage.rows() > 1; };
    tables.stages.reversed = spec.shape.digit_reversed && std::ranges::any_of(stages, in_digits);
  }
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
    tables.phases.shift = two_level_shift_for(spec.length, cluster_rows(spec) / spec.radices[spec.shape.cut - 1]);
  }
  if (twiddles && spec.shape.strategy == Strategy::cooperative && spec.algorithm != Algorithm::stockham) {
    tables.inverse_stages = stage_table(stages_back(stages), spec.precision, stage_axes(spec));
  }
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
  const std::int64_t n = spec.chirp_length;
  if (spec.algorithm == Algorithm::convolution) {
    const TableKind kind = spec.carries() ? TableKind::rader_spectrum : TableKind::chirp_spectrum;
    tables.spectrum = complex_table(kind, spec, n, spec.points(), spec.chirp_direction);
    tables.spectrum.step = static_cast<int>(spec.columns() / spec.stack);
  }
  if (spec.load == LoadOp::gather) {
    tables.gather = complex_table(TableKind::rader_gather, spec, n, 0, Direction::forward);
  }
  if (spec.store == StoreOp::scatter) {
    tables.scatter = complex_table(TableKind::rader_scatter, spec, n, 0, Direction::forward);
  }
  if (spec.load == LoadOp::chirp || spec.store == StoreOp::chirp) {
    tables.chirp = complex_table(TableKind::chirp, spec, n, 0, spec.chirp_direction);
  }
  if (spec.store == StoreOp::spectrum) {
    tables.spectrum = complex_table(TableKind::chirp_spectrum, spec, n, spec.points(), spec.chirp_direction);
  }
  if (processes_transforms(spec)) return tables;  // its roots are constants
  add_trig_tables(spec, tables);
  if (spec.paired_columns || (spec.pairs_conjugates() && spec.shape.cluster > 1 && !spec.several_axes())) {
    tables.fold = complex_table(TableKind::two_level, spec, 2 * spec.points(), 0, Direction::forward);
    tables.fold.shift = two_level_shift(tables.fold.n);
  } else if (spec.pairs_conjugates()) {
    const std::int64_t m = spec.several_axes() ? row_axis(spec) : spec.length;
    const std::int64_t needed = spec.several_axes() || m == 1 ? m : (m + 1) / 2;
    tables.fold = complex_table(TableKind::roots, spec, 2 * m, needed, Direction::forward);
  }
  return tables;
}

std::vector<TableSpec> SpecTables::present() const {
  std::vector<TableSpec> result;
  for (const TableSpec& table : {stages, inverse_stages, phases, phase_roots, pass, pass_roots, lane_steps, gather,
                                 scatter, chirp, spectrum, fold, trig_in, trig_out}) {
    if (table.kind != TableKind::none) result.push_back(table);
  }
  for (const FactorTables& own : factors) {
    for (const TableSpec& table : {own.stages, own.spectrum, own.twiddles}) {
      if (table.kind != TableKind::none) result.push_back(table);
    }
  }
  return result;
}

ScalarKind element_of(Precision precision) { return precision == Precision::f32 ? ScalarKind::f32 : ScalarKind::f64; }

KernelContext::KernelContext(Builder& b, const KernelSpec& spec)
    : element(element_of(spec.precision)),
      scalar{element, 1},
      stages(stages_of(spec)),
      input(b.input("in", {element, spec.in.storage, !spec.in_place})),
      output(b.output("out",
                      {element, spec.out.storage, !spec.in_place && spec.out.layout == ComplexLayout::interleaved})),
      spec_(spec) {
  // Planes may be parts of one buffer.
  if (spec.in.layout == ComplexLayout::planar) input_im = b.input("in_im", {element, spec.in.storage, !spec.in_place});
  if (spec.out.layout == ComplexLayout::planar) output_im = b.output("out_im", {element, spec.out.storage, false});
  if (!spec.in.callback.empty()) load_data = b.callback(Callback::load, spec.in.callback, element);
  if (!spec.out.callback.empty()) store_data = b.callback(Callback::store, spec.out.callback, element);
  if (spec.filtered && spec.algorithm != Algorithm::filter && spec.in.form != Form::complex &&
      spec.in.form != Form::half) {
    throw Error::internal("a filter of numbers that are not complex", spec.key());
  }
  if (spec.filtered) filter = b.input("filter", {element, Storage::native, true});
  if (is_looped_sum(spec)) sum = b.registers("sum", element, 2 * spec.shape.lanes);
  const SpecTables tables = tables_of(spec);
  const auto bind = [&](const char* name, const TableSpec& table) -> const Buffer* {
    return table.kind == TableKind::none ? nullptr : b.table(name, memory_of(table));
  };
  const auto bind_roots = [&](const char* name, const TableSpec& table) { return RootTable{bind(name, table), table}; };
  stage_table = bind("stage_twiddles", tables.stages);
  inverse_stage_table = bind("inverse_twiddles", tables.inverse_stages);
  phase = {bind_roots("phase_twiddles", tables.phases), bind_roots("phase_roots", tables.phase_roots)};
  pass = {bind_roots("pass_twiddles", tables.pass), bind_roots("pass_roots", tables.pass_roots)};
  lane_steps = bind("lane_twiddles", tables.lane_steps);
  gather = bind("gather", tables.gather);
  scatter = bind("scatter", tables.scatter);
  chirp = bind("chirp", tables.chirp);
  spectrum = bind("spectrum", tables.spectrum);
  fold_table = bind_roots("fold_twiddles", tables.fold);
  trig_in = bind_roots("trig_in", tables.trig_in);
  trig_out = bind_roots("trig_out", tables.trig_out);
  for (std::size_t i = 0; i < tables.factors.size(); ++i) {
    const auto bind_own = [&](const char* name, const TableSpec& table) {
      return bind(fmt::format("{}{}", name, i).c_str(), table);
    };
    const FactorTables& own = tables.factors[i];
    factors.push_back(
        {bind_own("stages", own.stages), bind_own("spectrum", own.spectrum), bind_own("twiddles", own.twiddles)});
  }
  batch = b.scalar(Scalar::batch);
  in_distance_ = b.scalar(Scalar::in_distance);
  out_distance_ = b.scalar(Scalar::out_distance);
  in_offset_ = b.scalar(Scalar::in_offset);
  out_offset_ = b.scalar(Scalar::out_offset);
  repeat = b.scalar(Scalar::repeat);
  if (input_im != nullptr) in_plane = b.scalar(Scalar::in_plane);
  if (output_im != nullptr) out_plane = b.scalar(Scalar::out_plane);
}

Value KernelContext::base(Builder& b, Value stack, std::int64_t scalars, std::int64_t Loop::*step, Value distance,
                          Value offset, const char* name) const {
  for (std::size_t i = spec_.loops.size(); i-- > 0;) {
    const Loop& loop = spec_.loops[i];
    offset = offset + stack % loop.count * (loop.*step);
    stack = b.let("stack", stack / loop.count);
  }
  return b.let(name, (stack * distance + offset) * scalars);
}

Value KernelContext::input_base(Builder& b, Value stack) const {
  return base(b, stack, holds_complex(spec_.in.form) ? input_unit() : 1, &Loop::in, in_distance_, in_offset_,
              "in_base");
}

Value KernelContext::output_base(Builder& b, Value stack) const {
  return base(b, stack, holds_complex(spec_.out.form) ? output_unit() : 1, &Loop::out, out_distance_, out_offset_,
              "out_base");
}

Value KernelContext::filter_base(Builder& b, Value stack) const {
  const Value distance = b.constant(spec_.filter_distance, i64);
  return base(b, stack, 2, &Loop::filter, distance, b.constant(0, i64), "filter_base");
}

Complex twiddle(Builder& b, const Roots& roots, Value e) {
  if (roots.few.buffer == nullptr) return two_level_twiddle(b, roots.levels, e);
  const TableSpec& table = roots.few.spec;
  const Value nearest = b.let("nearest", (e + table.step / 2) / table.step);
  const Value rest = b.let("rest", e - nearest * table.step);
  const double angle = 2 * std::numbers::pi / static_cast<double>(table.n);
  const Value x = b.let("angle", cast(rest, ScalarKind::f32) * angle);
  const Value y = b.let("square", x * x);
  const Value sine = x * fma(y, fma(y, 1.0 / 120, -1.0 / 6), 1.0);
  const Value cosine = fma(y, fma(y, 1.0 / 24, -0.5), 1.0);
  const Complex turn = {b.let("cosine", cosine), b.let("sine", -sine)};
  return load_complex(b, roots.few.buffer, 2 * nearest, 1, 2) * turn;
}

void twiddle_results(Builder& b, const Roots& roots, const Results& results, Direction direction,
                     std::vector<Complex>& values) {
  const auto radix = static_cast<std::int64_t>(values.size());
  const std::int64_t run = std::lround(std::sqrt(static_cast<double>(radix)));
  const auto entry = [&](std::int64_t k) {
    return two_level_twiddle(b, roots.levels, results.row * (k * results.step));
  };
  std::vector<Complex> low(static_cast<std::size_t>(run));
  for (std::int64_t k = 1; k < run; ++k) low[k] = entry(k);
  Complex high = twiddle(b, roots, b.let("t", results.row * results.first));
  const Complex base = high;
  for (std::int64_t k = 0; k < radix; ++k) {
    if (k > 0 && k % run == 0) high = base * entry(k);
    const Complex factor = k % run == 0 ? high : high * low[k % run];
    values[k] = multiply(values[k], factor, conjugate_for(direction));
  }
}

Complex two_level_twiddle(Builder& b, const RootTable& table, Value e) {
  const std::int64_t fine_size = std::int64_t{1} << table.spec.shift;
  const Value low = b.let("low", e % fine_size);
  const Value high = b.let("high", e / fine_size);
  const Complex coarse = load_complex(b, table.buffer, 2 * high + 2 * fine_size, 1, 2);
  std::int64_t rest = 0;
  if (is_constant(low, &rest) && rest == 0) return coarse;  // e is a multiple of the fine level's size
  const Complex fine = load_complex(b, table.buffer, 2 * low, 1, 2);
  return coarse * fine;
}

}  // namespace papilio::kernel
