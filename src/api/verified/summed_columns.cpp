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
      offset(input ? problem.in_offset : problem.out_offset) {}

std::vector<std::int64_t> column_offsets(const PassSide& at, const Problem& problem) {
  const KernelSpec& spec = at.pass.kernel;
  std::int64_t inner = 1;
  for (const Loop& loop : spec.loops) inner *= loop.count;
  if (at.pass.batch % (inner * problem.batch) != 0) return {};
  const std::int64_t stacks = at.pass.batch / problem.batch;
  const bool in_order = problem.batch == 1 || at.operand.distance * (stacks / inner) == at.distance;
  if (!in_order || at.operand.offset != at.offset) return {};
  if (stacks * spec.columns() * spec.length != product(at.lengths)) return {};
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
  const bool whole = spec.points() == spec.length;
  const bool last = spec.outer == 1 && !at.input && spec.packed(spec.out);
  if (!whole && !last) return std::nullopt;
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    const bool same = at.lengths[axis] == spec.points() && at.strides[axis] == at.side.strides.step(spec.interleaved);
    if (same && spec.length > 1) return PassAxis{axis, spec.points() / spec.length};
  }
  return std::nullopt;
}

std::vector<LongComplex> column_weights(const KernelSpec& last) {
  constexpr unsigned seed = 0x9a80;  // of no axis
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

std::optional<SummedColumns> columns_of(const PassSide& at, const Problem& problem, const Functional& functional) {
  const std::vector<std::int64_t> offsets = column_offsets(at, problem);
  const std::optional<PassAxis> along = axis_of(at, problem);
  if (offsets.empty() || !along) return std::nullopt;
  SummedColumns result;
  const std::int64_t parts = parts_of_columns(at);
  result.columns = static_cast<std::int64_t>(offsets.size()) * parts;
  result.kind = Sums::complex;
  const std::vector<LongComplex>& all = functional[along->number];
  std::vector<LongComplex> weights;
  for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(along->step)) weights.push_back(all[i]);
  result.weights = in_turn(weights);
  for (std::int64_t offset : offsets) {
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
  return result;
}

}  // namespace papilio::api
