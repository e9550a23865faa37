// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A launch of a plan as a launcher must know it, without compiling anything: its kernels' interfaces, how many
// work-groups there are, and what its arguments are, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "api/run/batch.hpp"
#include "api/run/describe.hpp"
#include "kernel/kernel.hpp"
#include "plan/plan_node.hpp"

namespace papilio::api {

/// A kernel of a launch.
struct LaunchPart {
  plan::Operand source;
  plan::Operand target;
  kernel::KernelInterface face;
  std::int64_t batch = 1;  ///< strided batches in all loops together
  LaunchShape shape;       ///< of a launch of its own
};

struct PlannedLaunch {
  std::vector<LaunchPart> parts;  ///< two where passes fused
  std::int64_t groups = 1;
  std::int64_t local_memory = 0;  ///< KernelInterface::local_memory
  // Members of fused two-pass launches
  std::int64_t units = 0;
  std::int64_t lag = 0;
  std::size_t counters = 0;  ///< bytes of the scratch before them

  [[nodiscard]] bool fused() const { return units > 0; }
  /// Bytes of counters, which must be zero before the launch.
  [[nodiscard]] std::size_t counter_bytes_of(const Batch& batch) const {
    return static_cast<std::size_t>(batch.scaled(units) * counter_bytes);
  }
};

/// `element_bytes` are those of scratch elements.
PlannedLaunch planned_launch(const plan::PassLaunch& launch, std::int64_t element_bytes, int compute_units);

/// The memories of the kernel with that number in its launch.
template <typename Sink>
void list_memories(const LaunchPart& part, std::size_t number, Sink& sink) {
  sink.memory(part.source.slot);
  sink.memory(part.target.slot);
  if (part.face.planar_input) sink.imaginary(part.source.slot);
  if (part.face.planar_output) sink.imaginary(part.target.slot);
  if (part.face.load_callback) sink.load_data(part.source.slot);
  if (part.face.store_callback) sink.store_data(part.source.slot);
  if (part.face.filtered) sink.filter();
  sink.tables(number);
  if (part.face.input_sums != Sums::none) sink.input_sums();
  if (part.face.output_sums != Sums::none) sink.output_sums();
}

/// Tells `sink` each argument of the launch, in the order of the kernel's
/// parameters (KernelInterface, kernel/fused_kernel.hpp): counters(), memory(slot), imaginary(slot),
/// load_data(slot) and store_data(slot), where slot has what stands in for none, filter(), tables(part), input_sums(),
/// output_sums(), number(value), plane(slot).
/// `shape` is that of the first part, for this batch.
template <typename Sink>
void list_arguments(const PlannedLaunch& launch, const Batch& batch, const LaunchShape& shape, Sink& sink) {
  if (launch.fused()) sink.counters();
  for (std::size_t i = 0; i < launch.parts.size(); ++i) list_memories(launch.parts[i], i, sink);
  for (const LaunchPart& part : launch.parts) {
    const std::int64_t repeat = launch.fused() ? part.shape.repeat : shape.repeat;
    const std::int64_t in = part.source.offset + batch.skipped(part.source.slot);
    const std::int64_t out = part.target.offset + batch.skipped(part.target.slot);
    for (const std::int64_t scalar :
         {batch.scaled(part.batch), part.source.distance, part.target.distance, in, out, repeat}) {  // kernel's Scalar
      sink.number(scalar);
    }
  }
  if (launch.fused()) {
    sink.number(batch.scaled(launch.units));
    sink.number(static_cast<std::int64_t>(launch.counters / sizeof(std::int32_t)));
  }
  const LaunchPart& first = launch.parts.front();
  if (first.face.planar_input) sink.plane(first.source.slot);
  if (first.face.planar_output) sink.plane(first.target.slot);
  if (first.face.in_position) sink.number(batch.in_position);
}

}  // namespace papilio::api
