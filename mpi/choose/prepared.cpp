// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "prepared.hpp"

#include "mpi/carriers/none.hpp"

namespace papilio::mpi {

Prepared::Prepared(Team& team, const Device& device, const Request& request, const Configuration& configuration,
                   Carriers table)
    : team_(team) {
  Program program;
  team.agree(attempt([&] {
    schedule_ = schedule_of(configuration, request.problem, request.in, request.out);
    schedule_.real_rows = request.real_rows;
    program = stores(configuration.carrier, schedule_, configuration.chunks)
                  ? make_storing_program(request.problem, schedule_, team.rank())
                  : make_program(request.problem, schedule_, team.rank(), configuration.chunks);
  }));
  Carriage carriage = kind_of(configuration.carrier, table).make({team, device, program, configuration.chunks});
  WorkMemory memory(carriage.transport->memory());
  memory.peers = std::move(carriage.peers);
  memory.owner = request.options.work;
  team.agree(attempt(
      [&] { engine_ = std::make_unique<Engine>(device, request.problem, schedule_, std::move(program), memory); }));
  transport_ = std::move(carriage.transport);
}

ExecutionTimes Prepared::execute_passes(const ExecutionArrays& user) {
  NoMessages silent(*transport_);
  return engine_->execute(team_, silent, user);
}

}  // namespace papilio::mpi
