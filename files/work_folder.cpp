// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/work_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <papilio/error.hpp>
#include <system_error>
#include <utility>

#include "files/input_file.hpp"
#include "files/output_file.hpp"

namespace papilio::files {
namespace {

constexpr const char* note_name = "note";
constexpr std::size_t longest_note = std::size_t{1} << 16;

Error failure(const std::filesystem::path& path, const std::string& why, const std::string& remedy) {
  return Error::io(path.string(), why, remedy);
}

Error disk_failure(const std::filesystem::path& path, const char* what, int error) {
  return failure(path, std::string(what) + " failed: " + reason(error), remedy_of(error));
}

off_t size_of(const Descriptor& descriptor, const std::filesystem::path& path) {
  struct stat status {};
  if (::fstat(descriptor.get(), &status) != 0) throw disk_failure(path, "opening", errno);
  if (!S_ISREG(status.st_mode)) throw failure(path, "is no regular file", "remove it");
  return status.st_size;
}

/// Sets the bytes aside, or at least the length where the file system cannot.
void allocate(const Descriptor& descriptor, const std::filesystem::path& path, std::int64_t bytes) {
  int result = 0;
  do {
    result = ::fallocate(descriptor.get(), 0, 0, bytes);
  } while (result != 0 && errno == EINTR);
  if (result != 0 && errno != EOPNOTSUPP) throw disk_failure(path, "setting its space aside", errno);
  if (::ftruncate(descriptor.get(), bytes) != 0) throw disk_failure(path, "setting its length", errno);
}

}  // namespace

WorkFile::WorkFile(std::filesystem::path path, std::int64_t bytes, WorkFileState state) : path_(std::move(path)) {
  const int make = state == WorkFileState::new_file ? O_CREAT : 0;
  descriptor_ =
      Descriptor(::open(path_.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | make, S_IRUSR | S_IWUSR));
  if (!descriptor_) throw failure(path_, "cannot be opened: " + reason(errno), "begin again: --restart");
  const off_t size = size_of(descriptor_, path_);
  if (state == WorkFileState::new_file) {
    if (size != bytes) allocate(descriptor_, path_, bytes);
  } else if (size != bytes) {
    throw failure(path_, "has another length than it was given", "begin again: --restart");
  }
}

void WorkFile::read(std::int64_t position, std::span<std::byte> to) const {
  while (!to.empty()) {
    const ssize_t count = ::pread(descriptor_.get(), to.data(), to.size(), position);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw disk_failure(path_, "reading", errno);
    if (count == 0) throw failure(path_, "is shorter than it was", "begin again: --restart");
    to = to.subspan(static_cast<std::size_t>(count));
    position += count;
  }
}

void WorkFile::write(std::int64_t position, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(descriptor_.get(), bytes.data(), bytes.size(), position);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw disk_failure(path_, "writing", errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    position += count;
  }
}

void WorkFile::sync() {
  // EINVAL, ENOTSUP: file systems that cannot.
  if (::fdatasync(descriptor_.get()) != 0 && errno != EINVAL && errno != ENOTSUP) {
    throw disk_failure(path_, "writing", errno);
  }
}

WorkFolder::WorkFolder(std::filesystem::path path) : path_(std::move(path)) {
  if (::mkdir(path_.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    throw failure(path_, "the folder for the work cannot be made: " + reason(errno), "write the result elsewhere");
  }
  lock_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!lock_) throw failure(path_, "the folder for the work cannot be opened: " + reason(errno), "remove it");
  struct stat status {};
  if (::fstat(lock_.get(), &status) != 0) throw disk_failure(path_, "opening", errno);
  if (status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    throw failure(path_, "the folder for the work belongs to another user, or others may write in it",
                  "remove it, or write the result elsewhere");
  }
  if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
    throw failure(path_, "another process is at this work", "wait for it, or write the result elsewhere");
  }
  // Notes in the making, of processes that were killed: the lock says that nobody is at one.
  std::error_code error;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(path_, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("note.") && name.ends_with(".part")) ::unlink(entry.path().c_str());
  }
}

std::optional<std::string> WorkFolder::note() const {
  if (!std::filesystem::exists(path_ / note_name)) return std::nullopt;
  return read_text(path_ / note_name, longest_note);
}

void WorkFolder::write_note(const std::string& text) {
  OutputFile file(path_ / note_name);
  file.write(text);
  file.commit();
}

void WorkFolder::remove_note() { ::unlink((path_ / note_name).c_str()); }

WorkFile WorkFolder::file(const std::string& name, std::int64_t bytes, WorkFileState state) const {
  return {path_ / name, bytes, state};
}

void WorkFolder::move_file(const std::string& name, const Target& target) {
  const std::filesystem::path from = path_ / name;
  const Descriptor file(::open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file) throw failure(from, "cannot be opened: " + reason(errno), "begin again: --restart");
  give_rights(file.get(), target.rights);
  put_in_place(from, target.path);
}

void WorkFolder::remove(std::span<const std::string> names) {
  for (const std::string& name : names) ::unlink((path_ / name).c_str());
  remove_note();
  ::rmdir(path_.c_str());
}

}  // namespace papilio::files
