// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Batch1d: a 1-D batch, that is, transforms of one length along one axis of an array. Solvers plan one; plan.cpp
// splits a problem into them, axis by axis.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

#include "core/device_caps.hpp"
#include "core/multiplier.hpp"
#include "plan/choice.hpp"

namespace papilio::plan {

/// One end of a kernel or of a batch: its memory, and the steps of the loops and of the elements there.
struct End {
  /// The step of a loop, in elements. Iterations from gap.begin on are gap.size() steps further.
  struct EndStep {
    std::int64_t step = 0;
    Range gap = {};
  };
  Operand operand;             ///< `distance` is the outermost loop's
  std::vector<EndStep> loops;  ///< of the inner loops, outermost first
  Side side;
  /// Sources only: KernelSpec::filter. The filter has its own steps (that of the outermost loop is separate),
  /// filter_column and sum.
  bool filtered = false;
  std::int64_t filter_distance = 0;
  std::vector<std::int64_t> filter_loops;
  std::int64_t filter_column = 1;
  std::int64_t filter_element = 1;
  Loop sum;

  /// True if this end can hold the intermediate results of passes in that storage on the device.
  [[nodiscard]] bool holds(Storage scratch_storage, const DeviceCaps& caps) const;
};

struct Batch1d {
  Precision precision = Precision::f32;
  Direction direction = Direction::forward;
  Multiplier scale;
  Storage scratch_storage = Storage::native;  ///< of the intermediate results of passes
  std::int64_t length = 1;  ///< points per transform; for a real transform of half length, complex points
  std::vector<std::int64_t> axis_lengths;  ///< in-kernel N-D: KernelSpec::axis_lengths
  std::int64_t interleaved = 1;            ///< KernelSpec::interleaved
  std::vector<std::int64_t> loops;         ///< counts of the loops inside the outermost one, outermost first
  std::int64_t batch = 1;                  ///< strided batches in all loops together
  End in;
  End out;
  Kind trig = Kind::dht;  ///< for Form::trig, as in KernelSpec
  std::int64_t extent = 0;
  bool ortho = false;
  bool in_place = false;  ///< both ends are the same elements
  Contour contour = {};   ///< a chirp z-transform of these numbers; then `length` is the larger one, and ends are whole
  ChirpCounts chirps = {};
  Choice choice;  ///< shapes of the kernels

  /// True if kernels can compute this real transform as a complex one of half the length.
  [[nodiscard]] bool can_halve() const;
  [[nodiscard]] Batch1d halved() const;
  /// Complex elements of all transforms.
  [[nodiscard]] std::int64_t elements() const { return length * interleaved * batch; }
  /// A KernelSpec with everything that the batch determines.
  [[nodiscard]] KernelSpec spec() const;
};

/// True if a kernel may be given one memory as numbers of both types. Shared exponents and f16 are as large; with fused
/// launches, whose numbers stay in the cache only if the second pass works in place, memory has no type (CUDA).
bool may_share(Storage a, Storage b, const DeviceCaps& caps);
/// Packed complex transforms of `points` points in scratch memory.
End scratch_end(const Batch1d& lines, std::int64_t points, std::int64_t offset);

/// Merges neighbouring loops that step through both sides like a single loop.
void merge_loops(std::vector<Loop>& loops);
/// Connects a kernel of these transforms to its two ends.
void connect(KernelSpec& spec, const Batch1d& lines, const End& from, const End& to);
/// The leaf for `kernel`, which connect() has already been applied to.
Pass make_pass(const KernelSpec& kernel, const Batch1d& lines, const End& from, const End& to);

}  // namespace papilio::plan
