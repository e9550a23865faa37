// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/summed_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "api/checksum_weights.hpp"
#include "core/number_theory.hpp"
#include "core/roots.hpp"
#include "kernel/can_sum.hpp"
#include "kernel/coupled_weights.hpp"
#include "kernel/row_vectors.hpp"
#include "spec/partial_sums.hpp"

namespace papilio::api {
namespace {

using LongComplex = std::complex<long double>;

/// Magnitudes in [0.75, 1] and random phases, so that no two errors cancel.
std::vector<LongComplex> random_numbers(std::int64_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&] { return static_cast<long double>(random() >> 11U) * 0x1p-53L; };
  std::vector<LongComplex> result(static_cast<std::size_t>(count));
  for (LongComplex& each : result) {
    const long double magnitude = 0.75L + uniform() / 4;
    each = std::polar(magnitude, 2 * std::numbers::pi_v<long double> * uniform());
  }
  return result;
}

/// A functional, along each axis.
using Functional = std::vector<std::vector<LongComplex>>;

/// w of the output.
Functional random_functional(const Problem& problem) {
  Functional result;
  for (const std::int64_t length : problem.lengths)
    result.push_back(random_numbers(length, static_cast<unsigned>(0x9a91 + result.size())));
  return result;
}

/// That of the input for this one of the output: transpose(A) w / sqrt(points) for the unscaled transform A. A DFT's
/// matrix is symmetric.
Functional input_functional(Functional functional, Direction direction) {
  for (std::vector<LongComplex>& w : functional) {
    const long double unit = 1 / std::sqrt(static_cast<long double>(w.size()));
    w = host_fft<long double>(std::move(w), direction);
    for (LongComplex& each : w) each *= unit;
  }
  return functional;
}

bool is_group(const KernelSpec& spec) { return spec.shape.strategy == Strategy::cooperative; }

/// The same as complex numbers, for real and imaginary parts in turn.
std::vector<LongComplex> paired(const std::vector<double>& numbers) {
  std::vector<LongComplex> result;
  for (std::size_t i = 0; i < numbers.size(); i += 2) result.emplace_back(numbers[i], numbers[i + 1]);
  return result;
}

std::vector<double> in_turn(const std::vector<LongComplex>& numbers) {
  std::vector<double> result;
  for (const LongComplex& each : numbers)
    result.insert(result.end(), {static_cast<double>(each.real()), static_cast<double>(each.imag())});
  return result;
}

/// A side of the problem, and of the pass that reads or writes it.
struct PassSide {
  const plan::Pass& pass;
  const Side& side;
  const plan::Operand& operand;
  std::int64_t Loop::*step;
  std::vector<std::int64_t> strides;  ///< of the problem's axes
  std::int64_t distance;
  std::int64_t offset;
};

/// The first element of each column of one transform, in elements; empty if the pass does not have its columns
/// transform by transform.
std::vector<std::int64_t> column_offsets(const PassSide& at, const Problem& problem) {
  const KernelSpec& spec = at.pass.kernel;
  std::int64_t inner = 1;
  for (const Loop& loop : spec.loops) inner *= loop.count;
  if (at.pass.batch % (inner * problem.batch) != 0) return {};
  const std::int64_t stacks = at.pass.batch / problem.batch;
  const bool in_order = problem.batch == 1 || at.operand.distance * (stacks / inner) == at.distance;
  if (!in_order || at.operand.offset != at.offset) return {};
  if (stacks * spec.columns() * spec.length != problem.points()) return {};
  std::vector<std::int64_t> result;
  for (std::int64_t stack = 0; stack < stacks; ++stack) {
    std::int64_t rest = stack;
    std::int64_t offset = 0;
    for (std::size_t i = spec.loops.size(); i-- > 0; rest /= spec.loops[i].count)
      offset += rest % spec.loops[i].count * (spec.loops[i].*at.step);
    offset += rest * at.operand.distance;
    for (std::int64_t c = 0; c < spec.columns(); ++c) result.push_back(offset + c * at.side.strides.column);
  }
  return result;
}

/// The axis along which the pass transforms; nullopt if it is none, or a part of one.
std::optional<std::size_t> axis_of(const PassSide& at, const Problem& problem) {
  const KernelSpec& spec = at.pass.kernel;
  if (spec.points() != spec.length) return std::nullopt;
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    const bool same = problem.lengths[axis] == spec.length && at.strides[axis] == at.side.strides.step(spec.stack);
    if (same && spec.length > 1) return axis;
  }
  return std::nullopt;
}

