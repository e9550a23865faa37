// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ragged batches: Fourier transforms of many lengths by one plan, in at most eight launches however many lengths there
// are. The rings of a reduced Gaussian grid or of HEALPix are one; clips of sound another. X[k] = sum_j x[j]
// exp(-2 pi i j k/n) for each transform of n points, times its scale; the inverse has the other sign.
//
// Lengths share kernels in classes. A class computes the DFT of any length up to a limit as a convolution with a chirp
// (Bluestein, "A linear filtering approach to the computation of discrete Fourier transform", IEEE Trans. Audio
// Electroacoust. 18 (1970) 451-455) of one padded length; chirps and their spectra are in tables, where each
// work-group looks up its transform. A length without large prime factors that many transforms have gets a kernel
// without a convolution. Lengths beyond a work-group have ordinary plans within this one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <papilio/cxx20.hpp>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/host_span.hpp>
#include <papilio/plan.hpp>
#include <papilio/ragged_problem.hpp>
#include <string>

namespace papilio {

/// Transforms of many lengths on a device. Any number of threads may use an object. Copies share it. All functions
/// throw Error.
class PAPILIO_API RaggedPlan {
 public:
  RaggedPlan() = default;
  /// Checks the problem, compiles its kernels and uploads their tables. Throws Error(invalid_argument) for an invalid
  /// problem, and what Plan throws: lengths that are too long for one work-group of the device have plans of their own.
  /// Convolutions for DFTs of up to 8192 points fit most CPUs.
  RaggedPlan(const Device& device, const RaggedProblem& problem);

  /// Returns the same transforms at other places: offsets in device memory, integers of 32 bits, one for each length,
  /// in elements as in RaggedProblem; none where this plan's stay. Kernels and tables are shared, and problem() is this
  /// plan's, with its fields and extents. The call enqueues a kernel that reads the offsets, behind earlier commands of
  /// the stream; executions wait for it, those on captured streams excepted. It may allocate. Results must not overlap,
  /// and transforms must lie within the plan's extents; offsets outside are moved to the nearest one inside.
  /// Throws Error(invalid_argument) for buffers that are too small and on a captured stream, and Error(unsupported) if
  /// long lengths have plans.
  [[nodiscard]] RaggedPlan at(const Stream& stream, const Buffer& in_offsets, const Buffer& out_offsets = {}) const;

  /// Transforms host memory. Sides have problem().all_elements() elements: real or complex numbers of the problem's
  /// precision. The input must not overlap the output and is preserved. Elements of the output that are not results
  /// keep their values. The same input gives the same bits each time.
  Timing execute(const ConstHostSpan& in, const HostSpan& out) const;
  /// Enqueues the transforms on a stream of the device and returns at once. Buffers hold the same numbers as host
  /// memory does in the other overload.
  void execute(const Stream& stream, const Buffer& in, const Buffer& out) const;

  [[nodiscard]] const RaggedProblem& problem() const;
  [[nodiscard]] const Device& device() const;
  /// Returns the number of launches of an execution, at most 8, without those of plans for long lengths.
  [[nodiscard]] int launches() const;
  /// Returns the bytes of device memory that the tables of these launches take.
  [[nodiscard]] std::size_t device_bytes() const;
  /// Returns a line for the problem, and one for each launch: the kernel, its points, the lengths that it serves, how
  /// many transforms they are, and the real operations and bytes of memory of an execution; then the problem of each
  /// plan.
  [[nodiscard]] std::string describe() const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace papilio
