// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <string_view>
#include <system_error>

#include "files/system_calls.hpp"

namespace papilio::files::system {
namespace {

/// Sets errno to what the last error of Windows is called there.
void set_errno(DWORD error) {
  const std::error_condition condition = std::system_category().default_error_condition(static_cast<int>(error));
  errno = condition.category() == std::generic_category() ? condition.value() : EIO;
}

/// Calls take an unsigned int.
DWORD at_once(std::size_t bytes) { return static_cast<DWORD>(std::min(bytes, std::size_t{1} << 30)); }

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

OVERLAPPED place(std::int64_t position) {
  OVERLAPPED at{};
  at.Offset = static_cast<DWORD>(position & 0xffffffff);
  at.OffsetHigh = static_cast<DWORD>(position >> 32);
  return at;
}

/// Others may read, rename and remove the file while it is open, as on POSIX systems: a handler removes what is in the
/// making.
Descriptor open_shared(const std::filesystem::path& path, DWORD disposition) {
  constexpr DWORD everything = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const HANDLE file = ::CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, everything, nullptr, disposition,
                                    FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) {
    set_errno(::GetLastError());
    return Descriptor();
  }
  return Descriptor(::_open_osfhandle(reinterpret_cast<std::intptr_t>(file), _O_RDWR | _O_BINARY));
}

}  // namespace

bool close_file(int descriptor) noexcept { return ::_close(descriptor) == 0; }

std::int64_t write_some(int descriptor, std::span<const std::byte> bytes) {
  return ::_write(descriptor, bytes.data(), at_once(bytes.size()));
}

std::int64_t read_at(int descriptor, std::span<std::byte> to, std::int64_t position) {
  OVERLAPPED at = place(position);
  DWORD count = 0;
  if (::ReadFile(handle_of(descriptor), to.data(), at_once(to.size()), &count, &at) != 0) return count;
  if (::GetLastError() == ERROR_HANDLE_EOF) return 0;
  set_errno(::GetLastError());
  return -1;
}

std::int64_t write_at(int descriptor, std::span<const std::byte> bytes, std::int64_t position) {
  OVERLAPPED at = place(position);
  DWORD count = 0;
  if (::WriteFile(handle_of(descriptor), bytes.data(), at_once(bytes.size()), &count, &at) != 0) return count;
  set_errno(::GetLastError());
  return -1;
}

// Seeking in a pipe or a console may succeed without an effect.
std::int64_t position_of(int descriptor) {
  return ::GetFileType(handle_of(descriptor)) == FILE_TYPE_DISK ? ::_lseeki64(descriptor, 0, SEEK_CUR) : -1;
}

bool go_to(int descriptor, std::int64_t position) { return ::_lseeki64(descriptor, position, SEEK_SET) >= 0; }

bool sync_file(int descriptor) { return ::_commit(descriptor) == 0; }

bool sync_content(int descriptor) { return sync_file(descriptor); }

bool set_aside(int descriptor, std::int64_t bytes) {
  const int error = ::_chsize_s(descriptor, bytes);
  errno = error;
  return error == 0;
}

std::optional<std::int64_t> regular_size(int descriptor) {
  errno = 0;
  if (::GetFileType(handle_of(descriptor)) != FILE_TYPE_DISK) return std::nullopt;
  const std::int64_t size = ::_filelengthi64(descriptor);
  return size >= 0 ? std::optional(size) : std::nullopt;
}

std::optional<std::int64_t> regular_size(std::FILE* file) { return regular_size(::_fileno(file)); }

std::FILE* open_to_read(const std::filesystem::path& path) { return ::_wfopen(path.c_str(), L"rbN"); }

std::FILE* standard_input() {
  const int copy = ::_dup(0);
  if (copy < 0) return nullptr;
  ::_setmode(copy, _O_BINARY);
  return ::_fdopen(copy, "rb");
}

bool go_to(std::FILE* file, std::int64_t position) { return ::_fseeki64(file, position, SEEK_SET) == 0; }

Descriptor open_own(const std::filesystem::path& path, Open which) {
  std::error_code error;
  if (std::filesystem::is_symlink(std::filesystem::symlink_status(path, error))) {
    errno = EACCES;
    return Descriptor();
  }
  return open_shared(path, which == Open::or_make ? OPEN_ALWAYS : OPEN_EXISTING);
}

Descriptor make_file(std::string& name, std::size_t suffix) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  constexpr std::size_t places = 6;
  constexpr int tries = 100;
  std::random_device random;
  for (int i = 0; i < tries; ++i) {
    const std::size_t end = name.size() - suffix;
    for (std::size_t k = end - places; k < end; ++k) name[k] = letters[random() % letters.size()];
    Descriptor file = open_shared(name, CREATE_NEW);
    if (file || errno != EEXIST) return file;
  }
  return Descriptor();
}

bool remove_file(const PathCharacter* path) noexcept { return ::DeleteFileW(path) != 0; }

Move move_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_WRITE_THROUGH) != 0) return Move::done;
  const DWORD error = ::GetLastError();
  if (error == ERROR_ALREADY_EXISTS || error == ERROR_FILE_EXISTS) return Move::name_is_taken;
  set_errno(error);
  return Move::failed;
}

}  // namespace papilio::files::system
