// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/driver_names.hpp"

namespace papilio::runtime {

std::vector<std::string> opencl_names() { return {"OpenCL.dll"}; }

std::vector<std::string> vulkan_names() { return {"vulkan-1.dll"}; }

std::vector<std::string> cuda_names() { return {"nvcuda.dll"}; }

std::vector<NvrtcName> nvrtc_sonames() {
  return {{13, "nvrtc64_130_0.dll"}, {12, "nvrtc64_120_0.dll"}, {11, "nvrtc64_112_0.dll"}};
}

std::vector<std::string> nvrtc_folders(const std::vector<std::string>& roots) {
  std::vector<std::string> folders = {""};
  // CUDA 13 has the folder x64.
  for (const std::string& root : roots) folders.insert(folders.end(), {root + "\\bin\\x64\\", root + "\\bin\\"});
  return folders;
}

}  // namespace papilio::runtime
