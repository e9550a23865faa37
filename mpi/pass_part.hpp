// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The problem of a part of a pass: from a piece that it reads to a piece that it writes.
#pragma once

#include <cstddef>
#include <papilio/problem.hpp>

#include "pieces.hpp"
#include "schedule.hpp"

namespace papilio::mpi {

/// The launches of a pass with more parts cost more than a copy.
inline constexpr std::size_t most_parts = 128;

/// A pass, by its position in the schedule.
struct PassOf {
  const Problem& problem;
  const Schedule& schedule;
  std::size_t position;
};

/// What the pair has in common; the axis of the pass is whole in both pieces.
Problem part_of_pass(const PassOf& of, const Pair& pair, bool in_place);

}  // namespace papilio::mpi
