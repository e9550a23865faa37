// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The filter of a convolution (convolution.hpp): the transformed chirp, where each rank multiplies by it.
#pragma once

#include <papilio/device.hpp>

#include "engine.hpp"

namespace papilio::mpi {

/// Transforms the chirp over all ranks, once for a plan; this rank's rows of it, none if it has no rows. Collective:
/// throws on every rank or on none.
Buffer make_filter(const Device& device, const Problem& problem, const Schedule& schedule, Team& team,
                   Transport& transport);

}  // namespace papilio::mpi
