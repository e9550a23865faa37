// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The common part of executions of plans and of convolutions: scratch, and copies of host memory to the device and
// back.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>

#include "api/access.hpp"
#include "api/run/compiled_passes.hpp"
#include "api/run/host_memory.hpp"
#include "api/run/workspace.hpp"

namespace papilio::api {

/// The memory of a buffer; null for the handle "none".
inline const runtime::Memory* memory_of(const Buffer& buffer) { return HandleAccess::pointer(buffer).get(); }

inline Memories memories_of(const Operands& operands) {
  return {.in = memory_of(operands.in),
          .out = memory_of(operands.out),
          .scratch = memory_of(operands.scratch),
          .in_imaginary = memory_of(operands.in_imaginary),
          .out_imaginary = memory_of(operands.out_imaginary),
          .load_data = memory_of(operands.load_data),
          .store_data = memory_of(operands.store_data),
          .filter = nullptr,
          .input_sums = {},
          .output_sums = {}};
}

/// Throws for the stream "none", and in a forked process.
void require_stream(const Stream& stream);

/// Checks that the given scratch holds `bytes` and is none of `others`, of which null entries are ignored. `who` is
/// what errors call its user.
void check_scratch(const runtime::Memory* scratch, std::size_t bytes, const char* who,
                   std::initializer_list<const runtime::Memory*> others);

/// Calls `enqueue` with memory that is released after the work on the stream has run. The stream is not captured.
void with_temporary(const Stream& stream, const Device& device, std::size_t bytes,
                    const std::function<void(const std::shared_ptr<runtime::Memory>&)>& enqueue);
/// Calls `enqueue` with scratch that is released after the work on the stream has run.
void with_own_scratch(const Stream& stream, const Device& device, std::size_t bytes,
                      const std::function<void(const runtime::Memory*)>& enqueue);

/// Calls `enqueue` with the given scratch, or with scratch that this function allocates; with null if none is needed.
template <typename Enqueue>
void with_scratch(const Stream& stream, const Device& device, const runtime::Memory* given, std::size_t bytes,
                  const Enqueue& enqueue) {
  if (given != nullptr || bytes == 0) {
    enqueue(given);
  } else {
    with_own_scratch(stream, device, bytes, enqueue);
  }
}

/// The planes of one side as memory of a device that shares them (runtime::Device::share_host). Without `data` the side
/// is copied.
struct SharedPlanes {
  std::shared_ptr<runtime::Memory> data;
  std::shared_ptr<runtime::Memory> imaginary;  ///< null where `data` holds the whole side
  [[nodiscard]] explicit operator bool() const { return data != nullptr; }
};
/// The part of an execution's host memory that a device shares. The rest is copied. In place, `in` is `out`.
struct SharedSides {
  SharedPlanes in;
  SharedPlanes out;
  std::shared_ptr<runtime::Memory> load_data;
  std::shared_ptr<runtime::Memory> store_data;
};
/// Throws in a forked process.
SharedSides shared_sides(const runtime::Device& device, const HostMemory& host);

/// Returns the bytes that an execution on host memory needs on the device.
WorkspaceSizes workspace_sizes(const HostMemory& host, const SharedSides& shared, std::size_t scratch_bytes);
/// The fate of elements of an output that are not written.
enum class Gaps {
  none,
  kept,  ///< stays as it was
};
/// An execution on host memory: what is copied, and where the rest is.
struct RoundTrip {
  const HostMemory& host;
  const SharedSides& shared;
  Gaps gaps = Gaps::none;
};
/// Enqueues the work of an execution. It may wait for it, and then calls `enqueued` before: where the work's time ends.
using EnqueueWork = std::function<void(runtime::Stream&, const Memories&, const std::function<void()>& enqueued)>;
/// Copies to the device what it does not share, calls `enqueue`, and copies back. Whatever happens, the device uses the
/// host's memory no longer when this returns.
Timing round_trip(const Workspace& space, const RoundTrip& trip, const EnqueueWork& enqueue);

}  // namespace papilio::api
