// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <new>
#include <papilio/error.hpp>

#include "backend/vulkan/event.hpp"
#include "backend/vulkan/status.hpp"

namespace papilio::backend::vulkan {
namespace {

/// A batch is submitted when it has so many commands; shorter ones by flush().
constexpr int most_recorded = 64;
constexpr std::size_t spare_batches = 4;

}  // namespace

VulkanStream::~VulkanStream() {
  if (runtime::is_forked()) {
    if (watcher_.joinable()) watcher_.detach();  // a thread of the parent
    new (&watched_) std::condition_variable;     // its destructor would wait for that thread
    return;
  }
  try {
    synchronize();
  } catch (...) {  // a lost device has nothing left to wait for
  }
  {
    const std::lock_guard lock(watch_mutex_);
    ends_ = true;
  }
  watched_.notify_all();
  if (!watcher_.joinable()) return;
  // The last handle may be released in a completion.
  if (watcher_.get_id() == std::this_thread::get_id()) {
    watcher_.detach();
  } else {
    watcher_.join();
  }
}

std::shared_ptr<CommandBatch> VulkanStream::new_batch() {
  const VulkanSymbols& vk = device_->vk();
  auto batch = std::make_shared<CommandBatch>();
  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
  pool.queueFamilyIndex = device_->family();
  VkCommandPool commands = VK_NULL_HANDLE;
  check(vk.vkCreateCommandPool(device_->native(), &pool, nullptr, &commands), "making a command pool");
  batch->commands = VulkanCommandPoolHandle(device_->shared(), commands);
  VkCommandBufferAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate.commandPool = commands;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  check(vk.vkAllocateCommandBuffers(device_->native(), &allocate, &batch->buffer), "making a command buffer");
  VkFenceCreateInfo fence{};
  fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  VkFence done = VK_NULL_HANDLE;
  check(vk.vkCreateFence(device_->native(), &fence, nullptr, &done), "making a fence");
  batch->done = VulkanFenceHandle(device_->shared(), done);
  return batch;
}

CommandBatch& VulkanStream::open() {
  if (open_) return *open_;
  reap();
  std::shared_ptr<CommandBatch> batch;
  if (spare_.empty()) {
    batch = new_batch();
  } else {
    batch = std::move(spare_.back());
    spare_.pop_back();
  }
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  check(device_->vk().vkBeginCommandBuffer(batch->buffer, &begin), "recording commands");
  open_ = std::move(batch);
  // What other submissions of this queue wrote is seen from here on.
  record_barrier(device_->vk(), open_->buffer);
  return *open_;
}

void VulkanStream::launch(const runtime::Launch& launch) {
  const std::lock_guard lock(mutex_);
  CommandBatch& batch = open();
  record_launch(*device_, batch.buffer, launch, batch.used);
  if (++batch.recorded >= most_recorded) submit_open();
}

void VulkanStream::submit_open() {
  if (!open_) return;
  const std::shared_ptr<CommandBatch> batch = std::move(open_);
  open_.reset();
  check(device_->vk().vkEndCommandBuffer(batch->buffer), "recording commands");
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &batch->buffer;
  running_.push_back(batch);  // first: the device uses a batch that is submitted
  try {
    device_->submit(info, batch->done.get());
  } catch (...) {
    running_.pop_back();
    throw;
  }
  batch->submitted = true;
  if (batch->completions.empty()) return;
  const std::lock_guard lock(watch_mutex_);
  if (!watcher_.joinable()) watcher_ = std::thread([this] { watch(); });
  to_watch_.push_back(batch);
  watched_.notify_all();
}

void VulkanStream::wait_for_all() {
  submit_open();
  if (!running_.empty()) wait(*device_, *running_.back());
  for (const auto& batch : awaited_) wait(*device_, *batch);
  awaited_.clear();
  reap();
}

/// Releases what finished batches used; keeps a few of them for reuse.
void VulkanStream::reap() {
  const VulkanSymbols& vk = device_->vk();
  while (!running_.empty() && vk.vkGetFenceStatus(device_->native(), running_.front()->done.get()) == VK_SUCCESS) {
    const std::shared_ptr<CommandBatch> batch = std::move(running_.front());
    running_.pop_front();
    batch->used.objects.clear();
    // Events and the watcher thread may still hold the batch.
    if (batch.use_count() > 1 || spare_.size() >= spare_batches || !batch->completions.empty()) continue;
    VkFence fence = batch->done.get();
    const bool ready = vk.vkResetFences(device_->native(), 1, &fence) == VK_SUCCESS &&
                       vk.vkResetCommandPool(device_->native(), batch->commands.get(), 0) == VK_SUCCESS;
    if (!ready) continue;
    for (const VulkanPoolHandle& pool : batch->used.sets) vk.vkResetDescriptorPool(device_->native(), pool.get(), 0);
    batch->recorded = 0;
    batch->submitted = false;
    spare_.push_back(batch);
  }
}

void VulkanStream::submit() {
  const std::lock_guard lock(mutex_);
  submit_open();
}

void VulkanStream::synchronize() {
  const std::lock_guard lock(mutex_);
  wait_for_all();
}

void VulkanStream::on_completion(std::function<void()> done) {
  const std::lock_guard lock(mutex_);
  open().completions.push_back(std::move(done));
  submit_open();
}

void VulkanStream::watch() {
  std::unique_lock lock(watch_mutex_);
  for (;;) {
    watched_.wait(lock, [&] { return ends_ || !to_watch_.empty(); });
    if (to_watch_.empty()) return;
    const std::shared_ptr<CommandBatch> batch = std::move(to_watch_.front());
    to_watch_.pop_front();
    lock.unlock();
    try {
      wait(*device_, *batch);
    } catch (...) {  // a failure of the commands also ends them
    }
    for (const std::function<void()>& done : batch->completions) done();
    batch->completions.clear();
    lock.lock();
  }
}

std::unique_ptr<runtime::Event> VulkanStream::record() {
  if (device_->tick() == 0) {
    synchronize();
    return std::make_unique<VulkanEvent>(device_, std::chrono::steady_clock::now());
  }
  const VulkanSymbols& vk = device_->vk();
  VkQueryPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 1;
  VkQueryPool query = VK_NULL_HANDLE;
  check(vk.vkCreateQueryPool(device_->native(), &info, nullptr, &query), "making an event");
  VulkanQueryHandle made(device_->shared(), query);  // before what may find no memory
  auto handle = std::make_shared<const VulkanQueryHandle>(std::move(made));
  const std::lock_guard lock(mutex_);
  CommandBatch& batch = open();
  batch.used.objects.push_back(handle);  // what commands use is kept before they are recorded
  vk.vkCmdResetQueryPool(batch.buffer, query, 0, 1);
  vk.vkCmdWriteTimestamp(batch.buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, query, 0);
  auto event = std::make_unique<VulkanEvent>(device_, std::move(handle), open_);
  submit_open();
  return event;
}

/// All streams of a device share its queue, and every batch begins with a barrier: what is submitted comes first.
/// Copies by the host are not in the queue.
void VulkanStream::wait_for(const runtime::Event& event) {
  if (own(event).device().native() != device_->native()) {
    throw Error::invalid_argument("event", "it belongs to another device than the stream",
                                  "make both with the same device");
  }
  const std::lock_guard lock(mutex_);
  if (open_) record_barrier(device_->vk(), open_->buffer);
  std::erase_if(awaited_, [this](const auto& batch) {
    return device_->vk().vkGetFenceStatus(device_->native(), batch->done.get()) == VK_SUCCESS;
  });
  const auto& batch = own(event).batch();
  const bool is_own = std::find(running_.begin(), running_.end(), batch) != running_.end();  // waited for in any case
  if (batch && !is_own) awaited_.push_back(batch);
}

}  // namespace papilio::backend::vulkan
