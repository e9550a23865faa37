// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <new>
#include <papilio/error.hpp>

#include "plans.hpp"

namespace papilio::python {

PreparedPlan::PreparedPlan(OpenDevice& device, const Problem& problem, Programs programs)
    : device_(device), plan_(device.device, problem, programs) {
  const Problem& made = plan_.problem();
  in_place_ = made.placement == Placement::in_place;
  out_bytes_ = static_cast<std::size_t>(made.output_elements() * made.output_element_bytes());
  const auto in_bytes = static_cast<std::size_t>(made.input_elements() * made.input_element_bytes());
  if (in_place_) out_bytes_ = std::max(in_bytes, out_bytes_);
}

PreparedPlan::~PreparedPlan() {
  // The driver's locks may be held by threads that a forked process does not have: leave everything to the system.
  if (is_forked()) new (std::nothrow) Plan(std::move(plan_));
}

bool PreparedPlan::execute(const HostArrays& memory) const {
  require_not_forked();
  HostOperands operands{.out = std::span(memory.out, out_bytes_)};
  if (!in_place_) operands.in = memory.in;
  plan_.execute(operands);
  const std::size_t kept = plan_.kept_bytes();
  return kept_bytes_.exchange(kept, std::memory_order_relaxed) < kept;
}

void PreparedPlan::enqueue(const Stream& stream, const void* in, void* out, void* scratch) const {
  require_not_forked();
  plan_.execute(stream, in, out, scratch);
}

}  // namespace papilio::python
