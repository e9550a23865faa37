// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <map>
#include <mutex>

#include "backend/opencl/backend.hpp"
#include "backend/opencl/device.hpp"
#include "backend/opencl/status.hpp"
#include "runtime/choose.hpp"

namespace papilio::backend::opencl {
namespace {

/// The devices that are open now, so that two handles of one id share a context and buffers may pass between them. The
/// other object of this backend that all threads share (besides the library); it owns nothing: when the last handle
/// goes, the context goes.
struct Registry {
  std::mutex mutex;
  std::map<cl_device_id, std::weak_ptr<ClDevice>> open;
};

Registry& registry() {
  static Registry instance;
  return instance;
}

std::shared_ptr<ClDevice> make_device(const Symbols& cl, const Found& found) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(found.platform), 0};
  cl_int status = CL_SUCCESS;
  ContextHandle context(cl, cl.clCreateContext(properties, 1, &found.device, nullptr, nullptr, &status));
  check(status, fmt::format("opening {}", found.id));
  return std::make_shared<ClDevice>(cl, found, std::move(context));
}

}  // namespace

DeviceList list_devices(const Library& library) {
  DeviceList list;
  for (const Found& found : enumerate(library, list.notes)) {
    list.devices.push_back(device_info(library.symbols(), found));
  }
  return list;
}

DeviceList list_devices() { return list_devices(default_library()); }

std::shared_ptr<runtime::Device> open_device(std::string_view id) {
  const Library& library = default_library();
  std::vector<std::string> notes;
  const std::vector<Found> all = enumerate(library, notes);
  const Found& found = runtime::choose(all, id, notes);
  Registry& shared = registry();
  const std::lock_guard lock(shared.mutex);
  std::weak_ptr<ClDevice>& slot = shared.open[found.device];
  if (std::shared_ptr<ClDevice> open = slot.lock()) return open;
  std::shared_ptr<ClDevice> opened = make_device(library.symbols(), found);
  slot = opened;
  return opened;
}

}  // namespace papilio::backend::opencl
