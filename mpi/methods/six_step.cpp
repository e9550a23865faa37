// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "six_step.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "matrix_steps.hpp"
#include "mpi/program/pass_part.hpp"
#include "strips.hpp"

namespace papilio::mpi {
namespace {

/// Elements of a line of so many numbers that hold it: the others of a spectrum of real numbers are conjugates.
std::int64_t half_of(std::int64_t length) { return length / 2 + 1; }

/// Columns that are transformed along axis 0, and rows along axis 1.
std::int64_t columns_of(Kind kind, std::int64_t second) { return kind == Kind::c2r ? half_of(second) : second; }
std::int64_t rows_of(Kind kind, std::int64_t first) { return kind == Kind::r2c ? half_of(first) : first; }

/// Element i of the array has index i.
IndexMap straight(const Span& range, std::int64_t width) { return {range, {0, width}, 0, 1}; }

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

IndexMap with_columns(IndexMap map, const Span& columns) {
  map.columns = columns;
  return map;
}

/// Returns where a rank's range of the input has elements of a matrix of that width. Half of a spectrum has the kept
/// columns twice: as they are, and as conjugates.
std::vector<IndexMap> maps_read(Kind kind, std::int64_t points, const Span& range, std::int64_t width) {
  const IndexMap all = straight(range, width);
  if (kind != Kind::c2r) return {all};
  const Span kept{0, half_of(width)};
  return {with_columns(all, kept), with_columns(mirrored(clipped(all, {1, (points + 1) / 2}), points), kept)};
}

/// Returns where a range of the output has them. Of each pair (k, points-k) of a spectrum of real numbers the one in a
/// kept column is written, and never both.
std::vector<IndexMap> maps_written(Kind kind, std::int64_t points, const Span& range, std::int64_t width) {
  const IndexMap all = straight(range, width);
  if (kind != Kind::r2c) return {all};
  const std::int64_t kept = half_of(width);
  return {with_columns(all, {0, kept}),
          with_columns(mirrored(clipped(all, {1, points}), points), {1, width - kept + 1})};
}

/// Between the input and the columns, or between the rows and the output.
RankLayouts ranges_of(const Schedule& schedule, bool input) {
  const std::int64_t width = schedule.stages[1].entry.lengths[input ? 1 : 0];
  const std::int64_t height = schedule.stages[1].entry.lengths[input ? 0 : 1];
  RankLayouts result{height, width, {}, spans_of(schedule.stages[input ? 0 : 3].entry, 0)};
  for (const Span& range : result.ranges) {
    result.maps.push_back(
        (input ? maps_read : maps_written)(schedule.array.kind, schedule.array.points(), range, width));
  }
  return result;
}

/// An end of a schedule that is columns of the matrix.
bool is_columns(const Distribution& end) { return end.lengths.size() == 2; }

/// The matrix of a problem, or that of the ends which are columns: the output has its transpose.
Problem matrix_between(const Problem& problem, const Distribution& in, const Distribution& out) {
  Problem matrix = *matrix_of(problem);
  if (is_columns(in)) matrix.lengths = in.lengths;
  if (is_columns(out)) matrix.lengths = {out.lengths[1], out.lengths[0]};
  return matrix;
}

class SixStepMaker {
 public:
  SixStepMaker(const Problem& problem, const Schedule& schedule, int rank)
      : problem_(problem),
        matrix_(schedule.array),
        schedule_(schedule),
        rank_(rank),
        strips_(spans_of(schedule.stages[1].entry, 1)),
        rows_(spans_of(schedule.stages[2].entry, 0)),
        steps_(rank) {}

  Program make() {
    const std::int64_t columns = columns_of(matrix_.kind, matrix_.lengths[1]);
    const BatchOf read{matrix_.batch, problem_.input_element_bytes()};
    const BatchOf computed{matrix_.batch, matrix_.scratch_element_bytes()};
    const BatchOf written{matrix_.batch, problem_.output_element_bytes()};
    if (!is_columns(schedule_.stages[0].entry)) {
      const RankLayouts in = ranges_of(schedule_, true);
      const std::int64_t strip = matrix_.batch * matrix_.lengths[0] * local(strips_).size() * read.bytes;
      steps_.exchange(traffic_of_range(in, rank_, strips_, read), traffic_of_strip(in, local(strips_), read),
                      {read.bytes, true, matrix_.batch > 1 || !consecutive(in), std::nullopt, strip});
    }
    pass(0);
    steps_.exchange(traffic_of_columns(local(strips_), rows_, computed),
                    traffic_of_rows(local(rows_), strips_, columns, computed), {computed.bytes, false, true});
    pass(1);
    if (ends_as_columns()) return steps_.take();
    const RankLayouts out = ranges_of(schedule_, false);
    steps_.exchange(traffic_of_strip(out, local(rows_), written), traffic_of_range(out, rank_, rows_, written),
                    {written.bytes, matrix_.batch > 1 || !consecutive(out), true, WorkArray::output});
    return steps_.take();
  }

