// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Chunks of an exchange: boxes are cut along a dimension that neither the pass before the exchange nor the one after it
// transforms, and each part is sent in a chunk of its own. Sender and receiver compute the same parts.
//
// The exchange can then start no earlier than all passes but the last one before it have finished. So where links are
// the limit, the senders' boxes are cut as well, into portions, along an axis that no pass of the stage transforms:
// these passes run portion by portion. The pass after the exchange waits for the last portion, whose chunks it works on
// one by one.
#pragma once

#include <vector>

#include "mpi/arrays/layout.hpp"
#include "schedule.hpp"

namespace papilio::mpi {

/// Chunks that an exchange may have.
inline constexpr int max_chunks = 64;

/// How the boxes of an exchange are cut.
struct Chunks {
  enum class Boxes { receivers, senders };
  int count = 1;  ///< of all portions
  std::size_t dimension = 0;
  Boxes boxes = Boxes::receivers;  ///< whose boxes are cut: those shorter along the dimension, so that chunks are equal
  bool in_portions = false;        ///< the senders' boxes are cut into two portions
  std::size_t portion_dimension = 0;

  [[nodiscard]] int in_a_portion() const { return in_portions ? count / 2 : count; }
};

/// A block that two ranks have in common, with the batch.
struct ChunkBlock {
  int peer = 0;
  int chunk = 0;
  Box box;  ///< never empty
};

/// For the exchange between two stages.
Chunks chunks_of(const Problem& problem, const Schedule& schedule, std::size_t stage_before, int wanted);
/// A box with the batch, cut into a part for each chunk of a portion, some of them possibly empty.
std::vector<Box> parts_of(const Box& box, const Chunks& chunks);

/// A part of a sender's box, and the first chunk that sends something of it.
struct Portion {
  int chunk = 0;
  Box box;
};
/// Parts that passes before the last one of a stage transform one by one: portions, or parts of the batch if chunks cut
/// it; else the whole box.
std::vector<Portion> portions_of(const Box& box, const Chunks& chunks);
/// Blocks by chunk, and then by peer; the rank itself included.
std::vector<ChunkBlock> sent_in_chunks(const ScheduleStage& before, const ScheduleStage& after, int rank,
                                       std::int64_t batch, const Chunks& chunks);
std::vector<ChunkBlock> received_in_chunks(const ScheduleStage& before, const ScheduleStage& after, int rank,
                                           std::int64_t batch, const Chunks& chunks);

}  // namespace papilio::mpi
