// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "backend/opencl/backend.hpp"
#include "backend/opencl/device.hpp"
#include "backend/opencl/status.hpp"
#include "runtime/choose.hpp"
#include "runtime/open_devices.hpp"

namespace papilio::backend::opencl {
namespace {

std::shared_ptr<ClDevice> make_device(const ClSymbols& cl, const ClListEntry& found) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(found.platform), 0};
  cl_int status = CL_SUCCESS;
  ClContextHandle context(&cl, cl.clCreateContext(properties, 1, &found.device, nullptr, nullptr, &status));
  check(status, fmt::format("opening {}", found.id));
  return std::make_shared<ClDevice>(cl, found, std::move(context));
}

}  // namespace

DeviceList list_devices(const ClLibrary& library) {
  DeviceList list;
  for (const ClListEntry& found : enumerate(library, list.notes)) {
    list.devices.push_back(device_info(library.symbols(), found, device_caps(library.symbols(), found.device)));
  }
  return list;
}

DeviceList list_devices() { return list_devices(default_library()); }

std::shared_ptr<runtime::Device> open_device(std::string_view id) {
  const ClLibrary& library = default_library();
  std::vector<std::string> notes;
  const std::vector<ClListEntry> all = enumerate(library, notes);
  const ClListEntry& found = runtime::choose(all, id, notes);
  return runtime::OpenDevices<cl_device_id, ClDevice>::of_process().get(
      found.device, [&] { return make_device(library.symbols(), found); });
}

}  // namespace papilio::backend::opencl
