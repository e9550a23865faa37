// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/pocl_pack.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>

#include "backend/opencl/pocl_cache.hpp"
#include "runtime/binary.hpp"
#include "runtime/cache_files.hpp"
#include "runtime/compile_cache.hpp"
#include "runtime/file_descriptor.hpp"
#include "runtime/little_endian.hpp"

namespace papilio::backend::opencl {
namespace {

namespace fs = std::filesystem;
using runtime::CacheEntry;

/// Key of the list of programs, "XX/HASH" each on a line.
std::string list_key(const std::string& identity) { return "pocl programs\n" + identity; }
std::string program_key(const std::string& identity, const std::string& name) {
  return "pocl program\n" + identity + "\n" + name;
}

std::vector<std::byte> as_payload(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// Each file as bytes of its name, bytes of its content, name, content.
std::string files_of(const fs::path& program) {
  std::string text;
  std::error_code error;
  for (fs::recursive_directory_iterator it(program, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    if (!it->is_regular_file(gone)) continue;
    const std::string name = it->path().lexically_relative(program).generic_string();
    std::ifstream file(it->path(), std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    runtime::append_little_endian(text, static_cast<std::uint64_t>(name.size()));
    runtime::append_little_endian(text, static_cast<std::uint64_t>(content.size()));
    text += name + content;
  }
  return text;
}

/// A relative path that stays below the folder it is appended to.
bool stays_below(const fs::path& path) {
  if (path.empty() || path.has_root_path()) return false;
  for (const fs::path& part : path) {
    if (part == ".." || part.empty()) return false;
  }
  return true;
}

/// Writes the files; false if they are not all whole, or cannot be written.
bool write_files(std::string_view text, const fs::path& folder) {
  constexpr std::size_t head = 16;
  while (!text.empty()) {
    if (text.size() < head) return false;
    const auto name_bytes = runtime::little_endian<std::uint64_t>(text, 0);
    const auto bytes = runtime::little_endian<std::uint64_t>(text, 8);
    text.remove_prefix(head);
    if (name_bytes > text.size() || bytes > text.size() - name_bytes) return false;
    const fs::path name(text.substr(0, name_bytes));
    const std::array<std::string_view, 1> content = {text.substr(name_bytes, bytes)};
    if (!stays_below(name)) return false;
    if (!runtime::make_private_directory((folder / name).parent_path())) return false;
    if (!runtime::write_entry(folder / name, content)) return false;
    text.remove_prefix(name_bytes + bytes);
  }
  return true;
}

/// Made beside the others under another name, because PoCL takes a folder that is there for a whole program.
void unpack(const runtime::KernelPack& pack, const std::string& key, const fs::path& program) {
  std::error_code error;
  if (fs::exists(program, error)) return;
  const auto files = pack.find(key);
  if (!files) return;
  if (!runtime::make_private_directory(program.parent_path())) return;
  std::string name = (program.parent_path().parent_path() / "papilio.unpacking-XXXXXX").string();
  const runtime::FileDescriptor reserved = runtime::make_file(name);
  if (!reserved) return;
  const fs::path made = name + ".program";
  if (write_files(runtime::as_text(*files), made)) fs::rename(made, program, error);
  fs::remove_all(made, error);  // there no longer if it was renamed
  fs::remove(name, error);
}

}  // namespace

std::vector<CacheEntry> pack_pocl_programs(const fs::path& folder, const std::string& identity) {
  std::vector<CacheEntry> entries;
  std::string list;
  for (const fs::path& program : pocl_programs(folder)) {
    const std::string name = program.lexically_relative(folder).generic_string();
    entries.push_back({program_key(identity, name), as_payload(files_of(program))});
    list += name + "\n";
  }
  entries.push_back({list_key(identity), as_payload(list)});
  return entries;
}

void unpack_pocl_programs(const fs::path& pack_file, const std::string& identity, const fs::path& folder) noexcept {
  try {
    const runtime::KernelPack pack(pack_file);
    const auto list = pack.find(list_key(identity));
    std::string_view names = list ? runtime::as_text(*list) : std::string_view();
    while (!names.empty()) {
      const std::string name(names.substr(0, names.find('\n')));
      names.remove_prefix(std::min(name.size() + 1, names.size()));
      if (stays_below(name)) unpack(pack, program_key(identity, name), folder / name);
    }
  } catch (...) {
    // Out of memory, or a path that cannot be formed: PoCL compiles.
  }
}

void unpack_pocl_programs_once(const std::string& identity) noexcept {
  static const bool done = [&] {
    try {
      const runtime::CacheConfig config = runtime::CacheConfig::from_environment();
      const fs::path folder = pocl_kernel_folder();
      if (!config.pack.empty() && !folder.empty()) unpack_pocl_programs(config.pack, identity, folder);
    } catch (...) {
      return false;  // as above
    }
    return true;
  }();
  static_cast<void>(done);
}

}  // namespace papilio::backend::opencl
