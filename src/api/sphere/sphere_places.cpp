// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/sphere/sphere_places.hpp"

#include <fmt/format.h>

#include <limits>
#include <papilio/error.hpp>

namespace papilio::api {
namespace {

/// The longest run of indices that are not used; not all of them.
Range longest_hole(const std::vector<bool>& used) {
  Range longest;
  const auto n = static_cast<std::int64_t>(used.size());
  for (std::int64_t begin = 0; begin < n;) {
    std::int64_t end = begin;
    while (end < n && !used[static_cast<std::size_t>(end)]) ++end;
    if (end - begin > longest.size()) longest = {begin, end};
    begin = end + 1;
  }
  return longest;
}

std::int64_t frequency(std::int64_t index, std::int64_t n) { return index < 0 ? index + n : index; }

}  // namespace

SpherePlaces sphere_places(const SphereProblem& problem) {
  SpherePlaces places;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::int64_t n = problem.box[axis];
    std::vector<bool> used(static_cast<std::size_t>(n));
    for (const auto& triplet : problem.triplets) used[static_cast<std::size_t>(frequency(triplet[axis], n))] = true;
    places.holes[axis] = longest_hole(used);
    places.lengths[axis] = n - places.holes[axis].size();
  }
  const std::int64_t cells = places.lengths[0] * places.lengths[1] * places.lengths[2];
  if (cells > std::numeric_limits<std::int32_t>::max()) {
    throw Error::unsupported(problem.summary(), fmt::format("the box around its coefficients has {} cells", cells),
                             "give coefficients in a box of less than 2^31");
  }
  places.of_cells.assign(static_cast<std::size_t>(cells), -1);
  places.of_coefficients.reserve(problem.triplets.size());
  for (std::size_t g = 0; g < problem.triplets.size(); ++g) {
    std::int64_t cell = 0;
    for (std::size_t axis = 3; axis-- > 0;) {
      const std::int64_t k = frequency(problem.triplets[g][axis], problem.box[axis]);
      const Range& hole = places.holes[axis];
      cell = cell * places.lengths[axis] + (k < hole.begin ? k : k - hole.size());
    }
    std::int32_t& own = places.of_cells[static_cast<std::size_t>(cell)];
    if (own >= 0) {
      throw Error::invalid_argument(problem.summary(), fmt::format("triplets {} and {} are the same place", own, g),
                                    "give each place once");
    }
    own = static_cast<std::int32_t>(g);
    places.of_coefficients.push_back(static_cast<std::int32_t>(cell));
  }
  return places;
}

}  // namespace papilio::api
