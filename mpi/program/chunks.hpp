// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Turns of an exchange: boxes are cut along a dimension that neither the pass before the exchange nor the one after it
// transforms, and each part is sent in a turn of its own. Sender and receiver compute the same parts.
//
// The exchange can then start no earlier than all passes but the last one before it have finished. So where links are
// the limit, the senders' boxes are cut as well, into chunks, along an axis that no pass of the stage transforms: these
// passes run chunk by chunk. The pass after the exchange waits for the last chunk, whose turns it works on one by one.
#pragma once

#include <vector>

#include "mpi/arrays/layout.hpp"
#include "schedule.hpp"

namespace papilio::mpi {

/// Chunks that an exchange may have.
inline constexpr int max_chunks = 64;

/// How the boxes of an exchange are cut.
struct Turns {
  enum class Boxes { receivers, senders };
  int count = 1;  ///< of all chunks
  std::size_t dimension = 0;
  Boxes boxes = Boxes::receivers;  ///< whose boxes are cut: those shorter along the dimension, so that turns are equal
  bool chunked = false;            ///< the senders' boxes are cut into two chunks
  std::size_t chunk_dimension = 0;

  [[nodiscard]] int in_a_chunk() const { return chunked ? count / 2 : count; }
};

/// A block that two ranks have in common, with the batch.
struct TurnBlock {
  int peer = 0;
  int turn = 0;
  Box box;  ///< never empty
};

/// For the exchange between two stages.
Turns turns_of(const Problem& problem, const Schedule& schedule, std::size_t stage_before, int wanted);
/// A box with the batch, cut into a part for each turn of a chunk, some of them possibly empty.
std::vector<Box> parts_of(const Box& box, const Turns& turns);

/// A part of a sender's box, and the first turn that sends something of it.
struct Chunk {
  int turn = 0;
  Box box;
};
/// Parts that passes before the last one of a stage transform one by one: chunks, or parts of the batch if turns cut
/// it; else the whole box.
std::vector<Chunk> chunks_of(const Box& box, const Turns& turns);
/// Blocks by turn, and then by peer; the rank itself included.
std::vector<TurnBlock> sent_in_turns(const Stage& before, const Stage& after, int rank, std::int64_t batch,
                                     const Turns& turns);
std::vector<TurnBlock> received_in_turns(const Stage& before, const Stage& after, int rank, std::int64_t batch,
                                         const Turns& turns);

}  // namespace papilio::mpi
