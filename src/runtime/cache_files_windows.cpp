// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
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

std::optional<std::int64_t> trusted_size(const fs::path& file, std::string& why) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    why = fs::exists(file, error) ? "it is not a file; name the file itself" : "it is not there; correct the path";
    return std::nullopt;
  }
  const std::uintmax_t size = fs::file_size(file, error);
  if (error) why = "its size cannot be read (" + error.message() + "); let this user read it";
  return error ? std::nullopt : std::optional(static_cast<std::int64_t>(size));
}

std::optional<std::string> read_range(const fs::path& file, std::int64_t offset, std::size_t bytes) {
  std::string why;
  const std::optional<std::int64_t> size = trusted_size(file, why);
  if (!size || offset < 0 || offset > *size || static_cast<std::uint64_t>(*size - offset) < bytes) return std::nullopt;
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
