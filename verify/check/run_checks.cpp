// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/run_checks.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

namespace papilio::verify {
namespace {

CheckOutcome check_one(Checker& checker, const CheckProblem& problem) {
  CheckOutcome outcome;
  outcome.problem = problem;
  const auto start = std::chrono::steady_clock::now();
  try {
    outcome.result = checker.check(problem);
  } catch (const Error& error) {
    outcome.error = error;
  } catch (const std::bad_alloc&) {
    outcome.error =
        Error::out_of_memory(token_of(problem), "the host has no memory for its input, outputs and reference",
                             "check a smaller batch or length, or use fewer jobs");
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

/// State that the threads share: the next problem, and outcomes that wait for an earlier one.
class OutcomeQueue {
 public:
  OutcomeQueue(const std::vector<CheckProblem>& problems, const std::function<void(const CheckOutcome&)>& report)
      : problems_(problems), report_(report) {}

  void work(Checker& checker) {
    try {
      while (const std::optional<std::size_t> index = take()) give(*index, check_one(checker, problems_[*index]));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = problems_.size();
    }
  }

  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::optional<std::size_t> take() {
    const std::lock_guard lock(mutex_);
    return next_ < problems_.size() ? std::optional(next_++) : std::nullopt;
  }

  void give(std::size_t index, CheckOutcome outcome) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, std::move(outcome));
    for (auto it = waiting_.begin(); it != waiting_.end() && it->first == reported_; it = waiting_.erase(it)) {
      ++reported_;
      report_(it->second);
    }
  }

  const std::vector<CheckProblem>& problems_;
  const std::function<void(const CheckOutcome&)>& report_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::size_t reported_ = 0;
  std::map<std::size_t, CheckOutcome> waiting_;
  std::exception_ptr failure_;
};

}  // namespace

CheckRunner::CheckRunner(CheckOptions options) : options_(std::move(options)) {
  references_.for_f64 = options_.for_f64;
}

void CheckRunner::run(const std::vector<CheckProblem>& problems,
                      const std::function<void(const CheckOutcome&)>& report) {
  if (references_.open(problems)) checkers_.clear();  // they know the earlier references only
  const auto jobs = std::min(static_cast<std::size_t>(std::max(options_.jobs, 1)), problems.size());
  while (checkers_.size() < jobs) {
    checkers_.push_back(std::make_unique<Checker>(
        options_.device, references_,
        CheckInputs{.seed = options_.seed, .distribution = options_.inputs, .programs = options_.programs}));
  }
  OutcomeQueue queue(problems, report);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < jobs; ++i) threads.emplace_back([&, i] { queue.work(*checkers_[i]); });
    if (jobs > 0) queue.work(*checkers_.front());
  }
  queue.finish();
}

void run_checks(const std::vector<CheckProblem>& problems, const CheckOptions& options,
                const std::function<void(const CheckOutcome&)>& report) {
  CheckRunner(options).run(problems, report);
}

}  // namespace papilio::verify
