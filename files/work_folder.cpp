// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/work_folder.hpp"

#include <cerrno>
#include <papilio/error.hpp>
#include <system_error>
#include <utility>

#include "files/input_file.hpp"
#include "files/output_file.hpp"
#include "files/system_calls.hpp"
#include "files/work_folder_lock.hpp"

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

std::int64_t size_of(const Descriptor& descriptor, const std::filesystem::path& path) {
  const std::optional<std::int64_t> size = system::regular_size(descriptor.get());
  if (!size && errno != 0) throw disk_failure(path, "opening", errno);
  if (!size) throw failure(path, "is no regular file", "remove it");
  return *size;
}

}  // namespace

WorkFile::WorkFile(std::filesystem::path path, std::int64_t bytes, WorkFileState state) : path_(std::move(path)) {
  descriptor_ =
      system::open_own(path_, state == WorkFileState::new_file ? system::Open::or_make : system::Open::existing);
  if (!descriptor_) throw failure(path_, "cannot be opened: " + reason(errno), "begin again: --restart");
  const std::int64_t size = size_of(descriptor_, path_);
  if (state == WorkFileState::new_file) {
    if (size != bytes && !system::set_aside(descriptor_.get(), bytes)) {
      throw disk_failure(path_, "setting its space aside", errno);
    }
  } else if (size != bytes) {
    throw failure(path_, "has another length than it was given", "begin again: --restart");
  }
}

void WorkFile::read(std::int64_t position, std::span<std::byte> to) const {
  while (!to.empty()) {
    const std::int64_t count = system::read_at(descriptor_.get(), to, position);
    if (count < 0) throw disk_failure(path_, "reading", errno);
    if (count == 0) throw failure(path_, "is shorter than it was", "begin again: --restart");
    to = to.subspan(static_cast<std::size_t>(count));
    position += count;
  }
}

void WorkFile::write(std::int64_t position, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::int64_t count = system::write_at(descriptor_.get(), bytes, position);
    if (count < 0) throw disk_failure(path_, "writing", errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    position += count;
  }
}

void WorkFile::sync() {
  if (!system::sync_content(descriptor_.get())) throw disk_failure(path_, "writing", errno);
}

WorkFolder::WorkFolder(std::filesystem::path path) : path_(std::move(path)), lock_(take_folder(path_)) {
  // Notes in the making, of processes that were killed: the lock says that nobody is at one.
  std::error_code error;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(path_, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("note.") && name.ends_with(".part")) std::filesystem::remove(entry.path(), error);
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

void WorkFolder::remove_note() { remove_file(note_name); }

WorkFile WorkFolder::file(const std::string& name, std::int64_t bytes, WorkFileState state) const {
  return {path_ / name, bytes, state};
}

void WorkFolder::move_file(const std::string& name, const Target& target) {
  const std::filesystem::path from = path_ / name;
  const Descriptor file = system::open_own(from, system::Open::existing);
  if (!file) throw failure(from, "cannot be opened: " + reason(errno), "begin again: --restart");
  give_rights(file.get(), target.rights);
  put_in_place(from, target.path);
}

void WorkFolder::remove(std::span<const std::string> names) {
  for (const std::string& name : names) remove_file(name);
  remove_note();
  leave_folder(path_, lock_);
}

void WorkFolder::remove_file(const std::string& name) const { system::remove_file((path_ / name).c_str()); }

}  // namespace papilio::files
