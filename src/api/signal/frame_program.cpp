// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/frame_program.hpp"

#include <algorithm>
#include <papilio/error.hpp>

#include "api/access.hpp"
#include "api/run/execution.hpp"
#include "api/run/launch_shape.hpp"
#include "plan/model/cpu_estimate.hpp"

namespace papilio::api {

void FrameProgram::launch(runtime::Stream& stream, const runtime::Device& device, std::int64_t units,
                          const std::function<std::vector<runtime::Argument>(std::int64_t repeat)>& arguments) const {
  const LaunchShape shape = dealt(units, spec.on_cpu(), device.caps());
  stream.launch({.program = program.get(),
                 .groups = shape.groups,
                 .threads = spec.threads,
                 .arguments = arguments(shape.repeat),
                 .waits = true});
}

kernel::FrameSpec frame_spec(runtime::Device& device, Precision precision, int vector, int threads) {
  const DeviceCaps& caps = device.caps();
  const bool cpu = caps.device_class == DeviceClass::cpu;
  return {.precision = precision,
          .parts = vector,
          .lanes = cpu ? std::max(vector, plan::lanes_of(precision, caps)) : vector,
          .threads = cpu ? 1 : std::min(threads, caps.max_threads)};
}

void with_buffers(const Stream& stream, const Device& device, const std::vector<std::int64_t>& bytes,
                  const std::function<void(std::span<const Buffer>)>& enqueue) {
  std::vector<Buffer> buffers;
  const std::function<void()> next = [&] {
    if (buffers.size() == bytes.size()) return enqueue(buffers);
    with_temporary(stream, device, static_cast<std::size_t>(bytes[buffers.size()]), [&](const auto& memory) {
      buffers.push_back(HandleAccess::handle<Buffer>(memory));
      next();
    });
  };
  next();
}

}  // namespace papilio::api
