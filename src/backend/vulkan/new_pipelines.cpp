// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/new_pipelines.hpp"

#include <algorithm>

namespace papilio::backend::vulkan {
namespace {

/// The kernels of a plan are compiled at the same time, each by a thread that loads it next.
constexpr std::size_t most_kept = 16;

}  // namespace

void NewPipelines::put(std::vector<std::uint32_t> module, std::shared_ptr<const Pipeline> pipeline) {
  const std::lock_guard lock(mutex_);
  if (made_.size() == most_kept) made_.pop_front();
  made_.push_back({std::move(module), std::move(pipeline)});
}

std::shared_ptr<const Pipeline> NewPipelines::take(std::span<const std::uint32_t> module) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::ranges::find_if(made_, [&](const Made& one) { return std::ranges::equal(one.module, module); });
  if (found == made_.end()) return nullptr;
  std::shared_ptr<const Pipeline> pipeline = std::move(found->pipeline);
  made_.erase(found);
  return pipeline;
}

}  // namespace papilio::backend::vulkan
