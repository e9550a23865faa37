// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/recent_plans.hpp"

#include <list>
#include <mutex>
#include <papilio/error.hpp>

namespace papilio::api {
namespace {

/// The plans used last, one device. The only state that outlives a call; it holds no results and changes none.
class RecentPlans {
 public:
  /// The plan kept, or a new one. Planning runs without the lock: nobody waits for another's compiler.
  Plan get(const Problem& problem) {
    if (Plan kept = find(problem)) return kept;
    Plan made(device(), problem);
    if (Plan kept = find(problem)) return kept;  // another thread was first
    const std::lock_guard lock(mutex_);
    plans_.push_front(made);
    if (plans_.size() > most_kept) plans_.pop_back();
    return made;
  }

  /// Lets go of every plan, and so of the device memory that they keep for the next call.
  void clear() {
    const std::lock_guard lock(mutex_);
    plans_.clear();
  }

 private:
  Plan find(const Problem& problem) {
    const std::lock_guard lock(mutex_);
    for (auto it = plans_.begin(); it != plans_.end(); ++it) {
      if (it->problem() != problem) continue;
      plans_.splice(plans_.begin(), plans_, it);
      return plans_.front();
    }
    return {};
  }
  Device device() {
    const std::lock_guard lock(mutex_);
    if (!device_) device_ = Device("auto");
    return device_;
  }

  static constexpr std::size_t most_kept = 16;
  std::mutex mutex_;
  Device device_;
  std::list<Plan> plans_;
};

// Never destroyed: a driver may already be gone when static objects are.
RecentPlans& recent_plans() {
  static auto* const plans = new RecentPlans;
  return *plans;
}

}  // namespace

template <typename In, typename Out>
void execute_recent(const Problem& problem, std::span<const In> in, std::span<Out> out) {
  const Problem key = problem.normalised();
  try {
    recent_plans().get(key).execute(in, out);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
    recent_plans().clear();  // what earlier calls keep may be what is missing
    recent_plans().get(key).execute(in, out);
  }
}

template void execute_recent(const Problem&, std::span<const std::complex<float>>, std::span<std::complex<float>>);
template void execute_recent(const Problem&, std::span<const std::complex<double>>, std::span<std::complex<double>>);
template void execute_recent(const Problem&, std::span<const float>, std::span<std::complex<float>>);
template void execute_recent(const Problem&, std::span<const double>, std::span<std::complex<double>>);
template void execute_recent(const Problem&, std::span<const std::complex<float>>, std::span<float>);
template void execute_recent(const Problem&, std::span<const std::complex<double>>, std::span<double>);
template void execute_recent(const Problem&, std::span<const float>, std::span<float>);
template void execute_recent(const Problem&, std::span<const double>, std::span<double>);

}  // namespace papilio::api
