// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "backend/cuda/backend.hpp"
#include "backend/cuda/device.hpp"
#include "runtime/choose.hpp"
#include "runtime/open_devices.hpp"

namespace papilio::backend::cuda {

DeviceList list_devices(const CuLibrary& library, const NvrtcLibrary& (*nvrtc)()) {
  DeviceList list;
  for (const CuListEntry& found : enumerate(library, list.notes)) {
    list.devices.push_back(device_info(library, found, device_caps(library.symbols(), found.device)));
  }
  if (!list.devices.empty() && !nvrtc()) {
    list.notes.push_back(
        fmt::format("cuda: {}; callbacks need it: install NVRTC (cuda-nvrtc, libnvrtc12); all else runs without",
                    nvrtc().problem()));
  }
  return list;
}

DeviceList list_devices() { return list_devices(default_library(), default_nvrtc); }

bool has_nvrtc() { return static_cast<bool>(default_nvrtc()); }

std::shared_ptr<runtime::Device> open_device(std::string_view id) {
  const CuLibrary& library = default_library();
  std::vector<std::string> notes;
  const std::vector<CuListEntry> all = enumerate(library, notes);
  const CuListEntry& found = runtime::choose(all, id, notes);
  return runtime::OpenDevices<CUdevice, CuDevice>::of_process().get(found.device, [&] {
    return std::make_shared<CuDevice>(library, found, retain_primary_context(library.symbols(), found.device));
  });
}

}  // namespace papilio::backend::cuda
