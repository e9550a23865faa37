// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Programs of the kernels in src/kernel/frames, and work memory that is released in stream order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <papilio/device.hpp>
#include <span>
#include <vector>

#include "kernel/frames/frame_kernels.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

struct FrameProgram {
  kernel::FrameSpec spec;
  std::shared_ptr<runtime::Program> program;

  /// Enqueues so many units of work. On a CPU, work-groups do several units each; `arguments` gets their number.
  void launch(runtime::Stream& stream, const runtime::Device& device, std::int64_t units,
              const std::function<std::vector<runtime::Argument>(std::int64_t repeat)>& arguments) const;
};

/// The spec of a kernel on that device: `vector`: numbers of a vector at least; `threads`: work-items on GPUs.
kernel::FrameSpec frame_spec(runtime::Device& device, Precision precision, int vector, int threads);

/// Calls enqueue(buffers) with buffers of so many bytes, which are released after the work on the stream has run.
void with_buffers(const Stream& stream, const Device& device, const std::vector<std::int64_t>& bytes,
                  const std::function<void(std::span<const Buffer>)>& enqueue);

}  // namespace papilio::api
