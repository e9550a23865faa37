// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/recording.hpp"

#include <papilio/error.hpp>

#include "runtime/copies.hpp"

namespace papilio::backend::vulkan {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw Error::invalid_argument(what, "the stream records a command buffer, which runs when the caller submits it",
                                "use a Stream of the device");
}

}  // namespace

void VulkanRecording::begin() {
  if (!begun_) record_barrier(device_->vk(), commands_);
  begun_ = true;
}

void VulkanRecording::launch(const runtime::Launch& launch) {
  const std::lock_guard lock(mutex_);
  begin();
  record_launch(*device_, commands_, launch, used_);
}

void VulkanRecording::copy_part(const runtime::Memory& from, runtime::Memory& to, std::size_t bytes,
                                const runtime::CopyPlaces& places) {
  runtime::check_range(from, places.from, bytes);
  runtime::check_range(to, places.to, bytes);
  const VulkanMemory& source = own(*device_, from);
  const VulkanMemory& target = own(*device_, to);
  const std::lock_guard lock(mutex_);
  begin();
  used_.objects.push_back(source.allocation());
  used_.objects.push_back(target.allocation());
  record_copy(*device_, commands_, source, target, bytes, places);
}

void VulkanRecording::clear(const runtime::Memory& /*memory*/, std::size_t /*offset*/, std::size_t /*bytes*/) {
  refuse("clearing memory");
}
void VulkanRecording::write(runtime::Memory& /*to*/, std::size_t /*offset*/, const void* /*from*/,
                            std::size_t /*bytes*/) {
  refuse("an upload");
}
void VulkanRecording::read(const runtime::Memory& /*from*/, std::size_t /*offset*/, void* /*to*/,
                           std::size_t /*bytes*/) {
  refuse("a download");
}
void VulkanRecording::write_async(runtime::Memory& /*to*/, std::size_t /*offset*/, const void* /*from*/,
                                  std::size_t /*bytes*/) {
  refuse("an upload");
}
void VulkanRecording::read_async(const runtime::Memory& /*from*/, std::size_t /*offset*/, void* /*to*/,
                                 std::size_t /*bytes*/) {
  refuse("a download");
}
void VulkanRecording::synchronize() { refuse("synchronize()"); }
void VulkanRecording::on_completion(std::function<void()> /*done*/) { refuse("waiting for the stream"); }
std::unique_ptr<runtime::Event> VulkanRecording::record() { refuse("an event"); }
void VulkanRecording::wait_for(const runtime::Event& /*event*/) { refuse("waiting for an event"); }

}  // namespace papilio::backend::vulkan
