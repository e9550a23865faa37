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
  [[nodiscard]] const UserMemory& user() const { return user_; }

 private:
  void* host(std::size_t bytes);

  std::vector<std::vector<std::byte>> host_;
  UserMemory user_;
};

}  // namespace papilio::mpi