 private:
  [[nodiscard]] const Span& local(const Spans& spans) const { return spans[static_cast<std::size_t>(rank_)]; }

  [[nodiscard]] bool ends_as_columns() const { return is_columns(schedule_.stages[3].exit); }

  void pass(std::size_t position) {
    const bool first = position == 0;
    const std::int64_t local_lines = first ? local(strips_).size() : local(rows_).size();
    const std::int64_t height = first ? rows_of(matrix_.kind, matrix_.lengths[0]) : matrix_.lengths[1];
    const std::int64_t bytes = matrix_.batch * height * local_lines * element_bytes_after(matrix_, position + 1);
    const bool last = !first && ends_as_columns();
    Pass pass = steps_.pass(position, bytes, last ? MatrixSteps::PassPlace::last : MatrixSteps::PassPlace::between);
    if (local_lines > 0) pass.parts.push_back({first ? of_columns(local_lines) : of_rows(local_lines), 0, 0});
    if (local_lines > 0) add_products(pass);
    steps_.add(std::move(pass));
  }

  void add_products(Pass& pass) const {
    const Span& columns = local(strips_);
    const Span& rows = local(rows_);
    const std::int64_t batch = matrix_.batch;
    if (pass.position == 0) {
      pass.twiddles = TwiddleTable{matrix_.points(), matrix_.direction, rows_of(matrix_.kind, matrix_.lengths[0]),
                                   columns.begin,    columns.size(),    batch};
      if (problem_.kind == Kind::c2r) {
        const ColumnBlock strip{matrix_.lengths[0], columns.size(), columns.begin, matrix_.lengths[1], batch};
        pass.read = Conjugation{strip, problem_.lengths[0] / 2};
      }
    } else if (problem_.kind == Kind::r2c) {
      const ColumnBlock strip{matrix_.lengths[1], rows.size(), rows.begin, matrix_.lengths[0], batch};
      pass.written = Conjugation{strip, problem_.lengths[0] / 2};
    }
  }

  [[nodiscard]] Problem of_columns(std::int64_t columns) const {
    Problem pass = pass_of(matrix_, schedule_, 0);
    const std::int64_t batch = matrix_.batch;
    pass.lengths = {matrix_.lengths[0], columns};
    pass.in_strides = {columns, 1};
    pass.out_strides = {batch * columns, 1};
    if (batch > 1) pass.in_distance = matrix_.lengths[0] * columns;
    if (batch > 1) pass.out_distance = columns;
    return pass;
  }

  [[nodiscard]] Problem of_rows(std::int64_t rows) const {
    Problem pass = pass_of(matrix_, schedule_, 1);
    const std::int64_t columns = columns_of(matrix_.kind, matrix_.lengths[1]);
    pass.lengths = {rows, matrix_.lengths[1]};
    pass.in_strides = {columns, 1};
    pass.out_strides = {1, rows};
    if (matrix_.batch > 1) pass.in_distance = rows * columns;
    if (matrix_.batch > 1) pass.out_distance = rows * matrix_.lengths[1];
    return pass;
  }

