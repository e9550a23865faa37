// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/pocl_cache.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <system_error>
#include <vector>

#include "backend/opencl/pocl_cache_lock.hpp"
#include "runtime/compile_cache.hpp"
#include "runtime/environment.hpp"

namespace papilio::backend::opencl {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::hours hour{1};
constexpr const char* marker = "papilio.trimmed";  // its time is that of the last trim
using Time = fs::file_time_type;

struct CachedProgram {
  fs::path folder;
  std::int64_t bytes = 0;
  Time last;
};

std::vector<fs::path> children(const fs::path& folder) {
  std::vector<fs::path> result;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    result.push_back(it->path());
  return result;
}

bool is_papilio(const fs::path& program) {
  return std::ranges::any_of(children(program),
                             [](const fs::path& kernel) { return kernel.filename().string().starts_with("papilio_"); });
}

std::int64_t bytes_below(const fs::path& folder) {
  std::int64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    if (it->is_regular_file(gone)) bytes += static_cast<std::int64_t>(it->file_size(gone));
  }
  return bytes;
}

std::vector<CachedProgram> programs_in(const fs::path& folder) {
  std::vector<CachedProgram> programs;
  for (const fs::path& group : children(folder)) {
    if (group.filename().string().size() != 2) continue;
    for (const fs::path& program : children(group)) {
      std::error_code error;
      const Time last = fs::last_write_time(program / "last_accessed", error);
      if (!error && is_papilio(program)) programs.push_back({program, bytes_below(program), last});
    }
  }
  return programs;
}

/// True within the hour before now, and within the hour after it, because clocks differ. Later times say nothing.
bool is_recent(Time time) {
  const Time now = Time::clock::now();
  return now - hour < time && time < now + hour;
}

/// True for one process an hour.
bool is_due(const fs::path& folder) {
  std::error_code error;
  const Time last = fs::last_write_time(folder / marker, error);
  return (error || !is_recent(last)) && set_time_to_now(folder / marker);
}

/// Removes a program unless it has been used since it was found. Its folder gets another name first, so that no process
/// finds parts of it.
bool remove(const fs::path& cache, const CachedProgram& program) {
  std::error_code error;
  if (fs::last_write_time(program.folder / "last_accessed", error) != program.last || error) return false;
  const fs::path removed = cache / ("papilio.removed-" + program.folder.filename().string());
  fs::rename(program.folder, removed, error);
  if (!error) fs::remove_all(removed, error);
  return !error;
}

}  // namespace

fs::path pocl_cache_folder() {
  const char* folder = runtime::environment_variable("POCL_CACHE_DIR");
  if (folder != nullptr && *folder != '\0') return folder;
  const char* caches = runtime::environment_variable("XDG_CACHE_HOME");
  if (caches != nullptr && *caches != '\0') return fs::path(caches) / "pocl" / "kcache";
  const char* home = runtime::environment_variable("HOME");
  return home == nullptr ? fs::path() : fs::path(home) / ".cache" / "pocl" / "kcache";
}

fs::path pocl_kernel_folder() {
  const char* kept = runtime::environment_variable("POCL_KERNEL_CACHE");
  return kept != nullptr && runtime::is_off(kept) ? fs::path() : pocl_cache_folder();
}

std::vector<fs::path> pocl_programs(const fs::path& folder) {
  std::vector<fs::path> folders;
  for (const CachedProgram& program : programs_in(folder)) folders.push_back(program.folder);
  return folders;
}

void trim_pocl_cache(const fs::path& folder, std::int64_t limit_bytes) {
  std::vector<CachedProgram> programs = programs_in(folder);
  std::int64_t total = 0;
  for (const CachedProgram& program : programs) total += program.bytes;
  if (total <= limit_bytes) return;
  std::ranges::sort(programs, {}, &CachedProgram::last);
  for (const CachedProgram& program : programs) {
    if (total <= limit_bytes - limit_bytes / 4) return;
    if (!is_recent(program.last) && remove(folder, program)) total -= program.bytes;
  }
}

void trim_pocl_cache_hourly() noexcept {
  try {
    const fs::path folder = pocl_cache_folder();
    const runtime::CacheConfig config = runtime::CacheConfig::from_environment();
    const bool off = config.directory.empty();  // then PoCL's folder is left alone, too
    if (!off && !folder.empty() && is_due(folder)) trim_pocl_cache(folder, config.limit_bytes);
  } catch (...) {
    // Out of memory, or a path that cannot be formed: the next hour is as good.
  }
}

}  // namespace papilio::backend::opencl
