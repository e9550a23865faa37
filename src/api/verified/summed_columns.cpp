// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/summed_columns.hpp"

#include "core/number_theory.hpp"
#include "kernel/verified/coupled_weights.hpp"
#include "spec/partial_sums.hpp"

namespace papilio::api {

PassSide::PassSide(const plan::Pass& of, const Problem& problem, bool is_input)
    : pass(of),
      input(is_input),
      side(input ? of.kernel.in : of.kernel.out),
      operand(input ? of.source : of.target),
      lengths(input ? problem.input_lengths() : problem.output_lengths()),
      strides(input ? problem.input_strides() : problem.output_strides()),
      distance(input ? problem.in_distance : problem.out_distance),
      offset(input ? problem.in_offset : problem.out_offset),
      real(input ? problem.real_input() : problem.real_output()) {}

kernel::RowVectors summed_row(const PassSide& at, Sums kind) {
  KernelSpec spec = at.pass.kernel;
  Side& side = at.input ? spec.in : spec.out;
  side.sums = kind;
  return kernel::row_vectors(spec, side);
}

std::vector<std::int64_t> column_offsets(const PassSide& at, const Problem& problem) {
  const KernelSpec& spec = at.pass.kernel;
  std::int64_t inner = 1;
  for (const Loop& loop : spec.loops) inner *= loop.count;
  if (at.pass.batch % (inner * problem.batch) != 0) return {};
  const std::int64_t stacks = at.pass.batch / problem.batch;
  const bool in_order = problem.batch == 1 || at.operand.distance * (stacks / inner) == at.distance;
  if (!in_order || at.operand.offset != at.offset) return {};
  const bool half_length = problem.halves() && spec.columns() == 1;
  const std::int64_t of_column = half_length ? at.lengths.back() : spec.length;
  if (stacks * spec.columns() * of_column != product(at.lengths)) return {};
  std::vector<std::int64_t> result;
  for (std::int64_t stack = 0; stack < stacks; ++stack) {
    std::int64_t rest = stack;
    std::int64_t offset = 0;
    for (std::size_t i = spec.loops.size(); i-- > 0; rest /= spec.loops[i].count)
      offset += rest % spec.loops[i].count * (at.input ? spec.loops[i].in : spec.loops[i].out);
    offset += rest * at.operand.distance;
    for (std::int64_t c = 0; c < spec.columns(); ++c) result.push_back(offset + c * at.side.strides.column);
  }
  return result;
}

std::optional<PassAxis> axis_of(const PassSide& at, const Problem& problem) {
  const KernelSpec& spec = at.pass.kernel;
  if (problem.halves() && spec.columns() == 1) {
    const bool row = !at.is_group() && at.real && at.strides.back() == 1 &&
                     kernel::row_vectors(spec, at.side).reals == at.lengths.back();
    return row ? std::optional(PassAxis{at.lengths.size() - 1, 1}) : std::nullopt;
  }
  const bool whole = spec.points() == spec.length;
  const bool last = spec.outer == 1 && !at.input && spec.packed(spec.out);
  if (!whole && !last) return std::nullopt;
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    const bool same = at.lengths[axis] == spec.points() && at.strides[axis] == at.side.strides.step(spec.stack);
    if (same && spec.length > 1) return PassAxis{axis, spec.points() / spec.length};
  }
  return std::nullopt;
}

std::vector<LongComplex> column_weights(const KernelSpec& last) {
  constexpr unsigned seed = 0x9a80;  // of no axis
  if (last.shape.strategy != Strategy::cooperative) return random_reals(last.length, seed);
  std::vector<LongComplex> weights = random_numbers(last.length, seed);
  kernel::couple_weights(last, weights);
  return weights;
}

void couple_columns(const KernelSpec& last, std::int64_t step, std::vector<LongComplex>& weights) {
  const auto run = static_cast<std::size_t>(step);
  const std::vector<LongComplex> own = column_weights(last);
  std::vector<LongComplex> factors(weights.begin(), weights.begin() + step);
  factors[0] = 1;
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = own[i / run] * factors[i % run];
}

std::int64_t parts_of_columns(const PassSide& at) { return summed_tile(at.pass.kernel, at.side).parts; }

void add_factors(SummedColumns& side, const LongComplex& factor, std::int64_t parts) {
  const std::complex<double> rounded(static_cast<double>(factor.real()), static_cast<double>(factor.imag()));
  side.factors.insert(side.factors.end(), static_cast<std::size_t>(parts), rounded);
}

bool fits_table(const KernelSpec& spec, Sums kind, std::int64_t stacks) {
  constexpr std::int64_t most = std::int64_t{1} << 31U;  // numbers; indices have 32 bits
  const std::int64_t lanes = stacks * spec.tiles() * spec.shape.lanes;
  return kind == Sums::real ? lanes < most / 2 / spec.length : 3 * lanes + 2 * spec.length < most;
}

