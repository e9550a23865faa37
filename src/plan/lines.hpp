// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Lines: many one-dimensional transforms of one length, along one axis of an array. That is what a solver is asked for;
// arrays.cpp makes the lines of a problem, axis by axis.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

#include "core/device_caps.hpp"
#include "plan/plan_node.hpp"

namespace papilio::plan {

/// One end of a kernel or of lines: which memory, and how the loops and the elements step through it.
struct End {
  Operand operand;                  ///< `distance` is the outermost loop's
  std::vector<std::int64_t> loops;  ///< steps of the loops within, outermost first
  Side side;
  /// KernelSpec::filtered, of a source: the steps of the filter, outermost loop apart; filter_column and sum are its
  /// own.
  bool filtered = false;
  std::int64_t filter_distance = 0;
  std::vector<std::int64_t> filter_loops;
  std::int64_t filter_column = 1;
  Loop sum;

  /// What passes leave to one another fits there as it is.
  [[nodiscard]] bool holds_complex() const { return side == Side{}; }
};

struct Lines {
  Precision precision = Precision::f32;
  Direction direction = Direction::forward;
  double scale = 1.0;
  std::int64_t length = 1;          ///< points of a transform; where it folds, complex ones: half of the real ones
  std::vector<std::int64_t> joint;  ///< several axes at once: KernelSpec::joint
  std::int64_t stack = 1;           ///< transforms side by side: KernelSpec::stack
  std::vector<std::int64_t> loops;  ///< counts of the loops within the outermost, outermost first
  std::int64_t batch = 1;           ///< stacks of all loops together
  End in;
  End out;
  Kind trig = Kind::dht;  ///< of Form::trig, as KernelSpec has them
  std::int64_t extent = 0;
  bool ortho = false;
  bool in_place = false;  ///< both ends are the same elements

  /// The transform of real numbers of an even length as a complex one of half of it, as the device's kernels can do it.
  [[nodiscard]] bool can_fold(const DeviceCaps& caps) const;
  [[nodiscard]] Lines folded() const;
  /// Complex elements of all transforms.
  [[nodiscard]] std::int64_t elements() const { return length * stack * batch; }
  /// A KernelSpec with all that the lines say of it.
  [[nodiscard]] KernelSpec spec() const;
};

/// Packed complex stacks of `points` points in scratch memory.
End scratch_end(const Lines& lines, std::int64_t points, std::int64_t offset);

/// Neighbouring loops that step through both sides as one become one.
void merge_loops(std::vector<Loop>& loops);
/// Lets a kernel of these lines go from one end to the other.
void connect(KernelSpec& spec, const Lines& lines, const End& from, const End& to);
/// The leaf for it; `kernel` is connected already.
Pass make_pass(const KernelSpec& kernel, const Lines& lines, const End& from, const End& to);

}  // namespace papilio::plan
