// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernels of an experiment on a device. Compiled kernels are kept in Papilio's cache.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ir/ir.hpp"
#include "lab/experiments/choices.hpp"
#include "lab/experiments/opencl_text.hpp"
#include "runtime/device.hpp"

namespace papilio::experiments {

/// Scratch memory and tables that several experiments share; of one device, for one thread. Grows as needed.
class Workbench {
 public:
  explicit Workbench(std::shared_ptr<runtime::Device> device);

  [[nodiscard]] runtime::Device& device() const { return *device_; }
  [[nodiscard]] runtime::Stream& stream() const { return *stream_; }
  [[nodiscard]] const std::shared_ptr<runtime::Stream>& shared_stream() const { return stream_; }
  /// One of two, of at least so many bytes; replaced when it grows, so experiments ask at each launch.
  const runtime::Memory& scratch(std::size_t which, std::size_t bytes);
  /// Null for TwiddleSource::computed. Of f16 numbers where the arithmetic is f16.
  std::shared_ptr<runtime::Memory> table(const TransformChoices& choices);
  /// A verified module as a program of the device, from Papilio's cache or compiled and kept there. Throws
  /// Error(unsupported) for a form with images or arithmetic in f16 on a device of another dialect than OpenCL C.
  [[nodiscard]] std::unique_ptr<runtime::Program> compile(const ir::Module& module, const OpenClForm& form) const;

 private:
  struct TwiddleBuffer {
    TwiddleSource source;
    std::int64_t n;
    Precision precision;
    Arithmetic arithmetic;
    std::shared_ptr<runtime::Memory> memory;
  };
  std::shared_ptr<runtime::Device> device_;
  std::shared_ptr<runtime::Stream> stream_;
  std::shared_ptr<runtime::Memory> scratch_[2];
  std::vector<TwiddleBuffer> tables_;
};

class StudyTransform {
 public:
  /// Builds, verifies and compiles. Throws what passes_of() throws, and Error(build_failed).
  StudyTransform(Workbench& bench, const TransformChoices& choices);

  /// Enqueues the kernels: n * batch complex numbers from `in`, which is not changed, to `out`.
  void execute(const runtime::Memory& in, const runtime::Memory& out) const;

  [[nodiscard]] const TransformChoices& choices() const { return choices_; }
  [[nodiscard]] const std::vector<StudyPass>& passes() const { return passes_; }
  /// The maximum over all kernels; empty if the driver does not report it.
  [[nodiscard]] std::optional<int> registers() const;
  [[nodiscard]] std::int64_t local_bytes() const;
  /// Real operations of one point in all kernels.
  [[nodiscard]] double operations_per_point() const;

 private:
  struct CompiledPass {
    std::unique_ptr<runtime::Program> program;
    std::int64_t groups = 1;
    std::int64_t local_bytes = 0;
    bool table = false;
  };
  [[nodiscard]] CompiledPass compile(const StudyPass& pass) const;
  [[nodiscard]] OpenClForm form_of(const StudyPass& pass) const;

  Workbench& bench_;
  TransformChoices choices_;
  std::vector<StudyPass> passes_;
  std::shared_ptr<runtime::Memory> table_;
  std::vector<CompiledPass> kernels_;
};

}  // namespace papilio::experiments
