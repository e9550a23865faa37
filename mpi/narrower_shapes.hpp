// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shapes for the parts of a pass: a part may have fewer columns than the tile of the whole pass's kernel, or lie in
// memory otherwise. Its bits are those of the radices and the twiddles, so these stay.
#pragma once

#include <optional>
#include <papilio/plan.hpp>

namespace papilio::mpi {

/// Half the tile and half the threads, and no settings that only suit the whole pass; std::nullopt if no tile is left
/// to halve.
std::optional<Shapes> narrower(const Shapes& shapes);

}  // namespace papilio::mpi
