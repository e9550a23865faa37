// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <chrono>
#include <condition_variable>
#include <papilio/cache.hpp>
#include <papilio/error.hpp>
#include <thread>

#include "plans.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

using SharedPlan = std::shared_ptr<const PreparedPlan>;

/// One planning in a thread of its own.
struct Job {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  SharedPlan plan;
  std::exception_ptr error;
};

std::mutex planning_mutex;
std::condition_variable planning_changed;
int planning = 0;

unsigned long main_thread = 0;  // written when the module is imported

bool in_main_thread() { return PyThread_get_thread_ident() == main_thread; }

/// Waits for the job and lets Python handle signals meanwhile; throws python_error if a handler raises. After a second
/// the user is told why, once and on a terminal only.
void wait_for(Job& job, const OpenDevice& device) {
  const auto begin = std::chrono::steady_clock::now();
  bool told = false;
  for (;;) {
    {
      const nb::gil_scoped_release release;
      std::unique_lock lock(job.mutex);
      if (job.changed.wait_for(lock, std::chrono::milliseconds(20), [&] { return job.done; })) return;
    }
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (told || std::chrono::steady_clock::now() - begin < std::chrono::seconds(1)) continue;
    told = true;
    const CacheState state = cache_state(device.device);
    nb::list refused;
    for (const std::string& why : state.refused) refused.append(why);
    nb::module_::import_("papilio._notices").attr("tell_of_compilation")(state.folder, refused);
  }
}

}  // namespace

SharedPlan prepare(OpenDevice& device, const Problem& problem, Programs programs,
                   std::function<SharedPlan(SharedPlan)> keep) {
  if (!in_main_thread()) {
    const nb::gil_scoped_release release;
    return keep(std::make_shared<PreparedPlan>(device, problem, programs));
  }
  auto job = std::make_shared<Job>();
  {
    const std::lock_guard lock(planning_mutex);
    ++planning;
  }
  std::thread([job, &device, problem, programs, keep = std::move(keep)] {
    SharedPlan plan;
    std::exception_ptr error;
    try {
      plan = keep(std::make_shared<PreparedPlan>(device, problem, programs));
    } catch (...) {
      error = std::current_exception();
    }
    {
      const std::lock_guard lock(job->mutex);
      job->plan = std::move(plan);
      job->error = error;
      job->done = true;
    }
    job->changed.notify_all();
    const std::lock_guard lock(planning_mutex);
    --planning;
    planning_changed.notify_all();
  }).detach();
  wait_for(*job, device);
  if (job->error) std::rethrow_exception(job->error);
  return job->plan;
}

void remember_main_thread() {
  main_thread = nb::cast<unsigned long>(nb::module_::import_("threading").attr("main_thread")().attr("ident"));
}

void wait_for_planning() {
  const nb::gil_scoped_release release;
  std::unique_lock lock(planning_mutex);
  if (!is_forked()) planning_changed.wait(lock, [] { return planning == 0; });
}

PlanCache& PlanCache::instance() {
  static auto* const cache = new PlanCache;
  return *cache;
}

SharedPlan PlanCache::find(std::string_view key) {
  const std::lock_guard lock(mutex_);
  const auto found = index_.find(key);
  if (found == index_.end()) {
    ++misses_;
    return nullptr;
  }
  ++hits_;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->plan;
}

SharedPlan PlanCache::keep(std::string key, SharedPlan plan) {
  std::vector<CachedEntry> dropped;  // plans are destroyed without the lock
  const std::lock_guard lock(mutex_);
  const auto found = index_.find(key);
  if (found != index_.end()) return found->second->plan;  // another thread was first
  entries_.push_front({std::move(key), plan});
  index_.emplace(entries_.front().key, entries_.begin());
  trim_locked(dropped);
  return plan;
}

template <typename Make>
SharedPlan PlanCache::find_or_make(const NumPyRequest& request, const OpenDevice& device, const Make& make) {
  const RequestKey key(request, device.index);
  if (SharedPlan plan = find(key.view())) return plan;
  const auto kept = [this, text = std::string(key.view())](SharedPlan plan) { return keep(text, std::move(plan)); };
  try {
    return make(kept);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
    clear();  // other plans may keep the memory that is missing
    return make(kept);
  }
}

SharedPlan PlanCache::get(const NumPyRequest& request, OpenDevice& device) {
  return find_or_make(request, device,
                      [&](const auto& kept) { return prepare(device, request.problem(), Programs::general, kept); });
}

SharedPlan PlanCache::get_outside_python(const NumPyRequest& request, OpenDevice& device) {
  return find_or_make(request, device, [&](const auto& kept) {
    return kept(std::make_shared<PreparedPlan>(device, request.problem(), Programs::general));
  });
}

std::size_t PlanCache::bytes_locked() const {
  std::size_t bytes = 0;
  for (const CachedEntry& entry : entries_) bytes += entry.plan->kept_bytes();
  return bytes;
}

void PlanCache::trim_locked(std::vector<CachedEntry>& dropped) {
  std::size_t bytes = bytes_locked();
  while (!entries_.empty() && (entries_.size() > limits_.plans || bytes > limits_.bytes)) {
    bytes -= std::min(bytes, entries_.back().plan->kept_bytes());
    index_.erase(entries_.back().key);
    dropped.push_back(std::move(entries_.back()));
    entries_.pop_back();
  }
}

void PlanCache::trim() {
  std::vector<CachedEntry> dropped;
  const std::lock_guard lock(mutex_);
  trim_locked(dropped);
}

void PlanCache::clear() {
  std::list<CachedEntry> dropped;
  const std::lock_guard lock(mutex_);
  index_.clear();
  dropped.swap(entries_);
}

CacheLimits PlanCache::limits() {
  const std::lock_guard lock(mutex_);
  return limits_;
}

void PlanCache::set_limits(const CacheLimits& limits) {
  {
    const std::lock_guard lock(mutex_);
    limits_ = limits;
  }
  trim();
}

PlanCache::Usage PlanCache::usage() {
  const std::lock_guard lock(mutex_);
  return {entries_.size(), bytes_locked(), hits_, misses_};
}

}  // namespace papilio::python
