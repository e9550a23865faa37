// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Forecast: how long a distributed transform takes, by a model of passes, copies and links. It compares choices
// of one problem; its absolute times are right to an order of magnitude.
//
// Every fitted constant of distributed plans is in machine_of(). Those of GPUs were fitted to two H100s with NCCL
// (docs/data/h100-x2-2026-11-25), so that the number of chunks is the best one or within 2% of it at 256^3 to 1024^3.
#pragma once

#include <papilio/device.hpp>
#include <papilio/mpi_options.hpp>
#include <vector>

#include "configuration.hpp"

namespace papilio::mpi {

struct Machine {
  RankLink link;
  /// Measured overlap divided by the ideal overlap, in which passes and messages do not slow each other: 0 to 1.
  double hidden_share = 0;
  double chunk_seconds = 0;  ///< for each chunk after the first
  /// Copy engines push messages through peer memory, in several chunks.
  bool pushes = false;
};
Machine machine_of(const Options& options, DeviceKind kind);

/// Seconds, of the rank that takes longest.
struct Forecast {
  double passes = 0;
  double copies = 0;
  double exchanges = 0;  ///< by themselves
  double all = 0;        ///< some of the exchanges is hidden behind passes
  /// A lower bound for every choice with these stages on these links: the passes, or the bytes of the busiest rank.
  double bound = 0;
};

/// `pass_seconds`: of the pass along each axis, by its number, of the whole array on one device; of other axes not
/// read.
Forecast forecast(const Problem& problem, const Schedule& schedule, int chunks, const Machine& machine,
                  const std::vector<double>& pass_seconds);

/// A pass, its messages and the pass after them in so many chunks, none slowing another: each chunk's messages follow
/// its part of the first pass and those of the chunk before, its part of the last pass follows both.
double pipelined(double before, double messages, double after, int chunks);

}  // namespace papilio::mpi
