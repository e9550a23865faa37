// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PreparedPlan: a plan with what its executions on host memory need. PlanCache: those used last.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <papilio/plan.hpp>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "devices.hpp"
#include "request.hpp"

namespace papilio::python {

/// The host's memory of one execution.
struct HostArrays {
  std::span<const std::byte> in;  ///< from the lowest element that is there to the end of the highest; empty in place
  std::byte* out = nullptr;       ///< the lowest element of the output
};

/// May be used by many threads at once.
class PreparedPlan {
 public:
  /// Plans and compiles, without the GIL.
  PreparedPlan(OpenDevice& device, const Problem& problem, Programs programs);
  PreparedPlan(const PreparedPlan&) = delete;
  PreparedPlan& operator=(const PreparedPlan&) = delete;
  ~PreparedPlan();

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] OpenDevice& device() const { return device_; }

  /// Returns when the result is there: true if the plan keeps more memory now. Call it without the GIL.
  bool execute(const HostArrays& memory) const;
  /// Enqueues on memory of the device and returns: CUDA addresses on multiples of 16 bytes, in place twice the same
  /// one. `scratch` may be null. Call it without the GIL.
  void enqueue(const Stream& stream, const void* in, void* out, void* scratch) const;
  /// Bytes of device memory that are kept for the next executions.
  [[nodiscard]] std::size_t kept_bytes() const { return kept_bytes_.load(std::memory_order_relaxed); }

 private:
  OpenDevice& device_;
  Plan plan_;
  bool in_place_ = false;
  std::size_t out_bytes_ = 0;  ///< in place those of the larger side
  mutable std::atomic<std::size_t> kept_bytes_{0};
};

struct CacheLimits {
  std::size_t plans = 256;
  std::size_t bytes = std::size_t{256} << 20;  ///< of device memory that plans keep for themselves
};

/// The plans used last, for all threads. Never destroyed.
class PlanCache {
 public:
  static PlanCache& instance();
  /// Holds the GIL while it looks, not while it plans. KeyboardInterrupt ends the wait for a plan in the main thread;
  /// the planning itself goes on, and its plan is kept.
  std::shared_ptr<const PreparedPlan> get(const NumPyRequest& request, OpenDevice& device);
  /// The same for a thread of another library, which has no GIL and handles no signals: plans in this thread.
  std::shared_ptr<const PreparedPlan> get_outside_python(const NumPyRequest& request, OpenDevice& device);
  void clear();
  /// Drops the plans used least until the limits hold.
  void trim();
  CacheLimits limits();
  void set_limits(const CacheLimits& limits);
  struct Usage {
    std::size_t plans = 0;
    std::size_t bytes = 0;
    std::size_t hits = 0;
    std::size_t misses = 0;
  };
  Usage usage();

 private:
  struct CachedEntry {
    std::string key;
    std::shared_ptr<const PreparedPlan> plan;
  };
  template <typename Make>
  std::shared_ptr<const PreparedPlan> find_or_make(const NumPyRequest& request, const OpenDevice& device,
                                                   const Make& make);
  std::shared_ptr<const PreparedPlan> find(std::string_view key);
  std::shared_ptr<const PreparedPlan> keep(std::string key, std::shared_ptr<const PreparedPlan> plan);
  void trim_locked(std::vector<CachedEntry>& dropped);
  std::size_t bytes_locked() const;

  std::mutex mutex_;
  std::list<CachedEntry> entries_;  // the one used last in front
  std::unordered_map<std::string_view, std::list<CachedEntry>::iterator> index_;
  CacheLimits limits_;
  std::size_t hits_ = 0;
  std::size_t misses_ = 0;
};

/// Plans with the GIL released; in the main thread signals are handled meanwhile. `keep` gets the plan in any case.
std::shared_ptr<const PreparedPlan> prepare(
    OpenDevice& device, const Problem& problem, Programs programs,
    std::function<std::shared_ptr<const PreparedPlan>(std::shared_ptr<const PreparedPlan>)> keep);
/// For prepare(), when the module is imported: signals are handled in the main thread only.
void remember_main_thread();
/// Returns when no interrupted planning is under way; for the end of the process.
void wait_for_planning();

}  // namespace papilio::python
