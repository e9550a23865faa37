// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How long the parts of an execution take by themselves, which says how much of the exchange is hidden.
#pragma once

#include <optional>

#include "configuration.hpp"
#include "mpi/ranks/team.hpp"
#include "request.hpp"

namespace papilio::mpi {

/// Seconds of the slowest rank, medians.
struct PartTimes {
  double passes = 0;    ///< passes and copies, without messages
  double exchange = 0;  ///< the messages to other ranks, without passes

  /// The share of the exchange's time by which executions of `seconds` are shorter than their parts one after the
  /// other: 0 to 1.
  [[nodiscard]] double overlap(double seconds) const;
};

/// Collective. Through peer memory the two cannot be told apart: the same stages are measured with messages, by copy
/// engines in two chunks between GPUs of one process, by NCCL between GPUs of several, and by the team's own means
/// else. Nothing where there are no exchanges, or no memory for a second engine and its data.
std::optional<PartTimes> measure_parts(Team& team, const Device& device, const Request& request,
                                       const Configuration& configuration, double seconds);

}  // namespace papilio::mpi
