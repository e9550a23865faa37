// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/execution.hpp"

#include <fmt/format.h>

#include "api/access.hpp"
#include "api/allocation.hpp"

namespace papilio::api {

void require_stream(const Stream& stream) {
  if (!stream) throw Error::invalid_argument("an execution without a stream", "the handle is empty", "make a Stream");
}

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

namespace {

bool overlap(const ConstHostSpan& data, const void* memory, std::size_t bytes) {
  const std::less<const void*> before;
  const auto end_of = [](const void* begin, std::size_t size) { return static_cast<const std::byte*>(begin) + size; };
  return before(data.data(), end_of(memory, bytes)) && before(memory, end_of(data.data(), data.size_bytes()));
}

/// The commands of one execution on host memory.
class HostRun {
 public:
  HostRun(const Workspace& space, const RoundTrip& trip) : space_(space), trip_(trip), stream_(*space.stream) {}

  Timing run(const EnqueueWork& enqueue) {
    const HostMemory& host = trip_.host;
    const SharedSides& shared = trip_.shared;
    const auto begin = stream_.record();
    Memories memories;
    memories.in = uploaded(shared.in, space_.in, host.in, host.in_bytes);
    memories.out = shared.out ? shared.out.get() : space_.out ? space_.out.get() : space_.in.get();
    if (!shared.out && space_.out && trip_.gaps == Gaps::kept) upload(*space_.out, host.out, host.out_bytes);
    memories.scratch = space_.scratch.get();
    memories.load_data =
        uploaded(shared.load_data, space_.load_data, host.load_data.data(), host.load_data.size_bytes());
    memories.store_data =
        uploaded(shared.store_data, space_.store_data, host.store_data.data(), host.store_data.size_bytes());
    const auto after_upload = copied_ ? stream_.record() : nullptr;
    const runtime::Event& ready = after_upload ? *after_upload : *begin;
    std::unique_ptr<runtime::Event> computed;
    const auto record = [&] { computed = stream_.record(); };
    enqueue(stream_, memories, record);
    if (!computed) record();
    Timing timing;
    if (shared.out) {
      stream_.return_to_host(*shared.out);
    } else {
      stream_.read(*memories.out, 0, host.out, host.out_bytes);
      timing.download = stream_.record()->seconds_since(*computed);
    }
    if (after_upload) timing.upload = after_upload->seconds_since(*begin);
    timing.kernels = computed->seconds_since(ready);
    return timing;
  }

 private:
  void upload(runtime::Memory& to, const void* from, std::size_t bytes) {
    stream_.write(to, 0, from, bytes);
    copied_ = true;
  }
  const runtime::Memory* uploaded(const std::shared_ptr<runtime::Memory>& shared,
                                  const std::shared_ptr<runtime::Memory>& own, const void* from, std::size_t bytes) {
    if (shared) return shared.get();
    if (own && bytes > 0) upload(*own, from, bytes);
    return own.get();
  }

  const Workspace& space_;
  const RoundTrip& trip_;
  runtime::Stream& stream_;
  bool copied_ = false;
};

}  // namespace

SharedSides shared_sides(const runtime::Device& device, const HostMemory& host) {
  SharedSides shared;
  shared.out = device.share_host(host.out, host.out_bytes);
  // Only the output is written.
  const auto read = [&](const void* memory, std::size_t bytes) {
    return device.share_host(const_cast<void*>(memory), bytes);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  };
  shared.in = host.in == host.out ? shared.out : read(host.in, host.in_bytes);
  // Two buffers of the same memory: OpenCL leaves open what happens, and the output may be written before data are
  // read.
  const auto data = [&](const ConstHostSpan& span) -> std::shared_ptr<runtime::Memory> {
    const bool other = overlap(span, host.in, host.in_bytes) || overlap(span, host.out, host.out_bytes);
    return span.empty() || other ? nullptr : read(span.data(), span.size_bytes());
  };
  shared.load_data = data(host.load_data);
  const ConstHostSpan& store = host.store_data;
  if (!overlap(host.load_data, store.data(), store.size_bytes())) shared.store_data = data(store);
  return shared;
}

WorkspaceSizes workspace_sizes(const HostMemory& host, const SharedSides& shared, std::size_t scratch_bytes) {
  const bool in_place = host.in == host.out;
  return {.in = shared.in ? 0 : host.in_bytes,
          .out = shared.out || in_place ? 0 : host.out_bytes,
          .scratch = scratch_bytes,
          .load_data = shared.load_data ? 0 : host.load_data.size_bytes(),
          .store_data = shared.store_data ? 0 : host.store_data.size_bytes()};
}

Timing round_trip(const Workspace& space, const RoundTrip& trip, const EnqueueWork& enqueue) {
  try {
    return HostRun(space, trip).run(enqueue);
  } catch (...) {
    const SharedSides& shared = trip.shared;
    if (shared.in || shared.out || shared.load_data || shared.store_data) {
      try {
        space.stream->synchronize();
      } catch (const Error&) {  // a device that has failed runs nothing
      }
    }
    throw;
  }
}

}  // namespace papilio::api
