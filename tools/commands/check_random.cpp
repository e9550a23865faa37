// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/check_random.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <random>
#include <string>
#include <system_error>

#include "files/input_file.hpp"
#include "files/output_file.hpp"
#include "tools/commands/check_report.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/commands/random_state.hpp"
#include "tools/progress.hpp"
#include "tools/terminal/paint.hpp"
#include "verify/check/random.hpp"
#include "verify/check/sweep.hpp"

namespace papilio::tool {
namespace {

using nlohmann::ordered_json;

constexpr int most_smaller_ones = 300;
constexpr int most_attempts = 2;

/// Drawn problems are valid, so every error is a failure too, except that a device lacks what the problem needs.
bool fails(const verify::CheckOutcome& outcome) {
  return outcome.error ? outcome.error->code() != ErrorCode::unsupported : !outcome.result.pass();
}

class RandomRun {
 public:
  RandomRun(const RandomCheck& run, verify::CheckOptions check)
      : run_(run), check_(std::move(check)), bar_(run.problems) {
    std::error_code missing;
    if (const auto status = std::filesystem::status(run_.state, missing); std::filesystem::exists(status)) {
      if (!std::filesystem::is_regular_file(status)) {
        throw Error::invalid_argument(run_.state.string(), "a state must be a regular file", "name another");
      }
      load();
    } else {
      seed_ = run_.seed ? *run_.seed : std::random_device{}();
    }
    check_.seed = seed_;
    check_.for_f64 = verify::F64Reference::long_double_first;
    checks_.emplace(check_);
  }

  void go() {
    const DeviceInfo& device = check_.device.info();
    if (run_.output != CheckOutput::json) {
      fmt::print("device {} {}, seed {}, from problem {}\n", device.id, device.name, seed_, next_);
    }
    if (next_ == 0) next_ = (static_cast<std::int64_t>(run_.shard.number) - 1) * run_.alike;
    // The first problems run one by one: if the process dies in one of them, the state names it at the next attempt.
    for (std::int64_t alone = 16; next_ < run_.problems; --alone) step(alone > 0 ? 1 : 16 * check_.jobs);
    bar_.clear();
    save({});
    if (run_.output == CheckOutput::json) {
      fmt::print("{}\n", json_text(state({})));
    } else {
      fmt::print("{}; {:.1f} s\n", summary_.as_line(), seconds());
    }
    summary_.throw_if_failed();
  }

