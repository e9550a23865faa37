// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plane waves in a sphere: transforms between coefficients at some places of a box of frequencies, which are packed,
// and the dense box of space. Places are index triplets, as in SpFFT (https://github.com/eth-cscs/SpFFT),
// so that codes of electronic structure can give the ones that they have.
//
//   backward   u[z][y][x] = sum_g c[g] exp(+2 pi i (x gx/nx + y gy/ny + z gz/nz))       from coefficients to space
//   forward    c[g] = scale * sum_xyz u[z][y][x] exp(-2 pi i (x gx/nx + y gy/ny + z gz/nz))      from space to them
//
// Along each axis the longest run of frequencies without coefficients is left out of every pass (Problem::zero and
// Problem::skip).
#pragma once

#include <cstddef>
#include <memory>
#include <papilio/cxx20.hpp>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/host_span.hpp>
#include <papilio/plan.hpp>
#include <papilio/sphere_problem.hpp>
#include <string>

namespace papilio {

/// The transforms of a sphere on a device. Only one thread at a time may use an object, on one stream at a time,
/// because executions share a compact box. Copies share the object. All functions throw Error.
class PAPILIO_API Sphere {
 public:
  Sphere() = default;
  /// Checks the problem, compiles kernels for both directions and allocates.
  Sphere(const Device& device, const SphereProblem& problem);

  /// Transforms host memory: batch * triplets.size() coefficients, batch * box_elements() elements of space, complex
  /// numbers of the problem's precision, one band after the other. The sides must not overlap, and inputs are
  /// preserved. The same input gives the same bits each time.
  Timing backward(const ConstHostSpan& coefficients, const HostSpan& space) const;
  Timing forward(const ConstHostSpan& space, const HostSpan& coefficients) const;
  /// Enqueue the transform on a stream of the device and return at once.
  void backward(const Stream& stream, const Buffer& coefficients, const Buffer& space) const;
  void forward(const Stream& stream, const Buffer& space, const Buffer& coefficients) const;

  [[nodiscard]] const SphereProblem& problem() const;
  [[nodiscard]] const Device& device() const;
  /// Returns the bytes of device memory that the object holds: the compact box, scratch and places.
  [[nodiscard]] std::size_t device_bytes() const;
  /// Returns a line for the problem and the compact box, and several for the plan of each direction.
  [[nodiscard]] std::string describe() const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace papilio