SummedColumns by_tiles(const SummedColumns& side, const PassSide& at, const std::vector<double>& counts) {
  const KernelSpec& spec = at.pass.kernel;
  const std::int64_t lanes = spec.shape.lanes;
  const std::int64_t columns = spec.columns();
  const std::int64_t stacks = side.columns / columns;
  SummedColumns result;
  result.kind = side.kind;
  result.by_tiles = true;
  result.counts = !counts.empty();
  result.columns = stacks * spec.tiles();
  std::vector<double>& table = result.weights;
  // Those of a tile, of columns that have numbers from `begin` on. A lane without a column has zeros.
  const auto append_tile = [&](std::int64_t begin, std::int64_t tile, const auto& number) {
    for (std::int64_t c = tile * lanes; c < (tile + 1) * lanes; ++c)
      table.push_back(c < columns ? number(static_cast<std::size_t>(begin + c)) : 0);
  };
  const auto for_tiles = [&](const auto& body) {
    for (std::int64_t stack = 0; stack < stacks; ++stack) {
      for (std::int64_t tile = 0; tile < spec.tiles(); ++tile) body(stack * columns, tile);
    }
  };
  if (side.kind == Sums::real) {
    for (std::int64_t tile = 0; tile < spec.tiles(); ++tile) {
      for (std::int64_t e = 0; e < spec.length; ++e) {
        append_tile(e * columns, tile, [&](std::size_t i) { return side.weights[2 * i]; });
        append_tile(e * columns, tile, [&](std::size_t i) { return side.weights[2 * i + 1]; });
      }
    }
    return result;
  }
  for (std::size_t i = 0; i < side.weights.size(); i += 2) table.push_back(side.weights[i]);
  for (std::size_t i = 1; i < side.weights.size() && at.input; i += 2) table.push_back(side.weights[i]);
  for_tiles([&](std::int64_t begin, std::int64_t tile) {
    append_tile(begin, tile, [&](std::size_t i) { return side.factors[i].real(); });
    append_tile(begin, tile, [&](std::size_t i) { return side.factors[i].imag(); });
  });
  if (counts.empty()) return result;
  for_tiles([&](std::int64_t begin, std::int64_t tile) {
    append_tile(begin, tile, [&](std::size_t i) { return counts[i]; });
  });
  return result;
}

namespace {

/// The weights of a row's numbers: those of the real part of the complex functional, and those of its imaginary part.
/// Complex elements have real and imaginary parts in turn.
std::vector<std::vector<double>> row_functionals(const std::vector<LongComplex>& functional, bool real) {
  std::vector<std::vector<double>> result(2);
  for (const LongComplex& w : functional) {
    const auto re = static_cast<double>(w.real());
    const auto im = static_cast<double>(w.imag());
    result[0].push_back(re);
    result[1].push_back(im);
    if (real) continue;
    result[0].push_back(-im);
    result[1].push_back(re);
  }
  return result;
}

}  // namespace

std::optional<SummedColumns> columns_of(const PassSide& at, const Problem& problem, const Functional& functional) {
  const std::vector<std::int64_t> offsets = column_offsets(at, problem);
  const std::optional<PassAxis> along = axis_of(at, problem);
  if (offsets.empty() || !along) return std::nullopt;
  SummedColumns result;
  const KernelSpec& spec = at.pass.kernel;
  const std::int64_t parts = parts_of_columns(at);
  result.columns = static_cast<std::int64_t>(offsets.size()) * parts;
  const bool row = !at.is_group() && spec.columns() == 1;
  const auto stacks = static_cast<std::int64_t>(offsets.size()) / spec.columns();
  if (!at.is_group() && !row && !fits_table(spec, Sums::complex, stacks)) return std::nullopt;
  result.kind = row && problem.kind == Kind::c2r ? Sums::real : Sums::complex;
  const std::vector<LongComplex>& all = functional[along->number];
  std::vector<LongComplex> weights;
  for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(along->step)) weights.push_back(all[i]);
  if (row) {
    std::vector<std::vector<double>> functionals = row_functionals(weights, at.real);
    if (result.kind == Sums::real) functionals.pop_back();
    result.weights = kernel::row_table(summed_row(at, result.kind), functionals, {});
  } else {
    result.weights = in_turn(weights);
  }
  std::vector<double> counts;
  for (std::int64_t offset : offsets) {
    if (problem.halves()) counts.push_back(multiplicity(offset % at.lengths.back(), problem.lengths.back()));
    LongComplex factor = 1;
    for (std::size_t axis = 0; axis < at.lengths.size(); ++axis) {
      if (at.lengths[axis] == 1) continue;  // of any stride
      const std::int64_t index = offset / at.strides[axis];
      offset %= at.strides[axis];
      if (index >= (axis == along->number ? along->step : at.lengths[axis])) return std::nullopt;
      const LongComplex& own = functional[axis][static_cast<std::size_t>(index)];
      if (axis != along->number) {
        factor *= own;
      } else if (index > 0) {
        factor *= own / all[0];
      }
    }
    add_factors(result, factor, parts);
  }
  return at.is_group() || row ? result : by_tiles(result, at, counts);
}

}  // namespace papilio::api
