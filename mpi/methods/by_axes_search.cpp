// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Schedules that transform an array axis by axis: slabs and pencils over all process grids, by a model of the links.
#include <algorithm>
#include <iterator>

#include "by_axes.hpp"
#include "mpi/arrays/axis_order.hpp"

namespace papilio::mpi {
namespace {

/// The fastest schedules so far; of equally fast ones the first.
class Fastest {
 public:
  explicit Fastest(std::size_t most) : max_(most) {}
  [[nodiscard]] bool excludes(double seconds) const {
    return schedules_.size() == max_ && seconds >= schedules_.back().seconds;
  }
  void add(Schedule schedule) {
    if (excludes(schedule.seconds)) return;
    const auto place = std::ranges::upper_bound(schedules_, schedule.seconds, {}, &Schedule::seconds);
    schedules_.insert(place, std::move(schedule));
    if (schedules_.size() > max_) schedules_.pop_back();
  }
  std::vector<Schedule> take() { return std::move(schedules_); }

 private:
  std::size_t max_;
  std::vector<Schedule> schedules_;
};

class ScheduleSearch {
 public:
  ScheduleSearch(const Problem& problem, const Route& route, std::size_t most, std::vector<int> axes)
      : problem_(problem),
        out_(with_canonical_empty_boxes(route.out)),
        link_(route.link),
        max_(most),
        axes_(std::move(axes)) {}

  /// Completions of a schedule after `axes_done` axes, starting in distribution `here`; fastest first.
  [[nodiscard]] std::vector<Schedule> from(const Distribution& here, std::size_t axes_done) const {
    std::size_t most = axes_done;
    while (most < axes_.size() && here.whole(axis(most))) ++most;
    // Also try transforming fewer axes here: a later pass can then write the next exchange's blocks directly.
    Fastest fastest(max_);
    const std::size_t least = std::min(most, axes_done + 1);
    for (std::size_t end = most + 1; end-- > least;) {
      const Distribution exit = with_lengths(here, lengths_after(problem_, end));
      for (Schedule& schedule : after(exit, end)) {
        schedule.axes = axes_;
        schedule.stages.insert(schedule.stages.begin(), {here, exit, axes_done, end});
        fastest.add(std::move(schedule));
      }
    }
    return fastest.take();
  }

 private:
  [[nodiscard]] std::size_t axis(std::size_t position) const { return static_cast<std::size_t>(axes_[position]); }

  /// Completions after a stage: an exchange, and the rest. No stages: `here` is the end.
  [[nodiscard]] std::vector<Schedule> after(const Distribution& here, std::size_t axes_done) const {
    if (axes_done == axes_.size()) {
      if (here == out_) return {Schedule{}};
      Schedule last;
      last.stages = {{out_, out_, axes_done, axes_done}};
      last.seconds = seconds_to(here, out_, axes_done);
      return {std::move(last)};
    }
    Fastest fastest(max_);
    for (const Distribution& next : candidates(axes_done)) {
      if (next == here) continue;  // the stage before would have gone on
      const double seconds = seconds_to(here, next, axes_done);
      if (fastest.excludes(seconds)) continue;
      for (Schedule& schedule : from(next, axes_done)) {
        schedule.seconds += seconds;
        fastest.add(std::move(schedule));
      }
    }
    return fastest.take();
  }

  /// Distributions in which the next axis is whole; the output's own first, if it has the other axes whole as well.
  [[nodiscard]] std::vector<Distribution> candidates(std::size_t axes_done) const {
    const std::vector<std::int64_t> lengths = lengths_after(problem_, axes_done);
    std::vector<Distribution> result;
    bool out_serves = true;
    for (std::size_t i = axes_done; i < axes_.size(); ++i) out_serves = out_serves && out_.whole(axis(i));
    if (out_serves) result.push_back(with_lengths(out_, lengths));
    for (std::size_t end = axes_.size(); end > axes_done; --end) add_grids(lengths, axes_done, end, result);
    return result;
  }

