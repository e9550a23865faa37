// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "convolution.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "matrix_steps.hpp"
#include "six_step.hpp"
#include "strips.hpp"

namespace papilio::mpi {
namespace {

/// The passes, by their positions.
enum Position : std::size_t { columns_there = 0, rows_there = 1, rows_back = 2, columns_back = 3 };

bool along_columns(std::size_t position) { return position == columns_there || position == columns_back; }

const std::vector<std::int64_t>& lengths_of(const Schedule& schedule) { return schedule.stages[1].entry.lengths; }

Spans columns_of(const Schedule& schedule) { return spans_of(schedule.stages[1].entry, 1); }
Spans rows_of(const Schedule& schedule) { return spans_of(schedule.stages[2].entry, 0); }

/// Between the input or the output and the columns. Real numbers are the real parts of the matrix's.
MatrixRanges ranges_of(const Schedule& schedule, bool input) {
  const std::vector<std::int64_t>& lengths = lengths_of(schedule);
  Problem problem;
  problem.kind = schedule.kind;
  const bool real = input ? problem.real_input() : problem.real_output();
  MatrixRanges result{lengths[0],
                      lengths[1],
                      {},
                      spans_of((input ? schedule.stages.front() : schedule.stages.back()).entry, 0),
                      real ? 2 : 1};
  for (const Span& range : result.ranges) result.maps.push_back({{range, {0, lengths[1]}, 0, 1, 0}});
  return result;
}

/// A pass over so many columns or rows.
Problem pass_of(const Problem& problem, std::size_t position, std::int64_t own) {
  const Problem matrix = matrix_of_convolution(problem);
  const std::int64_t height = matrix.lengths[0];
  Problem pass;
  pass.precision = problem.precision;
  pass.batch = problem.batch;
  pass.direction = position == columns_there || position == rows_there ? Direction::forward : Direction::inverse;
  if (!along_columns(position)) {
    pass.axes = {1};
    pass.lengths = {own, matrix.lengths[1]};
    return pass;
  }
  pass.axes = {0};
  pass.lengths = {height, own};
  // Beside the exchange between columns and rows the batch is within the rows of the matrix.
  const bool there = position == columns_there;
  (there ? pass.in_strides : pass.out_strides) = {own, 1};
  (there ? pass.out_strides : pass.in_strides) = {pass.batch * own, 1};
  if (pass.batch > 1) {
    (there ? pass.in_distance : pass.out_distance) = height * own;
    (there ? pass.out_distance : pass.in_distance) = own;
  }
  (there ? pass.in_storage : pass.out_storage) = there ? problem.in_storage : problem.out_storage;
  return pass;
}

class Maker {
 public:
  Maker(const Problem& problem, const Schedule& schedule, int rank)
      : problem_(problem),
        convolution_(*convolution_of(problem)),
        schedule_(schedule),
        rank_(rank),
        height_(lengths_of(schedule)[0]),
        width_(lengths_of(schedule)[1]),
        columns_(columns_of(schedule)),
        rows_(rows_of(schedule)),
        computed_({problem.batch, problem.scratch_element_bytes()}),
        steps_(rank) {}

  Program transform() {
    const BatchOf read{problem_.batch, problem_.input_element_bytes()};
    const BatchOf written{problem_.batch, problem_.output_element_bytes()};
    const MatrixRanges in = ranges_of(schedule_, true);
    const MatrixRanges out = ranges_of(schedule_, false);
    const bool several = problem_.batch > 1;
    const std::int64_t strip = problem_.batch * height_ * columns().size() * in.parts * read.bytes;
    steps_.exchange(traffic_of_range(in, rank_, columns_, read), traffic_of_strip(in, columns(), read),
                    {read.bytes, true, several || !consecutive(in), std::nullopt, strip});
    pass(columns_there);
    to_rows();
    pass(rows_there);
    pass(rows_back);
    steps_.exchange(traffic_of_rows(rows(), columns_, width_, computed_),
                    traffic_of_columns(columns(), rows_, computed_), {computed_.bytes, true, false});
    pass(columns_back);
    steps_.exchange(traffic_of_strip(out, columns(), written), traffic_of_range(out, rank_, columns_, written),
                    {written.bytes, several || !consecutive(out), true, Place::output});
    return steps_.take();
  }

  Program filter() {
    Pass first = steps_.pass(columns_there, computed_.bytes * height_ * columns().size());
    if (columns().size() > 0) {
      Problem part = pass_of(problem_, columns_there, columns().size());
      part.in_storage = Storage::native;
      first.parts.push_back({std::move(part), 0, 0});
      first.twiddles = twiddles(Direction::forward);
    }
    steps_.add(std::move(first));
    to_rows();
    Pass last = steps_.pass(rows_there, 0);
    last.target = Place::output;
    if (rows().size() > 0) {
      last.parts.push_back({pass_of(problem_, rows_there, rows().size()), 0, 0});
      last.parts.back().problem.factor = 1 / static_cast<double>(convolution_.points);
    }
    steps_.add(std::move(last));
    return steps_.take();
  }

 private:
  [[nodiscard]] const Span& columns() const { return columns_[static_cast<std::size_t>(rank_)]; }
  [[nodiscard]] const Span& rows() const { return rows_[static_cast<std::size_t>(rank_)]; }

  [[nodiscard]] Twiddles twiddles(Direction direction) const {
    return {convolution_.points, direction, height_, columns().begin, columns().size(), problem_.batch};
  }

  void to_rows() {
    steps_.exchange(traffic_of_columns(columns(), rows_, computed_),
                    traffic_of_rows(rows(), columns_, width_, computed_), {computed_.bytes, false, true});
  }

