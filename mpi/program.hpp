// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Program: what one rank does, as a list of passes, copies and exchanges between four places in memory. Made from a
// schedule without MPI and without a device.
//
// An array lies in memory as pieces: one piece is an ordinary array, several are the blocks of an exchange, one after
// the other. A pass reads and writes pieces, so that it gathers what is sent and scatters what was received; copies are
// left for blocks that cut the axis of the pass.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <variant>
#include <vector>

#include "layout.hpp"
#include "schedule.hpp"

namespace papilio::mpi {

/// The user's memory, and that of the plan.
enum class Place { input, output, first, second };

/// A part of an array, and where it is.
struct Piece {
  Box box;  ///< with the batch, in indices of the whole array
  Layout layout;
  friend bool operator==(const Piece&, const Piece&) = default;
};

/// The transforms along one axis, by one problem or several.
struct Pass {
  std::size_t position = 0;  ///< in Schedule::axes
  Place source = Place::input;
  Place target = Place::output;
  std::vector<Problem> parts;
};

struct BoxCopy {
  Extents extents;
  Layout from;
  Layout to;
};
struct Copy {
  Place source = Place::input;
  Place target = Place::output;
  std::int64_t element_bytes = 0;
  std::vector<BoxCopy> boxes;
};

/// Consecutive bytes of a place.
struct Message {
  int peer = 0;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  friend bool operator==(const Message&, const Message&) = default;
};
struct Exchange {
  Place source = Place::input;
  Place target = Place::output;
  std::vector<Message> sends;  ///< by peer, the rank itself included
  std::vector<Message> receives;
};

using Step = std::variant<Pass, Copy, Exchange>;

struct Program {
  std::vector<Step> steps;
  std::int64_t first_bytes = 0;  ///< of Place::first
  std::int64_t second_bytes = 0;
  /// To other ranks, in all exchanges.
  std::int64_t sent_bytes = 0;
  std::int64_t received_bytes = 0;
  /// Bytes that copies write.
  std::int64_t copied_bytes = 0;
};

/// A rank without elements has passes without parts; every rank has the same exchanges in the same order.
Program make_program(const Problem& problem, const Schedule& schedule, int rank);

/// The problem of a pass, in the whole array: packed, on one device.
Problem whole_pass(const Problem& problem, const Schedule& schedule, std::size_t position);

}  // namespace papilio::mpi
