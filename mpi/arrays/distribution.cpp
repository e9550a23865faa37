// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <papilio/error.hpp>
#include <papilio/mpi_distribution.hpp>
#include <tuple>

namespace papilio::mpi {
namespace {

/// Where part `index` of `parts` begins; the first parts are larger by 1.
std::int64_t cut(std::int64_t length, std::int64_t parts, std::int64_t index) {
  return length / parts * index + std::min(index, length % parts);
}

void require_ranks(int ranks) {
  if (ranks >= 1) return;
  throw Error::invalid_argument(fmt::format("a distribution over {} ranks", ranks), "there must be at least one");
}

void require_axis(const std::vector<std::int64_t>& lengths, int axis) {
  if (axis >= 0 && static_cast<std::size_t>(axis) < lengths.size()) return;
  throw Error::invalid_argument(fmt::format("axis {}", axis),
                                fmt::format("the array's last axis is {}", lengths.size() - 1),
                                "count axes from 0, the outermost one");
}

/// The grid over these lengths whose largest box is smallest; among equals, the one with the smallest surface.
std::vector<int> best_grid(const std::vector<std::int64_t>& lengths, std::vector<std::vector<int>> grids) {
  const auto rating = [&](const std::vector<int>& grid) {
    std::int64_t largest = 1;
    double surface = 0;
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      const std::int64_t extent = (lengths[a] + grid[a] - 1) / grid[a];
      largest *= extent;
      surface += 1.0 / static_cast<double>(extent);
    }
    return std::pair(largest, surface);
  };
  return *std::ranges::min_element(grids, {}, rating);
}

/// Sorts boxes by their first index along axis 0, so that only neighbours in that order need to be compared.
void require_disjoint(const Distribution& distribution) {
  std::vector<std::size_t> order;
  for (std::size_t r = 0; r < distribution.boxes.size(); ++r) {
    if (!distribution.boxes[r].empty()) order.push_back(r);
  }
  const std::vector<Box>& boxes = distribution.boxes;
  std::ranges::sort(order, {}, [&](std::size_t r) { return std::tuple(boxes[r].begin[0], r); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].begin[0] < boxes[order[i]].end[0]; ++j) {
      const auto [one, other] = std::minmax(order[i], order[j]);
      const Box common = intersection(boxes[one], boxes[other]);
      if (common.empty()) continue;
      throw Error::invalid_argument(fmt::format("the boxes of ranks {} and {}", one, other),
                                    fmt::format("both have {}", common.text()), "give every element to one rank");
    }
  }
}

}  // namespace

std::vector<std::vector<int>> process_grids(int ranks, std::size_t axes) {
  if (axes == 0) return {};
  if (axes == 1) return {{ranks}};
  std::vector<std::vector<int>> result;
  for (int first = 1; first <= ranks; ++first) {
    if (ranks % first != 0) continue;
    for (const std::vector<int>& rest : process_grids(ranks / first, axes - 1)) {
      std::vector<int>& grid = result.emplace_back(1, first);
      grid.insert(grid.end(), rest.begin(), rest.end());
    }
  }
  return result;
}

Distribution Distribution::grid(const std::vector<std::int64_t>& lengths, const std::vector<int>& grid) {
  if (grid.size() != lengths.size() || std::ranges::any_of(grid, [](int parts) { return parts < 1; })) {
    throw Error::invalid_argument(
        fmt::format("the process grid {}", fmt::join(grid, "x")),
        fmt::format("the array {} needs one positive number per axis", fmt::join(lengths, "x")));
  }
  int ranks = 1;
  for (const int parts : grid) {
    if (!__builtin_mul_overflow(ranks, parts, &ranks)) continue;
    throw Error::invalid_argument(fmt::format("the process grid {}", fmt::join(grid, "x")),
                                  "it has more than 2^31 ranks", "give a grid of as many ranks as there are");
  }
  Distribution result{lengths, {}};
  for (int rank = 0; rank < ranks; ++rank) {
    Box& box = result.boxes.emplace_back(Box{lengths, lengths});
    int rest = rank;
    for (std::size_t a = lengths.size(); a-- > 0; rest /= grid[a]) {
      box.begin[a] = cut(lengths[a], grid[a], rest % grid[a]);
      box.end[a] = cut(lengths[a], grid[a], rest % grid[a] + 1);
    }
  }
  return result;
}

