// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The method by axes: each axis of the array is transformed where it is whole, and between stages the array goes from
// one distribution to another. Slabs and pencils over all process grids are searched (by_axes_search.cpp). Exchanges
// are messages (by_axes.cpp), or passes store in the memory of other ranks (by_axes_storing.cpp).
#pragma once

#include <vector>

#include "mpi/program/pieces.hpp"
#include "mpi/program/program.hpp"

namespace papilio::mpi {

extern const Method by_axes;

/// Schedules by the search, fastest first. If several differ only in the order of axes within a stage, the fastest one
/// is returned, and of equally fast ones that with the fixed order.
std::vector<Schedule> by_axes_schedules(const Problem& problem, const Route& route, std::size_t max);

/// Passes store their results, and copies what passes cannot store, at their final places in the memory of their new
/// owners. No rank writes a place that its owner may still use, so that one barrier after each exchange is enough.
Program by_axes_storing_program(const Problem& problem, const Schedule& schedule, int rank);

/// The user's array at the beginning and at the end, with the rows that the schedule says.
Pieces input_array(const Problem& problem, const Schedule& schedule, const Box& box);
Pieces output_array(const Problem& problem, const Schedule& schedule, const Box& box);

}  // namespace papilio::mpi
