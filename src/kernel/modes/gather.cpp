// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/modes/gather.hpp"

#include <fmt/format.h>

#include "core/storage.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {

std::string GatherSpec::name() const {
  return fmt::format("gather_{}_t{}", to_string(Storage::native, precision), threads);
}

Module build_gather(const GatherSpec& spec) {
  Builder b(spec.name(), spec.threads);
  const ScalarKind element = element_of(spec.precision);
  const Buffer* const in = b.input("in", {element});
  const Buffer* const places = b.input("places", {ScalarKind::i32});
  const Buffer* const out = b.output("out", {element});
  const Value batch = b.scalar(Scalar::batch);
  const Value in_distance = b.scalar(Scalar::in_distance);
  const Value out_distance = b.scalar(Scalar::out_distance);
  const Value count = b.scalar(Scalar::in_plane);
  const Value units = b.scalar(Scalar::units);
  for_units(b, batch * units, [&](Value unit) {
    const Value transform = b.let("transform", unit / units);
    const Value first = b.let("first", unit % units * gather_chunk);
    const Value end = b.let("end", min(first + gather_chunk, count));
    const Value from = b.let("from", transform * in_distance);
    const Value to = b.let("to", transform * out_distance);
    const Value begin = spec.threads == 1 ? first : b.let("begin", first + b.thread_id());
    b.loop("i", begin, end, {spec.threads, Unroll::none}, [&](Value i) {
      const Value place = b.let("place", cast(b.load(places, i), ScalarKind::i64));
      const Value number = b.load(in, b.let("at", (from + max(place, 0)) * 2), 2, 2);
      const Value zero = b.real(0, Type{element, 2});
      b.store(out, b.let("at", (to + i) * 2), b.let("number", select(place < 0, zero, number)), 2);
    });
  });
  return b.finish();
}

}  // namespace papilio::kernel
