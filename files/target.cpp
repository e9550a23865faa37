// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/target.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <papilio/error.hpp>
#include <system_error>
#include <utility>

#include "files/identity.hpp"

namespace papilio::files {
namespace {

namespace fs = std::filesystem;

constexpr mode_t all_rights = S_IRWXU | S_IRWXG | S_IRWXO;
constexpr mode_t rights_to_write = S_IWUSR | S_IWGRP | S_IWOTH;

Error refusal(const fs::path& path, const std::string& why, const std::string& remedy = "choose another name") {
  return Error::io(path.string(), "cannot be written: " + why, remedy);
}

/// A copy of standard output or standard error where the path names the same file.
Descriptor standard_stream(const Identity& identity) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat status {};
    if (::fstat(stream, &status) != 0 || Identity{status.st_dev, status.st_ino} != identity) continue;
    const int flags = ::fcntl(stream, F_GETFL);
    if (flags == -1 || (flags & O_ACCMODE) == O_RDONLY) continue;
    return Descriptor(::fcntl(stream, F_DUPFD_CLOEXEC, 0));
  }
  return Descriptor();
}

/// O_NONBLOCK for opening only: a FIFO without a reader is then an error.
Descriptor open_special(const fs::path& path) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file) {
    if (errno == ENXIO) throw refusal(path, "nobody reads it", "start its reader first");
    throw refusal(path, reason(errno));
  }
  const int flags = ::fcntl(file.get(), F_GETFL);
  if (flags == -1 || ::fcntl(file.get(), F_SETFL, flags & ~O_NONBLOCK) != 0) throw refusal(path, reason(errno));
  return file;
}

Target replaced(const fs::path& path, const struct stat& status) {
  if ((status.st_mode & rights_to_write) == 0 || ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) {
    throw refusal(path, "it is read-only", "choose another name, or allow it: chmod u+w");
  }
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  if (error) throw refusal(path, error.message());
  return {std::move(real), Rights{status.st_uid, status.st_gid, status.st_mode & all_rights}, Descriptor()};
}

Target made(const fs::path& path) {
  fs::path target = follow_links(path);
  if (!target.has_filename()) throw refusal(path, "it is the name of a folder", "name a file in it");
  std::error_code error;
  const fs::path folder = folder_of(target);
  const fs::file_status status = fs::status(folder, error);
  if (status.type() == fs::file_type::not_found) {
    throw refusal(path, "its folder does not exist", "make it: mkdir -p " + folder.string());
  }
  if (error) throw refusal(path, error.message());
  if (!fs::is_directory(status)) throw refusal(path, folder.string() + " is no folder");
  return {std::move(target), std::nullopt, Descriptor()};
}

/// The mode of a newly created file.
mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return (S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH) & ~mask;
}

}  // namespace

Descriptor::~Descriptor() { close(); }
Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = std::exchange(other.number_, -1);
  }
  return *this;
}
int Descriptor::close() noexcept {
  if (number_ < 0) return 0;
  return ::close(std::exchange(number_, -1)) == 0 ? 0 : errno;
}

const char* remedy_of(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space on that disk";
    case EFBIG:
      return "raise the limit of file sizes: ulimit -f";
    case EPIPE:
      return "keep its reader running";
    default:
      return "check the disk";
  }
}

std::string reason(int error) { return std::generic_category().message(error); }

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

fs::path follow_links(fs::path path) {
  constexpr int most_links = 40;  // as the system's own limit
  std::error_code error;
  for (int link = 0; link < most_links && fs::is_symlink(fs::symlink_status(path, error)); ++link) {
    const fs::path next = fs::read_symlink(path, error);
    if (error) break;
    path = folder_of(path) / next;
  }
  return path;
}

Target target_of(const fs::path& path) {
  if (path.empty()) throw Error::io("file name ''", "is empty", "name the file to write");
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return made(path);
    throw refusal(path, reason(errno));
  }
  if (Descriptor stream = standard_stream({status.st_dev, status.st_ino})) return {path, {}, std::move(stream)};
  switch (status.st_mode & S_IFMT) {
    case S_IFREG:
      return replaced(path, status);
    case S_IFCHR:
    case S_IFIFO:
      return {path, {}, open_special(path)};
    case S_IFDIR:
      throw refusal(path, "it is a folder", "name a file in it");
    case S_IFBLK:
      throw refusal(path, "it is a disk");
    default:
      throw refusal(path, "it is no regular file");
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
    throw refusal(wanted, "meanwhile something else than a regular file has come there");
  }
  if (::rename(from.c_str(), wanted.c_str()) != 0) throw refusal(wanted, reason(errno));
  sync_folder_of(wanted);
}

}  // namespace papilio::files
