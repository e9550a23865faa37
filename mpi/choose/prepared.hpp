// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Prepared: a request by one configuration, ready to be executed by this rank of a team.
#pragma once

#include <functional>
#include <memory>

#include "configuration.hpp"
#include "mpi/carriers/carriers.hpp"
#include "mpi/engine/engine.hpp"
#include "request.hpp"

namespace papilio::mpi {

class Prepared {
 public:
  /// Collective, as is the destructor; throws on every rank or on none. The team must outlive this.
  Prepared(Team& team, const Device& device, const Request& request, const Configuration& configuration,
           Carriers table = carriers());

  /// Engine::reserve().
  void reserve(ArrayMemory arrays, std::size_t input_bytes, std::size_t output_bytes) {
    engine_->reserve(arrays, input_bytes, output_bytes);
  }
  /// Collective. One execution at a time.
  ExecutionTimes execute(const ExecutionArrays& user) { return engine_->execute(team_, *transport_, user); }
  /// Collective: the passes without exchanges, whatever the memory holds.
  ExecutionTimes execute_passes(const ExecutionArrays& user);

  [[nodiscard]] Transport& transport() { return *transport_; }
  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] const Engine& engine() const { return *engine_; }

 private:
  Team& team_;
  Schedule schedule_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Transport> transport_;  ///< goes before the engine's memory
};

}  // namespace papilio::mpi