 private:
  [[nodiscard]] double seconds() const {
    return seconds_before_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  /// The next problem of this shard, which has every `count`th row of problems that are alike.
  [[nodiscard]] std::int64_t following(std::int64_t number) const {
    const bool ends_row = (number + 1) % run_.alike == 0;
    return number + 1 + (ends_row ? (static_cast<std::int64_t>(run_.shard.count) - 1) * run_.alike : 0);
  }

  void step(std::int64_t most) {
    std::vector<verify::CheckProblem> problems;
    std::vector<std::int64_t> numbers;
    for (; next_ < run_.problems && std::ssize(problems) < most; next_ = following(next_)) {
      numbers.push_back(next_);
      problems.push_back(verify::random_problem(seed_, static_cast<std::uint64_t>(next_),
                                                static_cast<std::uint64_t>(run_.alike), {check_.device.info().f64}));
    }
    const std::int64_t after = std::exchange(next_, numbers.front());
    save(problems);  // "next" is the first of them
    std::size_t done = 0;
    std::vector<std::pair<std::int64_t, verify::CheckOutcome>> failed;
    checks_->run(problems, [&](const verify::CheckOutcome& outcome) {
      report(outcome, numbers[done]);
      if (fails(outcome)) failed.emplace_back(numbers[done], outcome);
      bar_.update(numbers[done++]);
    });
    for (const auto& [number, outcome] : failed) shrink(number, outcome);
    next_ = after;
    attempts_ = 0;
  }

  void report(const verify::CheckOutcome& outcome, std::int64_t number) {
    verify::CheckOutcome counted = outcome;
    if (outcome.error && fails(outcome)) {
      counted.error.reset();
      counted.result.faults = {outcome.error->what()};
    }
    summary_.add(counted);
    const bool wanted = run_.output == CheckOutput::lines || !counted.pass();
    if (run_.output == CheckOutput::json || !wanted) return;
    bar_.clear();
    fmt::print("{:>7}  {}\n", number, as_line(counted, 0, Paint(StandardStream::output)));
    std::fflush(stdout);  // a run may take hours; its log should not lag behind
  }

  void shrink(std::int64_t number, const verify::CheckOutcome& outcome) {
    const std::string token = verify::token_of(outcome.problem);
    std::string what;
    const auto still_fails = [&](const verify::CheckProblem& candidate) {
      bool failed = false;
      checks_->run({candidate}, [&](const verify::CheckOutcome& again) {
        failed = fails(again);
        if (failed) what = as_line(again, 0);
      });
      return failed;
    };
    const std::string smallest = verify::token_of(verify::shrink(outcome.problem, still_fails, most_smaller_ones));
    failures_.push_back({{"number", number},
                         {"token", token},
                         {"result", as_line(outcome, 0)},
                         {"smallest", smallest},
                         {"smallest_result", what.empty() ? as_line(outcome, 0) : what}});
    if (run_.output == CheckOutput::json) return;
    bar_.clear();
    const bool varied = check_.inputs == verify::Inputs::varied;
    fmt::print("         the smallest: papilio check '{}' --seed {}{}\n", smallest, seed_,
               varied ? " --inputs varied" : "");
    std::fflush(stdout);
  }

  /// `checking`: the problem under way. A run that goes on begins with it.
  [[nodiscard]] ordered_json state(const std::vector<verify::CheckProblem>& checking) const {
    RandomState state{seed_,     run_.shard, run_.alike, name_of(check_.inputs), next_, seconds(), summary_,
                      failures_, attempts_,  {}};
    for (const verify::CheckProblem& problem : checking) state.checking.push_back(verify::token_of(problem));
    const DeviceInfo& device = check_.device.info();
    ordered_json json = {{"device", {{"id", device.id}, {"name", device.name}}}};
    json.update(as_json(state));
    return json;
  }

  /// The outcome of a problem that ended the process by itself whenever it was checked.
  void give_up(const std::string& token) {
    verify::CheckOutcome outcome;
    outcome.problem = verify::expand_any(token).front();
    outcome.result.faults = {"the process ended while it was checked"};
    summary_.add(outcome);
    failures_.push_back({{"number", next_}, {"token", token}, {"result", as_line(outcome, 0)}});
    next_ = following(next_);
    attempts_ = 0;
  }

  void save(const std::vector<verify::CheckProblem>& checking) const {
    if (run_.state.empty()) return;
    files::OutputFile file(run_.state);
    file.write(json_text(state(checking)) + "\n");
    file.commit();
  }

  void load() {
    const std::string name = run_.state.string();
    RandomState state = parse_random_state(files::read_text(run_.state, largest_state), name);
    seed_ = state.seed;
    if (run_.seed && *run_.seed != seed_) throw wrong_state(name, fmt::format("it is a run of seed {}", seed_));
    if (state.shard.number != run_.shard.number || state.shard.count != run_.shard.count) {
      throw wrong_state(name, fmt::format("it is shard {} of {}", state.shard.number, state.shard.count));
    }
    if (state.alike != run_.alike) throw wrong_state(name, fmt::format("it is a run with --alike {}", state.alike));
    if (state.inputs != name_of(check_.inputs)) {
      throw wrong_state(name, fmt::format("it is a run with --inputs {}", state.inputs));
    }
    next_ = state.next;
    seconds_before_ = state.seconds;
    summary_ = std::move(state.summary);
    failures_ = std::move(state.failures);
    attempts_ = state.attempts + 1;
    if (state.checking.size() == 1 && attempts_ > most_attempts) give_up(state.checking.front());
  }

  RandomCheck run_;
  verify::CheckOptions check_;
  std::optional<verify::CheckRunner> checks_;  ///< as soon as the seed is known
  ProgressBar bar_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double seconds_before_ = 0;  ///< of the run that the state remembers
  std::uint64_t seed_ = 0;
  std::int64_t next_ = 0;
  int attempts_ = 0;  ///< at the problem `next_` that did not finish
  CheckSummary summary_;
  ordered_json failures_ = ordered_json::array();
};

}  // namespace

void check_random(const RandomCheck& run, verify::CheckOptions check) { RandomRun(run, std::move(check)).go(); }

}  // namespace papilio::tool
