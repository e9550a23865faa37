// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/ptxas.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

namespace papilio::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> folders() {
  std::vector<fs::path> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* root = std::getenv(variable)) folders.push_back(fs::path(root) / "bin");
  }
  std::error_code ignored;
  for (const auto& root : fs::directory_iterator("/usr/local", ignored)) {
    if (root.path().filename().string().starts_with("cuda")) folders.push_back(root.path() / "bin");
  }
  const char* path = std::getenv("PATH");
  std::istringstream names(path != nullptr ? path : "");
  for (std::string folder; std::getline(names, folder, ':');) folders.emplace_back(folder);
  return folders;
}

}  // namespace

std::optional<Ptxas> Ptxas::find() {
  for (const fs::path& folder : folders()) {
    const fs::path program = folder / "ptxas";
    if (access(program.c_str(), X_OK) == 0) return Ptxas(program.string());
  }
  return std::nullopt;
}

CudaBuild Ptxas::assemble(const std::string& text, const std::string& architecture) const {
  CudaBuild build;
  const fs::path base = fs::temp_directory_path() / fmt::format("papilio-ptxas-{}", getpid());
  const std::string source = base.string() + ".ptx";
  const std::string image = base.string() + ".cubin";
  std::ofstream(source) << text;
  const std::string command = fmt::format("'{}' -v -arch={} -o '{}' '{}' 2>&1", program_, architecture, image, source);
  std::FILE* const output = popen(command.c_str(), "r");
  if (output == nullptr) return build;
  std::array<char, 4096> part{};
  while (const std::size_t bytes = std::fread(part.data(), 1, part.size(), output))
    build.log.append(part.data(), bytes);
  build.ok = pclose(output) == 0;
  if (build.ok) {
    std::ifstream file(image, std::ios::binary);
    build.cubin.assign(std::istreambuf_iterator<char>(file), {});
    build.resources = parse_resources(build.log).value_or(CudaResources{});
  }
  std::error_code ignored;
  fs::remove(source, ignored);
  fs::remove(image, ignored);
  return build;
}

}  // namespace papilio::test
