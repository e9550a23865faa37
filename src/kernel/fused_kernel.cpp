// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The work of a work-group depends only on its number. Devices start work-groups in the order of their numbers, so a
// work-group waits only for groups that have started already. first_groups + second_groups consecutive groups form a
// step, in which the groups of both kernels are evenly mixed; in step s the first kernel does unit s and the second one
// unit s - lag.
#include "kernel/fused_kernel.hpp"

#include <algorithm>
#include <papilio/error.hpp>

#include "kernel/ir_words.hpp"
#include "kernel/kernels.hpp"
#include "spec/local_memory.hpp"

namespace papilio::kernel {

GroupSize size_of(const Kernel& kernel) {
  if (const auto* fused = std::get_if<FusedLaunch>(&kernel)) {
    const std::int64_t bytes = local_bytes(kernel);
    return {fused->first.shape.threads, bytes > static_local_limit ? bytes : 0};
  }
  const KernelInterface face = interface_of(std::get<KernelSpec>(kernel));
  return {face.threads, face.local_memory};
}

namespace {

/// The number, among all work-groups of one of the kernels, of number `own` in a unit.
Value group_of(const FusedLaunch& fused, bool second, Value unit, Value own) {
  const std::int64_t groups = second ? fused.second_groups : fused.first_groups;
  if (fused.chunks == 1) return unit * groups + own;
  const std::int64_t run = second ? fused.second_run : fused.first_run;
  const Value transform = unit / fused.chunks;
  const Value row = transform * (groups / run) + own / run;
  return (row * fused.chunks + unit % fused.chunks) * run + own % run;
}

}  // namespace

Module build_kernel(const FusedLaunch& fused) {
  if (!can_fuse(fused.first, fused.second))
    throw Error::internal("a fused launch of kernels that cannot be fused", fused.key());
  constexpr std::int64_t counter_step = counter_bytes / 4;
  Builder b(fused.name(), fused.first.shape.threads,
            std::min(fused.first.shape.resident_groups, fused.second.shape.resident_groups));
  const Buffer* counters = b.counters("counters");
  const Value units = b.scalar(Scalar::units);
  const Value first_counter = b.scalar(Scalar::counters);
  const std::int64_t groups = fused.first_groups + fused.second_groups;
  const Value number = b.let("number", cast(b.group_id(), ScalarKind::i64));
  const Value step = b.let("step", number / groups);
  const Value place = b.let("place", number % groups);
  // Number of the second kernel's groups in this step before this one.
  const auto seconds_before = [&](Value p) { return b.let("seconds", p * fused.second_groups / groups); };
  const Value before = seconds_before(place);
  const auto counter_of = [&](Value unit) { return b.let("counter", first_counter + unit * counter_step); };
  const auto part = [&](bool second, Value unit, Value own) {
    b.begin_part(second, b.let("group", cast(group_of(fused, second, unit, own), ScalarKind::i32)));
    add_cooperative_kernel(b, second ? fused.second : fused.first);
  };
  const auto first = [&] {
    b.branch(step < units, [&] {
      part(false, step, max(place - before, 0));
      b.signal(counters, counter_of(step));
    });
  };
  const auto second = [&] {
    b.branch(step >= fused.lag, [&] {
      const Value unit = b.let("unit", max(step - fused.lag, 0));
      b.await(counters, counter_of(unit), fused.first_groups);
      part(true, unit, before);
    });
  };
  b.branch(before == seconds_before(place + 1), first, second);
  Module module = expand_pairs(b.finish(), pair_rules_of(fused.first));
  if (module.shared_bytes() > std::max(size_of(fused).local_memory, static_local_limit)) {
    throw Error::internal("the kernels of a fused launch do not share their local memory", fused.key());
  }
  return module;
}

}  // namespace papilio::kernel
