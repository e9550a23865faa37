// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "schedule.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "mpi/methods/six_step.hpp"

namespace papilio::mpi {
namespace {

constexpr int sampled_ranks = 64;

/// Seconds of an exchange of which a rank has volume(rank) elements. Of many ranks, evenly spread ones are looked at.
template <typename VolumeOf>
double seconds_of_busiest(int ranks, std::int64_t element_bytes, const Link& link, const VolumeOf& volume_of_rank) {
  double most = 0;
  const int count = std::min(ranks, sampled_ranks);
  for (int i = 0; i < count; ++i) {
    const Volume volume = volume_of_rank(static_cast<int>(std::int64_t{i} * ranks / count));
    const double bytes = static_cast<double>(std::max(volume.sent, volume.received) * element_bytes);
    most = std::max(most, bytes / link.bytes_per_second + volume.messages * link.latency);
  }
  return most;
}

/// The fastest schedules so far; of equally fast ones the first.
class Fastest {
 public:
  explicit Fastest(std::size_t most) : most_(most) {}
  [[nodiscard]] bool excludes(double seconds) const {
    return schedules_.size() == most_ && seconds >= schedules_.back().seconds;
  }
  void add(Schedule schedule) {
    if (excludes(schedule.seconds)) return;
    const auto place = std::ranges::upper_bound(schedules_, schedule.seconds, {}, &Schedule::seconds);
    schedules_.insert(place, std::move(schedule));
    if (schedules_.size() > most_) schedules_.pop_back();
  }
  std::vector<Schedule> take() { return std::move(schedules_); }

 private:
  std::size_t most_;
  std::vector<Schedule> schedules_;
};

class Search {
 public:
  Search(const Problem& problem, const Route& route, std::size_t most, std::vector<int> axes)
      : problem_(problem), out_(plain(route.out)), link_(route.link), most_(most), axes_(std::move(axes)) {}

  /// The rests of schedules from `axes_done` axes in `here` on, the fastest first.
  [[nodiscard]] std::vector<Schedule> from(const Distribution& here, std::size_t axes_done) const {
    std::size_t most = axes_done;
    while (most < axes_.size() && here.whole(axis(most))) ++most;
    // An axis that is left for the next stage may scatter what that one receives.
    Fastest fastest(most_);
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

  /// What follows a stage: an exchange, and the rest. No stages: `here` is the end.
  [[nodiscard]] std::vector<Schedule> after(const Distribution& here, std::size_t axes_done) const {
    if (axes_done == axes_.size()) {
      if (here == out_) return {Schedule{}};
      Schedule last;
      last.stages = {{out_, out_, axes_done, axes_done}};
      last.seconds = seconds_to(here, out_, axes_done);
      return {std::move(last)};
    }
    Fastest fastest(most_);
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
      Distribution next = plain(Distribution::grid(lengths, grid));
      if (std::ranges::find(result, next) == result.end()) result.push_back(std::move(next));
    }
    // Where the array is too short for its ranks, some are left without elements.
    if (!any_fits && end == first + 1) add_crowded(lengths, cut, result);
  }

  void add_crowded(const std::vector<std::int64_t>& lengths, const std::vector<std::size_t>& cut,
                   std::vector<Distribution>& result) const {
    if (cut.empty()) {
      result.push_back(plain(Distribution::on_rank(lengths, out_.ranks())));
      return;
    }
    for (const std::size_t a : cut) {
      result.push_back(plain(Distribution::slabs(lengths, out_.ranks(), static_cast<int>(a))));
    }
  }

  [[nodiscard]] double seconds_to(const Distribution& here, const Distribution& next, std::size_t axes_done) const {
    const std::int64_t bytes = element_bytes_after(problem_, axes_done) * problem_.batch;
    const double packing = static_cast<double>(bytes * next.volume()) / next.ranks() / link_.pack_bytes_per_second;
    const auto volume = [&](int rank) { return volume_exchanged(here, next, rank); };
    return seconds_of_busiest(here.ranks(), bytes, link_, volume) + packing * copies(here, next, axes_done);
  }