/// The weights of a row's numbers, real and imaginary parts in turn: those of the real part of the complex functional,
/// and those of its imaginary part.
std::vector<std::vector<double>> row_functionals(const std::vector<LongComplex>& functional) {
  std::vector<std::vector<double>> result(2);
  for (const LongComplex& w : functional) {
    const auto re = static_cast<double>(w.real());
    const auto im = static_cast<double>(w.imag());
    result[0].insert(result[0].end(), {re, -im});
    result[1].insert(result[1].end(), {im, re});
  }
  return result;
}

/// Clusters sum parts of columns.
std::int64_t parts_of_columns(const PassSide& at) { return summed_tile(at.pass.kernel, at.side).parts; }

/// Of the parts of a column.
void add_factors(SummedColumns& side, const LongComplex& factor, std::int64_t parts) {
  const std::complex<double> rounded(static_cast<double>(factor.real()), static_cast<double>(factor.imag()));
  side.factors.insert(side.factors.end(), static_cast<std::size_t>(parts), rounded);
}

/// Of a pass over several axes, or of one of several columns.
std::optional<SummedColumns> columns_of(const PassSide& at, const Problem& problem, const Functional& functional) {
  const std::vector<std::int64_t> offsets = column_offsets(at, problem);
  const std::optional<std::size_t> along = axis_of(at, problem);
  if (offsets.empty() || !along || !kernel::can_sum(at.pass.kernel, at.side)) return std::nullopt;
  SummedColumns result;
  const KernelSpec& spec = at.pass.kernel;
  const std::int64_t parts = parts_of_columns(at);
  result.columns = static_cast<std::int64_t>(offsets.size()) * parts;
  result.kind = Sums::complex;
  if (is_group(spec)) {
    result.weights = in_turn(functional[*along]);
  } else if (spec.columns() == 1) {
    result.weights = kernel::row_table(kernel::row_vectors(spec, at.side), row_functionals(functional[*along]), {});
  } else {
    result.together = spec.shape.lanes;
    for (const LongComplex& w : functional[*along]) result.weights.push_back(static_cast<double>(w.real()));
    for (const LongComplex& w : functional[*along]) result.weights.push_back(static_cast<double>(w.imag()));
  }
  for (std::int64_t offset : offsets) {
    LongComplex factor = 1;
    for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
      const std::int64_t index = offset / at.strides[axis];
      offset %= at.strides[axis];
      if (index >= problem.lengths[axis] || (axis == *along && index != 0)) return std::nullopt;
      if (axis != *along) factor *= functional[axis][static_cast<std::size_t>(index)];
    }
    add_factors(result, factor, parts);
  }
  return result;
}

/// Of a pass that does all of a transform, which is one column.
bool is_row(const PassSide& at, const Problem& problem) {
  const KernelSpec& spec = at.pass.kernel;
  const bool in_order = at.pass.batch == problem.batch && at.operand.offset == at.offset &&
                        (problem.batch == 1 || at.operand.distance == at.distance);
  if (spec.columns() != 1 || !spec.loops.empty() || !in_order || !kernel::can_sum(spec, at.side)) return false;
  const bool input = &at.side == &spec.in;
  const bool real = input ? problem.real_input() : problem.real_output();
  const std::int64_t elements = product(input ? problem.input_lengths() : problem.output_lengths());
  return kernel::row_vectors(spec, at.side).reals == elements * (real ? 1 : 2);
}

