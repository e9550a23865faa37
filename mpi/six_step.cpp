// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "six_step.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace papilio::mpi {
namespace {

/// Indices begin .. end-1: of one axis, or of the columns of a matrix.
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  [[nodiscard]] std::int64_t size() const { return end - begin; }
};
using Spans = std::vector<Span>;

/// One of them for each rank.
Spans spans_of(const Distribution& distribution, std::size_t axis) {
  Spans spans;
  for (const Box& box : distribution.boxes) {
    spans.push_back(box.empty() ? Span{} : Span{box.begin[axis], box.end[axis]});
  }
  return spans;
}

/// Elements of the strip, some columns of a matrix `width` wide, that come before row-major index i of the matrix:
/// where the strip, row-major and packed, has the next one.
std::int64_t place_in(const Span& strip, std::int64_t width, std::int64_t i) {
  return i / width * strip.size() + std::clamp<std::int64_t>(i % width - strip.begin, 0, strip.size());
}

/// Elements that a range of row-major indices and a strip have in common.
std::int64_t common(const Span& range, const Span& strip, std::int64_t width) {
  return place_in(strip, width, range.end) - place_in(strip, width, range.begin);
}

/// The messages of one side of an exchange, and the copies between an array and the messages one after the other; no
/// copies if the messages lie in the array.
struct Traffic {
  std::vector<Message> messages;
  std::vector<BoxCopy> boxes;  ///< from the array to the messages
  std::int64_t elements = 0;   ///< of all messages
};

void add_message(Traffic& traffic, int peer, std::int64_t elements, std::int64_t bytes) {
  traffic.messages.push_back({peer, traffic.elements * bytes, elements * bytes, 0});
  traffic.elements += elements;
}

/// The side of the ranges. What a range and a strip have in common is a part of a row, whole rows, and a part of a row.
Traffic traffic_of_range(const Span& range, const Spans& strips, std::int64_t width, std::int64_t batch,
                         std::int64_t bytes) {
  Traffic traffic;
  for (std::size_t peer = 0; peer < strips.size(); ++peer) {
    const Span& strip = strips[peer];
    const std::int64_t count = common(range, strip, width);
    if (count == 0) continue;
    std::int64_t to = traffic.elements;
    std::int64_t row = range.begin / width;
    while (row * width < range.end) {
      const std::int64_t begin = std::max(strip.begin, range.begin - row * width);
      const std::int64_t end = std::min(strip.end, range.end - row * width);
      const bool whole = begin == strip.begin && end == strip.end;
      const std::int64_t rows = whole ? (range.end - strip.end) / width - row + 1 : 1;
      if (begin < end) {
        traffic.boxes.push_back({{batch, rows, end - begin},
                                 {row * width + begin - range.begin, {range.size(), width, 1}},
                                 {to, {count, end - begin, 1}}});
        to += rows * (end - begin);
      }
      row += rows;
    }
    add_message(traffic, static_cast<int>(peer), count * batch, bytes);
  }
  return traffic;
}

/// The side of the strips: in an array of `height` rows, each range is consecutive.
Traffic traffic_of_strip(const Span& strip, const Spans& ranges, const Extents& matrix, std::int64_t batch,
                         std::int64_t bytes) {
  const std::int64_t height = matrix[0];
  const std::int64_t width = matrix[1];
  Traffic traffic;
  for (std::size_t peer = 0; peer < ranges.size(); ++peer) {
    const std::int64_t count = common(ranges[peer], strip, width);
    if (count == 0) continue;
    const std::int64_t place = place_in(strip, width, ranges[peer].begin);
    traffic.boxes.push_back({{batch, count}, {place, {height * strip.size(), 1}}, {traffic.elements, {count, 1}}});
    add_message(traffic, static_cast<int>(peer), count * batch, bytes);
    if (batch == 1) traffic.messages.back().offset = place * bytes;
  }
  if (batch == 1) traffic.boxes.clear();
  return traffic;
}

/// From columns to rows: the sender's array has rows outermost, then the batch, then its columns.
Traffic sent_columns(const Span& strip, const Spans& rows, std::int64_t batch, std::int64_t bytes) {
  Traffic traffic;
  for (std::size_t peer = 0; peer < rows.size() && strip.size() > 0; ++peer) {
    if (rows[peer].size() == 0) continue;
    add_message(traffic, static_cast<int>(peer), rows[peer].size() * batch * strip.size(), bytes);
    traffic.messages.back().offset = rows[peer].begin * batch * strip.size() * bytes;
  }
  return traffic;
}

