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

/// Room has a member `batch`.
template <typename Room>
class RoomPool {
 public:
  /// Kept by an earlier execution, or made by make(batch).
  template <typename Make>
  [[nodiscard]] std::unique_ptr<Room> take(std::int64_t batch, const Make& make) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      const auto fits = std::ranges::find_if(free_, [&](const auto& room) { return room->batch == batch; });
      if (fits != free_.end()) {
        std::unique_ptr<Room> room = std::move(*fits);
        free_.erase(fits);
        return room;
      }
    }
    return make(batch);
  }
  void give_back(std::unique_ptr<Room> room) {
    constexpr std::size_t most_kept = 4;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (free_.size() == most_kept) free_.erase(free_.begin());
    free_.push_back(std::move(room));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Room>> free_;
};

}  // namespace papilio::api
