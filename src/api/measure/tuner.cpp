// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/measure/tuner.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <mutex>
#include <optional>
#include <papilio/error.hpp>
#include <set>
#include <thread>
#include <utility>

#include "api/access.hpp"
#include "api/measure/decisions.hpp"
#include "api/measure/trial.hpp"
#include "api/measure/wisdom.hpp"
#include "plan/alternatives.hpp"

namespace papilio::api {
namespace {

using Clock = std::chrono::steady_clock;

/// Two searches at once would disturb each other.
std::mutex& turn() {
  static std::mutex mutex;
  return mutex;
}

constexpr double final_share = 0.15;  ///< of the time, for the last comparison

/// How far a search goes.
struct Breadth {
  std::size_t splits;  ///< plans with other splits
  std::size_t shapes;  ///< for each kernel
  double sample_seconds;
};
Breadth breadth_of(Effort effort) { return effort == Effort::exhaustive ? Breadth{24, 32, 4e-3} : Breadth{6, 8, 2e-3}; }

constexpr int places = 3;

/// In the memory of the bench and elsewhere.
Comparison in_places(TrialBench& bench, const Trial& first, const Trial& second, int count, double sample_seconds) {
  std::vector<Comparison> taken;
  std::vector<TrialBench> others;  // all at once, or they would have the same memory one after the other
  others.reserve(places);
  for (int place = 0; place < places; ++place) {
    TrialBench* here = &bench;
    try {
      if (place > 0) here = &others.emplace_back(bench.elsewhere());
      here->set_reference(second);
      here->calibrate(second, sample_seconds);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::out_of_memory || taken.empty()) throw;
      break;
    }
    taken.push_back(paired([&] { return here->sample(first); }, [&] { return here->sample(second); }, count));
  }
  return pooled(taken);
}

class TuningSearch {
 public:
  TuningSearch(const Device& device, const Problem& problem, const TuneLimits& limits)
      : device_(device),
        caps_(unwrap(device).caps()),
        problem_(problem),
        limits_(limits),
        breadth_(breadth_of(limits.effort)),
        begin_(Clock::now()),
        bench_(device, problem) {}

  TuneResult run() {
    plan::PlanNode tree = untuned_plan(problem_, caps_);
    note(tree);
    untuned_ = best_ = bench_.make(std::move(tree));
    bench_.set_reference(*untuned_);
    bench_.calibrate(*untuned_, breadth_.sample_seconds);
    plan_queue();
    add_known();
    while (!queue_.empty() && !is_over()) try_some();
    result_.complete = queue_.empty();
    finish();
    return std::move(result_);
  }

