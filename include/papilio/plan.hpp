// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plan: one problem made ready for one device. Immutable; execute() may be called from many threads at once.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <papilio/callbacks.hpp>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/problem.hpp>
#include <span>
#include <string>

namespace papilio {

/// Where the time of a host execution went, in seconds. Kernels are timed by the device's own clock where it has one.
struct Timing {
  double upload = 0;
  double kernels = 0;
  double download = 0;
};

/// The device memory of one execution.
struct Operands {
  Buffer in;  ///< problem().input_elements() elements, beginning where a complex number may begin; or one plane of them
  Buffer out;  ///< problem().output_elements(); the same buffer as `in` if and only if the placement is in_place
  /// At least scratch_bytes(); not used by another execution until this one has finished. Without it, scratch is
  /// allocated for this call and given back after it has run, in the stream's order where the device can do that
  /// (CUDA's memory pools); the call does not wait for it.
  Buffer scratch;
  /// The imaginary parts of a planar side, where they have a buffer of their own, apart from that of the real parts. In
  /// place, one of the two will do.
  Buffer in_imaginary;
  Buffer out_imaginary;
  /// What callbacks may read: neither output nor scratch.
  Buffer load_data;
  Buffer store_data;
};

/// What callbacks may read in a host execution: any number of papilio_reals (floats of an f32 problem, doubles of an
/// f64 one), as std::as_bytes(std::span(window)) gives them. They are copied to the device with the input.
struct CallbackData {
  std::span<const std::byte> load;
  std::span<const std::byte> store;
};

class PAPILIO_API Plan {
 public:
  Plan() = default;
  /// Plans, compiles (or loads from the cache) and uploads tables. Throws Error.
  Plan(const Device& device, const Problem& problem);
  /// With callbacks. Their errors are Error(build_failed) with the compiler's first complaint, by line of the text.
  Plan(const Device& device, const Problem& problem, const Callbacks& callbacks);

  [[nodiscard]] const Problem& problem() const;
  [[nodiscard]] const Device& device() const;
  /// The plan as an S-expression: passes, radices, work-group shape, bytes moved, operation counts.
  [[nodiscard]] std::string describe() const;
  /// Bytes of scratch that one execution needs; 0 for most problems of one pass. On NVIDIA's GPUs, where two passes
  /// share a launch, 32 bytes for each transform of the batch, or for each plane of a volume: counters by which they
  /// wait for each other.
  [[nodiscard]] std::size_t scratch_bytes() const;

  /// Enqueues the transform on `stream` and returns at once. Out of place, the input is left as it was.
  void execute(const Stream& stream, const Operands& operands) const;
  void execute(const Stream& stream, const Buffer& in, const Buffer& out, const Buffer& scratch = {}) const;

  /// Transforms host memory and returns when the result is there. Spans hold numbers as they are stored, and
  /// input_elements() or output_elements() elements: real ones on the real sides, complex ones elsewhere; of a planar
  /// side real ones, twice as many, the imaginary parts behind the real ones. Out of place they must not overlap; in
  /// place there is one span, of either side. Gaps that strides, distances and offsets leave in `out` stay as they
  /// were, and so do elements that the problem skips.
  Timing execute(std::span<const std::complex<float>> in, std::span<std::complex<float>> out,
                 const CallbackData& data = {}) const;
  Timing execute(std::span<const std::complex<double>> in, std::span<std::complex<double>> out,
                 const CallbackData& data = {}) const;
  Timing execute(std::span<const float> in, std::span<std::complex<float>> out, const CallbackData& data = {}) const;
  Timing execute(std::span<const double> in, std::span<std::complex<double>> out, const CallbackData& data = {}) const;
  Timing execute(std::span<const std::complex<float>> in, std::span<float> out, const CallbackData& data = {}) const;
  Timing execute(std::span<const std::complex<double>> in, std::span<double> out, const CallbackData& data = {}) const;
  Timing execute(std::span<const float> in, std::span<float> out, const CallbackData& data = {}) const;
  Timing execute(std::span<const double> in, std::span<double> out, const CallbackData& data = {}) const;
  Timing execute(std::span<std::complex<float>> in_place, const CallbackData& data = {}) const;
  Timing execute(std::span<std::complex<double>> in_place, const CallbackData& data = {}) const;
  Timing execute(std::span<float> in_place, const CallbackData& data = {}) const;
  Timing execute(std::span<double> in_place, const CallbackData& data = {}) const;
  /// The same for numbers of any type: input_elements() times input_element_bytes() bytes, and likewise of the output.
  Timing execute(std::span<const std::byte> in, std::span<std::byte> out, const CallbackData& data = {}) const;
  Timing execute(std::span<std::byte> in_place, const CallbackData& data = {}) const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

  struct Impl;

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace papilio
