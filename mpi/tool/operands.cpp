// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "operands.hpp"

#include <algorithm>
#include <memory>

namespace papilio::mpi::tool {
namespace {

std::size_t output_bytes(const Plan& plan) {
  return static_cast<std::size_t>(plan.output_elements() * plan.problem().output_element_bytes());
}

bool is_in_place(const Plan& plan) { return plan.problem().placement == Placement::in_place; }

bool has_own_memory(const Device& device) { return device.info().backend == Backend::cuda; }

std::size_t first_bytes(const Plan& plan, std::size_t input) {
  return is_in_place(plan) ? std::max(input, output_bytes(plan)) : input;
}

}  // namespace

std::span<std::byte> Array::span() {
  void* begin = memory_.data();
  std::size_t space = memory_.size();
  if (bytes_ > 0) std::align(alignment, bytes_, begin, space);
  return {static_cast<std::byte*>(begin), bytes_};
}

Operands::Operands(const Plan& plan, const Device& device, const std::vector<std::byte>& input)
    : plan_(plan),
      on_device_(has_own_memory(device)),
      in_place_(is_in_place(plan)),
      host_in_(on_device_ ? 0 : first_bytes(plan, input.size())),
      host_out_(on_device_ || in_place_ ? 0 : output_bytes(plan)) {
  if (!on_device_) {
    std::ranges::copy(input, host_in_.span().begin());
    return;
  }
  const std::size_t first = first_bytes(plan, input.size());
  if (first > 0) in_ = Buffer(device, first);
  out_ = in_;
  if (!in_place_) out_ = output_bytes(plan) > 0 ? Buffer(device, output_bytes(plan)) : Buffer();
  if (!input.empty()) Stream(device).upload(in_, input.data(), input.size());
}

ExecutionTimes Operands::execute() {
  if (on_device_) return plan_.execute(in_, out_);
  return in_place_ ? plan_.execute(host_in_.span()) : plan_.execute(host_in_.span(), host_out_.span());
}

}  // namespace papilio::mpi::tool
