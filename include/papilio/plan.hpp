// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plan: one problem, prepared for one device. Immutable; execute() may be called from many threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <papilio/callbacks.hpp>
#include <papilio/device.hpp>
#include <papilio/effort.hpp>
#include <papilio/export.hpp>
#include <papilio/host_span.hpp>
#include <papilio/problem.hpp>
#include <papilio/programs.hpp>
#include <papilio/verification.hpp>
#include <string>

namespace papilio {

/// How long the parts of a host execution took, in seconds. Kernels are timed by the device's own clock where it has
/// one.
struct Timing {
  double upload = 0;
  double kernels = 0;
  double download = 0;
};

/// The device memory of one execution.
struct Operands {
  /// problem().input_elements() elements, aligned to a complex number; or one plane of them.
  Buffer in = {};
  /// problem().output_elements() elements; the same buffer as `in` if and only if the placement is in_place.
  Buffer out = {};
  /// At least scratch_bytes(); no other execution may use it until this one has finished. If it is left out, the call
  /// allocates scratch, which is released after the execution, in stream order where the device supports that (CUDA's
  /// memory pools). The call does not wait for it.
  Buffer scratch = {};
  /// The imaginary parts of a planar side, if they are in another buffer than the real parts. In place, one of the two
  /// is enough.
  Buffer in_imaginary = {};
  Buffer out_imaginary = {};
  /// Data for callbacks; must be neither output nor scratch.
  Buffer load_data = {};
  Buffer store_data = {};
  /// Number of arrays to transform; 0: the problem's batch. Plan::batch_limits() gives the batches that are possible.
  std::int64_t batch = 0;
  /// Elements to skip in `in` and in `out`, besides the problem's offsets; out of place, and of sides that are not
  /// planar. Of real sides a multiple of four, unless the input has a window that folds (InputWindow::taps and phase).
  std::int64_t in_offset = 0;
  std::int64_t out_offset = 0;
  /// WindowPhase::signal: the number in the signal, not negative, of the first element of `in`.
  std::int64_t in_position = 0;
};

/// The host memory of one execution: numbers as they are stored, real ones on real sides, complex ones elsewhere. A
/// planar side has twice as many real numbers, all real parts before all imaginary parts, or two spans. Storages
/// without a HostType (f16, bf16, integers) are passed as bytes. A span of bytes may stand for numbers of any type.
struct HostOperands {
  /// problem().input_elements() elements; empty in place. If the ends of axes count as zeros (Problem::zero), it may
  /// end after the last element that is read; the problem's offset counts from its beginning as always.
  ConstHostSpan in = {};
  /// problem().output_elements() elements. In place it is the only span and has as many elements as the larger side.
  HostSpan out = {};
  /// Data for callbacks: any number of papilio_reals (floats for an f32 problem, doubles for f64), which are copied to
  /// the device with the input.
  ConstHostSpan load_data = {};
  ConstHostSpan store_data = {};
  std::int64_t batch = 0;  ///< as in Operands
  /// The imaginary parts of a planar side, if they do not follow the real parts: real numbers, as many as there are
  /// complex elements, and as many real parts in `in` or `out`. In place only `out_imaginary`.
  ConstHostSpan in_imaginary = {};
  HostSpan out_imaginary = {};
};

/// The batches that a plan can execute.
struct BatchLimits {
  std::int64_t least = 1;
  std::int64_t most = 1;
};

/// Shapes of a plan's kernels in order of execution: shape tokens, as `papilio plan` prints them, separated by commas;
/// a plus sign joins the two of a fused launch. Two plans with the same radices compute the same bits from the same
/// numbers, whatever the layout of their arrays.
struct Shapes {
  std::string tokens;
};

/// The shapes that a plan of this problem has. Nothing is compiled. Throws what Plan's constructor throws before it
/// compiles.
PAPILIO_API Shapes shapes_of(const Device& device, const Problem& problem);

/// One problem, prepared for one device. Immutable; execute() may be called from many threads at once.
class PAPILIO_API Plan {
 public:
  Plan() = default;
  /// Plans, compiles (or loads from the cache) and uploads tables. Throws Error.
  Plan(const Device& device, const Problem& problem);
  /// The same, after a search by measurements where the effort asks for one and there is no wisdom from an earlier one;
  /// what it finds becomes wisdom (<papilio/wisdom.hpp>). It takes device memory for input, output and scratch. One
  /// search runs at a time in a process.
  Plan(const Device& device, const Problem& problem, Effort effort);
  /// Plans with callbacks. Throws Error(build_failed), with the compiler's first error and its line, if they do not
  /// compile.
  Plan(const Device& device, const Problem& problem, const Callbacks& callbacks);
  /// Plans with these shapes instead of the planner's. Throws TokenError for text that does not parse, and
  /// Error(unsupported) saying why if the problem or the device does not permit the shapes.
  Plan(const Device& device, const Problem& problem, const Shapes& shapes);
  /// Plans with both; empty shapes mean the planner's.
  Plan(const Device& device, const Problem& problem, const Callbacks& callbacks, const Shapes& shapes);
  /// Plans with general programs where there are any for the problem; executions that PAPILIO_VERIFY checks have
  /// specialised ones.
  Plan(const Device& device, const Problem& problem, Programs programs);
  /// Plans executions that check their results.
  Plan(const Device& device, const Problem& problem, Verification verification);

