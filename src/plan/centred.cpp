// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/centred.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/ends.hpp"
#include "plan/array_lines.hpp"
#include "plan/model/cpu_model.hpp"
#include "plan/model/gpu_model.hpp"

namespace papilio::plan {
namespace {

/// Columns of a strided batch that lie side by side are read together; the work-items of a GPU share what is left.
Shape shape_of(const KernelSpec& spec, const DeviceCaps& caps) {
  constexpr int max_columns = 16;
  constexpr int max_threads = 256;
  const auto above = [](std::int64_t n, int most) {
    return static_cast<int>(std::bit_ceil(static_cast<std::uint64_t>(std::min<std::int64_t>(n, most))));
  };
  Shape shape;
  shape.tile = spec.columns() == 1 ? 1 : above(spec.columns(), max_columns);
  if (caps.device_class == DeviceClass::cpu) {
    shape.strategy = Strategy::columns;
    return shape;
  }
  const int threads = static_cast<int>(std::bit_floor(static_cast<unsigned>(std::min(caps.max_threads, max_threads))));
  shape.threads = std::max(shape.tile, above(spec.length * shape.tile, threads));
  return shape;
}

double seconds_of(const Pass& pass, const DeviceCaps& caps) {
  const bool cpu = caps.device_class == DeviceClass::cpu;
  const double bandwidth = cpu ? cpu_model.time.bandwidth : caps.bandwidth;
  const double launch = cpu ? cpu_model.time.launch : gpu_model.time.launch;
  return launch + static_cast<double>(2 * pass.read_bytes + pass.written_bytes) / bandwidth;
}

}  // namespace

Problem behind_means(const Problem& problem) {
  const std::vector<std::int64_t> strides = problem.output_strides();
  Problem rest = problem;
  rest.detrend = Detrend::none;
  rest.detrend_axis = -1;
  rest.placement = Placement::out_of_place;
  rest.out_strides = strides;
  rest.in_strides.clear();
  rest.in_distance = rest.in_offset = 0;
  rest.in_storage = Storage::native;
  rest.in_layout = ComplexLayout::interleaved;
  rest.in_packing = Packing::whole;
  return rest.normalised();
}

PlanNode plan_centred(const Problem& problem, const DeviceCaps& caps, PlanNode rest) {
  Array to = input_array(behind_means(problem));
  to.slot = Slot::scratch;
  Batch1d lines = copied_lines(problem, to, static_cast<std::size_t>(detrend_axis(problem)));
  lines.in_place = false;
  KernelSpec spec = lines.spec();
  spec.algorithm = Algorithm::centre;
  spec.radices = {1};
  spec.shape = shape_of(spec, caps);
  PlanNode means;
  means.solver = "centre";
  means.pass = make_pass(spec, lines, lines.in, lines.out);
  means.seconds = seconds_of(*means.pass, caps);
  const std::int64_t numbers = problem.batch * to.distance;
  const std::int64_t kept = to.real ? (numbers + 1) / 2 : numbers;
  relocate(means, Slot::input, Slot::scratch, 0);
  relocate(rest, Slot::scratch, Slot::output, kept);
  PlanNode plan;
  plan.solver = "centred";
  plan.seconds = means.seconds + rest.seconds;
  plan.scratch_elements = kept + rest.scratch_elements;
  plan.roundings = rest.roundings;
  plan.children.push_back(std::move(means));
  plan.children.push_back(std::move(rest));
  return plan;
}

}  // namespace papilio::plan
