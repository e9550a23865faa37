// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <algorithm>

namespace papilio::mpi {

std::span<const Message> of_turn(const std::vector<Message>& messages, int turn) {
  return {std::ranges::lower_bound(messages, turn, {}, &Message::turn),
          std::ranges::upper_bound(messages, turn, {}, &Message::turn)};
}

Program make_program(const Problem& problem, const Schedule& schedule, int rank, int turns) {
  return schedule.method->program(problem, schedule, {rank, turns});
}

Program make_storing_program(const Problem& problem, const Schedule& schedule, int rank) {
  return schedule.method->storing_program(problem, schedule, rank);
}

}  // namespace papilio::mpi