/// Caps the registers of a kernel that sums. Left alone, compilers read all weights of a work-item ahead, which takes
/// so many registers that one work-group is resident where two were. Work-items with whole columns, which keep the sums
/// of both sides, would spill with the cap of the kernel that sums nothing.
void cap_registers(KernelSpec& spec, const DeviceCaps& caps) {
  constexpr std::int64_t beside_numbers = 64;
  std::int64_t numbers = 0;  // of the butterflies of a work-item, in registers of 32 bits
  for (const int radix : spec.radices) {
    const std::int64_t butterflies = spec.work_length() / radix * spec.shape.tile;
    const std::int64_t workers = spec.shape.threads * spec.shape.cluster;
    const std::int64_t own = (butterflies + workers - 1) / workers * radix;
    numbers = std::max(numbers, own * (spec.precision == Precision::f32 ? 2 : 4));
  }
  const std::int64_t threads = (spec.shape.threads + caps.warp - 1) / caps.warp * caps.warp;
  const std::int64_t groups =
      std::min({caps.unit_registers / ((numbers + beside_numbers) * threads), caps.unit_threads / threads,
                caps.unit_local_memory / std::max<std::int64_t>(1, local_bytes(spec))});
  const bool whole = partial_numbers(spec) == 0;
  spec.shape.resident_groups =
      std::max(whole ? 1 : spec.shape.resident_groups, static_cast<int>(std::min<std::int64_t>(groups, 32)));
}

void collect(plan::PlanNode& node, std::vector<plan::Pass*>& passes) {
  if (node.pass) passes.push_back(&*node.pass);
  for (plan::PlanNode& child : node.children) collect(child, passes);
}

/// The sides of a plan of one pass.
std::optional<std::pair<SummedColumns, SummedColumns>> rows_of(const PassSide& input, const PassSide& output,
                                                               const Problem& problem) {
  if (&input.pass != &output.pass || !is_row(input, problem) || !is_row(output, problem)) return std::nullopt;
  KernelSpec spec = input.pass.kernel;
  std::pair<SummedColumns, SummedColumns> result;
  std::vector<double> random = random_weights(problem);
  if (is_group(spec)) {
    if (spec.out.form != Form::half) {
      std::vector<LongComplex> weights = paired(random);
      kernel::couple_weights(spec, weights);
      random = in_turn(weights);
    }
    ChecksumWeights both = checksum_weights(problem, std::move(random));
    result.first.columns = parts_of_columns(input);
    result.first.weights = std::move(both.input);
    result.second.columns = parts_of_columns(output);
    result.second.weights = std::move(both.output);
    return result;
  }
  spec.in.sums = spec.out.sums = Sums::real;
  const kernel::RowVectors in = kernel::row_vectors(spec, spec.in);
  const kernel::RowVectors out = kernel::row_vectors(spec, spec.out);
  if (out.cyclic) kernel::make_cyclic(out, random);
  const ChecksumWeights weights = checksum_weights(problem, std::move(random));
  result.first.weights = kernel::row_table(in, {weights.input}, weights.multiples);
  result.second.weights = kernel::row_table(out, {weights.output}, weights.multiples);
  return result;
}

std::optional<std::pair<SummedColumns, SummedColumns>> columns_of(const PassSide& input, const PassSide& output,
                                                                  const Problem& problem) {
  Functional functional = random_functional(problem);
  if (const auto along = axis_of(output, problem); along && is_group(output.pass.kernel))
    kernel::couple_weights(output.pass.kernel, functional[*along]);
  std::optional<SummedColumns> out = columns_of(output, problem, functional);
  std::optional<SummedColumns> in =
      columns_of(input, problem, input_functional(std::move(functional), problem.direction));
  if (!in || !out) return std::nullopt;
  return std::pair(*std::move(in), *std::move(out));
}

