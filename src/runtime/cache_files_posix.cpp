// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "runtime/cache_files.hpp"
#include "runtime/file_descriptor.hpp"

namespace papilio::runtime {
namespace {

namespace fs = std::filesystem;

bool is_trusted(const struct stat& status) {
  const bool ours = status.st_uid == ::geteuid() || status.st_uid == 0;
  return ours && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// A file that is open for reading, and its size; -1 for one that is missing or not trusted.
struct TrustedFile {
  explicit TrustedFile(const fs::path& file)
      // O_NONBLOCK: opening a FIFO that stands in for an entry must not block. It has no effect on regular files.
      : descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) {
    struct stat status {};
    const bool opened = descriptor && ::fstat(descriptor.get(), &status) == 0;
    if (opened && S_ISREG(status.st_mode) && is_trusted(status)) size = status.st_size;
  }
  FileDescriptor descriptor;
  std::int64_t size = -1;
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
  if (file_in.size <= 0 || file_in.size > largest_entry) return std::nullopt;
  const int in = file_in.descriptor.get();
  const auto size = static_cast<std::size_t>(file_in.size);
  if (size < head) return std::nullopt;
  Entry entry{std::string(head, '\0'), std::vector<std::byte>(size - head)};
  if (!read_all(in, entry.head.data(), head) || !read_all(in, entry.rest.data(), entry.rest.size())) {
    return std::nullopt;
  }
  // evict() reads the modification time as the time of last use. A failure only makes the entry look older than it is.
  if (use == Use::counts) ::futimens(in, nullptr);
  return entry;
}

std::optional<std::int64_t> trusted_size(const fs::path& file) {
  const TrustedFile in(file);
  return in.size >= 0 ? std::optional(in.size) : std::nullopt;
}

std::optional<std::string> read_range(const fs::path& file, std::int64_t offset, std::size_t bytes) {
  const TrustedFile in(file);
  if (in.size < 0 || offset < 0 || offset > in.size || static_cast<std::uint64_t>(in.size - offset) < bytes)
    return std::nullopt;
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
