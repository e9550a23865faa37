// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/execution.hpp"

#include <fmt/format.h>

#include "api/access.hpp"
#include "api/allocation.hpp"

namespace papilio::api {

void check_scratch(const runtime::Memory* scratch, std::size_t bytes, const char* who,
                   std::initializer_list<const runtime::Memory*> others) {
  if (scratch == nullptr) return;
  if (scratch->size() < bytes) {
    throw Error::invalid_argument(fmt::format("scratch of {} bytes", scratch->size()),
                                  fmt::format("the {} needs {}", who, bytes), "ask scratch_bytes()");
  }
  for (const runtime::Memory* other : others) {
    if (other == nullptr || !scratch->overlaps(*other)) continue;
    throw Error::invalid_argument("scratch that is also input or output", "passes would overwrite what others read",
                                  "give another buffer, or none");
  }
}

void with_own_scratch(const Stream& stream, const Device& device, std::size_t bytes,
                      const std::function<void(const runtime::Memory*)>& enqueue) {
  runtime::Stream& queue = unwrap(stream);
  if (queue.capturing()) {
    throw Error::invalid_argument("an execution without scratch while the stream is captured",
                                  fmt::format("{} bytes would have to be allocated", bytes),
                                  "give scratch of scratch_bytes()");
  }
  if (const auto own = with_room(unwrap(device), [&] { return queue.temporary(bytes); })) {
    enqueue(own.get());
    return;
  }
  const std::shared_ptr<runtime::Memory> own = allocate(unwrap(device), bytes);
  enqueue(own.get());
  queue.on_completion([own] {});
}

Timing round_trip(const Workspace& space, const HostMemory& host, Gaps gaps,
                  const std::function<void(runtime::Stream&, const Memories&)>& enqueue) {
  runtime::Stream& stream = *space.stream;
  runtime::Memory& target = space.out ? *space.out : *space.in;
  const auto begin = stream.record();
  stream.write(*space.in, 0, host.in, host.in_bytes);
  if (space.out && gaps == Gaps::kept) stream.write(target, 0, host.out, host.out_bytes);
  if (!host.data.load.empty()) stream.write(*space.load_data, 0, host.data.load.data(), host.data.load.size());
  if (!host.data.store.empty()) stream.write(*space.store_data, 0, host.data.store.data(), host.data.store.size());
  const auto uploaded = stream.record();
  Memories memories;
  memories.in = space.in.get();
  memories.out = &target;
  memories.scratch = space.scratch.get();
  memories.load_data = space.load_data.get();
  memories.store_data = space.store_data.get();
  enqueue(stream, memories);
  const auto computed = stream.record();
  stream.read(target, 0, host.out, host.out_bytes);
  const auto done = stream.record();
  return {stream.seconds_between(*begin, *uploaded), stream.seconds_between(*uploaded, *computed),
          stream.seconds_between(*computed, *done)};
}

}  // namespace papilio::api
