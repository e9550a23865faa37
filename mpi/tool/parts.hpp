// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How long the parts of a plan's executions take by themselves, which says how much of the exchange is hidden.
#pragma once

#include <optional>
#include <papilio/mpi.hpp>

namespace papilio::mpi::tool {

/// Seconds of the slowest rank, medians.
struct PartTimes {
  double passes = 0;    ///< passes and copies, without messages
  double exchange = 0;  ///< the messages to other ranks, without passes

  /// The share of the exchange's time by which executions of `seconds` are shorter than their parts one after the
  /// other: 0 to 1.
  [[nodiscard]] double overlap(double seconds) const;
};

/// Collective, beside a plan for the ranks of `comm`. Through peer memory the two cannot be
/// told apart: the same stages are measured with messages, by NCCL between GPUs and by MPI else. Nothing where there
/// are no exchanges, or no memory for a second plan and its data.
std::optional<PartTimes> measure_parts(MPI_Comm comm, const Device& device, const Plan& plan, double seconds);

}  // namespace papilio::mpi::tool