  /// Copies that an exchange needs on both sides (program.cpp): where it cuts the axis of the pass before it, and where
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
  const Link& link_;
  std::size_t most_;  ///< schedules
  std::vector<int> axes_;
};

}  // namespace

/// The same boxes in an array whose uncut axes may have other lengths.
Distribution with_lengths(const Distribution& distribution, const std::vector<std::int64_t>& lengths) {
  Distribution result = distribution;
  result.lengths = lengths;
  for (Box& box : result.boxes) {
    if (box.empty()) continue;
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      if (lengths[a] != distribution.lengths[a]) box.end[a] = lengths[a];
    }
  }
  return result;
}

/// All empty boxes alike.
Distribution plain(Distribution distribution) {
  const std::vector<std::int64_t> zeros(distribution.lengths.size(), 0);
  for (Box& box : distribution.boxes) {
    if (box.empty()) box = {zeros, zeros};
  }
  return distribution;
}

std::vector<std::int64_t> lengths_after(const Problem& problem, std::size_t axes) {
  const std::size_t all = problem.transformed_axes().size();
  if (problem.kind == Kind::c2r) return axes == all ? problem.output_lengths() : problem.input_lengths();
  return axes == 0 ? problem.input_lengths() : problem.output_lengths();
}

std::int64_t element_bytes_after(const Problem& problem, std::size_t axes) {
  if (axes == 0) return problem.input_element_bytes();
  if (axes == problem.transformed_axes().size()) return problem.output_element_bytes();
  const bool real = problem.real_input() && problem.real_output();
  return real ? problem.scratch_element_bytes() / 2 : problem.scratch_element_bytes();
}

const Distribution& inside(const Stage& stage, const Problem& problem, std::size_t axes) {
  // Only the first pass of r2c and the last one of c2r change lengths.
  return lengths_after(problem, axes) == stage.entry.lengths ? stage.entry : stage.exit;
}

Volume volume_after(const Schedule& schedule, std::size_t stage, int rank) {
  if (schedule.method == Method::six_step) return six_step_volume(schedule, stage, rank);
  return volume_exchanged(schedule.stages[stage].exit, schedule.stages[stage + 1].entry, rank);
}

double exchange_seconds(const Schedule& schedule, std::size_t stage, std::int64_t element_bytes, const Link& link) {
  const auto volume = [&](int rank) { return volume_after(schedule, stage, rank); };
  return seconds_of_busiest(schedule.stages[stage].exit.ranks(), element_bytes, link, volume);
}

Schedule make_schedule(const Problem& problem, const Distribution& in, const Distribution& out, const Link& link,
                       const AxisOrder& order) {
  return make_schedules(problem, {in, out, link, order}, 1).front();
}

bool same_within_stages(const Schedule& one, const Schedule& other) {
  const auto same_axes = [&](const Stage& stage) {
    const auto first = static_cast<std::ptrdiff_t>(stage.first);
    const auto end = static_cast<std::ptrdiff_t>(stage.end);
    return std::is_permutation(one.axes.begin() + first, one.axes.begin() + end, other.axes.begin() + first);
  };
  return one.method == other.method && one.stages == other.stages && std::ranges::all_of(one.stages, same_axes);
}

std::vector<Schedule> make_schedules(const Problem& problem, const Route& route, std::size_t most) {
  if (matrix_of(problem)) {
    return {make_six_step_schedule(problem, plain(route.in), plain(route.out), route.link)};
  }
  std::vector<Schedule> found;
  for (std::vector<int>& order : orders_of(problem, route.order)) {
    std::ranges::move(Search(problem, route, most, std::move(order)).from(plain(route.in), 0),
                      std::back_inserter(found));
  }
  std::ranges::stable_sort(found, {}, &Schedule::seconds);
  std::vector<Schedule> result;
  for (Schedule& schedule : found) {
    const auto alike = [&](const Schedule& other) { return same_within_stages(schedule, other); };
    if (result.size() < most && std::ranges::none_of(result, alike)) result.push_back(std::move(schedule));
  }
  return result;
}

}  // namespace papilio::mpi
