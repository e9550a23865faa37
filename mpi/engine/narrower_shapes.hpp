// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shapes for the parts of a pass: a part may have fewer columns than the tile of the whole pass's kernel, or another
// layout in memory. The bits of the result depend on the radices and the twiddles, so these stay as they are.
#pragma once

#include <optional>
#include <papilio/plan.hpp>

namespace papilio::mpi {

/// The shape with half the tile and half the threads, without the settings that only suit the whole pass; std::nullopt
/// if the tile cannot be halved.
std::optional<Shapes> narrower(const Shapes& shapes);

}  // namespace papilio::mpi
