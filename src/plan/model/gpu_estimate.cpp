// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/model/gpu_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace papilio::plan {
namespace {

constexpr const auto& model = gpu_model.time;

double cube(double seconds) { return seconds * seconds * seconds; }

/// The largest of the three times hides the others, but not completely.
double together(double memory, double compute, double alone) {
  return std::cbrt(cube(memory) + cube(compute) + cube(alone));
}

/// The first work-group takes memory's time plus `latency`, each further one takes `group`.
double work_seconds(const Traffic& traffic, double latency, double group) {
  const double first = model.first_group * traffic.seconds + latency + model.first_group_start;
  return model.start + first + group * std::max(0.0, traffic.groups - 1);
}

/// Seconds of a work-group that has the compute unit to itself.
double latency_of(const KernelSpec& spec, const DeviceCaps& caps, const GroupLoad& load) {
  const auto warps = static_cast<double>(ceil_div(spec.shape.threads, caps.warp));
  return model.latency + model.barrier * load.barriers +
         std::max(load.compute, load.instructions / warps / model.single_warp * cycle_of(spec));
}

double strain_of(const KernelSpec& spec, const GroupLoad& load) {
  constexpr const auto& strain = gpu_model.strain;
  double result = 1 + strain.point * std::max(0, load.points - strain.points) +
                  strain.thread * std::max(0, spec.shape.threads - strain.threads);
  result += strain.cluster * std::log2(spec.shape.cluster);
  if (spec.shape.cluster > 1 && spec.axis_lengths.size() > 2) result += strain.cluster_nd;
  if (spec.shape.resident_groups == 1 && load.local_memory > strain.local_memory) result += strain.less_cache;
  return result;
}

}  // namespace

double cycle_of(const KernelSpec& spec) {
  return (spec.precision == Precision::f64 ? model.f64_cycles : 1.0) / model.clock_rate;
}

double min_seconds(const Traffic& traffic, double compute) {
  return work_seconds(traffic, compute, std::max(traffic.seconds, compute));
}

double fused_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps, double conflicts) {
  constexpr const auto& fused = gpu_model.fused;
  const GroupLoad load = group_load(tile_load(spec), spec, caps, conflicts);
  const Traffic traffic = traffic_of(request, spec, caps);
  const bool unaligned = unaligned_rows_efficiency(spec) < 1;
  const double moved = fused.moved * traffic.seconds * std::pow(memory_efficiency(spec), 1 - fused.efficiency_power) *
                       (unaligned ? fused.unaligned : 1);
  const double compute = load.compute * (spec.precision == Precision::f64 ? fused.f64_compute : fused.f32_compute);
  const double alone = fused.alone * latency_of(spec, caps, load) / spec.shape.resident_groups;
  return traffic.groups * together(moved, compute, alone);
}

double estimated_seconds(const KernelSpec& spec, const DeviceCaps& caps, const Traffic& traffic, const GroupLoad& load,
                         double limit) {
  double latency = latency_of(spec, caps, load);
  // A single warp does not wait at its barriers, which matters where no other work-group hides them.
  if (traffic.groups <= 1 && spec.shape.threads <= caps.warp) latency -= model.warp_barrier * load.barriers;
  const double resident = std::min<double>(spec.shape.resident_groups, std::max(1.0, std::ceil(traffic.groups)));
  const bool prefetched = spec.shape.prefetch_distance > 0;
  const double alone = traffic.seconds * (prefetched ? model.alone_prefetched : model.alone) + latency +
                       (prefetched ? model.alone_start_prefetched : model.alone_start);
  const auto work_of = [&](double group) { return work_seconds(traffic, latency, strain_of(spec, load) * group); };
  if (const double least = work_of(std::max({traffic.seconds, load.compute, alone / resident})); least > limit)
    return least;
  const double work = work_of(together(traffic.seconds, load.compute, alone / resident));
  if (work > model.exact_launches * model.launch) return work;  // roots take a tenth of the search for shapes
  return std::cbrt(cube(model.launch) + cube(work));
}

}  // namespace papilio::plan
