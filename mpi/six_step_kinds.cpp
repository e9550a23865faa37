// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "six_step_kinds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace papilio::mpi {
namespace {

constexpr double root_half = 1 / std::numbers::sqrt2;

/// Element i of the array has index i.
IndexMap straight(const Span& range, std::int64_t width) { return {range, {0, width}, 0, 1}; }

/// Element i of the array has index points-1-i.
IndexMap backwards(const Span& range, std::int64_t points, std::int64_t width) {
  return {{points - range.end, points - range.begin}, {0, width}, range.size() - 1, -1};
}

/// The part of the indices that is in the span.
IndexMap clipped(IndexMap map, const Span& span) {
  const std::int64_t begin = std::max(map.indices.begin, span.begin);
  map.offset += (begin - map.indices.begin) * map.stride;
  map.indices = {begin, std::min(map.indices.end, span.end)};
  return map;
}

/// Elements of index i have index points-i.
IndexMap mirrored(IndexMap map, std::int64_t points) {
  map.offset += (map.indices.size() - 1) * map.stride;
  map.stride = -map.stride;
  map.indices = {points - map.indices.end + 1, points - map.indices.begin + 1};
  return map;
}

IndexMap with(IndexMap map, const Span& columns, std::int64_t part) {
  map.columns = columns;
  map.part = part;
  return map;
}

/// Element 2i has index i, and element 2i+1 index points-1-i.
std::vector<IndexMap> evens_and_odds(const Span& range, std::int64_t points, std::int64_t width) {
  const std::int64_t even = (range.begin + 1) / 2;
  const std::int64_t odd = range.begin / 2;
  const std::int64_t even_end = (range.end + 1) / 2;
  const std::int64_t odd_end = range.end / 2;
  return {{{even, even_end}, {0, width}, 2 * even - range.begin, 2},
          {{points - odd_end, points - odd}, {0, width}, 2 * odd_end - 1 - range.begin, -2}};
}

/// The same with the numbers of index i as parts of one.
std::vector<IndexMap> in_pairs(const Span& range, std::int64_t points, std::int64_t width, std::int64_t part_of_evens) {
  std::vector<IndexMap> maps = evens_and_odds(range, points, width);
  maps[0].part = part_of_evens;
  maps[1].part = 1 - part_of_evens;
  return maps;
}

/// What is written of a spectrum of real numbers of which `kept` columns are there: of each pair (k, points-k) the one
/// in a column that is kept, and never both.
std::vector<IndexMap> halves_written(const IndexMap& own, std::int64_t points, std::int64_t width,
                                     std::int64_t part_of_mirrored) {
  const std::int64_t kept = width / 2 + 1;
  return {with(own, {0, kept}, 0),
          with(mirrored(clipped(own, {1, points}), points), {1, width - kept + 1}, part_of_mirrored)};
}

/// What is read: all that is kept, of both. Elements beyond `end` have no mirrored ones.
std::vector<IndexMap> halves_read(const IndexMap& own, std::int64_t points, std::int64_t width, std::int64_t end,
                                  std::int64_t part_of_mirrored) {
  const Span kept{0, width / 2 + 1};
  return {with(own, kept, 0), with(mirrored(clipped(own, {1, end}), points), kept, part_of_mirrored)};
}

bool is_orthonormal(const Problem& problem) { return problem.scale == Scale::inverse_sqrt_n; }

Edit edit_of(Edit::Rule rule, const Strip& strip, std::int64_t last = 0, double weight = 1) {
  return {rule, strip, last, weight, {}};
}

/// exp(-pi i index / 2n).
Edit quarter_wave(Edit::Rule rule, const Problem& problem, const Strip& strip, double first) {
  return {rule, strip, 0, 1, Phases{4 * problem.lengths[0], 1, 0, is_orthonormal(problem) ? first : 1}};
}

/// exp(-pi i (index + 1/8) / n).
Edit eighth_wave(Edit::Rule rule, const Problem& problem, const Strip& strip) {
  return {rule, strip, 0, 1, Phases{16 * problem.lengths[0], 8, 1, 1}};
}

}  // namespace

std::optional<Core> core_of(Kind kind, std::int64_t length) {
  switch (kind) {
    case Kind::c2c:
    case Kind::r2c:
    case Kind::c2r:
      return Core{kind, length, 1, 1};
    case Kind::dht:
    case Kind::dct2:
    case Kind::dst2:
      return Core{Kind::r2c, length, 1, 2};
    case Kind::dct3:
    case Kind::dst3:
      return Core{Kind::c2r, length, 2, 1};
    case Kind::dct4:
    case Kind::dst4:
      if (length % 2 != 0) return std::nullopt;
      return Core{Kind::c2c, length / 2, 2, 2};
    case Kind::dct1:
      if (length < 2) return std::nullopt;
      return Core{Kind::r2c, 2 * (length - 1), 1, 2};
    case Kind::dst1:
      return Core{Kind::r2c, 2 * (length + 1), 1, 2};
  }
  return std::nullopt;
}

