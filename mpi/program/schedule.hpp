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

#include "mpi/arrays/axis_order.hpp"
#include "mpi/arrays/transfers.hpp"

namespace papilio::mpi {

/// Axes that are transformed one after the other without an exchange between them; possibly none.
struct Stage {
  Distribution entry;
  Distribution exit;      ///< the same boxes; the lengths of r2c and c2r change on the halved axis
  std::size_t first = 0;  ///< the stage has the axes first .. end-1 of Schedule::axes
  std::size_t end = 0;
  friend bool operator==(const Stage&, const Stage&) = default;
};

enum class Method {
  by_axes,   ///< each axis of the array
  six_step,  ///< one axis, as a matrix (six_step.hpp)
};

/// The first stage begins in the distribution of the input and the last one ends in that of the output. Between two
/// stages is one exchange.
struct Schedule {
  std::vector<int> axes;  ///< in their order
  std::vector<Stage> stages;
  double seconds = 0;  ///< of the exchanges, by the model
  Method method = Method::by_axes;
  Kind kind = Kind::c2c;    ///< of the problem, where a matrix takes its place
  std::int64_t length = 0;  ///< of that problem

  /// One axis is transformed as a matrix, whose axes `axes` are.
  [[nodiscard]] bool of_matrix() const { return method != Method::by_axes; }
};

/// A link from each rank to the others.
struct Link {
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

/// The fastest schedule on that link, out of slabs and pencils over all process grids. The distributions and the order
/// are valid and fit the problem.
Schedule make_schedule(const Problem& problem, const Distribution& in, const Distribution& out, const Link& link = {},
                       const AxisOrder& order = {});

/// Where an array begins and ends, on which links, and in which order its axes may be transformed.
struct Route {
  const Distribution& in;
  const Distribution& out;
  const Link& link;
  AxisOrder order = {};
};
/// The same and others, `most` of them if there are as many, the fastest first. Of schedules that differ only in the
/// order of axes within a stage, the fastest one; of equally fast ones that with the fixed order.
std::vector<Schedule> make_schedules(const Problem& problem, const Route& route, std::size_t most);
/// Whether both have the same stages, which transform the same axes, in whatever order within a stage.
bool same_within_stages(const Schedule& one, const Schedule& other);
/// The same boxes in an array whose uncut axes may have other lengths.
Distribution with_lengths(const Distribution& distribution, const std::vector<std::int64_t>& lengths);
/// All empty boxes alike, as schedules have them.
Distribution plain(Distribution distribution);

/// The distribution inside a stage, after that many axes of the schedule.
const Distribution& inside(const Stage& stage, const Problem& problem, std::size_t axes);

/// What a rank exchanges after a stage of the schedule.
Volume volume_after(const Schedule& schedule, std::size_t stage, int rank);
/// Seconds of that exchange, of arrays of `element_bytes` for each element.
double exchange_seconds(const Schedule& schedule, std::size_t stage, std::int64_t element_bytes, const Link& link);

}  // namespace papilio::mpi
