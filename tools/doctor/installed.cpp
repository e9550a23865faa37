// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/doctor/installed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <papilio/error.hpp>
#include <papilio/version.hpp>
#include <string_view>

#include "runtime/child_process.hpp"
#include "tools/doctor/system.hpp"

namespace papilio::tool {
namespace {

namespace fs = std::filesystem;

struct PartFile {
  const char* name;
  const char* file;  ///< below a prefix, or below one of its folders of libraries; {} is the series, "0.2"
  bool in_library_folder;
};

constexpr std::array<PartFile, 7> parts = {{{"library", "libpapilio.so.{}", true},
                                            {"C, C++", "include/papilio/papilio.hpp", false},
                                            {"Fortran", "share/papilio/fortran/papilio.f90", false},
                                            {"MPI", "libpapilio-mpi.so.{}", true},
                                            {"cuFFT", "papilio/cufft/libcufft.so.12", true},
                                            {"FFTW", "papilio/fftw3/libfftw3.so.3", true},
                                            {"Octave", "papilio/mex/papilio_mex.mex", true}}};

fs::path running_command() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);  // empty where there is no such file
}

/// lib, lib64 and Debian's lib/x86_64-linux-gnu, below the prefix.
std::vector<fs::path> library_folders(const fs::path& prefix) {
  std::vector<fs::path> folders = {prefix / "lib", prefix / "lib64"};
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(prefix / "lib", error)) {
    if (entry.path().filename().string().find("-linux-gnu") != std::string::npos) folders.push_back(entry.path());
  }
  return folders;
}

std::string find_part(const PartFile& part, const std::vector<fs::path>& prefixes) {
  const std::string series = fmt::format("{}.{}", PAPILIO_VERSION_MAJOR, PAPILIO_VERSION_MINOR);
  const std::string file = fmt::format(fmt::runtime(part.file), series);
  for (const fs::path& prefix : prefixes) {
    for (const fs::path& folder : part.in_library_folder ? library_folders(prefix) : std::vector{prefix}) {
      std::error_code error;
      if (fs::exists(folder / file, error)) return (folder / file).string();
    }
  }
  return {};
}

/// The folder of the package that python3 in PATH imports. An environment that is not active is not seen.
std::string python_package() {
  try {
    const std::string python = runtime::find_program("python3");
    if (python.empty()) return {};
    const char* const program =
        "import sys; del sys.path[0]; import importlib.util as u; s = u.find_spec('papilio'); "
        "print(s.submodule_search_locations[0] if s and s.origin else '')";
    std::string folder = runtime::run_child({python, "-c", program}, {}).log;
    while (folder.ends_with('\n')) folder.pop_back();
    std::error_code error;
    return fs::is_directory(folder, error) ? folder : std::string();
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

std::vector<InstalledPart> installed_parts(const std::vector<fs::path>& prefixes) {
  std::vector<InstalledPart> found = {{"command", running_command().string()}};
  for (const PartFile& part : parts) found.push_back({part.name, find_part(part, prefixes)});
  found.push_back({"Python", python_package()});
  return found;
}

std::vector<fs::path> usual_prefixes() {
  std::vector<fs::path> prefixes;
  if (const fs::path command = running_command(); !command.empty()) {
    prefixes.push_back(command.parent_path().parent_path());
  }
  prefixes.insert(prefixes.end(), {"/usr/local", "/usr"});
  for (const std::string& home : home_folders()) prefixes.push_back(fs::path(home) / ".local");
  return prefixes;
}

}  // namespace papilio::tool
