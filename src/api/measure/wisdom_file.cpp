// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/measure/wisdom_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <papilio/error.hpp>
#include <system_error>
#include <thread>

#include "api/measure/wisdom_storage.hpp"
#include "core/paths.hpp"
#include "runtime/cache_files.hpp"
#include "runtime/environment.hpp"
#include "runtime/file_descriptor.hpp"

namespace papilio::api {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr std::int64_t max_bytes = std::int64_t{4} << 20;  // 20,000 problems, which take 0.7 s to read
constexpr std::chrono::seconds patience{10};

/// The file that a name refers to. Links are followed, because some users keep their settings elsewhere, and to a file
/// that is not there yet as well, which weakly_canonical() does not do.
fs::path target_of(const fs::path& path) {
  std::error_code error;
  const fs::path target = follow_links(path);
  fs::path whole = fs::weakly_canonical(target, error);
  return error ? target : whole;
}

/// Devices and FIFOs would be replaced by a file.
void require_regular(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    refuse_wisdom(path, "it is no regular file", "set PAPILIO_WISDOM to a file, or to off");
  }
}

/// Held until it is destroyed. The lock file is never removed: otherwise two processes could each hold a lock.
class Lock {
 public:
  explicit Lock(const fs::path& path) : file_(open_lock_file(path.string() + ".lock")) {
    if (!file_) refuse_wisdom_by_errno(path);
    const steady_clock::time_point end = steady_clock::now() + patience;
    for (;;) {
      const LockState state = try_lock(file_.get());
      if (state == LockState::held) return;
      if (state == LockState::failed) refuse_wisdom_by_errno(path);
      if (steady_clock::now() > end) refuse_wisdom(path, "another process has locked it for ten seconds", "try again");
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

 private:
  runtime::FileDescriptor file_;
};

}  // namespace

void refuse_wisdom(const fs::path& path, const std::string& why, const std::string& remedy) {
  throw Error::io(fmt::format("wisdom '{}'", path.string()), why, remedy);
}

void refuse_wisdom_by_errno(const fs::path& path) {
  refuse_wisdom(path, std::strerror(errno), "set PAPILIO_WISDOM to a file that can be written, or to off");
}

fs::path wisdom_path() {
  const auto value_of = [](const char* name) -> std::string_view {
    const char* value = runtime::environment_variable(name);
    return value == nullptr ? std::string_view() : std::string_view(value);
  };
  fs::path path;
  if (const std::string_view own = value_of("PAPILIO_WISDOM"); !own.empty()) {
    path = own == "off" ? fs::path() : fs::path(own);
  } else {
    for (const runtime::UserFolder& file : runtime::wisdom_files()) {
      if (const fs::path base(value_of(file.variable)); path.empty() && base.is_absolute()) path = base / file.below;
    }
  }
  return runtime::is_short_enough(path.string()) ? path : fs::path();
}

WisdomContents read_wisdom_file(const fs::path& path) {
  const runtime::FileStamp stamp = runtime::stamp_of(path);
  if (stamp.bytes < 0) return {};
  const auto refused = [&](const char* why) { return WisdomContents{{}, fmt::format("{}: {}", path.string(), why)}; };
  if (stamp.bytes > max_bytes) return refused("it has more than 4 MiB; remove it");
  const std::optional<runtime::Entry> entry =
      runtime::read_entry(target_of(path), static_cast<std::size_t>(stamp.bytes), runtime::Use::does_not_count);
  if (!entry && stamp.bytes == 0) return {};
  if (!entry) {
    return refused("it is no file of this user that only this user may write; remove it, or chown it and chmod go-w");
  }
  const std::string_view first = std::string_view(entry->head).substr(0, entry->head.find('\n'));
  if (first != wisdom_heading) return refused("its first line is not '# papilio wisdom'; name another file");
  return {entry->head, {}};
}

void rewrite_wisdom_file(const fs::path& path, const std::function<std::string(std::string_view)>& change) {
  if (path.empty()) throw Error::io("wisdom", "there is no file for it", "set PAPILIO_WISDOM to one");
  const fs::path target = target_of(path);
  require_regular(target);
  if (!runtime::make_private_directory(folder_of(target))) refuse_wisdom_by_errno(path);
  const Lock lock(target);
  const WisdomContents contents = read_wisdom_file(target);
  if (!contents.refused.empty()) throw Error::io("wisdom", contents.refused);
  const std::string text = change(contents.text);
  if (static_cast<std::int64_t>(text.size()) > max_bytes) {
    refuse_wisdom(target, "it would have more than 4 MiB, which is not read", "remove it, or forget what is in it");
  }
  if (text != contents.text) replace_wisdom(target, text);
}

}  // namespace papilio::api
