// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/check_random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <system_error>

#include "files/input_file.hpp"
#include "files/output_file.hpp"
#include "tools/commands/check_report.hpp"
#include "tools/progress.hpp"
#include "tools/terminal/paint.hpp"
#include "verify/check/random.hpp"
#include "verify/check/sweep.hpp"

namespace papilio::tool {
namespace {

using nlohmann::ordered_json;

constexpr int most_smaller_ones = 300;
constexpr int most_attempts = 2;
constexpr std::size_t largest_state = std::size_t{64} << 20U;
constexpr auto replace_any = ordered_json::error_handler_t::replace;

/// Drawn problems are valid, so every error is a failure too, except that a device lacks what the problem needs.
bool fails(const verify::CheckOutcome& outcome) {
  return outcome.error ? outcome.error->code() != ErrorCode::unsupported : !outcome.result.pass();
}

/// As the command's --inputs and the state say it.
std::string name_of(verify::Inputs inputs) { return inputs == verify::Inputs::varied ? "varied" : "uniform"; }

class RandomRun {
 public:
  RandomRun(const RandomCheck& run, verify::CheckOptions check)
      : run_(run), check_(std::move(check)), bar_(run.problems) {
    std::error_code missing;
    if (!run_.state.empty() && std::filesystem::exists(run_.state, missing)) {
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
      fmt::print("{}\n", state({}).dump(2, ' ', false, replace_any));
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
    ordered_json under_way = ordered_json::array();
    for (const verify::CheckProblem& problem : checking) under_way.push_back(verify::token_of(problem));
    const DeviceInfo& device = check_.device.info();
    return {{"device", {{"id", device.id}, {"name", device.name}}},
            {"seed", seed_},
            {"shard", {run_.shard.number, run_.shard.count}},
            {"alike", run_.alike},
            {"inputs", name_of(check_.inputs)},
            {"next", next_},
            {"seconds", seconds()},
            {"summary", summary_.as_json()},
            {"failures", failures_},
            {"attempts", attempts_},
            {"checking", under_way}};
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
    file.write(state(checking).dump(2, ' ', false, replace_any) + "\n");
    file.commit();
  }

  void load() {
    const auto refuse = [&](const std::string& why) {
      return Error::io(run_.state.string(), why, "give another --state, or remove the file to begin again");
    };
    try {
      const ordered_json state = ordered_json::parse(files::read_text(run_.state, largest_state));
      seed_ = state.at("seed").get<std::uint64_t>();
      if (run_.seed && *run_.seed != seed_) throw refuse(fmt::format("it is a run of seed {}", seed_));
      const auto shard = state.at("shard").get<std::pair<std::size_t, std::size_t>>();
      if (shard != std::pair(run_.shard.number, run_.shard.count)) {
        throw refuse(fmt::format("it is shard {} of {}", shard.first, shard.second));
      }
      const auto alike = state.value("alike", std::int64_t{1});  // states of earlier versions do not say it
      if (alike != run_.alike) throw refuse(fmt::format("it is a run with --alike {}", alike));
      const auto inputs = state.value("inputs", name_of(verify::Inputs::uniform));  // likewise
      if (inputs != name_of(check_.inputs)) throw refuse(fmt::format("it is a run with --inputs {}", inputs));
      next_ = state.at("next").get<std::int64_t>();
      if (next_ < 0) throw refuse("it begins before the first problem");
      seconds_before_ = state.at("seconds").get<double>();
      summary_ = CheckSummary(state.at("summary"));
      failures_ = state.at("failures");
      attempts_ = state.at("attempts").get<int>() + 1;
      if (state.at("checking").size() == 1 && attempts_ > most_attempts) give_up(state.at("checking").at(0));
    } catch (const nlohmann::json::exception& error) {
      throw refuse(fmt::format("it is no state of a run: {}", error.what()));
    }
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
