// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The end of an execution whose commands wait for those of other ranks' devices.
#pragma once

#include <functional>
#include <papilio/device.hpp>
#include <vector>

#include "team.hpp"

namespace papilio::mpi {

/// Returns when the commands of all ranks have finished, or false when a rank has failed, for which commands of others
/// may still wait. `finished` says whether this rank's have; what it throws is this rank's failure.
bool wait_for_all_ranks(Team& team, const std::function<bool()>& finished, std::optional<Failure>& failure);

/// Waits for the streams, whatever has failed; on CUDA not forever, because they may wait for a device that has failed.
void drain(const Device& device, const std::vector<Stream>& streams) noexcept;

}  // namespace papilio::mpi