 private:
  [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  /// The time that compiling and a race will take is estimated from earlier ones.
  [[nodiscard]] bool is_over() const {
    return limits_.stopped() || elapsed() + longest_step_ > limits_.seconds * (1 - final_share);
  }
  void tell(std::string_view now) const {
    limits_.progress({std::min(1.0, elapsed() / limits_.seconds), static_cast<int>(result_.tried.size()), speed_, now});
  }
  /// True for shapes that were not met before.
  bool note(const plan::PlanNode& tree) { return seen_.insert(plan::shape_tokens(tree, caps_.compute_units)).second; }

  void add_known();
  void plan_queue();
  void try_some();
  std::vector<std::shared_ptr<Trial>> compile(std::size_t count);
  void race(std::vector<std::shared_ptr<Trial>> rivals);
  void finish();

  Device device_;
  const DeviceCaps& caps_;
  Problem problem_;
  const TuneLimits& limits_;
  Breadth breadth_;
  Clock::time_point begin_;
  TrialBench bench_;
  std::shared_ptr<Trial> untuned_;
  std::shared_ptr<Trial> best_;
  double speed_ = 1;  ///< of the best one, the product of what the races said
  std::vector<plan::PlanNode> queue_;
  std::set<std::string> seen_;
  double longest_step_ = 0;
  TuneResult result_;
};

/// Puts the plan of wisdom first.
void TuningSearch::add_known() {
  plan::PlanNode known = best_known_plan(device_.info(), caps_, problem_);
  if (note(known)) queue_.insert(queue_.begin(), std::move(known));
}

/// Neighbours of the best plan, those that promise most of each kind first.
void TuningSearch::plan_queue() {
  tell("planning");
  std::vector<std::vector<plan::PlanNode>> kinds;
  const std::size_t kernels = best_->tree.passes().size();
  for (std::size_t i = 0; i < kernels; ++i)
    kinds.push_back(plan::other_shapes(problem_, caps_, best_->tree, i, breadth_.shapes));
  kinds.push_back(plan::other_splits(problem_, caps_, best_->tree, breadth_.splits));
  queue_.clear();
  std::size_t longest = 0;
  for (const auto& kind : kinds) longest = std::max(longest, kind.size());
  for (std::size_t rank = 0; rank < longest; ++rank) {
    for (auto& kind : kinds) {
      if (rank < kind.size() && !seen_.contains(plan::shape_tokens(kind[rank], caps_.compute_units)))
        queue_.push_back(std::move(kind[rank]));
    }
  }
}

/// As many as there are processors at once: compilers take most of the time.
std::vector<std::shared_ptr<Trial>> TuningSearch::compile(std::size_t count) {
  tell("compiling");
  std::vector<std::future<std::shared_ptr<Trial>>> coming;
  for (std::size_t i = 0; i < count; ++i) {
    note(queue_[i]);
    coming.push_back(
        std::async(std::launch::async, [this, &tree = queue_[i]] { return bench_.make(std::move(tree)); }));
  }
  std::vector<std::shared_ptr<Trial>> made;
  for (std::future<std::shared_ptr<Trial>>& one : coming) {
    try {
      made.push_back(one.get());
    } catch (const Error&) {
      // A shape that the device's compiler or memory refuses cannot win.
    }
  }
  queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(count));
  return made;
}

void TuningSearch::try_some() {
  const double before = elapsed();
  const std::size_t processors = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 2, 8);
  std::vector<std::shared_ptr<Trial>> rivals = compile(std::min(queue_.size(), processors));
  tell("measuring");
  std::erase_if(rivals, [&](const std::shared_ptr<Trial>& rival) {
    bool right = false;
    try {
      right = bench_.is_right(*rival);
      if (!right) ++result_.wrong;
    } catch (const Error&) {  // no memory for its scratch
    }
    return !right;
  });
  if (!rivals.empty()) race(std::move(rivals));
  longest_step_ = std::max(longest_step_, elapsed() - before);
}

void TuningSearch::race(std::vector<std::shared_ptr<Trial>> rivals) {
  const auto sampler = [&](const std::shared_ptr<Trial>& trial) {
    return [&, trial] { return bench_.sample(*trial); };
  };
  std::vector<Sample> samples;
  samples.reserve(rivals.size());
  for (const std::shared_ptr<Trial>& rival : rivals) samples.emplace_back(sampler(rival));
  const Race race = race_of(sampler(best_), samples, limits_.stopped);
  for (std::size_t i = 0; i < rivals.size(); ++i) {
    const plan::PlanNode& tree = rivals[i]->tree;
    result_.tried.push_back({plan::shape_tokens(tree, caps_.compute_units), tree.seconds, race.speeds[i] * speed_});
  }
  if (!race.winner) return;
  best_ = rivals[race.winner->number];
  speed_ *= race.winner->speed;
  plan_queue();
}

/// Compares with the plan that is used without a search, whatever the earlier races said.
void TuningSearch::finish() {
  tell("comparing");
  constexpr int pairs = 9;
  Comparison last;
  if (best_ == untuned_) {
    last.seconds = last.other_seconds = bench_.sample(*untuned_);
  } else {
    last = in_places(bench_, *best_, *untuned_, pairs, breadth_.sample_seconds);
  }
  result_.untuned_seconds = last.other_seconds;
  result_.untuned_estimate = untuned_->tree.seconds;
  result_.better = best_ != untuned_ && last.is_faster();
  result_.speed = result_.better ? last.speed : 1;
  const Trial& kept = result_.better ? *best_ : *untuned_;
  result_.line = {wisdom_identity(device_.info(), caps_), problem_.token(),
                  plan::shape_tokens(kept.tree, caps_.compute_units),
                  1e6 * (result_.better ? last.seconds : last.other_seconds),
                  limits_.effort == Effort::exhaustive && !limits_.stopped()};
}

}  // namespace

TuneResult tune(const Device& device, const Problem& problem, const TuneLimits& limits) {
  const std::lock_guard lock(turn());
  return TuningSearch(device, problem, limits).run();
}

Comparison compare(const Device& device, const Problem& problem, const plan::PlanNode& first,
                   const plan::PlanNode& second, int count) {
  const std::lock_guard lock(turn());
  TrialBench bench(device, problem);
  const std::shared_ptr<Trial> one = bench.make(first);
  const std::shared_ptr<Trial> other = bench.make(second);
  return in_places(bench, *one, *other, count, breadth_of(Effort::exhaustive).sample_seconds);
}

}  // namespace papilio::api