  const Problem& problem_;
  const Problem& matrix_;
  const Schedule& schedule_;
  int rank_;
  Spans strips_;
  Spans rows_;
  MatrixSteps steps_;
};

bool applicable(const Problem& problem) { return matrix_of(problem).has_value(); }

Schedule axes(const Problem& problem) {
  Schedule schedule;
  schedule.axes = {0, 1};
  schedule.method = &six_step;
  schedule.array = *matrix_of(problem);
  return schedule;
}

std::vector<Schedule> schedules(const Problem& problem, const Route& route, std::size_t /*max*/) {
  Schedule schedule = axes(problem);
  schedule.array = matrix_between(problem, route.in, route.out);
  const Problem& matrix = schedule.array;
  const Distribution in = with_canonical_empty_boxes(route.in);
  const Distribution out = with_canonical_empty_boxes(route.out);
  const std::int64_t first = matrix.lengths[0];
  const std::int64_t second = matrix.lengths[1];
  const std::int64_t rows = rows_of(matrix.kind, first);
  const Distribution columns = Distribution::slabs({first, columns_of(matrix.kind, second)}, in.ranks(), 1);
  const Distribution lines = Distribution::slabs({rows, second}, in.ranks(), 0);
  // The boxes of what there is, in the whole matrix.
  Distribution entry = with_canonical_empty_boxes(columns);
  Distribution exit = with_lengths(entry, {rows, entry.lengths[1]});
  Distribution last = with_canonical_empty_boxes(lines);
  entry.lengths = exit.lengths = last.lengths = matrix.lengths;
  schedule.stages = {{in, in, 0, 0}, {entry, exit, 0, 1}, {last, last, 1, 2}, {out, out, 2, 2}};
  for (std::size_t stage = 0; stage < 3; ++stage) {
    const std::int64_t bytes = element_bytes_after(matrix, stage) * problem.batch;
    schedule.seconds += exchange_seconds(schedule, stage, bytes, route.link);
  }
  return {std::move(schedule)};
}

Program program(const Problem& problem, const Schedule& schedule, const RankOf& of) {
  return SixStepMaker(problem, schedule, of.rank).make();
}

Problem whole_pass(const Problem& /*problem*/, const Schedule& schedule, std::size_t position) {
  const Problem& matrix = schedule.array;
  Problem pass = pass_of(matrix, schedule, position);
  pass.lengths = matrix.lengths;
  // No device need hold the matrix, so kernels are chosen for as much of it as fits any: a rule of N alone.
  constexpr std::int64_t max_points = std::int64_t{1} << 24;
  const std::int64_t columns = columns_of(matrix.kind, matrix.lengths[1]);
  std::int64_t& lines = pass.lengths[1 - position];
  lines = std::min(position == 0 ? columns : rows_of(matrix.kind, lines),
                   std::max<std::int64_t>(1, max_points / pass.lengths[position]));
  pass.factor = 1;
  if (position == 0) return pass;
  pass.out_strides = {1, pass.lengths[0]};  // written transposed
  if (pass.batch > 1) pass.in_distance = pass.lengths[0] * columns;
  if (pass.batch > 1) pass.out_distance = pass.lengths[0] * pass.lengths[1];
  return pass;
}

double scale(const Schedule& schedule, const Problem& pass) {
  const Problem& matrix = schedule.array;
  const bool columns = pass.axes == std::vector<int>{0};
  const std::int64_t lines =
      columns ? columns_of(matrix.kind, matrix.lengths[1]) : rows_of(matrix.kind, matrix.lengths[0]);
  return static_cast<double>(lines) / static_cast<double>(pass.lengths[columns ? 1 : 0]);
}

Volume volume_after(const Schedule& schedule, std::size_t stage_before, int rank) {
  if (stage_before == 1) return volume_exchanged(schedule.stages[1].exit, schedule.stages[2].entry, rank);
  const bool first = stage_before == 0;
  if (is_columns(schedule.stages[first ? 0 : 3].entry)) return {};
  const RankLayouts ranges = ranges_of(schedule, first);
  const Spans strips = spans_of(schedule.stages[first ? 1 : 2].entry, first ? 1 : 0);
  return volume_of_ranges(ranges, strips, rank, first);
}

}  // namespace

std::optional<Problem> matrix_of(const Problem& problem) {
  if (problem.lengths.size() != 1) return std::nullopt;
  if (problem.kind != Kind::c2c && !problem.halves()) return std::nullopt;
  constexpr std::int64_t max_length = std::int64_t{1} << 54;  // beyond it the search below takes seconds
  const std::int64_t length = problem.lengths[0];
  if (length < 4 || length > max_length) return std::nullopt;
  auto first = static_cast<std::int64_t>(std::sqrt(static_cast<double>(length)));
  while (first > 1 && (first > length / first || length % first != 0)) --first;
  if (first < 2) return std::nullopt;
  Problem matrix;
  matrix.kind = problem.kind;
  matrix.lengths = {first, length / first};
  if (problem.kind == Kind::r2c) std::swap(matrix.lengths[0], matrix.lengths[1]);
  matrix.precision = problem.precision;
  matrix.direction = problem.kind == Kind::c2r ? Direction::inverse : problem.direction;
  matrix.placement = problem.placement;
  matrix.batch = problem.batch;
  matrix.in_storage = problem.in_storage;
  matrix.out_storage = problem.out_storage;
  matrix.scratch_storage = problem.scratch_storage;
  matrix.scale = problem.scale;
  matrix.factor = problem.factor;
  return matrix;
}

bool columns_of_matrix(const Problem& problem, const Distribution& distribution) {
  const std::vector<std::int64_t>& lengths = distribution.lengths;
  if (problem.kind != Kind::c2c || problem.lengths.size() != 1 || !matrix_of(problem) || lengths.size() != 2) {
    return false;
  }
  if (lengths[0] < 2 || lengths[1] < 2 || problem.lengths[0] % lengths[0] != 0) return false;
  return problem.lengths[0] / lengths[0] == lengths[1] &&
         distribution == Distribution::slabs(lengths, distribution.ranks(), 1);
}

const Method six_step{"six-step", true, applicable, schedules, axes, program, nullptr, whole_pass, scale, volume_after};

}  // namespace papilio::mpi
