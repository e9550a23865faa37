// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Streams: commands recorded one after the other, with a barrier between any two, and submitted in batches.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "backend/vulkan/record.hpp"

namespace papilio::backend::vulkan {

/// Commands that are submitted together, and everything that they use.
struct CommandBatch {
  VulkanCommandPoolHandle commands;
  VkCommandBuffer buffer = nullptr;  ///< of the pool
  VulkanFenceHandle done;
  CommandResources used;
  std::vector<std::function<void()>> completions;
  int recorded = 0;
  bool submitted = false;
};

class VulkanStream final : public runtime::Stream {
 public:
  explicit VulkanStream(std::shared_ptr<const VulkanDevice> device) : device_(std::move(device)) {}
  /// Waits for its commands.
  ~VulkanStream() override;

  void launch(const runtime::Launch& launch) override;
  void write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override;
  void read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override;
  // These block, which the interface allows.
  void write_async(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override {
    write(to, offset, from, bytes);
  }
  void read_async(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override {
    read(from, offset, to, bytes);
  }
  void copy_part(const runtime::Memory& from, runtime::Memory& to, std::size_t bytes,
                 const runtime::CopyPlaces& places) override;
  void clear(const runtime::Memory& memory, std::size_t offset, std::size_t bytes) override;
  void synchronize() override;
  void on_completion(std::function<void()> done) override;
  std::unique_ptr<runtime::Event> record() override;
  void wait_for(const runtime::Event& event) override;
  void submit() override;

 private:
  // With the mutex held
  CommandBatch& open();
  void submit_open();
  void wait_for_all();
  void reap();
  [[nodiscard]] std::shared_ptr<CommandBatch> new_batch();
  void copy_range(VkBuffer from, std::size_t from_offset, VkBuffer to, std::size_t to_offset, std::size_t bytes);
  /// Runs completions in the order of the batches, in a thread of its own.
  void watch();

  std::shared_ptr<const VulkanDevice> device_;
  std::mutex mutex_;
  std::shared_ptr<CommandBatch> open_;
  std::deque<std::shared_ptr<CommandBatch>> running_;
  std::vector<std::shared_ptr<CommandBatch>> spare_;
  std::vector<std::shared_ptr<const CommandBatch>> awaited_;  ///< of other streams: the host's copies wait for them too

  std::mutex watch_mutex_;
  std::condition_variable watched_;
  std::deque<std::shared_ptr<CommandBatch>> to_watch_;
  bool ends_ = false;
  std::thread watcher_;  ///< started by the first completion
};

}  // namespace papilio::backend::vulkan
