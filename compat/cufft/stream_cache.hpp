// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The stream of a handle, as Papilio takes it. Wrapping one takes a few driver calls, so it is kept from one execution
// to the next. But a program may destroy its stream while the handle still names it, as long as it executes no more;
// and planning asks all wrapped streams whether they are captured. So planning drops the wrappers of all handles first,
// and while a thread plans, none is kept.
#pragma once

#include <mutex>
#include <papilio/device.hpp>

namespace papilio::compat::cufft {

class StreamCache {
 public:
  StreamCache();
  ~StreamCache();
  StreamCache(const StreamCache&) = delete;
  StreamCache& operator=(const StreamCache&) = delete;

  /// cudaStream_t; null is the default stream.
  void set(void* native);
  [[nodiscard]] void* native();
  /// Throws Error(invalid_argument) for a stream of another context than the device's.
  [[nodiscard]] papilio::Stream get(const papilio::Device& device);
  void forget();

 private:
  std::mutex mutex_;
  void* native_ = nullptr;
  papilio::Stream stream_;
};

/// While it lives, no StreamCache keeps a wrapper.
class PlanningScope {
 public:
  PlanningScope();
  ~PlanningScope();
  PlanningScope(const PlanningScope&) = delete;
  PlanningScope& operator=(const PlanningScope&) = delete;
};

}  // namespace papilio::compat::cufft