  void pass(std::size_t position) {
    const bool upright = along_columns(position);
    const std::int64_t own = upright ? columns().size() : rows().size();
    const std::int64_t written = 2 * problem_.output_element_bytes() / (convolution_.real_output ? 1 : 2);
    const std::int64_t bytes = position == columns_back ? written : computed_.bytes;
    Pass pass = steps_.pass(position, problem_.batch * own * (upright ? height_ : width_) * bytes);
    if (own > 0) {
      pass.parts.push_back({pass_of(problem_, position, own), 0, 0});
      if (position == columns_back) pass.parts.back().problem.factor = convolution_.factor;
      add_products(pass);
    }
    if (position == rows_there) {  // also where there are no rows: all ranks make the filter together
      pass.written = Edit{Edit::Rule::filter, {rows().size(), width_, 0, width_, problem_.batch}, 0, 1, {}, {}};
    }
    steps_.add(std::move(pass));
  }

  void add_products(Pass& pass) const {
    if (pass.position == columns_there) {
      pass.read = chirp(convolution_.read, convolution_.real_input ? Edit::Rule::chirp_real : Edit::Rule::chirp);
      pass.twiddles = twiddles(Direction::forward);
    } else if (pass.position == columns_back) {
      pass.read_twiddles = twiddles(Direction::inverse);
      pass.written = chirp(convolution_.written, Edit::Rule::chirp);
    }
  }

  [[nodiscard]] Edit chirp(const Chirp& chirp, Edit::Rule rule) const {
    const Strip strip{height_, columns().size(), columns().begin, width_, problem_.batch};
    return {rule, strip, elements_below(chirp.count, columns(), width_), 1, {}, chirp};
  }

  const Problem& problem_;
  Convolution convolution_;
  const Schedule& schedule_;
  int rank_;
  std::int64_t height_;
  std::int64_t width_;
  Spans columns_;
  Spans rows_;
  BatchOf computed_;
  MatrixSteps steps_;
};

}  // namespace

Problem matrix_of_convolution(const Problem& problem) {
  const std::int64_t points = convolution_of(problem)->points;
  auto first = static_cast<std::int64_t>(std::sqrt(static_cast<double>(points)));
  while (first > points / first || points % first != 0) --first;
  Problem matrix;
  matrix.lengths = {first, points / first};
  matrix.precision = problem.precision;
  matrix.batch = problem.batch;
  return matrix;
}

Schedule make_convolution_schedule(const Problem& problem, const Distribution& in, const Distribution& out,
                                   const Link& link) {
  const Problem matrix = matrix_of_convolution(problem);
  const Distribution columns = plain(Distribution::slabs(matrix.lengths, in.ranks(), 1));
  const Distribution rows = plain(Distribution::slabs(matrix.lengths, in.ranks(), 0));
  Schedule schedule{
      {0, 1, 1, 0},
      {{in, in, 0, 0}, {columns, columns, 0, 1}, {rows, rows, 1, 3}, {columns, columns, 3, 4}, {out, out, 4, 4}},
      0,
      Method::convolution,
      problem.kind,
      problem.lengths[0]};
  for (std::size_t stage = 0; stage + 1 < schedule.stages.size(); ++stage) {
    const std::int64_t bytes = exchanged_bytes(problem, schedule, schedule.stages[stage].end) * problem.batch;
    schedule.seconds += exchange_seconds(schedule, stage, bytes, link);
  }
  return schedule;
}

Program make_convolution_program(const Problem& problem, const Schedule& schedule, int rank) {
  return Maker(problem, schedule, rank).transform();
}

Program make_filter_program(const Problem& problem, const Schedule& schedule, int rank) {
  return Maker(problem, schedule, rank).filter();
}

Strip kernel_strip(const Schedule& schedule, int rank) {
  const std::vector<std::int64_t>& lengths = lengths_of(schedule);
  const Span columns = columns_of(schedule)[static_cast<std::size_t>(rank)];
  return {lengths[0], columns.size(), columns.begin, lengths[1], 1};
}

Problem whole_convolution_pass(const Problem& problem, const Schedule& schedule, std::size_t position) {
  const Problem matrix = matrix_of_convolution(problem);
  constexpr std::int64_t most_points = std::int64_t{1} << 24;
  const auto axis = static_cast<std::size_t>(schedule.axes[position]);
  return pass_of(problem, position,
                 std::min(matrix.lengths[1 - axis], std::max<std::int64_t>(1, most_points / matrix.lengths[axis])));
}

Volume convolution_volume(const Schedule& schedule, std::size_t stage_before, int rank) {
  const bool first = stage_before == 0;
  if (first || stage_before + 2 == schedule.stages.size()) {
    return volume_of_ranges(ranges_of(schedule, first), columns_of(schedule), rank, first);
  }
  return volume_exchanged(schedule.stages[stage_before].exit, schedule.stages[stage_before + 1].entry, rank);
}

bool fits_one_device(const Problem& problem) { return problem.lengths[0] <= std::int64_t{1} << 27; }

bool prefers_convolution(const Problem& problem) {
  constexpr std::int64_t least = std::int64_t{1} << 20;
  return !matrix_of(problem) && convolution_of(problem) && problem.lengths[0] >= least;
}

bool may_be_convolution(const Problem& problem, int ranks, const AxisOrder& order) {
  if (order.rule != AxisOrder::OrderRule::any) return prefers_convolution(problem);
  const std::optional<Problem> matrix = matrix_of(problem);
  const bool busy = matrix && *std::ranges::min_element(matrix->lengths) >= ranks;
  return ranks > 1 && !busy && convolution_of(problem);
}

}  // namespace papilio::mpi
