// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <map>
#include <mutex>

#include "backend/cuda/backend.hpp"
#include "backend/cuda/device.hpp"
#include "runtime/choose.hpp"

namespace papilio::backend::cuda {
namespace {

/// The devices that are open now, so that plans of one device share programs and tables. It owns nothing: when the last
/// handle goes, the primary context is released.
struct Registry {
  std::mutex mutex;
  std::map<CUdevice, std::weak_ptr<CuDevice>> open;
};

Registry& registry() {
  static Registry instance;
  return instance;
}

}  // namespace

DeviceList list_devices(const Library& library, const NvrtcLibrary& (*nvrtc)()) {
  DeviceList list;
  for (const Found& found : enumerate(library, list.notes)) list.devices.push_back(device_info(library, found));
  if (!list.devices.empty() && !nvrtc()) {
    list.notes.push_back(fmt::format(
        "cuda: {}; install NVRTC (cuda-nvrtc, libnvrtc12), until then only kernels from the compile cache run",
        nvrtc().problem()));
  }
  return list;
}

DeviceList list_devices() { return list_devices(default_library(), default_nvrtc); }

bool can_compile() { return static_cast<bool>(default_nvrtc()); }

std::shared_ptr<runtime::Device> open_device(std::string_view id) {
  const Library& library = default_library();
  std::vector<std::string> notes;
  const std::vector<Found> all = enumerate(library, notes);
  const Found& found = runtime::choose(all, id, notes);
  Registry& shared = registry();
  const std::lock_guard lock(shared.mutex);
  std::weak_ptr<CuDevice>& slot = shared.open[found.device];
  if (std::shared_ptr<CuDevice> open = slot.lock()) return open;
  auto opened = std::make_shared<CuDevice>(library, found, retain_primary_context(library.symbols(), found.device));
  slot = opened;
  return opened;
}

}  // namespace papilio::backend::cuda
