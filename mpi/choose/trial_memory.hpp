// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Input and output of a rank for executions that are measured: on the host for processors, which compute there, and
// on the device for others.
#pragma once

#include <vector>

#include "mpi/engine/engine.hpp"
#include "request.hpp"

namespace papilio::mpi {

class TrialMemory {
 public:
  /// Throws Error(out_of_memory).
  TrialMemory(const Device& device, const Request& request, int rank);
  [[nodiscard]] const ExecutionArrays& user() const { return user_; }
  /// Writes the input; `bytes` are repeated as often as it takes.
  void set_input(const std::vector<std::byte>& bytes);
  [[nodiscard]] std::vector<std::byte> output() const;

 private:
  void* host(std::size_t bytes);

  Device device_;
  std::size_t input_bytes_ = 0;  ///< without what the output needs in place
  std::size_t output_bytes_ = 0;
  std::vector<std::vector<std::byte>> host_;
  ExecutionArrays user_;
};

}  // namespace papilio::mpi