  /// All grids over the axes that are not among first .. end-1 of the order.
  void add_grids(const std::vector<std::int64_t>& lengths, std::size_t first, std::size_t end,
                 std::vector<Distribution>& result) const {
    const auto begin = axes_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto last = axes_.begin() + static_cast<std::ptrdiff_t>(end);
    std::vector<std::size_t> cut;
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      if (std::find(begin, last, static_cast<int>(a)) == last) cut.push_back(a);
    }
    bool any_fits = false;
    for (const std::vector<int>& parts : process_grids(out_.ranks(), cut.size())) {
      std::vector<int> grid(lengths.size(), 1);
      bool fits = true;
      for (std::size_t i = 0; i < cut.size(); ++i) {
        grid[cut[i]] = parts[i];
        fits = fits && parts[i] <= lengths[cut[i]];
      }
      if (!fits) continue;
      any_fits = true;
      Distribution next = with_canonical_empty_boxes(Distribution::grid(lengths, grid));
      if (std::ranges::find(result, next) == result.end()) result.push_back(std::move(next));
    }
    // Where the array is too short for its ranks, some are left without elements.
    if (!any_fits && end == first + 1) add_crowded(lengths, cut, result);
  }

  void add_crowded(const std::vector<std::int64_t>& lengths, const std::vector<std::size_t>& cut,
                   std::vector<Distribution>& result) const {
    if (cut.empty()) {
      result.push_back(with_canonical_empty_boxes(Distribution::on_rank(lengths, out_.ranks())));
      return;
    }
    for (const std::size_t a : cut) {
      result.push_back(with_canonical_empty_boxes(Distribution::slabs(lengths, out_.ranks(), static_cast<int>(a))));
    }
  }

  [[nodiscard]] double seconds_to(const Distribution& here, const Distribution& next, std::size_t axes_done) const {
    const std::int64_t bytes = element_bytes_after(problem_, axes_done) * problem_.batch;
    const double packing = static_cast<double>(bytes * next.volume()) / next.ranks() / link_.pack_bytes_per_second;
    return exchange_seconds(here, next, bytes, link_) + packing * copies(here, next, axes_done);
  }

  /// Copies that an exchange needs on both sides (by_axes.cpp): where it cuts the axis of the pass before it, and where
  /// the pass after it transforms the last axis, which was cut, and reads messages.
  [[nodiscard]] int copies(const Distribution& here, const Distribution& next, std::size_t axes_done) const {
    const std::size_t last = here.lengths.size() - 1;
    bool gathers = link_.stores;  // without messages no order of their elements spares the copy
    for (std::size_t a = 0; a < last; ++a) gathers = gathers || (!here.whole(a) && next.whole(a));
    const bool before = axes_done > 0 && gathers && !next.whole(axis(axes_done - 1));
    const bool after = axes_done < axes_.size() && axis(axes_done) == last && !here.whole(last) && !link_.stores;
    return static_cast<int>(before) + static_cast<int>(after);
  }

  const Problem& problem_;
  Distribution out_;
  const RankLink& link_;
  std::size_t max_;  ///< schedules
  std::vector<int> axes_;
};

}  // namespace

std::vector<Schedule> by_axes_schedules(const Problem& problem, const Route& route, std::size_t max) {
  std::vector<Schedule> found;
  for (std::vector<int>& order : orders_of(problem, route.order)) {
    std::ranges::move(
        ScheduleSearch(problem, route, max, std::move(order)).from(with_canonical_empty_boxes(route.in), 0),
        std::back_inserter(found));
  }
  std::ranges::stable_sort(found, {}, &Schedule::seconds);
  std::vector<Schedule> result;
  for (Schedule& schedule : found) {
    schedule.method = &by_axes;
    const auto alike = [&](const Schedule& other) { return same_within_stages(schedule, other); };
    if (result.size() == max || std::ranges::any_of(result, alike)) continue;
    schedule.array = problem;
    result.push_back(std::move(schedule));
  }
  return result;
}

}  // namespace papilio::mpi
