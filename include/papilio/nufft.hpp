// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Non-uniform Fourier transforms (NUFFT): between strengths at any points and Fourier modes on a grid, or frequencies
// anywhere.
//
//   type 1   f[k] = sum_j c[j] exp(±i k.x[j])      from strengths at points to modes
//   type 2   c[j] = sum_k f[k] exp(±i k.x[j])      from modes to values at points
//   type 3   f[k] = sum_j c[j] exp(±i s[k].x[j])   from strengths at points to values at frequencies
//
// k is a vector of integers, x[j] a vector of angles in radians, k.x their scalar product. Along an axis of N modes, k
// runs from -floor(N/2) to ceil(N/2)-1. In type 3, x[j] and s[k] are any vectors; their products are in radians. Sums
// are not scaled. They are approximated to within a tolerance, in O(M + N log N) operations for M points and N modes:
// strengths are spread to a finer grid, which an FFT transforms to modes (Dutt and Rokhlin, "Fast Fourier transforms
// for nonequispaced data", SIAM J. Sci. Comput. 14 (1993) 1368-1393; the form is that of Barnett, Magland and af
// Klinteberg, SIAM J. Sci. Comput. 41 (2019) C479-C504). Type 2 with the other sign is the adjoint of type 1, not its
// inverse. Type 3 spreads strengths to a grid that is fine enough for its frequencies, and interpolates the grid's
// spectrum by a type 2: its time and memory grow with the product, along each axis, of the extent of the points and
// that of the frequencies.
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

/// Coordinates along each axis that a problem has.
struct NufftCoordinates {
  ConstHostSpan x;
  ConstHostSpan y = {};
  ConstHostSpan z = {};
};

/// A non-uniform transform on a device: one set of points, any number of executions. Only one thread at a time may use
/// an object, on one stream at a time, because executions share the fine grid. Copies share the object. All functions
/// throw Error.
class PAPILIO_API Nufft {
 public:
  Nufft() = default;
  /// Checks the problem. Kernels are compiled by set_points(), which knows how many points there are.
  Nufft(const Device& device, const NufftProblem& problem);

  /// Sets the points: one span of angles for each axis, in the order of `modes`, all of one length and of the problem's
  /// precision. Any finite angle is allowed; angles that differ by 2 pi mean the same point. There may be 0 to 2^31 -
  /// 2048 points. They are copied and sorted, into the memory of the points before: executions must have finished.
  /// Throws Error(invalid_argument) for spans of other lengths or types, and for an angle that is not finite, which the
  /// message names; Error(unsupported) for more points, or more than 2^48 numbers in a batch. After an error there are
  /// no points.
  void set_points(const ConstHostSpan& x, const ConstHostSpan& y = {}, const ConstHostSpan& z = {});
  /// The same for angles in device memory: the first `count` numbers of a buffer for each axis. Commands of the stream
  /// may write them before, and execute this transform; when the function returns, all of them have finished. Buffers
  /// of other axes are none. GPUs sort there; the host does it on CPUs, on devices without double precision or with
  /// less than 20 KiB of local memory, and for angles of more than 1500 turns: the order is the same everywhere, and so
  /// are the results. A GPU takes 12 to 44 bytes a point for it besides those that device_bytes() reports, which it
  /// releases. Throws Error(invalid_argument) for buffers that are missing or too small, and what the overload for
  /// spans throws.
  void set_points(const Stream& stream, std::int64_t count, const Buffer& x, const Buffer& y = {},
                  const Buffer& z = {});
  /// Sets the points and the frequencies of type 3, which set_points() refuses: any finite numbers. Phases are exact to
  /// the precision, however far the middle of the points or of the frequencies is from 0. Throws what set_points()
  /// throws, and Error(unsupported) if the product of the half extents of points and frequencies, divided by pi/2, is
  /// more than about 2^25 along an axis, or 2^39 along all of them together, or if a phase exceeds the largest double;
  /// the message names the extents.
  void set_points_and_frequencies(const NufftCoordinates& points, const NufftCoordinates& frequencies);

  /// Transforms host memory. One side has batch * points() strengths or values, the other one batch arrays of modes, or
  /// batch * frequencies() values, as complex numbers of the problem's precision, one transform after the other. The
  /// input must not overlap the output and is preserved. Numbers that are not finite spread to all results that they
  /// are part of. The same points and input give the same bits each time. Throws Error(invalid_argument) before
  /// set_points() and for spans of another size or type.
  Timing execute(const ConstHostSpan& in, const HostSpan& out) const;
  /// Enqueues the transform on a stream of the device and returns at once. Buffers hold the same numbers as host memory
  /// does in the other overload.
  void execute(const Stream& stream, const Buffer& in, const Buffer& out) const;

  [[nodiscard]] const NufftProblem& problem() const;
  [[nodiscard]] const Device& device() const;
  /// Returns the number of points; 0 before set_points().
  [[nodiscard]] std::int64_t points() const;
  /// Returns the number of frequencies of type 3; 0 before they are set, and for other types.
  [[nodiscard]] std::int64_t frequencies() const;
  /// Returns one line: the problem, the number of points, and the window's width, the fine grid and its transform,
  /// which set_points() chose; of type 3 those of both steps.
  [[nodiscard]] std::string describe() const;
  /// Returns the bytes of device memory that the object holds for points, tables, the fine grid and its modes.
  [[nodiscard]] std::size_t device_bytes() const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace papilio
