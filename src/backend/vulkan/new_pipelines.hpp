// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Pipelines between compile() and load(), which usually follows. A driver whose pipeline cache is empty (llvmpipe's)
// would make each twice, which is half the time of a cold plan there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace papilio::backend::vulkan {

struct Pipeline;

/// Any thread may call.
class NewPipelines {
 public:
  void put(std::vector<std::uint32_t> module, std::shared_ptr<const Pipeline> pipeline);
  /// Null if none was put, or several others since.
  std::shared_ptr<const Pipeline> take(std::span<const std::uint32_t> module);

 private:
  struct Made {
    std::vector<std::uint32_t> module;
    std::shared_ptr<const Pipeline> pipeline;
  };
  std::mutex mutex_;
  std::deque<Made> made_;
};

}  // namespace papilio::backend::vulkan
