// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/stream_cache.hpp"

#include <atomic>
#include <papilio/cuda.hpp>
#include <unordered_set>
#include <utility>

namespace papilio::compat::cufft {
namespace {

struct Caches {
  std::mutex mutex;
  std::unordered_set<StreamCache*> all;
  std::atomic<int> planners = 0;
};

/// Never destroyed: programs may end without destroying their handles.
Caches& caches() {
  static auto* const instance = new Caches;
  return *instance;
}

}  // namespace

StreamCache::StreamCache() {
  const std::lock_guard lock(caches().mutex);
  caches().all.insert(this);
}

StreamCache::~StreamCache() {
  const std::lock_guard lock(caches().mutex);
  caches().all.erase(this);
}

void StreamCache::set(void* native) {
  const std::lock_guard lock(mutex_);
  if (native == native_) return;
  native_ = native;
  stream_ = {};
}

void* StreamCache::native() {
  const std::lock_guard lock(mutex_);
  return native_;
}

papilio::Stream StreamCache::get(const papilio::Device& device) {
  const std::lock_guard lock(mutex_);
  if (stream_) return stream_;
  papilio::Stream stream = papilio::cuda::wrap_stream(device, native_);
  if (caches().planners == 0) stream_ = stream;
  return stream;
}

void StreamCache::forget() {
  const std::lock_guard lock(mutex_);
  stream_ = {};
}

PlanningScope::PlanningScope() {
  ++caches().planners;
  const std::lock_guard lock(caches().mutex);
  for (StreamCache* cache : caches().all) cache->forget();
}

PlanningScope::~PlanningScope() { --caches().planners; }

}  // namespace papilio::compat::cufft
