// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Schedule: in which order and in which distributions the axes of a problem are transformed. In one order every element
// goes through the same operations, whatever the distributions and the number of ranks. All functions give the same
// result on every rank.
#pragma once

#include <cstdint>
#include <papilio/mpi_distribution.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "method.hpp"
#include "mpi/arrays/axis_order.hpp"
#include "mpi/arrays/transfers.hpp"

namespace papilio::mpi {

/// Axes that are transformed one after the other without an exchange between them; possibly none.
struct ScheduleStage {
  Distribution entry;
  Distribution exit;      ///< the same boxes; the lengths of r2c and c2r change on the halved axis
  std::size_t first = 0;  ///< the stage has the axes first .. end-1 of Schedule::axes
  std::size_t end = 0;
  friend bool operator==(const ScheduleStage&, const ScheduleStage&) = default;
};

/// Rows of real numbers at an end of r2c and c2r: without gaps, or with room for 2*(n/2+1) numbers.
enum class RealRows { packed, padded };

/// The first stage begins in the distribution of the input and the last one ends in that of the output. Between two
/// stages is one exchange.
struct Schedule {
  std::vector<int> axes;  ///< in their order
  std::vector<ScheduleStage> stages;
  double seconds = 0;  ///< of the exchanges, by the model
  const Method* method = nullptr;
  /// The array whose axes `axes` index: the matrix of methods that have one, otherwise the problem's own.
  Problem array = {};
  RealRows real_rows = RealRows::packed;
};

/// A link from each rank to the others.
struct RankLink {
  double bytes_per_second = 10e9;      ///< in each direction
  double latency = 2e-6;               ///< seconds for a message
  double pack_bytes_per_second = 5e9;  ///< where neither a pass nor the link can gather what is sent
  bool stores = false;                 ///< passes store where the next one reads, in the memory of other ranks too
};

/// Lengths of the array after that many axes have been transformed.
std::vector<std::int64_t> lengths_after(const Problem& problem, std::size_t axes);
/// Bytes of an element then: the user's storage at the beginning and at the end, that of what passes store for each
/// other in between.
std::int64_t element_bytes_after(const Problem& problem, std::size_t axes);

/// Where an array begins and ends, on which links, and in which order its axes may be transformed.
struct Route {
  const Distribution& in;
  const Distribution& out;
  const RankLink& link;
  AxisOrder order = {};
};
/// Whether both have the same stages, which transform the same axes, in whatever order within a stage.
bool same_within_stages(const Schedule& one, const Schedule& other);
/// The same boxes in an array whose uncut axes may have other lengths.
Distribution with_lengths(const Distribution& distribution, const std::vector<std::int64_t>& lengths);
/// Gives all empty boxes the same corners, as schedules have them.
Distribution with_canonical_empty_boxes(Distribution distribution);

/// The distribution inside a stage, after that many axes of the schedule.
const Distribution& inside(const ScheduleStage& stage, const Problem& problem, std::size_t axes);

/// Seconds of the exchange between `before` and `next`, of arrays of `element_bytes` for each element.
double exchange_seconds(const Distribution& before, const Distribution& next, std::int64_t element_bytes,
                        const RankLink& link);
/// Seconds of the exchange after a stage.
double exchange_seconds(const Schedule& schedule, std::size_t stage, std::int64_t element_bytes, const RankLink& link);

}  // namespace papilio::mpi
