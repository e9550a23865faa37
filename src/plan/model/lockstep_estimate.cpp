// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/model/lockstep_estimate.hpp"

#include <algorithm>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/lockstep_model.hpp"
#include "spec/exchange.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& model = lockstep_model;

/// True if every work-item does the same, so that no access needs a condition.
bool is_even(const KernelSpec& spec, const DeviceCaps& caps) {
  if (spec.shape.threads % caps.lanes_f32 != 0) return false;
  return std::ranges::all_of(
      spec.radices, [&](int radix) { return spec.work_length() * spec.shape.tile / radix % spec.shape.threads == 0; });
}

double global_access(const KernelSpec& spec) {
  if (spec.columns() == 1) return spec.shape.tile == 1 ? model.global : model.tiled;
  return spec.columns() % spec.shape.tile == 0 ? model.global : model.branched;
}

}  // namespace

bool runs_in_lockstep(const DeviceCaps& caps) { return caps.device_class == DeviceClass::gpu && caps.lanes_f32 > 1; }

double lockstep_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps,
                        const TileLoad& tile) {
  const auto subgroups = static_cast<double>(ceil_div(spec.shape.threads, caps.lanes_f32));
  const bool even = is_even(spec, caps);
  const bool half_size = spec.shape.exchange != ExchangeForm::interleaved;
  const double global = even ? global_access(spec) : model.branched;
  const double local = (even ? model.local : model.branched) * (half_size ? 2 : 1);
  double numbers = 0;  // complex, of a subgroup's invocation
  double instructions = 0;
  double rest = static_cast<double>(spec.work_length());
  for (const TileLoad::StageLoad& stage : tile.stages) {
    const auto rounds = static_cast<double>(ceil_div(stage.butterflies, spec.shape.threads));
    numbers = std::max(numbers, rounds * stage.radix);
    rest /= stage.radix;
    instructions += rounds * codelet_operations(stage.radix);
    if (rest > 1) instructions += rounds * (stage.radix * 2 * local + (stage.radix - 1) * model.twiddle);
    instructions += rounds * model.spilled * std::max(0, 2 * stage.radix - model.registers);
  }
  instructions +=
      model.spilled * std::max(0.0, 2 * numbers - model.registers) * static_cast<double>(tile.stages.size());
  if (spec.algorithm != Algorithm::stockham) instructions *= 2;
  instructions += 2 * numbers * global * (spec.outer > 1 ? 1.5 : 1) + model.barrier * tile.barriers + model.start;
  instructions *= 1 + instructions / model.long_code;
  const double groups = static_cast<double>(spec.groups(request.batch));
  const double share = std::min(groups, static_cast<double>(caps.compute_units));
  const double compute = instructions * subgroups * groups / model.per_second / share;
  const auto bytes =  // read and written
      static_cast<double>(2 * spec.transform() * request.batch * element_bytes(spec.precision));
  return std::max(compute, bytes / model.bandwidth) + gpu_model.time.launch;
}

}  // namespace papilio::plan