Traffic received_rows(const Span& own, const Spans& strips, std::int64_t width, std::int64_t batch,
                      std::int64_t bytes) {
  Traffic traffic;
  const std::int64_t rows = own.size();
  for (std::size_t peer = 0; peer < strips.size() && rows > 0; ++peer) {
    const std::int64_t columns = strips[peer].size();
    if (columns == 0) continue;
    traffic.boxes.push_back({{batch, rows, columns},
                             {strips[peer].begin, {rows * width, width, 1}},
                             {traffic.elements, {columns, batch * columns, 1}}});
    add_message(traffic, static_cast<int>(peer), rows * batch * columns, bytes);
  }
  return traffic;
}

std::vector<BoxCopy> reversed(std::vector<BoxCopy> boxes) {
  for (BoxCopy& box : boxes) std::swap(box.from, box.to);
  return boxes;
}

class Maker {
 public:
  Maker(const Problem& problem, const Schedule& schedule, int rank)
      : matrix_(*matrix_of(problem)),
        schedule_(schedule),
        rank_(rank),
        in_(spans_of(schedule.stages[0].entry, 0)),
        strips_(spans_of(schedule.stages[1].entry, 1)),
        rows_(spans_of(schedule.stages[2].entry, 0)),
        out_(spans_of(schedule.stages[3].entry, 0)) {}

  Program make() {
    const std::int64_t batch = matrix_.batch;
    const std::int64_t first = matrix_.lengths[0];
    const std::int64_t second = matrix_.lengths[1];
    const std::int64_t read = matrix_.input_element_bytes();
    const std::int64_t computed = matrix_.scratch_element_bytes();
    const std::int64_t written = matrix_.output_element_bytes();
    exchange(traffic_of_range(own(in_), strips_, second, batch, read),
             traffic_of_strip(own(strips_), in_, {first, second}, batch, read), read);
    pass(0);
    exchange(sent_columns(own(strips_), rows_, batch, computed),
             received_rows(own(rows_), strips_, second, batch, computed), computed);
    pass(1);
    exchange(traffic_of_strip(own(rows_), out_, {second, first}, batch, written),
             traffic_of_range(own(out_), rows_, first, batch, written), written, Place::output);
    return std::move(program_);
  }

 private:
  [[nodiscard]] const Span& own(const Spans& spans) const { return spans[static_cast<std::size_t>(rank_)]; }

  /// The place to write to next, which holds so many bytes.
  Place next(std::int64_t bytes) {
    const Place place = now_ == Place::first ? Place::second : Place::first;
    std::int64_t& held = place == Place::first ? program_.first_bytes : program_.second_bytes;
    held = std::max(held, bytes);
    return place;
  }

  void copy(std::vector<BoxCopy> boxes, std::int64_t bytes, Place target) {
    for (const BoxCopy& box : boxes) program_.copied_bytes += volume_of(box.extents) * bytes;
    program_.steps.emplace_back(Copy{now_, target, bytes, std::move(boxes)});
    now_ = target;
  }

  /// Copies only where messages do not lie in the arrays, which is so for all ranks or for none.
  void exchange(Traffic sent, Traffic received, std::int64_t bytes, std::optional<Place> end = std::nullopt) {
    const bool gathers = end ? matrix_.batch > 1 : now_ == Place::input;
    const bool scatters = end || matrix_.batch > 1 || now_ != Place::input;
    if (gathers) copy(std::move(sent.boxes), bytes, next(sent.elements * bytes));
    const Place target = next(received.elements * bytes);
    for (const Message& message : sent.messages) program_.sent_bytes += message.peer == rank_ ? 0 : message.bytes;
    for (const Message& message : received.messages) {
      program_.received_bytes += message.peer == rank_ ? 0 : message.bytes;
    }
    program_.steps.emplace_back(Exchange{now_, target, 1, std::move(sent.messages), std::move(received.messages)});
    now_ = target;
    if (scatters) copy(reversed(std::move(received.boxes)), bytes, end ? *end : next(received.elements * bytes));
  }

  void pass(std::size_t position) {
    const Span& columns = own(strips_);
    const Span& rows = own(rows_);
    const std::int64_t elements =
        matrix_.batch * (position == 0 ? matrix_.lengths[0] * columns.size() : matrix_.lengths[1] * rows.size());
    const std::int64_t bytes = element_bytes_after(matrix_, position + 1);
    Pass pass{position, now_, next(elements * bytes), {}, {}};
    if (elements > 0) pass.parts.push_back({position == 0 ? of_columns(columns.size()) : of_rows(rows.size()), 0, 0});
    if (elements > 0 && position == 0) {
      pass.twiddles = Twiddles{matrix_.points(), matrix_.direction, matrix_.lengths[0],
                               columns.begin,    columns.size(),    matrix_.batch};
    }
    now_ = pass.target;
    program_.steps.emplace_back(std::move(pass));
  }

