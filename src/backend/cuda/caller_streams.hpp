// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// CallerStreams: the caller's streams that Papilio has wrapped, so that planning can be refused while one of them is
// captured. CUDA reports whether a stream is captured, but not whether a thread is in a capture: only an "unsafe" call
// would show that, and it breaks the capture (cuThreadExchangeStreamCaptureMode, "potentially unsafe API calls").
#pragma once

#include <algorithm>
#include <mutex>
#include <set>

#include "backend/cuda/status.hpp"

namespace papilio::backend::cuda {

/// Queries one stream, which never breaks a capture. The stream's context must be current. The default stream counts as
/// captured while a stream that synchronises with it is captured, because it cannot be used then either.
inline bool is_captured(const CuSymbols& cuda, CUstream stream) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  const CUresult result = cuda.cuStreamIsCapturing(stream, &status);
  if (result == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT) return true;
  check(cuda, result, "asking whether a stream is captured");
  return status != CU_STREAM_CAPTURE_STATUS_NONE;
}

class CallerStreams {
 public:
  void add(CUstream stream) {
    const std::lock_guard lock(mutex_);
    streams_.insert(stream);
  }
  /// After this call the caller may destroy the stream: no thread queries it any more.
  void remove(CUstream stream) noexcept {
    const std::lock_guard lock(mutex_);
    if (const auto found = streams_.find(stream); found != streams_.end()) streams_.erase(found);
  }
  [[nodiscard]] bool any_captured(const CuSymbols& cuda) const {
    const std::lock_guard lock(mutex_);
    return std::any_of(streams_.begin(), streams_.end(), [&](CUstream stream) { return is_captured(cuda, stream); });
  }

 private:
  mutable std::mutex mutex_;
  std::multiset<CUstream> streams_;  ///< one entry per wrapper
};

}  // namespace papilio::backend::cuda
