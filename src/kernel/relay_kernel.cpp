// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which work-group does what depends on its number alone, in the order in which a device begins them: so whoever waits
// does so for groups that run already. Steps of first_groups + second_groups of them, evenly mixed; in step s the first
// kernel does unit s and the second one unit s - lag.
#include "kernel/relay_kernel.hpp"

#include <algorithm>
#include <papilio/error.hpp>

#include "kernel/cooperative_kernel.hpp"
#include "kernel/ir_words.hpp"

namespace papilio::kernel {

GroupSize size_of(const Kernel& kernel) {
  if (const auto* relay = std::get_if<Relay>(&kernel)) {
    const KernelInterface first = interface_of(relay->first);
    return {first.threads, std::max(first.local_memory, interface_of(relay->second).local_memory)};
  }
  const KernelInterface face = interface_of(std::get<KernelSpec>(kernel));
  return {face.threads, face.local_memory};
}

Module build_kernel(const Relay& relay) {
  if (!can_relay(relay.first, relay.second)) throw Error::internal("a relay of kernels that cannot", relay.key());
  constexpr std::int64_t counter_step = counter_bytes / 4;
  Builder b(relay.name(), relay.first.shape.threads, std::min(relay.first.shape.resident, relay.second.shape.resident));
  const Buffer* counters = b.counters("counters");
  const Value units = b.scalar(Scalar::units);
  const Value first_counter = b.scalar(Scalar::counters);
  const std::int64_t groups = relay.first_groups + relay.second_groups;
  const Value number = b.let("number", b.cast(b.group_id(), ScalarKind::i64));
  const Value step = b.let("step", b.div(number, groups));
  const Value place = b.let("place", b.mod(number, groups));
  // Of the second kernel's groups in this step, those before this one.
  const auto seconds_before = [&](Value p) { return b.let("seconds", b.div(b.mul(p, relay.second_groups), groups)); };
  const Value before = seconds_before(place);
  const auto counter_of = [&](Value unit) { return b.let("counter", b.add(first_counter, b.mul(unit, counter_step))); };
  const auto part = [&](bool second, Value unit, Value own) {
    const Value all = b.mul(unit, second ? relay.second_groups : relay.first_groups);
    b.begin_part(second, b.let("group", b.cast(b.add(all, own), ScalarKind::i32)));
    add_cooperative_kernel(b, second ? relay.second : relay.first);
  };
  const auto first = [&] {
    b.branch(b.lt(step, units), [&] {
      part(false, step, b.max(b.sub(place, before), b.constant(0, i64)));
      b.signal(counters, counter_of(step));
    });
  };
  const auto second = [&] {
    b.branch(b.le(b.constant(relay.lag, i64), step), [&] {
      const Value unit = b.let("unit", b.max(b.add(step, -relay.lag), b.constant(0, i64)));
      b.await(counters, counter_of(unit), relay.first_groups);
      part(true, unit, before);
    });
  };
  b.branch(b.eq(before, seconds_before(b.add(place, 1))), first, second);
  Module module = b.finish();
  if (module.shared_bytes() > std::max(size_of(relay).local_memory, static_local_limit)) {
    throw Error::internal("the kernels of a relay do not share their local memory", relay.key());
  }
  return module;
}

}  // namespace papilio::kernel