  [[nodiscard]] Problem of_columns(std::int64_t columns) const {
    Problem pass = plain_pass(matrix_, schedule_, 0);
    const std::int64_t batch = matrix_.batch;
    pass.lengths = {matrix_.lengths[0], columns};
    pass.in_strides = {columns, 1};
    pass.out_strides = {batch * columns, 1};
    if (batch > 1) pass.in_distance = matrix_.lengths[0] * columns;
    if (batch > 1) pass.out_distance = columns;
    return pass;
  }

  [[nodiscard]] Problem of_rows(std::int64_t rows) const {
    Problem pass = plain_pass(matrix_, schedule_, 1);
    pass.lengths = {rows, matrix_.lengths[1]};
    pass.in_strides = {matrix_.lengths[1], 1};
    pass.out_strides = {1, rows};
    if (matrix_.batch > 1) pass.in_distance = pass.out_distance = rows * matrix_.lengths[1];
    return pass;
  }

  Problem matrix_;
  const Schedule& schedule_;
  int rank_;
  Spans in_;
  Spans strips_;
  Spans rows_;
  Spans out_;
  Place now_ = Place::input;
  Program program_;
};

}  // namespace

std::optional<Problem> matrix_of(const Problem& problem) {
  if (problem.kind != Kind::c2c || problem.lengths.size() != 1) return std::nullopt;
  const std::int64_t length = problem.lengths[0];
  constexpr std::int64_t most = std::int64_t{1} << 54;  // beyond it the search below takes seconds
  if (length < 4 || length > most) return std::nullopt;
  auto first = static_cast<std::int64_t>(std::sqrt(static_cast<double>(length)));
  while (first > 1 && (first > length / first || length % first != 0)) --first;
  if (first < 2) return std::nullopt;
  Problem matrix;
  matrix.lengths = {first, length / first};
  matrix.precision = problem.precision;
  matrix.direction = problem.direction;
  matrix.batch = problem.batch;
  matrix.in_storage = problem.in_storage;
  matrix.out_storage = problem.out_storage;
  matrix.scratch_storage = problem.scratch_storage;
  matrix.placement = problem.placement;
  matrix.scale = problem.scale;
  matrix.factor = problem.factor;
  return matrix;
}

Problem array_of(const Problem& problem, const Schedule& schedule) {
  return schedule.six_step ? *matrix_of(problem) : problem;
}

Schedule make_six_step_schedule(const Problem& problem, const Distribution& in, const Distribution& out,
                                const Link& link) {
  const Problem matrix = *matrix_of(problem);
  const Distribution columns = Distribution::slabs(matrix.lengths, in.ranks(), 1);
  const Distribution rows = Distribution::slabs(matrix.lengths, in.ranks(), 0);
  Schedule schedule{{0, 1}, {{in, in, 0, 0}, {columns, columns, 0, 1}, {rows, rows, 1, 2}, {out, out, 2, 2}}, 0, true};
  for (std::size_t stage = 0; stage < 3; ++stage) {
    schedule.seconds += exchange_seconds(schedule, stage, element_bytes_after(matrix, stage) * problem.batch, link);
  }
  return schedule;
}

Program make_six_step_program(const Problem& problem, const Schedule& schedule, int rank) {
  return Maker(problem, schedule, rank).make();
}

Volume six_step_volume(const Schedule& schedule, std::size_t stage_before, int rank) {
  if (stage_before == 1) return volume_exchanged(schedule.stages[1].exit, schedule.stages[2].entry, rank);
  const bool first = stage_before == 0;
  const Spans ranges = spans_of(schedule.stages[first ? 0 : 3].entry, 0);
  const Spans strips = spans_of(schedule.stages[first ? 1 : 2].entry, first ? 1 : 0);
  const std::int64_t width = schedule.stages[1].entry.lengths[first ? 1 : 0];
  const auto own = static_cast<std::size_t>(rank);
  Volume volume;
  for (std::size_t peer = 0; peer < ranges.size(); ++peer) {
    if (peer == own) continue;
    const std::int64_t of_range = common(ranges[own], strips[peer], width);
    const std::int64_t of_strip = common(ranges[peer], strips[own], width);
    volume.sent += first ? of_range : of_strip;
    volume.received += first ? of_strip : of_range;
    volume.messages += (of_range > 0 ? 1 : 0) + (of_strip > 0 ? 1 : 0);
  }
  return volume;
}

}  // namespace papilio::mpi
