// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/peers/foreign_library.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "runtime/environment.hpp"

namespace papilio::bench {

ForeignLibrary::ForeignLibrary(ForeignNames names) : names_(std::move(names)) {
  if (const char* chosen = runtime::environment_variable(names_.variable); chosen != nullptr && *chosen != '\0')
    names_.files = {chosen};
  library_ = runtime::DynamicLibrary(names_.files);
  if (!library_) {
    throw Error::unsupported(names_.name, fmt::format("its library was not found, tried {}", library_.tried()),
                             names_.remedy);
  }
}

void ForeignLibrary::fail_without(const char* symbol) const {
  throw Error::unsupported(names_.name, fmt::format("{} has no {}", library_.name(), symbol), names_.remedy);
}

std::vector<std::string> in_cuda_folders(const std::vector<std::string>& files) {
  std::vector<std::string> folders = {""};
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* root = runtime::environment_variable(variable);
    if (root != nullptr && *root != '\0') folders.push_back(std::string(root) + "/lib64/");
  }
  folders.emplace_back("/usr/local/cuda/lib64/");
  std::vector<std::string> paths;
  for (const std::string& file : files) {
    for (const std::string& folder : folders) paths.push_back(folder + file);
  }
  return paths;
}

}  // namespace papilio::bench
