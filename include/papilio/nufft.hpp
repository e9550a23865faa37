// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Non-uniform Fourier transforms (NUFFT): between strengths at any points and Fourier modes on a grid.
//
//   type 1   f[k] = sum_j c[j] exp(±i k.x[j])   from strengths at points to modes
//   type 2   c[j] = sum_k f[k] exp(±i k.x[j])   from modes to values at points
//
// k is a vector of integers, x[j] one of angles in radians, k.x their scalar product. Along an axis of N modes k is
// -floor(N/2) .. ceil(N/2)-1. The sum is approximated to within a tolerance, in O(M + N log N) operations: points are
// spread to a finer grid, which a fast Fourier transform takes to modes (Dutt and Rokhlin, "Fast Fourier transforms for
// nonequispaced data", SIAM J. Sci. Comput. 14 (1993) 1368-1393; the form is that of Barnett, Magland and af
// Klinteberg, SIAM J. Sci. Comput. 41 (2019) C479-C504). Type 2 with the other sign is the adjoint of type 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <papilio/cxx20.hpp>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/host_span.hpp>
#include <papilio/nufft_problem.hpp>
#include <papilio/plan.hpp>
#include <string>

namespace papilio {

/// A non-uniform transform on a device: one set of points, any number of executions. One thread at a time may use an
/// object, on one stream at a time: executions share the fine grid. All functions throw Error.
class PAPILIO_API Nufft {
 public:
  Nufft() = default;
  /// Checks the problem. Kernels are compiled by set_points(), which knows how many points there are.
  Nufft(const Device& device, const NufftProblem& problem);

  /// Sets the points: spans of one length, of the problem's precision, with an angle for each axis, in the order of
  /// `modes`. Any finite angle will do; those that differ by 2 pi mean the same point. No points are allowed, and so
  /// are up to 2^31 - 1. Points are sorted by the cell of the fine grid that they are in, on the host, and copied.
  /// Throws Error(invalid_argument) for spans of other lengths and for an angle that is not finite, naming it.
  void set_points(const ConstHostSpan& x, const ConstHostSpan& y = {}, const ConstHostSpan& z = {});

  /// Transforms host memory, of complex numbers of the problem's precision: batch * points() strengths, transform after
  /// transform, and batch arrays of modes. The input must not overlap the output, and is left as it was. Numbers that
  /// are not finite spread to all results that they are part of. The same input gives the same bits each time.
  Timing execute(const ConstHostSpan& in, const HostSpan& out) const;
  /// Enqueues the transform on a stream of the device and returns at once. Buffers hold what host memory would.
  void execute(const Stream& stream, const Buffer& in, const Buffer& out) const;

  [[nodiscard]] const NufftProblem& problem() const;
  [[nodiscard]] const Device& device() const;
  /// Returns the number of points; 0 before set_points().
  [[nodiscard]] std::int64_t points() const;
  /// Returns what set_points() chose, as one line: the window's width, the fine grid, the plan's bytes.
  [[nodiscard]] std::string describe() const;
  /// Returns the bytes of device memory that the object holds: points, tables, and the fine grid.
  [[nodiscard]] std::size_t device_bytes() const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace papilio
