// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/nvrtc.hpp"

#include <algorithm>
#include <filesystem>
#include <regex>

namespace papilio::test {
namespace {

// The required declarations of nvrtc.h; the ABI is stable within the versions that first_of() tries.
using Program = void*;
using Create = int (*)(Program*, const char*, const char*, int, const char* const*, const char* const*);
using Compile = int (*)(Program, int, const char* const*);
using Size = int (*)(Program, std::size_t*);
using Read = int (*)(Program, char*);
using Destroy = int (*)(Program*);

std::vector<std::string> candidates() {
  std::vector<std::string> names = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};
  std::error_code ignored;
  for (const auto& root : std::filesystem::directory_iterator("/usr/local", ignored)) {
    if (!root.path().filename().string().starts_with("cuda")) continue;
    for (const char* folder : {"lib64", "lib"}) {
      for (const auto& file : std::filesystem::directory_iterator(root.path() / folder, ignored)) {
        if (file.path().filename().string().starts_with("libnvrtc.so.")) names.push_back(file.path().string());
      }
    }
  }
  return names;
}

int number(const std::string& log, const char* pattern) {
  std::smatch match;
  return std::regex_search(log, match, std::regex(pattern)) ? std::stoi(match[1]) : -1;
}

}  // namespace

std::optional<Nvrtc> Nvrtc::load() {
  const std::vector<std::string> names = candidates();
  Library library = Library::first_of(names);
  if (!library) return std::nullopt;
  return Nvrtc(std::move(library));
}

CudaBuild Nvrtc::compile(const std::string& source, const std::string& architecture) const {
  CudaBuild build;
  Program program = nullptr;
  if (library_.get<Create>("nvrtcCreateProgram")(&program, source.c_str(), "kernel.cu", 0, nullptr, nullptr) != 0) {
    build.log = "nvrtcCreateProgram failed";
    return build;
  }
  const std::string target = "--gpu-architecture=" + architecture;
  const char* options[] = {target.c_str(), "--fmad=false", "--ptxas-options=-v"};
  build.ok = library_.get<Compile>("nvrtcCompileProgram")(program, 3, options) == 0;
  const auto read = [&](const char* size_name, const char* read_name) {
    std::size_t size = 0;
    library_.get<Size>(size_name)(program, &size);
    std::vector<char> bytes(size);
    if (size > 0) library_.get<Read>(read_name)(program, bytes.data());
    return bytes;
  };
  const std::vector<char> log = read("nvrtcGetProgramLogSize", "nvrtcGetProgramLog");
  build.log.assign(log.begin(), std::find(log.begin(), log.end(), '\0'));
  if (build.ok) {
    build.cubin = read("nvrtcGetCUBINSize", "nvrtcGetCUBIN");
    build.resources = parse_resources(build.log).value_or(CudaResources{});
  }
  library_.get<Destroy>("nvrtcDestroyProgram")(&program);
  return build;
}

std::optional<CudaResources> parse_resources(const std::string& log) {
  CudaResources resources;
  resources.registers = number(log, R"(Used (\d+) registers)");
  resources.stack = number(log, R"((\d+) bytes stack frame)");
  resources.spill_stores = number(log, R"((\d+) bytes spill stores)");
  resources.spill_loads = number(log, R"((\d+) bytes spill loads)");
  // ptxas omits shared memory if there is none.
  resources.shared = std::max(0, number(log, R"((\d+) bytes smem)"));
  if (std::min({resources.registers, resources.stack, resources.spill_stores, resources.spill_loads}) < 0) {
    return std::nullopt;
  }
  return resources;
}

}  // namespace papilio::test
