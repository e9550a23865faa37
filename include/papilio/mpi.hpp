// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transforms of arrays that are distributed over the ranks of an MPI communicator, each with a device of its own. Link
// with papilio::mpi. docs/scale-out.md is the guide.
//
// Data, on the host or on the device: each rank has the elements of its box (Distribution), row-major and without gaps;
// of a batch, the boxes of the arrays one after the other. Numbers are those of the problem: real or complex as Kind
// says, stored as its storage says; signs and scale are the problem's.
//
// Results: for a problem, a kind of device and an order of the axes (Options::axis_order), an element's bits do not
// depend on the number of ranks and the distributions: every axis has the same kernel's radices, and an element goes
// through the axes in the same order. They may differ from those of
// papilio::Plan, which may take several axes at once. Exception: where a device refuses the kernel of these radices for
// the part of a rank, and narrower ones too, that rank uses the planner's own.
//
// Fewer bytes in messages: Problem::scratch_storage (scratch=bf16 in a token) is the type of all numbers between the
// transforms of two axes, also where no exchange stands, so that bits depend on neither ranks nor distributions. f16
// stands for Storage::shared_exponent.
// Exchanges before the first axis and after the last one carry the problem's own types.
//
// One axis: c2c, r2c and c2r of N = N1*N2 points go through the ranks in six steps, from ranges to ranges of indices;
// N may be up to 2^52, with neither factor above 2^27. An end of c2c may also be columns of a matrix, which spares the
// exchange there: of the input n = N2*j1 + j2 as lengths {N1, N2}, of the output k = k1 + N1*k2 as lengths {N2, N1},
// both as Distribution::slabs(lengths, ranks, 1). Other kinds, prime lengths and lengths below 4 are refused where
// several ranks have the array: one device holds 2^27 points, so give the array to one rank, or to papilio::Plan.
//
// Collective: constructor, execute() and the destructor of a plan's last copy are called by all ranks of the
// communicator, in the same order for all plans on it. A failure of one rank is thrown on every rank, as an Error that
// names the rank; the plan and the communicator can be used again if its device can, unless a call of NCCL has failed.
//
// Threads: MPI_THREAD_FUNNELED suffices if one thread makes all calls. A plan has its own communicator (a duplicate)
// and its own memory, or what its executions are given (Options::work), so different plans may execute in different
// threads (MPI_THREAD_MULTIPLE), but one plan only one execution at a time.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/host_span.hpp>
#include <papilio/mpi_distribution.hpp>
#include <papilio/mpi_options.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

namespace papilio::mpi {

/// Collective: the distribution in which each rank has the box that it gives. Throws Error(invalid_argument) on every
/// rank if they do not make one.
PAPILIO_API Distribution gather(MPI_Comm comm, const std::vector<std::int64_t>& lengths, const Box& local);

/// A distributed transform, prepared for the ranks of a communicator and the device of each.
class PAPILIO_API Plan {
 public:
  Plan() = default;
  /// Plans for the array of `problem`, whose lengths are those of the whole array: packed and interleaved, without
  /// ranges, windows, shifts, maps and contours. `in` has the problem's input_lengths(), `out` its output_lengths() (of
  /// one axis possibly those of columns, above), and both a box for each rank. Arguments other than the device are the
  /// same on all ranks. Throws Error on every rank: invalid_argument, unsupported (for other problems), and what
  /// papilio::Plan throws.
  Plan(MPI_Comm comm, const Device& device, const Problem& problem, const Distribution& in, const Distribution& out,
       const Options& options = {});

  [[nodiscard]] const Problem& problem() const;
  [[nodiscard]] const Distribution& input() const;
  [[nodiscard]] const Distribution& output() const;
  /// Return the number of elements of this rank, of all arrays of the batch.
  [[nodiscard]] std::int64_t input_elements() const;
  [[nodiscard]] std::int64_t output_elements() const;
  /// Returns the bytes that the plan holds for executions on this rank, on the device and on the host together.
  /// Executions do not change it, but for the first one if Options::arrays does not say where its arrays are.
  [[nodiscard]] std::size_t work_bytes() const;
  /// Work memory that each execution takes from the caller on this rank (Options::work), else 0 and 0. Ranks differ.
  [[nodiscard]] WorkSizes caller_work() const;
  /// Returns the error that Problem::scratch_storage adds to the result at most, as Estimate::scratch_error of one
  /// device says; 0 without it.
  [[nodiscard]] double scratch_error() const;
  /// Process grids, how many axes are transformed in each, chunks and carrier, as Options::choice takes them.
  [[nodiscard]] std::string choice() const;
  /// The axes in the order in which they are transformed: AxisOrder::axes of plans whose results have the same bits.
  [[nodiscard]] std::vector<int> axis_order() const;
  /// Returns the choice and its origin, the time that the model expects and its lower bound, stages with their axes,
  /// and of each exchange its bytes: of all ranks, of the busiest one, and between the two ranks that exchange most.
  /// Not collective.
  [[nodiscard]] std::string describe() const;

  /// Transforms host memory and returns when the result is there: input_elements() numbers to output_elements() ones,
  /// of the types of papilio::HostOperands; a span may be empty where this rank has no elements. Out of place they must
  /// not overlap, and `in` is left as it was.
  ExecutionTimes execute(const ConstHostSpan& in, const HostSpan& out) const;
  /// Transforms one span in place, as long as the longer of input and output.
  ExecutionTimes execute(const HostSpan& in_place) const;
  /// The same with memory of the plan's device, after the commands that `after` has been given; returns when the result
  /// is there. In place the same buffer twice, as large as the larger of the two; a buffer may be none where this rank
  /// has no elements. The host's memory is used only where the carrier needs it (Options::carrier).
  ExecutionTimes execute(const Buffer& in, const Buffer& out, const Stream& after = {}) const;
  /// Executes with work memory of the caller, for plans with Options::work. Throws Error(invalid_argument) on every
  /// rank if it is missing, too small or null, not aligned, overlaps input or output where addresses show it (on the
  /// host, and on CUDA), and for a plan with memory of its own.
  ExecutionTimes execute(const ConstHostSpan& in, const HostSpan& out, const CallerWork& work) const;
  ExecutionTimes execute(const HostSpan& in_place, const CallerWork& work) const;
  ExecutionTimes execute(const Buffer& in, const Buffer& out, const Stream& after, const CallerWork& work) const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace papilio::mpi