Distribution Distribution::slabs(const std::vector<std::int64_t>& lengths, int ranks, int axis) {
  require_ranks(ranks);
  require_axis(lengths, axis);
  std::vector<int> parts(lengths.size(), 1);
  parts[static_cast<std::size_t>(axis)] = ranks;
  return grid(lengths, parts);
}

Distribution Distribution::pencils(const std::vector<std::int64_t>& lengths, int ranks, int whole_axis) {
  require_ranks(ranks);
  require_axis(lengths, whole_axis);
  std::vector<std::vector<int>> grids = process_grids(ranks, lengths.size());
  std::erase_if(grids, [&](const std::vector<int>& g) { return g[static_cast<std::size_t>(whole_axis)] != 1; });
  if (grids.empty()) {
    throw Error::invalid_argument(fmt::format("pencils of an array of one axis over {} ranks", ranks),
                                  "pencils leave one axis whole, and there is no other to cut", "use slabs");
  }
  return grid(lengths, best_grid(lengths, std::move(grids)));
}

Distribution Distribution::bricks(const std::vector<std::int64_t>& lengths, int ranks) {
  require_ranks(ranks);
  return grid(lengths, best_grid(lengths, process_grids(ranks, lengths.size())));
}

Distribution Distribution::on_rank(const std::vector<std::int64_t>& lengths, int ranks, int owner) {
  require_ranks(ranks);
  if (owner < 0 || owner >= ranks) {
    throw Error::invalid_argument(fmt::format("rank {} as the owner", owner), fmt::format("there are {} ranks", ranks));
  }
  const std::vector<std::int64_t> zeros(lengths.size(), 0);
  Distribution result{lengths, std::vector<Box>(static_cast<std::size_t>(ranks), Box{zeros, zeros})};
  result.boxes[static_cast<std::size_t>(owner)].end = lengths;
  return result;
}

bool Distribution::whole(std::size_t axis) const {
  return std::ranges::all_of(boxes, [&](const Box& box) { return box.empty() || box.extent(axis) == lengths[axis]; });
}

std::int64_t Distribution::volume() const {
  return std::accumulate(lengths.begin(), lengths.end(), std::int64_t{1}, std::multiplies<>());
}

void Distribution::validate() const {
  if (lengths.empty() || std::ranges::any_of(lengths, [](std::int64_t length) { return length < 1; })) {
    throw Error::invalid_argument(fmt::format("a distribution of the array {}", fmt::join(lengths, "x")),
                                  "it needs an axis, and every length must be positive");
  }
  std::int64_t covered = 0;
  for (std::size_t r = 0; r < boxes.size(); ++r) {
    const Box& box = boxes[r];
    if (box.begin.size() != lengths.size() || box.end.size() != lengths.size()) {
      throw Error::invalid_argument(fmt::format("the box of rank {}", r),
                                    fmt::format("it has {} and {} indices, and the array {} axes", box.begin.size(),
                                                box.end.size(), lengths.size()));
    }
    if (box.empty()) continue;
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      if (box.begin[a] >= 0 && box.end[a] <= lengths[a]) continue;
      throw Error::invalid_argument(fmt::format("the box {} of rank {}", box.text(), r),
                                    fmt::format("the array is {}", fmt::join(lengths, "x")));
    }
    covered += box.volume();
  }
  require_disjoint(*this);
  if (covered == volume()) return;
  throw Error::invalid_argument("a distribution of the array " + text(),
                                fmt::format("its boxes have {} of {} elements", covered, volume()),
                                "give every element to one rank");
}

std::string Distribution::text() const {
  constexpr std::size_t most = 16;
  std::string result = fmt::format("{}:", fmt::join(lengths, "x"));
  for (std::size_t r = 0; r < std::min(boxes.size(), most); ++r) result += fmt::format(" {}", boxes[r].text());
  if (boxes.size() > most) result += fmt::format(" and {} more", boxes.size() - most);
  return result;
}

}  // namespace papilio::mpi
