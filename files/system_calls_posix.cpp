// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "files/system_calls.hpp"

namespace papilio::files::system {
namespace {

/// Repeats a call for as long as signals interrupt it.
template <typename Call>
auto completed(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// EINVAL, ENOTSUP: file systems that cannot.
bool synced(int result) { return result == 0 || errno == EINVAL || errno == ENOTSUP; }

}  // namespace

bool close_file(int descriptor) noexcept { return ::close(descriptor) == 0; }

std::int64_t write_some(int descriptor, std::span<const std::byte> bytes) {
  return completed([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
}

std::int64_t read_at(int descriptor, std::span<std::byte> to, std::int64_t position) {
  return completed([&] { return ::pread(descriptor, to.data(), to.size(), position); });
}

std::int64_t write_at(int descriptor, std::span<const std::byte> bytes, std::int64_t position) {
  return completed([&] { return ::pwrite(descriptor, bytes.data(), bytes.size(), position); });
}

std::int64_t position_of(int descriptor) { return ::lseek(descriptor, 0, SEEK_CUR); }

bool go_to(int descriptor, std::int64_t position) { return ::lseek(descriptor, position, SEEK_SET) >= 0; }

bool sync_file(int descriptor) { return synced(::fsync(descriptor)); }

bool sync_content(int descriptor) {
#if defined(_POSIX_SYNCHRONIZED_IO) && _POSIX_SYNCHRONIZED_IO > 0
  return synced(::fdatasync(descriptor));
#else
  return synced(::fsync(descriptor));
#endif
}

bool set_aside(int descriptor, std::int64_t bytes) {
#if defined(__linux__)
  const int result = completed([&] { return ::fallocate(descriptor, 0, 0, bytes); });
  if (result != 0 && errno != EOPNOTSUPP) return false;
#endif
  return ::ftruncate(descriptor, bytes) == 0;
}

std::optional<std::int64_t> regular_size(int descriptor) {
  struct stat status {};
  errno = 0;
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return status.st_size;
}

std::optional<std::int64_t> regular_size(std::FILE* file) { return regular_size(::fileno(file)); }

std::FILE* open_to_read(const std::filesystem::path& path) { return std::fopen(path.c_str(), "rbe"); }

std::FILE* standard_input() {
  const int mode = ::fcntl(STDIN_FILENO, F_GETFL);
  if (mode >= 0 && (mode & O_ACCMODE) == O_WRONLY) errno = EBADF;  // as read() has it, and a closed one
  if (mode < 0 || (mode & O_ACCMODE) == O_WRONLY) return nullptr;
  const int copy = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  return copy < 0 ? nullptr : ::fdopen(copy, "rb");
}

bool go_to(std::FILE* file, std::int64_t position) { return ::fseeko(file, position, SEEK_SET) == 0; }

Descriptor open_own(const std::filesystem::path& path, Open which) {
  const int make = which == Open::or_make ? O_CREAT : 0;
  return Descriptor(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | make, S_IRUSR | S_IWUSR));
}

Descriptor make_file(std::string& name, std::size_t suffix) {
  return Descriptor(::mkostemps(name.data(), static_cast<int>(suffix), O_CLOEXEC));
}

bool remove_file(const PathCharacter* path) noexcept { return ::unlink(path) == 0; }

Move move_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return Move::done;
  }
  if (errno == EEXIST) return Move::name_is_taken;
#if defined(RENAME_NOREPLACE)  // a file system without hard links
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return Move::done;
  if (errno == EEXIST) return Move::name_is_taken;
#endif
  return Move::failed;
}

}  // namespace papilio::files::system
