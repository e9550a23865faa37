// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problem::scratch_storage of distributed problems: the type of the numbers that the passes of different axes store for
// each other, and so that of the messages between them. They are rounded between all axes, whether or not an exchange
// stands there: where exchanges stand depends on the ranks, and bits must not. Exchanges before the first axis and
// after the last one carry the user's own type.
#pragma once

#include <papilio/device.hpp>
#include <papilio/problem.hpp>
#include <string_view>
#include <vector>

#include "schedule.hpp"

namespace papilio::mpi {

/// The type of the numbers after that many axes; Storage::native: that of the arithmetic.
Storage storage_after(const Problem& problem, std::size_t axes);
/// True if the pass of an axis, by its position, reads and writes elements of one type, so that it may work in place.
bool same_type(const Problem& problem, std::size_t position);
/// The relative L2 error that those roundings add to the result at most, as Estimate::scratch_error; with those of
/// the passes of one axis, of which long ones have several, for each other.
double roundings_of(const Device& device, const Problem& problem, const Schedule& schedule);

/// How many times as large as an error between two passes that of the result may be, both relative.
double growth_of(const Problem& problem);

/// As in tokens: f16, bf16 or f32; empty for the type of the arithmetic.
std::string_view scratch_name(const Problem& problem);

}  // namespace papilio::mpi
