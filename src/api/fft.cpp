// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The one-liners, and the few plans they keep.
#include <papilio/papilio.hpp>

#include <list>
#include <mutex>

namespace papilio {
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

template <typename T>
std::vector<std::complex<T>> transform(std::span<const std::complex<T>> x, Direction direction) {
  if (x.empty()) return {};
  constexpr Precision precision = sizeof(T) == 4 ? Precision::f32 : Precision::f64;
  Problem problem = Problem::c2c(precision, static_cast<std::int64_t>(x.size()), 1, direction);
  if (direction == Direction::inverse) problem.scale = Scale::by_n;
  std::vector<std::complex<T>> result(x.size());
  problem = problem.normalised();
  try {
    recent_plans().get(problem).execute(x, std::span(result));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
    recent_plans().clear();  // what earlier calls keep may be what is missing
    recent_plans().get(problem).execute(x, std::span(result));
  }
  return result;
}

}  // namespace

std::vector<std::complex<float>> fft(std::span<const std::complex<float>> x) { return transform(x, Direction::forward); }
std::vector<std::complex<double>> fft(std::span<const std::complex<double>> x) { return transform(x, Direction::forward); }
std::vector<std::complex<float>> ifft(std::span<const std::complex<float>> x) { return transform(x, Direction::inverse); }
std::vector<std::complex<double>> ifft(std::span<const std::complex<double>> x) { return transform(x, Direction::inverse); }

}  // namespace papilio