/// On GPUs, of the first pass over packed arrays, whose columns take part in one functional of all elements, and of the
/// last one, whose columns have the same weights, each with a factor. The first pass may be one of several along an
/// axis: which elements its columns are made of, the table says.
std::optional<std::pair<SummedColumns, SummedColumns>> parts_of(const PassSide& input, const PassSide& output,
                                                                const Problem& problem) {
  const KernelSpec& first = input.pass.kernel;
  const KernelSpec& last = output.pass.kernel;
  constexpr std::int64_t most_points = std::int64_t{1} << 30U;  // indices of weights have 32 bits
  if (!is_group(first) || !is_group(last) || problem.points() >= most_points) return std::nullopt;
  if (!kernel::can_sum(first, input.side) || !kernel::can_sum(last, output.side)) return std::nullopt;
  if (!first.packed(first.in) || !last.packed(last.out) || first.several_axes()) return std::nullopt;
  if (first.columns() == 1 || first.transform() != problem.points()) return std::nullopt;
  const std::vector<std::int64_t> offsets = column_offsets(output, problem);
  if (offsets.empty() || column_offsets(input, problem).empty()) return std::nullopt;

  std::vector<LongComplex> weights = random_numbers(last.length, 0x9a91);
  kernel::couple_weights(last, weights);
  const std::vector<LongComplex> factors = random_numbers(static_cast<std::int64_t>(offsets.size()), 0x9a92);
  std::vector<double> all(static_cast<std::size_t>(2 * problem.points()));
  for (std::size_t c = 0; c < offsets.size(); ++c) {
    for (std::size_t e = 0; e < weights.size(); ++e) {
      const auto at = static_cast<std::size_t>(offsets[c] + static_cast<std::int64_t>(e) * last.inner);
      const LongComplex w = factors[c] * weights[e];
      all.at(2 * at) = static_cast<double>(w.real());
      all.at(2 * at + 1) = static_cast<double>(-w.imag());
    }
  }
  std::pair<SummedColumns, SummedColumns> result;
  result.first.columns = first.columns() * parts_of_columns(input);
  result.first.weights = checksum_weights(problem, std::move(all)).input;
  result.second.kind = Sums::complex;
  result.second.weights = in_turn(weights);
  const std::int64_t parts = parts_of_columns(output);
  result.second.columns = static_cast<std::int64_t>(offsets.size()) * parts;
  for (const LongComplex& each : factors) add_factors(result.second, each, parts);
  return result;
}

}  // namespace

std::optional<SummedPlan> summed_plan(const plan::PlanNode& tree, const Problem& problem, const DeviceCaps& caps) {
  if (!caps.f64) return std::nullopt;  // for numbers out of range
  if (problem.scale_factor() == 0)
    return std::nullopt;  // the result says nothing of what is summed before it is scaled
  auto copy = std::make_shared<plan::PlanNode>(tree);
  std::vector<plan::Pass*> passes;
  collect(*copy, passes);
  const auto reads = [](const plan::Pass* pass) { return pass->source.slot == plan::Slot::input; };
  plan::Pass& first = *passes.front();
  plan::Pass& last = *passes.back();
  if (!reads(&first) || std::ranges::count_if(passes, reads) != 1 || last.target.slot != plan::Slot::output)
    return std::nullopt;
  const PassSide input{
      first, first.kernel.in, first.source, &Loop::in, problem.input_strides(), problem.in_distance, problem.in_offset};
  const PassSide output{last,
                        last.kernel.out,
                        last.target,
                        &Loop::out,
                        problem.output_strides(),
                        problem.out_distance,
                        problem.out_offset};
  auto sides = rows_of(input, output, problem);
  if (!sides && problem.kind == Kind::c2c && problem.lengths.size() > 1) sides = columns_of(input, output, problem);
  if (!sides && problem.kind == Kind::c2c) sides = parts_of(input, output, problem);
  if (!sides) return std::nullopt;
  first.kernel.in.sums = sides->first.kind;
  last.kernel.out.sums = sides->second.kind;
  for (plan::Pass* pass : {&first, &last}) {
    if (is_group(pass->kernel)) cap_registers(pass->kernel, caps);
  }
  for (const plan::PassLaunch& launch : copy->launches()) {
    if (is_group(launch.pass->kernel) && local_bytes(launch.kernel()) > caps.local_memory) return std::nullopt;
  }
  const double factor = problem.scale_factor() / (is_group(last.kernel) ? last.kernel.scale : 1);
  return SummedPlan{std::move(copy), std::move(sides->first), std::move(sides->second), factor};
}

}  // namespace papilio::api
