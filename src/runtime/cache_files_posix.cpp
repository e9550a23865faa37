// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <system_error>

#include "runtime/cache_files.hpp"
#include "runtime/file_descriptor.hpp"

namespace papilio::runtime {
namespace {

namespace fs = std::filesystem;

bool is_ours(const struct stat& status) { return status.st_uid == ::geteuid() || status.st_uid == 0; }

bool is_trusted(const struct stat& status) { return is_ours(status) && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0; }

/// Why an open file is not trusted, and the remedy; null if it is.
const char* distrust(const struct stat& status) {
  if (!S_ISREG(status.st_mode)) return "it is not a file; name the file itself";
  if (!is_ours(status)) return "it belongs to another user; let this user or root own it (chown)";
  return is_trusted(status) ? nullptr : "others may write it; leave that to its owner (chmod go-w)";
}

enum class Links { followed, refused };

FileStamp stamp_from(const struct stat& status) {
#if defined(__APPLE__)
  const timespec& changed = status.st_mtimespec;
#else
  const timespec& changed = status.st_mtim;
#endif
  return {static_cast<std::uint64_t>(status.st_dev), status.st_ino, status.st_size,
          std::int64_t{changed.tv_sec} * 1'000'000'000 + changed.tv_nsec};
}

/// A file that is open for reading, and its stamp; none for one that is missing or not trusted, and why.
struct TrustedFile {
  explicit TrustedFile(const fs::path& file, Links links = Links::refused)
      // O_NONBLOCK: opening a FIFO that stands in for an entry must not block. It has no effect on regular files.
      : descriptor(
            ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | (links == Links::refused ? O_NOFOLLOW : 0))) {
    struct stat status {};
    if (!descriptor || ::fstat(descriptor.get(), &status) != 0) {
      error = errno;
      return;
    }
    why = distrust(status);
    if (why == nullptr) stamp = stamp_from(status);
  }
  FileDescriptor descriptor;
  FileStamp stamp;
  int error = 0;              ///< errno of a file that cannot be opened
  const char* why = nullptr;  ///< for one that can be opened, but is not trusted
};

bool read_all(int descriptor, void* into, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t n = ::read(descriptor, static_cast<char*>(into) + done, bytes - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace

std::optional<Entry> read_entry(const fs::path& file, std::size_t head, Use use) {
  const TrustedFile file_in(file);
  if (file_in.stamp.bytes <= 0 || file_in.stamp.bytes > largest_entry) return std::nullopt;
  const int in = file_in.descriptor.get();
  const auto size = static_cast<std::size_t>(file_in.stamp.bytes);
  if (size < head) return std::nullopt;
  Entry entry{std::string(head, '\0'), std::vector<std::byte>(size - head)};
  if (!read_all(in, entry.head.data(), head) || !read_all(in, entry.rest.data(), entry.rest.size())) {
    return std::nullopt;
  }
  // evict() reads the modification time as the time of last use. A failure only makes the entry look older than it is.
  if (use == Use::counts) ::futimens(in, nullptr);
  return entry;
}

FileStamp stamp_of(const fs::path& path) noexcept {
  struct stat status {};
  return path.empty() || ::stat(path.c_str(), &status) != 0 ? FileStamp() : stamp_from(status);
}

std::optional<FileStamp> trusted_stamp(const fs::path& file, std::string& why) {
  const TrustedFile in(file, Links::followed);
  if (in.stamp.bytes >= 0) return in.stamp;
  if (in.why != nullptr) {
    why = in.why;
  } else if (in.error == ENOENT || in.error == ENOTDIR) {
    why = "it is not there; correct the path";
  } else {
    why = "it cannot be opened (" + std::generic_category().message(in.error) + "); let this user read it";
  }
  return std::nullopt;
}

std::optional<std::string> read_range(const fs::path& file, std::int64_t offset, std::size_t bytes) {
  const TrustedFile in(file, Links::followed);
  const std::int64_t size = in.stamp.bytes;
  if (size < 0 || offset < 0 || offset > size || static_cast<std::uint64_t>(size - offset) < bytes) return std::nullopt;
  std::string content(bytes, '\0');
  if (::lseek(in.descriptor.get(), offset, SEEK_SET) != offset) return std::nullopt;
  if (!read_all(in.descriptor.get(), content.data(), bytes)) return std::nullopt;
  return content;
}

bool directory_is_safe(const fs::path& directory) {
  struct stat status {};
  return ::stat(directory.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && is_trusted(status);
}

bool is_short_enough(std::string_view directory) {
  constexpr std::size_t longest_name = 128;  // of entries and temporary files
  return directory.size() + longest_name < PATH_MAX;
}

bool make_private_directory(const fs::path& directory) {
  const std::string& path = directory.native();
  if (!is_short_enough(path)) return false;
  struct stat status {};
  for (std::size_t end = path.find_first_not_of('/'); end < path.size();) {
    end = std::min(path.find('/', end), path.size());
    const std::string part = path.substr(0, end);
    if (::stat(part.c_str(), &status) != 0 && ::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) return false;
    end = path.find_first_not_of('/', end);
  }
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace papilio::runtime