double core_factor(const Problem& problem) {
  const Kind kind = problem.kind;
  const std::int64_t length = problem.lengths[0];
  const bool first = kind == Kind::dct1 || kind == Kind::dst1;
  const double logical = static_cast<double>(first               ? core_of(kind, length)->points
                                             : kind == Kind::dht ? length
                                                                 : 2 * length);
  const bool halved = kind == Kind::dct2 || kind == Kind::dst2 || kind == Kind::dct4 || kind == Kind::dst4;
  const double factor = halved ? 2 * problem.factor : problem.factor;
  if (problem.scale == Scale::inverse_n) return factor / logical;
  return is_orthonormal(problem) ? factor / std::sqrt(logical) : factor;
}

std::vector<IndexMap> maps_read(Kind kind, std::int64_t length, const Span& range, std::int64_t width) {
  const std::int64_t points = core_of(kind, length)->points;
  const IndexMap own = straight(range, width);
  switch (kind) {
    case Kind::c2r:
      return halves_read(own, points, width, (points + 1) / 2, 0);
    case Kind::dct3:
      return halves_read(own, points, width, points, 1);
    case Kind::dst3:
      return halves_read(backwards(range, points, width), points, width, points, 1);
    case Kind::dct2:
    case Kind::dst2:
      return evens_and_odds(range, points, width);
    case Kind::dct4:
      return in_pairs(range, points, width, 0);
    case Kind::dst4:
      return in_pairs(range, points, width, 1);
    case Kind::dct1:
      return {own, mirrored(clipped(own, {1, length - 1}), points)};
    case Kind::dst1: {
      const IndexMap next{{range.begin + 1, range.end + 1}, {0, width}, 0, 1};
      return {next, mirrored(next, points)};
    }
    default:
      return {own};
  }
}

std::vector<IndexMap> maps_written(Kind kind, std::int64_t length, const Span& range, std::int64_t width) {
  const std::int64_t points = core_of(kind, length)->points;
  const IndexMap own = straight(range, width);
  switch (kind) {
    case Kind::r2c:
    case Kind::dct1:
      return halves_written(own, points, width, 0);
    case Kind::dht:
    case Kind::dct2:
      return halves_written(own, points, width, 1);
    case Kind::dst2:
      return halves_written(backwards(range, points, width), points, width, 1);
    case Kind::dst1:
      return halves_written({{range.begin + 1, range.end + 1}, {0, width}, 0, 1}, points, width, 1);
    case Kind::dct3:
    case Kind::dst3:
      return evens_and_odds(range, points, width);
    case Kind::dct4:
    case Kind::dst4:
      return in_pairs(range, points, width, 0);
    default:
      return {own};
  }
}

std::optional<Edit> edit_read(const Problem& problem, const Strip& strip) {
  const std::int64_t length = problem.lengths[0];
  switch (problem.kind) {
    case Kind::c2r:
      return edit_of(Edit::Rule::conjugate, strip, length / 2);
    case Kind::dct3:
    case Kind::dst3:
      return quarter_wave(Edit::Rule::turn_halves, problem, strip, std::numbers::sqrt2);
    case Kind::dct4:
    case Kind::dst4:
      return eighth_wave(Edit::Rule::turn, problem, strip);
    case Kind::dst2:
      return edit_of(Edit::Rule::negate, strip, (length - 1) / 2);
    case Kind::dst1:
      return edit_of(Edit::Rule::odd, strip, length + 1);
    case Kind::dct1:
      if (is_orthonormal(problem)) return edit_of(Edit::Rule::weigh, strip, length - 1, std::numbers::sqrt2);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::optional<Edit> edit_written(const Problem& problem, const Strip& strip) {
  const std::int64_t length = problem.lengths[0];
  switch (problem.kind) {
    case Kind::r2c:
      return edit_of(Edit::Rule::conjugate, strip, length / 2);
    case Kind::dht:
      return edit_of(Edit::Rule::hartley, strip);
    case Kind::dct2:
    case Kind::dst2:
      return quarter_wave(Edit::Rule::turn_back, problem, strip, root_half);
    case Kind::dct4:
      return eighth_wave(Edit::Rule::turn_back, problem, strip);
    case Kind::dst4:
      return eighth_wave(Edit::Rule::turn, problem, strip);
    case Kind::dst3:
      return edit_of(Edit::Rule::negate, strip, (length - 1) / 2);
    case Kind::dst1:
      return edit_of(Edit::Rule::sine, strip);
    case Kind::dct1:
      if (is_orthonormal(problem)) return edit_of(Edit::Rule::weigh_real_part, strip, length - 1, root_half);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace papilio::mpi
