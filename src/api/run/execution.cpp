// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/execution.hpp"

#include <fmt/format.h>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "runtime/forked.hpp"

namespace papilio::api {

void require_stream(const Stream& stream) {
  runtime::require_not_forked("an execution");
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

void with_temporary(const Stream& stream, const Device& device, std::size_t bytes,
                    const std::function<void(const std::shared_ptr<runtime::Memory>&)>& enqueue) {
  runtime::Stream& queue = unwrap(stream);
  if (const auto own = with_room(unwrap(device), [&] { return queue.temporary(bytes); })) {
    enqueue(own);
    return;
  }
  const std::shared_ptr<runtime::Memory> own = allocate(unwrap(device), bytes);
  enqueue(own);
  queue.on_completion([own] {});
}

void with_own_scratch(const Stream& stream, const Device& device, std::size_t bytes,
                      const std::function<void(const runtime::Memory*)>& enqueue) {
  if (unwrap(stream).capturing()) {
    throw Error::invalid_argument("an execution without scratch while the stream is captured",
                                  fmt::format("{} bytes would have to be allocated", bytes),
                                  "give scratch of scratch_bytes()");
  }
  with_temporary(stream, device, bytes, [&](const auto& own) { enqueue(own.get()); });
}

namespace {

bool overlap(const ConstHostSpan& data, const void* memory, std::size_t bytes) {
  const std::less<const void*> before;
  const auto end_of = [](const void* begin, std::size_t size) { return static_cast<const std::byte*>(begin) + size; };
  return before(data.data(), end_of(memory, bytes)) && before(memory, end_of(data.data(), data.size_bytes()));
}

bool overlap(const ConstHostSpan& data, const HostPlanes& side) {
  return overlap(data, side.data, side.bytes) ||
         (side.imaginary != nullptr && overlap(data, side.imaginary, side.bytes));
}

/// Both planes or none: on the device, the planes of a copied side are one buffer.
SharedPlanes shared_planes(const runtime::Device& device, const HostPlanes& side) {
  if (!side.complete()) return {};
  SharedPlanes shared{device.share_host(side.data, side.bytes), nullptr};
  if (!shared || side.imaginary == nullptr) return shared;
  shared.imaginary = device.share_host(side.imaginary, side.bytes);
  return shared.imaginary ? shared : SharedPlanes{};
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
    memories.in = shared.in ? shared.in.data.get() : upload(space_.in, host.in);
    memories.in_imaginary = shared.in.imaginary.get();
    if (shared.out) {
      memories.out = shared.out.data.get();
      memories.out_imaginary = shared.out.imaginary.get();
    } else {
      memories.out = space_.out ? space_.out.get() : space_.in.get();
      if (space_.out && trip_.gaps == Gaps::kept) upload(space_.out, host.out);
    }
    memories.scratch = space_.scratch.get();
    memories.load_data = uploaded(shared.load_data, space_.load_data, host.load_data);
    memories.store_data = uploaded(shared.store_data, space_.store_data, host.store_data);
    const auto after_upload = copied_ ? stream_.record() : nullptr;
    const runtime::Event& ready = after_upload ? *after_upload : *begin;
    std::unique_ptr<runtime::Event> computed;
    const auto record = [&] { computed = stream_.record(); };
    enqueue(stream_, memories, record);
    if (!computed) record();
    Timing timing;
    if (shared.out) {
      stream_.return_to_host(*shared.out.data);
      if (shared.out.imaginary) stream_.return_to_host(*shared.out.imaginary);
    } else {
      download(*memories.out, host.out);
      timing.download = stream_.record()->seconds_since(*computed);
    }
    if (after_upload) timing.upload = after_upload->seconds_since(*begin);
    timing.kernels = computed->seconds_since(ready);
    return timing;
  }

 private:
  /// The planes of a side, one after the other.
  const runtime::Memory* upload(const std::shared_ptr<runtime::Memory>& to, const HostPlanes& side) {
    stream_.write(*to, 0, side.data, side.bytes);
    if (side.imaginary != nullptr) stream_.write(*to, side.device_bytes / 2, side.imaginary, side.bytes);
    copied_ = true;
    return to.get();
  }
  void download(const runtime::Memory& from, const HostPlanes& side) {
    stream_.read(from, 0, side.data, side.bytes);
    if (side.imaginary != nullptr) stream_.read(from, side.device_bytes / 2, side.imaginary, side.bytes);
  }
  const runtime::Memory* uploaded(const std::shared_ptr<runtime::Memory>& shared,
                                  const std::shared_ptr<runtime::Memory>& own, const ConstHostSpan& data) {
    if (shared) return shared.get();
    if (own && !data.empty()) {
      stream_.write(*own, 0, data.data(), data.size_bytes());
      copied_ = true;
    }
    return own.get();
  }

  const Workspace& space_;
  const RoundTrip& trip_;
  runtime::Stream& stream_;
  bool copied_ = false;
};

}  // namespace

SharedSides shared_sides(const runtime::Device& device, const HostMemory& host) {
  runtime::require_not_forked("an execution");
  SharedSides shared;
  shared.out = shared_planes(device, host.out);
  shared.in = host.in == host.out ? shared.out : shared_planes(device, host.in);
  // Two buffers of the same memory: OpenCL leaves open what happens, and the output may be written before data are
  // read.
  const auto data = [&](const ConstHostSpan& span) -> std::shared_ptr<runtime::Memory> {
    if (span.empty() || overlap(span, host.in) || overlap(span, host.out)) return nullptr;
    return device.share_host(const_cast<void*>(span.data()), span.size_bytes());  // NOLINT: only the output is written
  };
  shared.load_data = data(host.load_data);
  const ConstHostSpan& store = host.store_data;
  if (!overlap(host.load_data, store.data(), store.size_bytes())) shared.store_data = data(store);
  return shared;
}

WorkspaceSizes workspace_sizes(const HostMemory& host, const SharedSides& shared, std::size_t scratch_bytes) {
  const bool in_place = host.in == host.out;
  return {.in = shared.in ? 0 : host.in.device_bytes,
          .out = shared.out || in_place ? 0 : host.out.device_bytes,
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
