// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "backend/cuda/status.hpp"
#include "runtime/driver_names.hpp"
#include "runtime/environment.hpp"

namespace papilio::backend::cuda {
namespace {

constexpr int oldest_version = 11020;

std::string environment(const char* variable) {
  const char* value = runtime::environment_variable(variable);
  return value != nullptr ? value : "";
}

std::vector<std::string> driver_names() {
  if (std::string chosen = environment("PAPILIO_CUDA_LIBRARY"); !chosen.empty()) return {chosen};
  return runtime::cuda_names();
}

/// Initialises the driver. Returns the reason for a failure, or empty text.
std::string initialise(const CuSymbols& cuda, int& version) {
  const CUresult status = cuda.cuInit(0);
  if (status != CUDA_SUCCESS) return status_name(cuda, status);
  if (cuda.cuDriverGetVersion(&version) != CUDA_SUCCESS) version = 0;
  if (version >= oldest_version) return {};
  return fmt::format("it is a driver of CUDA {}.{} and Papilio needs 11.2", version / 1000, version % 1000 / 10);
}

}  // namespace

CuLibrary::CuLibrary(std::span<const std::string> names)
    : DriverLibrary(names, "the CUDA driver", "CUDA driver of 11.2 or newer") {
  if (!*this) return;
  const std::string reason = initialise(symbols(), version_);
  if (!reason.empty()) reject(fmt::format("{} does not start: {}", name(), reason));
}

NvrtcLibrary::NvrtcLibrary(std::span<const std::string> names)
    : DriverLibrary(names, "NVRTC, CUDA's compiler,", "NVRTC of 11.2 or newer") {
  if (!*this) return;
  int major = 0;
  int minor = 0;
  int count = 0;
  symbols().nvrtcVersion(&major, &minor);
  symbols().nvrtcGetNumSupportedArchs(&count);
  version_ = fmt::format("{}.{}", major, minor);
  architectures_.resize(static_cast<std::size_t>(std::max(count, 0)));
  if (count <= 0 || symbols().nvrtcGetSupportedArchs(architectures_.data()) != NVRTC_SUCCESS) {
    reject(fmt::format("{} (NVRTC {}) names no architecture", name(), version_));
  }
}

std::vector<std::string> nvrtc_names(int driver_version) {
  if (std::string chosen = environment("PAPILIO_NVRTC_LIBRARY"); !chosen.empty()) return {chosen};
  std::vector<std::string> roots;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (std::string root = environment(variable); !root.empty()) roots.push_back(std::move(root));
  }
  const std::vector<std::string> folders = runtime::nvrtc_folders(roots);
  const std::vector<runtime::NvrtcName> sonames = runtime::nvrtc_sonames();
  std::vector<std::string> names;
  for (const bool newer : {false, true}) {
    for (const runtime::NvrtcName& soname : sonames) {
      if ((soname.major > driver_version / 1000) != newer) continue;
      for (const std::string& folder : folders) names.push_back(folder + soname.name);
    }
  }
  return names;
}

const CuLibrary& default_library() { return runtime::process_library<CuLibrary>(driver_names); }

const NvrtcLibrary& default_nvrtc() {
  return runtime::process_library<NvrtcLibrary>([] { return nvrtc_names(default_library().version()); });
}

}  // namespace papilio::backend::cuda
