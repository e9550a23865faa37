// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <papilio/cuda.hpp>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>
#include <span>
#include <vector>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "backend/cuda/backend.hpp"
#include "backend/opencl/backend.hpp"

namespace papilio {

using api::Access;

namespace {

namespace cl = backend::opencl;
namespace cu = backend::cuda;

/// One entry a backend; list and open load its driver at the first call.
struct Backend {
  std::string_view name;
  DeviceList (*list)();
  std::shared_ptr<runtime::Device> (*open)(std::string_view id);
};
constexpr Backend backends[] = {{"cuda", cu::list_devices, cu::open_device},
                                {"opencl", cl::list_devices, cl::open_device}};

/// The object behind a handle; throws for the handle "none".
template <typename Handle>
auto& implementation(const Handle& handle, const char* what) {
  if (!handle) throw Error::invalid_argument(what, "the handle is none", "make one before it is used");
  return api::unwrap(handle);
}

/// How much "auto" likes a device; the least number wins, and the first of equals.
int rank_of(const DeviceInfo& info) {
  if (info.backend == "cuda") return 0;
  return info.kind == "gpu" ? 1 : info.kind == "cpu" ? 2 : 3;
}

/// The best device of these backends that opens: a GPU may be there and yet refuse (exclusive mode, no memory left).
std::shared_ptr<runtime::Device> open_best(std::string_view selector, std::span<const Backend> among) {
  struct Candidate {
    int rank;
    std::string id;
    const Backend* backend;
  };
  std::vector<Candidate> candidates;
  std::vector<std::string> notes;
  for (const Backend& backend : among) {
    const DeviceList list = backend.list();
    notes.insert(notes.end(), list.notes.begin(), list.notes.end());
    for (const DeviceInfo& info : list.devices) candidates.push_back({rank_of(info), info.id, &backend});
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::rank);
  for (const Candidate& candidate : candidates) {
    try {
      return candidate.backend->open(candidate.id);
    } catch (const Error& error) {
      notes.emplace_back(error.what());
    }
  }
  throw Error::no_device(fmt::format("device '{}'", selector), fmt::format("{}", fmt::join(notes, "; ")));
}

/// What a device keeps of plans that are gone for those to come: little beside the device, and enough for the tables of
/// a convolution of 2^22 points.
std::size_t bytes_to_keep(const DeviceInfo& info) {
  constexpr std::int64_t most = std::int64_t{64} << 20;
  return static_cast<std::size_t>(std::min(most, info.global_memory / 256));
}

/// What the program gets of a device: while one of these lives the device keeps what plans used last. Kept objects hold
/// the device itself, so its own lifetime cannot say when they have to go.
std::shared_ptr<runtime::Device> handle(std::shared_ptr<runtime::Device> device) {
  device->shared_objects().open(bytes_to_keep(device->info()));
  runtime::Device* const native = device.get();
  return {native, [device = std::move(device)](runtime::Device* /*the same*/) { device->shared_objects().close(); }};
}

std::shared_ptr<runtime::Device> open(std::string_view selector) {
  if (selector == "auto") return open_best(selector, backends);
  for (const Backend& backend : backends) {
    if (selector == backend.name) return open_best(selector, {&backend, 1});
    if (selector.starts_with(fmt::format("{}:", backend.name))) return backend.open(selector);
  }
  throw Error::no_device(fmt::format("device '{}'", selector), "no backend of this name is part of this build",
                         "use 'auto', 'cuda', 'opencl' or an id such as 'opencl:0'");
}

}  // namespace

DeviceList list_devices() {
  DeviceList all;
  for (const Backend& backend : backends) {
    DeviceList list = backend.list();
    std::ranges::move(list.devices, std::back_inserter(all.devices));
    std::ranges::move(list.notes, std::back_inserter(all.notes));
  }
  return all;
}

Device::Device(std::string_view selector) : impl_(handle(open(selector))) {}

const DeviceInfo& Device::info() const { return implementation(*this, "device").info(); }

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

void Stream::synchronize() const { implementation(*this, "stream").synchronize(); }

namespace opencl {

Device wrap_device(void* context, void* device) {
  return Access::handle<Device>(handle(cl::wrap_device(context, device)));
}

Stream wrap_queue(const Device& device, void* queue) {
  return Access::handle<Stream>(cl::wrap_queue(Access::pointer(device), queue));
}

Buffer wrap_buffer(const Device& device, void* memory) {
  return Access::handle<Buffer>(cl::wrap_buffer(Access::pointer(device), memory));
}

}  // namespace opencl

namespace cuda {

Device wrap_device(int ordinal) { return Device(fmt::format("cuda:{}", ordinal)); }

Device wrap_device(void* context) { return Access::handle<Device>(handle(cu::wrap_device(context))); }

Stream wrap_stream(const Device& device, void* stream) {
  return Access::handle<Stream>(cu::wrap_stream(Access::pointer(device), stream));
}

Buffer wrap_pointer(const Device& device, void* pointer, std::size_t bytes) {
  return Access::handle<Buffer>(cu::wrap_pointer(Access::pointer(device), pointer, bytes));
}

}  // namespace cuda
}  // namespace papilio
