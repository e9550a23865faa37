// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// In-kernel N-D: several axes of a packed array in one kernel, if the array fits a work-group or a cluster. One pass
// over memory replaces one per axis (spec/array_axes.hpp). Real 2-D arrays are transformed at half length. A CPU
// transforms several complex arrays at once, one in each lane of its vectors.
#include <algorithm>

#include "core/storage.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/cpu_estimate.hpp"
#include "plan/solvers/single_kernel.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

bool is_real(const Batch1d& lines) {
  return lines.in.side.form != Form::complex || lines.out.side.form != Form::complex;
}

std::optional<PlanNode> make(const Batch1d& lines, const DeviceCaps& caps) {
  if (!is_real(lines)) return single_kernel_plan(lines, caps, {"in-kernel-nd", Algorithm::stockham, lines.length});
  const Batch1d half = lines.halved();
  return single_kernel_plan(half, caps, {"in-kernel-nd", Algorithm::stockham, half.length});
}

/// True for complex arrays that fill the lanes of a vector.
bool is_batch_of_vectors(const Batch1d& lines, const DeviceCaps& caps) {
  const auto whole = [](const End& end) { return end.side.callback.empty() && !end.filtered; };
  return !is_real(lines) && lines.interleaved == 1 && whole(lines.in) && whole(lines.out) &&
         lines.batch >= lanes_of(lines.precision, caps);
}

bool applicable(const Batch1d& lines, const DeviceCaps& caps) {
  const bool real_plane = lines.axis_lengths.size() == 2 && lines.interleaved == 1 && lines.can_halve() &&
                          lines.in.side.form != Form::trig && lines.in.side.strides == Strides{} &&
                          lines.out.side.strides == Strides{};
  return lines.axis_lengths.size() > 1 && (real_plane || !is_real(lines)) &&
         (caps.device_class == DeviceClass::gpu || is_batch_of_vectors(lines, caps))
         // A work-group with the half-size exchange, or a cluster.
         && lines.length * element_bytes(lines.precision) <= std::max(2, caps.cluster) * caps.local_memory &&
         std::all_of(lines.axis_lengths.begin(), lines.axis_lengths.end(), has_codelets);
}

}  // namespace

Solver in_kernel_nd_solver() { return {"in-kernel-nd", applicable, make}; }

}  // namespace papilio::plan
