// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Linux's names. macOS has others, which PAPILIO_OPENCL_LIBRARY and PAPILIO_VULKAN_LIBRARY can name.
#include "runtime/driver_names.hpp"

namespace papilio::runtime {

// The second name exists only where development packages are installed.
std::vector<std::string> opencl_names() { return {"libOpenCL.so.1", "libOpenCL.so"}; }

std::vector<std::string> vulkan_names() { return {"libvulkan.so.1"}; }

// Not libcuda.so, which is the toolkit's stub and cannot run anything.
std::vector<std::string> cuda_names() { return {"libcuda.so.1"}; }

std::vector<NvrtcName> nvrtc_sonames() {
  return {{13, "libnvrtc.so.13"}, {12, "libnvrtc.so.12"}, {11, "libnvrtc.so.11.2"}};
}

std::vector<std::string> nvrtc_folders(const std::vector<std::string>& roots) {
  std::vector<std::string> folders = {""};
  for (const std::string& root : roots) folders.push_back(root + "/lib64/");
  folders.emplace_back("/usr/local/cuda/lib64/");
  return folders;
}

}  // namespace papilio::runtime
