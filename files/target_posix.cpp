// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/xattr.h>
#endif

#include <cerrno>
#include <papilio/error.hpp>
#include <system_error>
#include <utility>

#include "core/paths.hpp"
#include "files/identity.hpp"
#include "files/target.hpp"
#include "files/target_parts.hpp"

namespace papilio::files {
namespace {

namespace fs = std::filesystem;

constexpr mode_t all_rights = S_IRWXU | S_IRWXG | S_IRWXO;
constexpr mode_t rights_to_write = S_IWUSR | S_IWGRP | S_IWOTH;

Identity identity_of(const struct stat& status) { return {static_cast<std::uint64_t>(status.st_dev), status.st_ino}; }

/// A copy of standard output or standard error where the path names the same file.
Descriptor standard_stream(const Identity& identity) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat status {};
    if (::fstat(stream, &status) != 0 || identity_of(status) != identity) continue;
    const int flags = ::fcntl(stream, F_GETFL);
    if (flags == -1 || (flags & O_ACCMODE) == O_RDONLY) continue;
    return Descriptor(::fcntl(stream, F_DUPFD_CLOEXEC, 0));
  }
  return Descriptor();
}

/// O_NONBLOCK for opening only: a FIFO without a reader is then an error.
Descriptor open_special(const fs::path& path, const struct stat& status) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file) {
    if (errno == ENXIO && S_ISFIFO(status.st_mode))
      throw refused_target(path, "nobody reads it", "start its reader first");
    throw refused_target(path, reason(errno));
  }
  const int flags = ::fcntl(file.get(), F_GETFL);
  if (flags == -1 || ::fcntl(file.get(), F_SETFL, flags & ~O_NONBLOCK) != 0) throw refused_target(path, reason(errno));
  return file;
}

/// An access list gives rights that the mode does not tell: its group bits are the most that the list gives to anybody.
bool has_access_list(const fs::path& path) {
#if defined(__linux__)
  return ::getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
#else
  (void)path;
  return false;
#endif
}

/// In a folder with the sticky bit, such as /tmp, only the owner of a file, or of the folder, may replace it.
void require_replaceable(const fs::path& real, const struct stat& status) {
  struct stat folder {};
  const uid_t user = ::geteuid();
  if (user == 0 || ::stat(folder_of(real).c_str(), &folder) != 0 || (folder.st_mode & S_ISVTX) == 0) return;
  if (status.st_uid == user || folder.st_uid == user) return;
  throw refused_target(real, "it is another user's, in a folder where only owners may replace files",
                       "choose another name");
}

Target replaced(const fs::path& path, const struct stat& status) {
  if ((status.st_mode & rights_to_write) == 0 || ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) {
    throw refused_target(path, "it is read-only", "choose another name, or allow it: chmod u+w");
  }
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  if (error) throw refused_target(path, error.message());
  require_replaceable(real, status);
  // The new file has no list, so that its group must not have what the list gave to others.
  const mode_t kept = has_access_list(real) ? all_rights & ~static_cast<mode_t>(S_IRWXG) : all_rights;
  return {std::move(real), Rights{status.st_uid, status.st_gid, status.st_mode & kept}, Descriptor()};
}

/// The mode of a newly created file.
mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return (S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH) & ~mask;
}

}  // namespace

Target target_of(const fs::path& path) {
  if (path.empty()) throw Error::io("file name ''", "is empty", "name the file to write");
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return new_target(path);
    throw refused_target(path, reason(errno));
  }
  if (Descriptor stream = standard_stream(identity_of(status))) return {path, {}, std::move(stream)};
  switch (status.st_mode & S_IFMT) {
    case S_IFREG:
      return replaced(path, status);
    case S_IFCHR:
    case S_IFIFO:
      return {path, {}, open_special(path, status)};
    case S_IFDIR:
      throw refused_target(path, "it is a folder", "name a file in it");
    case S_IFBLK:
      throw refused_target(path, "it is a disk");
    default:
      throw refused_target(path, "it is no regular file");
  }
}

void give_rights(int descriptor, const std::optional<Rights>& rights) {
  if (!rights) {
    ::fchmod(descriptor, usual_mode());
    return;
  }
  mode_t mode = rights->mode;
  const bool group_given = ::fchown(descriptor, static_cast<uid_t>(-1), rights->group) == 0;
  if (!group_given) mode &= ~static_cast<mode_t>(S_IRWXG) | (mode & S_IRWXO) << 3U;
  (void)!::fchown(descriptor, rights->user, static_cast<gid_t>(-1));
  ::fchmod(descriptor, mode);
}

void sync_folder_of(const fs::path& path) {
  const Descriptor folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder) (void)!::fsync(folder.get());
}

void put_in_place(const fs::path& from, const fs::path& wanted) {
  struct stat status {};
  if (::lstat(wanted.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    throw refused_target(wanted, "meanwhile something else than a regular file has come there");
  }
  if (::rename(from.c_str(), wanted.c_str()) != 0) throw refused_target(wanted, reason(errno));
  sync_folder_of(wanted);
}

}  // namespace papilio::files
