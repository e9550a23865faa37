// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/whole_convolution.hpp"

#include "plan/boxes.hpp"
#include "plan/solvers/single_kernel.hpp"

namespace papilio::plan {

std::optional<PlanNode> plan_whole_convolution(const Problem& there, const Problem& back, const FilterArray& filter,
                                               Form form, const DeviceCaps& caps) {
  const auto axis = static_cast<std::size_t>(there.transformed_axes().front());
  Array from = input_array(there);
  from.filter = filter;
  const Array to = output_array(back);
  Problem both = there;
  both.skip = back.skip;
  Batch1d lines = lines_of(both, from, to, boxes_of(both, from.lengths, {axis}, {}).front(), AxisSpan(&axis, 1));
  lines.in.side.form = lines.out.side.form = form;
  lines.in.filter_element = filter.strides[axis];
  return single_kernel_plan(lines, caps, {"filter", Algorithm::filter, lines.length});
}

}  // namespace papilio::plan
