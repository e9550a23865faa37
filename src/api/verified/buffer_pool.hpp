// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What executions of a batch need beside their operands, kept for later ones of the same batch. Safe from several
// threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace papilio::api {

/// Buffers has a member `batch`.
template <typename Buffers>
class BufferPool {
 public:
  /// Kept by an earlier execution, or made by make(batch).
  template <typename Make>
  [[nodiscard]] std::unique_ptr<Buffers> take(std::int64_t batch, const Make& make) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      const auto fits = std::ranges::find_if(free_, [&](const auto& buffers) { return buffers->batch == batch; });
      if (fits != free_.end()) {
        std::unique_ptr<Buffers> buffers = std::move(*fits);
        free_.erase(fits);
        return buffers;
      }
    }
    return make(batch);
  }
  void give_back(std::unique_ptr<Buffers> buffers) {
    constexpr std::size_t max_kept = 4;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (free_.size() == max_kept) free_.erase(free_.begin());
    free_.push_back(std::move(buffers));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Buffers>> free_;
};

}  // namespace papilio::api
