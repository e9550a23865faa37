// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Program: what one rank does, as a list of passes, copies and exchanges between four places in memory. Made from a
// schedule without MPI and without a device.
//
// An array lies in memory as pieces: one piece is an ordinary array, several are the blocks of an exchange, one after
// the other. A pass reads and writes pieces, so that it gathers what is sent and scatters what was received; copies are
// left for blocks that cut the axis of the pass.
//
// If ranks can address each other's memory, there are no blocks and no messages: a pass writes each block where its
// new owner wants it.
#pragma once

#include <cstdint>
#include <optional>
#include <papilio/problem.hpp>
#include <span>
#include <variant>
#include <vector>

#include "message.hpp"
#include "mpi/arrays/layout.hpp"
#include "schedule.hpp"
#include "work_arrays.hpp"

namespace papilio::mpi {

/// The rank itself, among those whose memory a step writes.
inline constexpr int local_memory = -1;

/// Chunk number of data that stays on its rank and is never sent.
inline constexpr int no_chunk = -1;

/// A part of a pass: what it reads has been received in a chunk, and what it writes is sent in one.
struct PassPart {
  Problem problem;
  int source_chunk = 0;
  int target_chunk = 0;
  int owner = local_memory;            ///< the rank whose target it writes
  std::optional<WorkArray> kept = {};  ///< where it writes instead of Pass::target: in the target of the next exchange
};

/// Factors exp(-+2 pi i j k / points) for the elements of a pass's output: row k, array of the batch, column j.
struct TwiddleTable {
  std::int64_t points = 1;
  Direction direction = Direction::forward;
  std::int64_t rows = 0;
  std::int64_t first_column = 0;
  std::int64_t columns = 0;
  std::int64_t batch = 1;
};

/// Some columns of a matrix, of each array of a batch: numbers by array, row and column.
struct ColumnBlock {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t first_column = 0;
  std::int64_t width = 0;  ///< of the whole matrix; its element in row r, column c has index r * width + c
  std::int64_t batch = 1;
};

/// Conjugates the numbers of a strip with indices beyond `last`, of a spectrum of real numbers: their conjugates are
/// the ones kept.
struct Conjugation {
  ColumnBlock strip;
  std::int64_t last = 0;
};

/// The transforms along one axis, by one problem or several.
struct Pass {
  std::size_t position = 0;  ///< in Schedule::axes
  WorkArray source = WorkArray::input;
  WorkArray target = WorkArray::output;
  std::vector<PassPart> parts;
  bool in_portions = false;  ///< target_chunk is the first chunk that the pass after this one needs a part for
  std::optional<TwiddleTable> twiddles = {};  ///< of what its only part writes
  std::optional<Conjugation> read = {};       ///< of what its only part reads
  std::optional<Conjugation> written = {};
};

struct BoxCopy {
  Extents extents;
  Layout from;
  Layout to;
  int owner = local_memory;  ///< the rank whose target it writes
};
struct Copy {
  WorkArray source = WorkArray::input;
  WorkArray target = WorkArray::output;
  std::int64_t element_bytes = 0;
  std::vector<BoxCopy> boxes;
};

/// The messages of one chunk, out of messages that are sorted by chunk.
std::span<const Message> of_chunk(const std::vector<Message>& messages, int chunk);

/// All ranks have the same chunks: while the messages of one chunk are under way, the pass before the exchange computes
/// what the next chunk sends, and the pass after it transforms what an earlier chunk has brought.
struct ExchangeStep {
  WorkArray source = WorkArray::input;
  WorkArray target = WorkArray::output;
  int chunks = 1;
  std::vector<Message> sends;  ///< by chunk and peer, the rank itself included
  std::vector<Message> receives;
  bool kept = false;  ///< no messages to the rank itself: the pass before has stored in the target what stays
};

/// After it, every rank sees what all ranks stored in peer memory before it.
struct RankBarrier {};

using Step = std::variant<Pass, Copy, ExchangeStep, RankBarrier>;

struct Program {
  std::vector<Step> steps;
  WorkArrays work;
  /// To other ranks, in all exchanges.
  std::int64_t sent_bytes = 0;
  std::int64_t received_bytes = 0;
  /// Bytes that copies write.
  std::int64_t copied_bytes = 0;
};

/// The program of a rank by the schedule's method. A rank without elements has passes without parts; every rank has the
/// same exchanges in the same order. An exchange has that many chunks if there is an axis that neither the pass before
/// it nor the one after it transforms.
Program make_program(const Problem& problem, const Schedule& schedule, int rank, int chunks = 1);

/// The same without messages, of methods that have such programs (Method::storing_program).
Program make_storing_program(const Problem& problem, const Schedule& schedule, int rank);

}  // namespace papilio::mpi
