// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/summed_plan.hpp"

#include <algorithm>

#include "api/verified/checksum_weights.hpp"
#include "core/number_theory.hpp"
#include "kernel/verified/can_sum.hpp"
#include "kernel/verified/coupled_weights.hpp"
#include "spec/local_memory.hpp"
#include "spec/partial_sums.hpp"

namespace papilio::api {
namespace {

/// True for a pass that does all of a transform, which is one column.
bool is_row(const PassSide& at, const Problem& problem) {
  const KernelSpec& spec = at.pass.kernel;
  const bool in_order = at.pass.batch == problem.batch && at.operand.offset == at.offset &&
                        (problem.batch == 1 || at.operand.distance == at.distance);
  const std::int64_t points = spec.length * (problem.halves() ? 2 : 1);
  return spec.columns() == 1 && spec.loops.empty() && in_order && points == problem.points();
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
    const std::int64_t own = ceil_div(butterflies, workers) * radix;
    numbers = std::max(numbers, own * (spec.precision == Precision::f32 ? 2 : 4));
  }
  const std::int64_t threads = ceil_div(spec.shape.threads, caps.warp) * caps.warp;
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
  const KernelSpec& spec = input.pass.kernel;
  std::vector<double> random = random_weights(problem);
  if (spec.out.form != Form::half) {
    std::vector<LongComplex> weights = paired(random);
    kernel::couple_weights(spec, weights);
    random = in_turn(weights);
  }
  ChecksumWeights both = checksum_weights(problem, std::move(random));
  std::pair<SummedColumns, SummedColumns> result;
  result.first.columns = parts_of_columns(input);
  result.first.weights = std::move(both.input);
  result.second.columns = parts_of_columns(output);
  result.second.weights = std::move(both.output);
  return result;
}

std::optional<std::pair<SummedColumns, SummedColumns>> columns_of(const PassSide& input, const PassSide& output,
                                                                  const Problem& problem) {
  Functional functional = random_functional(problem);
  if (const std::optional<PassAxis> along = axis_of(output, problem))
    couple_columns(output.pass.kernel, along->step, functional[along->number]);
  std::optional<SummedColumns> out = columns_of(output, problem, functional);
  if (!out) return std::nullopt;
  std::optional<SummedColumns> in = columns_of(input, problem, input_functional(std::move(functional), problem));
  if (!in) return std::nullopt;
  return std::pair(*std::move(in), *std::move(out));
}

/// The sides of the first pass over packed arrays, whose columns take part in one functional of all elements, and of
/// the last one, whose columns have the same weights, each with a factor. The first pass may be one of several along an
/// axis: which elements its columns are made of, the table says.
std::optional<std::pair<SummedColumns, SummedColumns>> parts_of(const PassSide& input, const PassSide& output,
                                                                const Problem& problem) {
  const KernelSpec& first = input.pass.kernel;
  const KernelSpec& last = output.pass.kernel;
  constexpr std::int64_t max_points = std::int64_t{1} << 30U;  // indices of weights have 32 bits
  if (problem.points() >= max_points) return std::nullopt;
  if (!first.packed(first.in) || !last.packed(last.out) || first.several_axes()) return std::nullopt;
  if (first.columns() == 1 || first.transform() != problem.points()) return std::nullopt;
  const std::vector<std::int64_t> offsets = column_offsets(output, problem);
  if (offsets.empty() || column_offsets(input, problem).empty()) return std::nullopt;

  const std::vector<LongComplex> weights = column_weights(last);
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

namespace {

/// The first pass that reads the input and the last one that writes the output, if both can sum; else null.
struct EndPasses {
  plan::Pass* first = nullptr;
  plan::Pass* last = nullptr;
};
EndPasses end_passes(plan::PlanNode& tree) {
  std::vector<plan::Pass*> passes;
  collect(tree, passes);
  const auto reads = [](const plan::Pass* pass) { return pass->source.slot == plan::Slot::input; };
  plan::Pass& first = *passes.front();
  plan::Pass& last = *passes.back();
  if (!reads(&first) || std::ranges::count_if(passes, reads) != 1 || last.target.slot != plan::Slot::output) return {};
  const bool sums = kernel::can_sum(first.kernel, first.kernel.in) && kernel::can_sum(last.kernel, last.kernel.out);
  return sums ? EndPasses{&first, &last} : EndPasses{};
}

}  // namespace

std::optional<SummedPlan> summed_plan(const plan::PlanNode& tree, const Problem& problem, const DeviceCaps& caps) {
  if (!caps.f64) return std::nullopt;  // for numbers out of range
  if (problem.scale_factor() == 0)
    return std::nullopt;  // the result says nothing of what is summed before it is scaled
  auto copy = std::make_shared<plan::PlanNode>(tree);
  const EndPasses ends = end_passes(*copy);
  if (ends.first == nullptr) return std::nullopt;
  const PassSide input(*ends.first, problem, true);
  const PassSide output(*ends.last, problem, false);
  auto sides = rows_of(input, output, problem);
  const bool c2c = problem.kind == Kind::c2c;
  if (!sides && c2c && problem.lengths.size() > 1) sides = columns_of(input, output, problem);
  if (!sides && c2c) sides = parts_of(input, output, problem);
  if (!sides) return std::nullopt;
  ends.first->kernel.in.sums = sides->first.kind;
  ends.last->kernel.out.sums = sides->second.kind;
  for (plan::Pass* pass : {ends.first, ends.last}) cap_registers(pass->kernel, caps);
  for (const plan::PassLaunch& launch : copy->launches()) {
    if (local_bytes(launch.kernel()) > caps.local_memory) return std::nullopt;
  }
  const double factor = problem.scale_factor() / ends.last->kernel.scale;
  return SummedPlan{std::move(copy), std::move(sides->first), std::move(sides->second), factor};
}

}  // namespace papilio::api
