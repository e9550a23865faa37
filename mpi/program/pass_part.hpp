// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The problem of a part of a pass: from a piece that it reads to a piece that it writes.
#pragma once

#include <cstddef>
#include <optional>
#include <papilio/problem.hpp>

#include "pieces.hpp"
#include "program.hpp"
#include "schedule.hpp"

namespace papilio::mpi {

/// The launches of a pass with more parts cost more than a copy.
inline constexpr std::size_t max_parts = 128;

/// A pass, by its position in the schedule.
struct PassOf {
  const Problem& problem;
  const Schedule& schedule;
  std::size_t position;
};

/// A pass on a rank, and where it reads.
struct PassOn {
  int rank;
  WorkArray source;
  bool same_place;              ///< input and output have the same layout, so that it can work in place
  bool output_is_free = false;  ///< no exchange brings anything to the output
};
/// Everything of a pass but lengths and layouts.
Problem pass_of(const Problem& problem, const Schedule& schedule, std::size_t position);

/// Where passes of one stage may keep intermediate results in the user's memory instead of in an array of the plan: the
/// output, which nothing reads before the end, or, in place, the only array.
std::optional<WorkArray> spare_place(const PassOf& of, std::size_t stage, const PassOn& on);

/// Work array that the pass writes: the output at the end, the array that it reads where it can, a spare place, or
/// `free`.
WorkArray place_of_result(const PassOf& of, std::size_t stage, const PassOn& on, WorkArray free);
/// True if the pass then writes where it reads.
bool works_in_place(const PassOf& of, const PassOn& on, WorkArray target);

/// The problem of the elements that the pair has in common; the axis of the pass is whole in both pieces.
Problem part_of_pass(const PassOf& of, const PiecePair& pair, bool in_place);

}  // namespace papilio::mpi
