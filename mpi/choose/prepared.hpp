// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Prepared: a request by one choice, ready to be executed by this rank of a communicator.
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <vector>

#include "configuration.hpp"
#include "mpi/carriers/nccl.hpp"
#include "mpi/carriers/process_copies.hpp"
#include "mpi/engine/engine.hpp"
#include "request.hpp"

namespace papilio::mpi {

/// Carriers that a request may have, the preferred one first. Collective: the same on all ranks.
std::vector<Carrier> carriers_of(MPI_Comm comm, const Options& wanted, const Device& device);

class Prepared {
 public:
  /// Collective; throws on every rank or on none. The communicator must outlive this.
  Prepared(MPI_Comm comm, const Device& device, const Request& request, const Choice& choice);

  /// Engine::reserve().
  void reserve(ArrayMemory arrays, std::size_t input_bytes, std::size_t output_bytes) {
    engine_->reserve(arrays, input_bytes, output_bytes);
  }
  /// Collective. One execution at a time.
  ExecutionTimes execute(const UserMemory& user);
  /// Collective: work of the caller's on the engine, with what carries the messages of its executions.
  void with_transport(const std::function<void(Engine&, Transport&)>& work);

  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] const Engine& engine() const { return *engine_; }

 private:
  MPI_Comm comm_;
  MessageMemory messages_ = MessageMemory::host;
  Schedule schedule_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Transport>
      on_device_;  ///< where messages are commands of the device; goes before the engine's memory
};

}  // namespace papilio::mpi
