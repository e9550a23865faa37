// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <windows.h>

#include <cstdlib>
#include <fstream>
#include <system_error>

#include "runtime/cache_files.hpp"

namespace papilio::runtime {
namespace {

namespace fs = std::filesystem;

bool read_all(std::ifstream& in, void* into, std::size_t bytes) {
  return bytes == 0 || in.read(static_cast<char*>(into), static_cast<std::streamsize>(bytes)).good();
}

}  // namespace

std::optional<Entry> read_entry(const fs::path& file, std::size_t head, Use use) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(file, error))) return std::nullopt;
  const std::uintmax_t size = fs::file_size(file, error);
  if (error || size == 0 || size > static_cast<std::uintmax_t>(largest_entry) || size < head) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  Entry entry{std::string(head, '\0'), std::vector<std::byte>(size - head)};
  if (!read_all(in, entry.head.data(), head) || !read_all(in, entry.rest.data(), entry.rest.size())) {
    return std::nullopt;
  }
  // A failure only makes the entry look older than it is.
  if (use == Use::counts) fs::last_write_time(file, fs::file_time_type::clock::now(), error);
  return entry;
}

FileStamp stamp_of(const fs::path& path) noexcept {
  if (path.empty()) return {};
  const HANDLE file = ::CreateFileW(path.c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return {};
  BY_HANDLE_FILE_INFORMATION facts{};
  const bool known = ::GetFileInformationByHandle(file, &facts) != 0;
  ::CloseHandle(file);
  if (!known) return {};
  const auto joined = [](DWORD high, DWORD low) { return std::uint64_t{high} << 32 | low; };
  constexpr std::int64_t nanoseconds_of_tick = 100;
  const std::uint64_t changed = joined(facts.ftLastWriteTime.dwHighDateTime, facts.ftLastWriteTime.dwLowDateTime);
  return {facts.dwVolumeSerialNumber, joined(facts.nFileIndexHigh, facts.nFileIndexLow),
          static_cast<std::int64_t>(joined(facts.nFileSizeHigh, facts.nFileSizeLow)),
          static_cast<std::int64_t>(changed - 116444736000000000ULL) * nanoseconds_of_tick};  // since 1970
}

std::optional<FileStamp> trusted_stamp(const fs::path& file, std::string& why) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    why = fs::exists(file, error) ? "it is not a file; name the file itself" : "it is not there; correct the path";
    return std::nullopt;
  }
  const FileStamp stamp = stamp_of(file);
  if (stamp.bytes < 0) why = "its size cannot be read; let this user read it";
  return stamp.bytes < 0 ? std::nullopt : std::optional(stamp);
}

std::optional<std::string> read_range(const fs::path& file, std::int64_t offset, std::size_t bytes) {
  std::string why;
  const std::optional<FileStamp> stamp = trusted_stamp(file, why);
  if (!stamp || offset < 0 || offset > stamp->bytes) return std::nullopt;
  if (static_cast<std::uint64_t>(stamp->bytes - offset) < bytes) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::string content(bytes, '\0');
  if (!in.seekg(offset) || !read_all(in, content.data(), bytes)) return std::nullopt;
  return content;
}

bool directory_is_safe(const fs::path& directory) {
  std::error_code error;
  return fs::is_directory(directory, error);
}

bool is_short_enough(std::string_view directory) {
  constexpr std::size_t longest_name = 48;  // of entries and temporary files
  return directory.size() + longest_name < _MAX_PATH;
}

bool make_private_directory(const fs::path& directory) {
  std::error_code error;
  if (!is_short_enough(directory.string())) return false;
  fs::create_directories(directory, error);
  return fs::is_directory(directory, error);
}

}  // namespace papilio::runtime
