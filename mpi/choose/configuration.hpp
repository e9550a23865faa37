// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Choice: everything that a distributed plan chooses beyond its passes: the distributions between input and output
// (slabs or pencils, on which process grid), how many axes are transformed in each, the chunks of the exchanges, what
// carries messages, and the order of the axes where a request leaves it to the plan. It has one text form, a word
// without spaces:
//
//   input=2/grid:1x4x1=1/output=0/chunks=4/carrier=mpi
//
// Two axes are transformed in the boxes of the input, one on a grid of 1x4x1 ranks, and none in the boxes of the
// output, where the array goes last. "rank:0" is a distribution that leaves everything to that rank. Another order of
// the axes than the fixed one (axis_order.hpp) stands at the end, "/order=0,2,1". Arrays of one axis that take six
// steps (six_step.hpp) have one choice of stages, "six-step=1", and one chunk.
#pragma once

#include <optional>
#include <papilio/mpi_distribution.hpp>
#include <papilio/mpi_options.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "mpi/program/schedule.hpp"

namespace papilio::mpi {

enum class StageBoxes { input, output, grid, one_rank, matrix };

struct ConfiguredStage {
  StageBoxes boxes = StageBoxes::input;
  std::vector<int> grid;           ///< of StageBoxes::grid, an entry an axis
  int axes = 0;                    ///< that are transformed in these boxes
  const Method* method = nullptr;  ///< of StageBoxes::matrix
  friend bool operator==(const ConfiguredStage&, const ConfiguredStage&) = default;
};

struct Configuration {
  std::vector<ConfiguredStage> stages;
  int chunks = 1;
  Carrier carrier = Carrier::mpi_host;  ///< never automatic
  std::vector<int> order = {};          ///< of the axes; empty: the fixed one
  friend bool operator==(const Configuration&, const Configuration&) = default;
};

/// True if ranks store in each other's memory. Six steps, and several chunks, go in messages by any carrier.
inline bool stores(Carrier carrier, const Schedule& schedule, int chunks = 1) {
  return carrier == Carrier::peer && schedule.method->storing_program != nullptr && chunks == 1;
}

std::string to_text(const Configuration& configuration);
/// Throws Error(invalid_argument) that names the part which is wrong.
Configuration parse_configuration(std::string_view text);

/// The choice of a schedule that make_schedules() has made for the problem.
Configuration configuration_of(const Schedule& schedule, const Problem& problem, int chunks, Carrier carrier);
/// The other way round; without Schedule::seconds. Throws Error(invalid_argument) if stages or order do not serve the
/// problem and its distributions, which are valid.
Schedule schedule_of(const Configuration& configuration, const Problem& problem, const Distribution& in,
                     const Distribution& out);

/// The grid whose boxes these are, empty ones alike, if there is one.
std::optional<std::vector<int>> grid_of(const Distribution& distribution);

}  // namespace papilio::mpi
