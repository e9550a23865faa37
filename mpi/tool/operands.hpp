// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Input and output of one rank for measurements: in the memory of its GPU, or of the host for other devices.
#pragma once

#include <papilio/mpi.hpp>
#include <span>
#include <vector>

namespace papilio::mpi::tool {

/// Memory of the host whose pages have been touched, aligned for devices.
class Array {
 public:
  explicit Array(std::size_t bytes) : bytes_(bytes), memory_(bytes > 0 ? bytes + alignment : 0) {}
  [[nodiscard]] std::span<std::byte> span();

 private:
  static constexpr std::size_t alignment = 64;
  std::size_t bytes_;
  std::vector<std::byte> memory_;
};

class Operands {
 public:
  Operands(const Plan& plan, const Device& device, const std::vector<std::byte>& input);
  /// Collective.
  ExecutionTimes execute();

 private:
  const Plan& plan_;
  bool on_device_;
  bool in_place_;
  Array host_in_;
  Array host_out_;
  Buffer in_;
  Buffer out_;
};

}  // namespace papilio::mpi::tool
