// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/cuda.hpp>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>
#include <papilio/vulkan.hpp>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/backends.hpp"
#include "backend/cuda/backend.hpp"
#include "backend/opencl/backend.hpp"
#include "backend/vulkan/backend.hpp"
#include "runtime/forked.hpp"

namespace papilio {

using api::HandleAccess;

namespace {

namespace cl = backend::opencl;
namespace cu = backend::cuda;
namespace vk = backend::vulkan;

/// Returns the object behind a handle. Throws for the handle "none", and in a forked process.
template <typename Handle>
auto& implementation(const Handle& handle, const char* what) {
  if (!handle) throw Error::invalid_argument(what, "the handle is none", "make one before it is used");
  runtime::require_not_forked(what);
  return api::unwrap(handle);
}

/// Returns the device that wrapped objects belong to; null for "none". Throws in a forked process.
const std::shared_ptr<runtime::Device>& own(const Device& device) {
  runtime::require_not_forked("an object of a device");
  return HandleAccess::pointer(device);
}

/// How much a device caches for later plans: little compared with its memory, and enough for the tables of a
/// convolution of 2^22 points.
std::size_t bytes_to_keep(const DeviceCaps& caps) {
  constexpr std::int64_t most = std::int64_t{64} << 20;
  return static_cast<std::size_t>(std::min(most, caps.global_memory / 256));
}

/// The device as programs hold it. While one of these handles exists, the device caches what plans used last. Cached
/// objects hold the device itself, so the device's own lifetime cannot decide when to drop them.
std::shared_ptr<runtime::Device> handle(std::shared_ptr<runtime::Device> device) {
  device->shared_objects().open(bytes_to_keep(device->caps()));
  runtime::Device* const native = device.get();
  return {native, [device = std::move(device)](runtime::Device* /*the same*/) mutable {
            if (runtime::is_forked()) {
              new std::shared_ptr(std::move(device));  // left to the system, with what it caches
            } else {
              device->shared_objects().close();
            }
          }};
}

}  // namespace

DeviceList list_devices() {
  runtime::require_not_forked("a list of devices");
  return api::list_devices(api::backends());
}

Device::Device(std::string_view selector) {
  runtime::require_not_forked("a device");
  impl_ = handle(api::open_device(selector, api::backends()));
}

const DeviceInfo& Device::info() const {
  if (!impl_) throw Error::invalid_argument("device", "the handle is none", "make one before it is used");
  return impl_->info();
}

Buffer::Buffer(const Device& device, std::size_t bytes)
    : impl_(api::allocate(implementation(device, "device"), bytes)) {}

std::size_t Buffer::size_bytes() const { return impl_ != nullptr ? impl_->size() : 0; }

Stream::Stream(const Device& device) : impl_(implementation(device, "device").make_stream()) {}

void Stream::upload(const Buffer& to, const void* from, std::size_t bytes, std::size_t offset) const {
  implementation(*this, "stream").write(implementation(to, "buffer"), offset, from, bytes);
}

void Stream::download(const Buffer& from, void* to, std::size_t bytes, std::size_t offset) const {
  implementation(*this, "stream").read(implementation(from, "buffer"), offset, to, bytes);
}

void Stream::upload_async(const Buffer& to, const void* from, std::size_t bytes, std::size_t offset) const {
  implementation(*this, "stream").write_async(implementation(to, "buffer"), offset, from, bytes);
}

void Stream::download_async(const Buffer& from, void* to, std::size_t bytes, std::size_t offset) const {
  implementation(*this, "stream").read_async(implementation(from, "buffer"), offset, to, bytes);
}

Event Stream::record() const {
  runtime::Stream& stream = implementation(*this, "stream");
  auto event = HandleAccess::handle<Event>(std::shared_ptr<runtime::Event>(stream.record()));
  stream.submit();  // so that waiting for the event ends
  return event;
}

void Stream::wait(const Event& event) const {
  implementation(*this, "stream").wait_for(implementation(event, "event"));
}

void Event::wait() const { implementation(*this, "event").wait(); }

double seconds_between(const Event& begin, const Event& end) {
  return implementation(end, "event").seconds_since(implementation(begin, "event"));
}

void Stream::synchronize() const { implementation(*this, "stream").synchronize(); }

namespace opencl {

Device wrap_device(void* context, void* device) {
  runtime::require_not_forked("a device");
  runtime::note_driver();
  return HandleAccess::handle<Device>(handle(cl::wrap_device(context, device)));
}

Stream wrap_queue(const Device& device, void* queue) {
  return HandleAccess::handle<Stream>(cl::wrap_queue(own(device), queue));
}

Buffer wrap_buffer(const Device& device, void* memory) {
  return HandleAccess::handle<Buffer>(cl::wrap_buffer(own(device), memory));
}
bool shares_host_memory(const Device& device) { return cl::shares_host_memory(HandleAccess::pointer(device)); }
Buffer wrap_host_memory(const Device& device, void* memory, std::size_t bytes) {
  return HandleAccess::handle<Buffer>(cl::wrap_host_memory(own(device), memory, bytes));
}

}  // namespace opencl

namespace cuda {

Device wrap_device(int ordinal) { return Device(fmt::format("cuda:{}", ordinal)); }

Device wrap_device(void* context) {
  runtime::require_not_forked("a device");
  return HandleAccess::handle<Device>(handle(cu::wrap_device(context)));
}

Stream wrap_stream(const Device& device, void* stream) {
  return HandleAccess::handle<Stream>(cu::wrap_stream(own(device), stream));
}

Buffer wrap_pointer(const Device& device, void* pointer, std::size_t bytes) {
  return HandleAccess::handle<Buffer>(cu::wrap_pointer(own(device), pointer, bytes));
}

void* native_context(const Device& device) { return cu::native_context(implementation(device, "device")); }
void* native_stream(const Stream& stream) { return cu::native_stream(implementation(stream, "stream")); }
void* native_pointer(const Buffer& buffer) { return cu::native_pointer(implementation(buffer, "buffer")); }

}  // namespace cuda

namespace vulkan {

Device wrap_device(const Handles& handles) {
  runtime::require_not_forked("a device");
  runtime::note_driver();
  return HandleAccess::handle<Device>(handle(vk::wrap_device(handles)));
}

Buffer wrap_buffer(const Device& device, std::uint64_t buffer, std::size_t offset, std::size_t bytes) {
  return HandleAccess::handle<Buffer>(vk::wrap_buffer(own(device), buffer, offset, bytes));
}

Stream wrap_command_buffer(const Device& device, void* command_buffer) {
  return HandleAccess::handle<Stream>(vk::wrap_command_buffer(own(device), command_buffer));
}

}  // namespace vulkan
}  // namespace papilio
