// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/model/gpu_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/number_theory.hpp"
#include "core/storage.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& model = gpu_model.time;

double cube(double seconds) { return seconds * seconds * seconds; }

/// The largest of the times hides the others, but not completely.
double together(double exponent, std::initializer_list<double> times) {
  double sum = 0;
  for (const double time : times) sum += std::pow(time, exponent);
  return std::pow(sum, 1 / exponent);
}

/// The first work-group takes memory's time plus `latency`, each further one takes `group`.
double work_seconds(const Traffic& traffic, double latency, double group) {
  const double first = model.first_group * traffic.seconds + latency + model.first_group_start;
  return model.start + first + group * std::max(0.0, traffic.groups - 1);
}

/// Seconds of a work-group that has the compute unit to itself.
double latency_of(const KernelSpec& spec, const GroupLoad& load, const DeviceCaps& caps) {
  return model.latency + model.barrier * load.barriers +
         std::max(load.compute, load.serial / model.single_warp * cycle_of(spec, caps));
}

/// Several warps wait for each other, and few work-groups leave memory idle while they do.
double short_strain(const KernelSpec& spec) {
  constexpr const auto& strain = gpu_model.strain;
  const double warps = std::log2(ceil_div(spec.shape.threads, 32));
  const double result = strain.few_groups / spec.shape.resident_groups + strain.warps * warps;
  return result + (spec.shape.staged && spec.radices.size() > 1 && !spec.shape.across ? strain.staged : 0);
}

/// Single stages of short complex transforms in the L2 cache do better than their instructions say. Others were not
/// measured.
double cached_strain(const KernelSpec& spec) {
  constexpr const auto& strain = gpu_model.strain;
  const auto measured = [](const Side& side) { return side.form == Form::complex && !is_half(side.storage); };
  if (spec.precision != Precision::f32 || !measured(spec.in) || !measured(spec.out)) return 0;
  if (spec.shape.across) return strain.cached_across;
  return spec.shape.staged && spec.radices.size() == 1 ? strain.cached_copy : 0;
}

/// True if the first of two stages of a whole transform is the codelet of a large prime, whose results wait in
/// registers for their twiddles. Staged transforms hide it: 2x19 and 19x2 take equally long.
bool begins_with_prime(const KernelSpec& spec) {
  if (spec.radices.size() != 2 || spec.shape.staged || spec.columns() > 1) return false;
  const int first = spec.radices.front();
  return spec.algorithm == Algorithm::stockham && first >= gpu_model.registers.min_prime && is_prime(first);
}

double strain_of(const KernelSpec& spec, const GroupLoad& load) {
  constexpr const auto& strain = gpu_model.strain;
  double result = 1 + strain.point * std::max(0, load.points - strain.points);
  if (begins_with_prime(spec)) result += strain.early_prime;
  result += is_short(spec) ? short_strain(spec) : strain.thread * std::max(0, spec.shape.threads - strain.threads);
  result += strain.cluster * std::log2(spec.shape.cluster);
  if (spec.shape.cluster > 1 && spec.axis_lengths.size() > 2) result += strain.cluster_nd;
  if (spec.shape.resident_groups == 1 && load.local_memory > strain.local_memory) result += strain.less_cache;
  return result;
}

}  // namespace

bool is_short(const KernelSpec& spec) {
  return spec.algorithm == Algorithm::stockham && spec.columns() == 1 && !spec.several_axes() &&
         spec.shape.cluster == 1 && spec.length < gpu_model.search.short_length && !spec.filter.present &&
         !spec.in.irregular() && !spec.out.irregular();
}

double cycle_of(const KernelSpec& spec, const DeviceCaps& caps) {
  const double f64_cycles = std::max(1.0, model.f64_cycles * 0.5 / caps.f64_rate);
  const double operations = is_pair(spec.precision) ? model.pair_operations : 1;
  return operations * (part_of(spec.precision) == Precision::f64 ? f64_cycles : 1.0) / caps.clock_rate;
}

double warp_rate(const DeviceCaps& caps) { return caps.f32_lanes / (4.0 * caps.warp); }

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
  const double alone = fused.alone * latency_of(spec, load, caps) / spec.shape.resident_groups;
  return traffic.groups * together(model.overlap_passes, {moved, compute, alone});
}

double estimated_seconds(const KernelSpec& spec, const DeviceCaps& caps, const Traffic& traffic, const GroupLoad& load,
                         double limit) {
  double latency = latency_of(spec, load, caps);
  // A single warp does not wait at its barriers, which matters where no other work-group hides them.
  if (traffic.groups <= 1 && spec.shape.threads <= caps.warp) latency -= model.warp_barrier * load.barriers;
  const double resident = std::min<double>(spec.shape.resident_groups, std::max(1.0, std::ceil(traffic.groups)));
  const bool prefetched = spec.shape.prefetch_distance > 0;
  const double waits = is_short(spec) && spec.shape.threads > caps.warp ? model.shared_barrier * load.barriers : 0;
  const double alone = traffic.seconds * (prefetched ? model.alone_prefetched : model.alone) + latency + waits +
                       (prefetched ? model.alone_start_prefetched : model.alone_start);
  const double strain = strain_of(spec, load) + (traffic.cached && is_short(spec) ? cached_strain(spec) : 0);
  const auto work_of = [&](double group) { return work_seconds(traffic, latency, strain * group); };
  if (const double least = work_of(std::max({traffic.seconds, load.compute, alone / resident})); least > limit)
    return least;
  const double waited = alone / resident;
  // A compute unit is given a work-group at a time, and one of all compute units in a cycle.
  const double interval = caps.compute_units / caps.clock_rate;
  const double work =
      work_of(is_short(spec) ? together(model.overlap, {traffic.seconds, load.compute, waited, interval})
                             : together(model.overlap_passes, {traffic.seconds, load.compute, waited}));
  if (work > model.exact_launches * model.launch) return work;  // roots take a tenth of the search for shapes
  return std::cbrt(cube(model.launch) + cube(work));
}

}  // namespace papilio::plan