  [[nodiscard]] const Problem& problem() const;
  [[nodiscard]] const Device& device() const;
  /// Returns the plan as an S-expression: passes, radices, work-group shape, bytes moved, operation counts.
  [[nodiscard]] std::string describe() const;
  /// Returns the bytes of scratch that one execution needs; 0 for most problems of one pass. On NVIDIA's GPUs, where
  /// two passes share a launch, 32 bytes for each transform of the batch, or for each plane of a volume: counters by
  /// which they wait for each other.
  [[nodiscard]] std::size_t scratch_bytes() const;
  /// Returns the bytes of device memory that the plan keeps for its next executions on host memory, at most 256 MiB.
  [[nodiscard]] std::size_t kept_bytes() const;

  /// Returns the batches that execute() accepts. These are 1 to the problem's batch if every kernel goes through the
  /// arrays of the batch outermost, as it does if arrays are further apart than the elements of an array. Only the
  /// problem's own batch is possible if that is 1, and if the elements of different arrays alternate on both sides. A
  /// plan without scratch, which grows with the batch, accepts larger batches too, as long as no two elements of the
  /// output share an address, no array begins before its buffer (negative distances), and each side has at most 2^56
  /// bytes. An execution needs the memory of the same problem with its batch. A batch of more than 2^31 work-groups
  /// fails.
  [[nodiscard]] BatchLimits batch_limits() const;

  /// Enqueues the transform on `stream` and returns at once. Out of place, the input is left as it was.
  void execute(const Stream& stream, const Operands& operands) const;
  void execute(const Stream& stream, const Buffer& in, const Buffer& out, const Buffer& scratch = {},
               std::int64_t batch = 0) const;
  /// Enqueues on native memory of the plan's device. CUDA: device pointers, on multiples of 16 bytes, of at least the
  /// bytes that the problem and scratch_bytes() say; the driver is not asked about them. OpenCL: cl_mem handles. In
  /// place, in == out. `work` may be null, as scratch may be left out.
  void execute(const Stream& stream, const void* in, void* out, void* work = nullptr, std::int64_t batch = 0) const;

  /// Transforms host memory and returns when the result is there. Out of place the spans must not overlap. Gaps that
  /// strides, distances and offsets leave in `out` stay as they were, and so do elements that the problem skips.
  Timing execute(const HostOperands& operands) const;
  Timing execute(const ConstHostSpan& in, const HostSpan& out) const;
  Timing execute(const HostSpan& in_place) const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  struct Impl;
  struct Choices;
  Plan(const Device& device, const Problem& problem, const Choices& choices);
  std::shared_ptr<const Impl> impl_;
};

}  // namespace papilio
