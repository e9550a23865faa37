// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Deciding on a choice together with all ranks: what the caller gives, else wisdom of an earlier search, else the
// model; and a search by measurements where Options::effort asks for one. Rank 0 reads and writes the wisdom, asks the
// model and decides, so that ranks with other files and other devices have the same choice.
#pragma once

#include <papilio/device.hpp>

#include "mpi/ranks/team.hpp"
#include "ranking.hpp"
#include "request.hpp"

namespace papilio::mpi {

/// Collective; throws on every rank or on none. The request is valid and normalised, and every rank has a device.
Selection search_configuration(Team& team, const Device& device, const Request& request);

}  // namespace papilio::mpi
