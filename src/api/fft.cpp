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
  Plan get(const Problem& problem) {
    const std::lock_guard lock(mutex_);
    for (auto it = plans_.begin(); it != plans_.end(); ++it) {
      if (it->problem() == problem) {
        plans_.splice(plans_.begin(), plans_, it);
        return plans_.front();
      }
    }
    if (!device_) device_ = Device("auto");
    plans_.emplace_front(device_, problem);
    if (plans_.size() > most_kept) plans_.pop_back();
    return plans_.front();
  }

 private:
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
  recent_plans().get(problem.normalised()).execute(x, std::span(result));
  return result;
}

}  // namespace

std::vector<std::complex<float>> fft(std::span<const std::complex<float>> x) { return transform(x, Direction::forward); }
std::vector<std::complex<double>> fft(std::span<const std::complex<double>> x) { return transform(x, Direction::forward); }
std::vector<std::complex<float>> ifft(std::span<const std::complex<float>> x) { return transform(x, Direction::inverse); }
std::vector<std::complex<double>> ifft(std::span<const std::complex<double>> x) { return transform(x, Direction::inverse); }

}  // namespace papilio
