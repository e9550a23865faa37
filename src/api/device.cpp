// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/device.hpp"

#include <fmt/format.h>

#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>

#include "backend/opencl/backend.hpp"

namespace papilio {
namespace {

namespace cl = backend::opencl;

/// The object behind a handle; throws for the handle "none".
template <typename Handle>
auto& implementation(const Handle& handle, const char* what) {
  if (!handle) throw Error::invalid_argument(what, "the handle is none", "make one before it is used");
  return *handle.impl();
}

/// The first GPU, else the first CPU, else the first device of any kind.
std::shared_ptr<runtime::Device> open_best(std::string_view selector) {
  const DeviceList list = list_devices();
  for (const char* kind : {"gpu", "cpu", "other"}) {
    for (const DeviceInfo& info : list.devices) {
      if (info.kind == kind) return cl::open_device(info.id);
    }
  }
  std::string notes;
  for (const std::string& note : list.notes) notes += (notes.empty() ? "" : "; ") + note;
  throw Error::no_device(fmt::format("device '{}'", selector), notes);
}

std::shared_ptr<runtime::Device> open(std::string_view selector) {
  if (selector == "auto" || selector == "opencl") return open_best(selector);
  if (selector.starts_with("opencl:")) return cl::open_device(selector);
  throw Error::no_device(fmt::format("device '{}'", selector), "no backend of this name is part of this build",
                         "use 'auto', 'opencl' or an id such as 'opencl:0'");
}

}  // namespace

DeviceList list_devices() { return cl::list_devices(); }

Device::Device(std::string_view selector) : impl_(open(selector)) {}

const DeviceInfo& Device::info() const { return implementation(*this, "device").info(); }

Buffer::Buffer(const Device& device, std::size_t bytes) : impl_(implementation(device, "device").allocate(bytes)) {}

std::size_t Buffer::size_bytes() const { return impl_ != nullptr ? impl_->size() : 0; }

Stream::Stream(const Device& device) : impl_(implementation(device, "device").make_stream()) {}

void Stream::upload(const Buffer& to, const void* from, std::size_t bytes, std::size_t offset) const {
  implementation(*this, "stream").write(implementation(to, "buffer"), offset, from, bytes);
}

void Stream::download(const Buffer& from, void* to, std::size_t bytes, std::size_t offset) const {
  implementation(*this, "stream").read(implementation(from, "buffer"), offset, to, bytes);
}

void Stream::synchronize() const { implementation(*this, "stream").synchronize(); }

namespace opencl {

Device wrap_device(void* context, void* device) { return Device(cl::wrap_device(context, device)); }

Stream wrap_queue(const Device& device, void* queue) { return Stream(cl::wrap_queue(device.impl(), queue)); }

Buffer wrap_buffer(const Device& device, void* memory) { return Buffer(cl::wrap_buffer(device.impl(), memory)); }

}  // namespace opencl
}  // namespace papilio
