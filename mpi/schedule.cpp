// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "schedule.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "transfers.hpp"

namespace papilio::mpi {
namespace {

/// The model looks at the exchanges of at most this many ranks, evenly spread over all of them.
constexpr int sampled_ranks = 64;

bool ascending(const Problem& problem) {
  return problem.kind == Kind::c2r || (problem.kind == Kind::c2c && problem.direction == Direction::inverse);
}

/// The same boxes in an array whose whole axes may have other lengths.
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

/// Gives all empty boxes one form.
Distribution plain(Distribution distribution) {
  const std::vector<std::int64_t> zeros(distribution.lengths.size(), 0);
  for (Box& box : distribution.boxes) {
    if (box.empty()) box = {zeros, zeros};
  }
  return distribution;
}

class Search {
 public:
  Search(const Problem& problem, const Distribution& out, const Link& link)
      : problem_(problem), out_(plain(out)), link_(link), axes_(axes_in_order(problem)) {}

  /// The rest of a schedule from `axes_done` axes in `here` on. No stages: `here` is the end.
  Schedule from(const Distribution& here, std::size_t axes_done) const {
    std::size_t most = axes_done;
    while (most < axes_.size() && here.whole(axis(most))) ++most;
    // An axis that is left to the next stage may scatter what that stage receives.
    std::optional<Schedule> best;
    const std::size_t least = std::min(most, axes_done + 1);
    for (std::size_t end = least; end <= most; ++end) {
      const Distribution exit = with_lengths(here, lengths_after(problem_, end));
      Schedule result = after(exit, end);
      if (best && result.seconds > best->seconds) continue;
      best = std::move(result);
      best->stages.insert(best->stages.begin(), {here, exit, axes_done, end});
    }
    best->axes = axes_;
    return *std::move(best);
  }

 private:
  [[nodiscard]] std::size_t axis(std::size_t position) const { return static_cast<std::size_t>(axes_[position]); }

  /// What follows a stage: an exchange, and the rest.
  [[nodiscard]] Schedule after(const Distribution& here, std::size_t axes_done) const {
    if (axes_done == axes_.size()) {
      if (here == out_) return {};
      Schedule last;
      last.stages = {{out_, out_, axes_done, axes_done}};
      last.seconds = seconds_to(here, out_, axes_done);
      return last;
    }
    std::optional<Schedule> best;
    for (const Distribution& next : candidates(axes_done)) {
      const double seconds = seconds_to(here, next, axes_done);
      if (best && seconds >= best->seconds) continue;
      Schedule rest = from(next, axes_done);
      rest.seconds += seconds;
      if (!best || rest.seconds < best->seconds) best = std::move(rest);
    }
    return *std::move(best);
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
    const std::size_t before = result.size();
    for (const std::vector<int>& parts : process_grids(out_.ranks(), cut.size())) {
      std::vector<int> grid(lengths.size(), 1);
      bool fits = true;
      for (std::size_t i = 0; i < cut.size(); ++i) {
        grid[cut[i]] = parts[i];
        fits = fits && parts[i] <= lengths[cut[i]];
      }
      if (fits) result.push_back(plain(Distribution::grid(lengths, grid)));
    }
    // Where the array is too short for its ranks, some are left without elements.
    if (result.size() == before && end == first + 1) add_crowded(lengths, cut, result);
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
    return exchange_seconds(here, next, bytes, link_) + packing * copies(here, next, axes_done);
  }

  /// Copies that an exchange needs on both sides (program.cpp): where it cuts the axis of the pass before it, and where
  /// the pass after it transforms the last axis, which was cut.
  [[nodiscard]] int copies(const Distribution& here, const Distribution& next, std::size_t axes_done) const {
    const std::size_t last = here.lengths.size() - 1;
    bool gathers = false;
    for (std::size_t a = 0; a < last; ++a) gathers = gathers || (!here.whole(a) && next.whole(a));
    const bool before = axes_done > 0 && gathers && !next.whole(axis(axes_done - 1));
    const bool after = axes_done < axes_.size() && axis(axes_done) == last && !here.whole(last);
    return static_cast<int>(before) + static_cast<int>(after);
  }

  const Problem& problem_;
  Distribution out_;
  const Link& link_;
  std::vector<int> axes_;
};

}  // namespace

std::vector<int> axes_in_order(const Problem& problem) {
  std::vector<int> axes = problem.transformed_axes();
  if (!ascending(problem)) std::ranges::reverse(axes);
  return axes;
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
  return real ? problem.element_bytes() / 2 : problem.element_bytes();
}

double exchange_seconds(const Distribution& from, const Distribution& to, std::int64_t element_bytes,
                        const Link& link) {
  double most = 0;
  const int ranks = from.ranks();
  for (int i = 0; i < std::min(ranks, sampled_ranks); ++i) {
    const int rank = static_cast<int>(std::int64_t{i} * ranks / std::min(ranks, sampled_ranks));
    const Volume volume = volume_exchanged(from, to, rank);
    const double bytes = static_cast<double>(std::max(volume.sent, volume.received) * element_bytes);
    most = std::max(most, bytes / link.bytes_per_second + volume.messages * link.latency);
  }
  return most;
}

Schedule make_schedule(const Problem& problem, const Distribution& in, const Distribution& out, const Link& link) {
  return Search(problem, out, link).from(plain(in), 0);
}

}  // namespace papilio::mpi
