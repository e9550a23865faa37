// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The table of methods, and the schedules that they make.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "mpi/program/program.hpp"

namespace papilio::mpi {

/// All methods, those for special problems first.
std::span<const Method* const> methods();
/// The first one that is applicable.
const Method& method_for(const Problem& problem);
/// The method of a matrix with that name; null if there is none.
const Method* method_named(std::string_view name);

/// Schedules by that method, `max` of them at most, the fastest first. The distributions and the order are valid and
/// fit the problem.
std::vector<Schedule> make_schedules(const Problem& problem, const Route& route, std::size_t max);
/// The fastest of them.
Schedule make_schedule(const Problem& problem, const Distribution& in, const Distribution& out,
                       const RankLink& link = {}, const AxisOrder& order = {});

}  // namespace papilio::mpi
