// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <algorithm>

namespace papilio::mpi {

std::span<const Message> of_chunk(const std::vector<Message>& messages, int chunk) {
  return {std::ranges::lower_bound(messages, chunk, {}, &Message::chunk),
          std::ranges::upper_bound(messages, chunk, {}, &Message::chunk)};
}

Program make_program(const Problem& problem, const Schedule& schedule, int rank, int chunks) {
  return schedule.method->program(problem, schedule, {rank, chunks});
}

Program make_storing_program(const Problem& problem, const Schedule& schedule, int rank) {
  return schedule.method->storing_program(problem, schedule, rank);
}

}  // namespace papilio::mpi
