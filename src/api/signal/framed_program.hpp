// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FramedProgram: a kernel that reads frames from the signals themselves (kernel/frames/framed_kernel.hpp), with the
// tables of its transform.
#pragma once

#include "api/signal/frame_program.hpp"
#include "kernel/frames/framed_kernel.hpp"

namespace papilio::api {

/// Signals in device memory, and what is made of their frames.
struct FramedArrays {
  const runtime::Memory* signals = nullptr;
  const runtime::Memory* results = nullptr;
  std::int64_t samples = 0;  ///< of each signal
  std::int64_t batch = 1;    ///< signals
  std::int64_t frames = 0;   ///< of each signal
  std::int64_t hop = 1;
  std::int64_t before = 0;                     ///< samples before the first one of a signal
  std::int64_t numbers = 0;                    ///< of a frame's results
  std::vector<const runtime::Memory*> matrix;  ///< weights, ranges and numbers of bands
};

class FramedProgram {
 public:
  /// None.
  FramedProgram() = default;
  /// Compiles, and uploads tables.
  FramedProgram(runtime::Device& device, const kernel::FramedSpec& spec);

  explicit operator bool() const { return program_.program != nullptr; }
  /// Only enqueues: it neither waits nor allocates.
  void launch(runtime::Stream& stream, const runtime::Device& device, const FramedArrays& arrays) const;

 private:
  FrameProgram program_;
  std::vector<std::shared_ptr<runtime::Memory>> tables_;
  std::int64_t tile_ = 1;  ///< frames of a work-group
};

/// The spec of a problem's frames on a device; nullopt where plans of padded copies serve: on CPUs, whose kernels read
/// vectors, for frames of several passes and shapes that framed_transform() does not take, and where plans verify.
std::optional<kernel::FramedSpec> framed_spec(runtime::Device& device, const Problem& problem,
                                              kernel::Surround surround, const std::optional<kernel::BandsStep>& bands);

}  // namespace papilio::api
