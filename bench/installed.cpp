// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/installed.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "bench/host.hpp"
#include "runtime/environment.hpp"

namespace papilio::bench {
namespace {

namespace fs = std::filesystem;

/// $PAPILIO_BENCH_DIR/BELOW, then the folder in which the command was built or installed.
std::vector<fs::path> folders(const char* below, const char* relative_to_command) {
  std::vector<fs::path> all;
  const char* chosen = runtime::environment_variable("PAPILIO_BENCH_DIR");
  if (chosen != nullptr && *chosen != '\0') all.push_back(fs::path(chosen) / below);
  const fs::path command = program_file();
  if (!command.empty()) all.push_back(command.parent_path() / relative_to_command);
  return all;
}

// PAPILIO_MODULE_FOLDER and PAPILIO_SUITE_FOLDER come from CMakeLists.txt.
std::vector<fs::path> module_folders() { return folders("modules", PAPILIO_MODULE_FOLDER); }
std::vector<fs::path> suite_folders() { return folders("suites", PAPILIO_SUITE_FOLDER); }

std::string first_that_exists(const std::vector<fs::path>& among, const std::string& file) {
  std::error_code ignored;
  for (const fs::path& folder : among) {
    if (fs::is_regular_file(folder / file, ignored)) return (folder / file).string();
  }
  return {};
}

}  // namespace

std::string module_file(const std::string& name) {
  return first_that_exists(module_folders(), "papilio-" + name + ".so");
}

std::string suite_file(const std::string& name) { return first_that_exists(suite_folders(), name + ".txt"); }

std::vector<std::string> suite_names() {
  std::vector<std::string> names;
  for (const fs::path& folder : suite_folders()) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace papilio::bench
