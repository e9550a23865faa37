// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/compile_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <mutex>
#include <string_view>

#include "core/hash.hpp"
#include "runtime/binary.hpp"
#include "runtime/cache_files.hpp"
#include "runtime/environment.hpp"
#include "runtime/kernel_pack.hpp"
#include "runtime/little_endian.hpp"

namespace papilio::runtime {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "PAPILIOK";
constexpr std::uint32_t format_version = 2;
constexpr std::size_t hash_size = 32;
constexpr std::size_t header_size = 8 + 4 + 4 + 8 + hash_size;

/// Everything before the payload. Deterministic: find_in() verifies an entry by making its header again.
std::string make_header(const std::string& key, std::string_view payload) {
  std::string header(magic);
  append_little_endian(header, format_version);
  append_little_endian(header, static_cast<std::uint32_t>(key.size()));
  append_little_endian(header, static_cast<std::uint64_t>(payload.size()));
  header += long_hash_hex(payload);
  header += key;
  return header;
}

std::optional<std::vector<std::byte>> find_in(const fs::path& file, const std::string& key, Use use) {
  if (!directory_is_safe(file.parent_path())) return std::nullopt;
  for (int times = 0; times < 2; ++times) {  // another process may write it after the first look
    std::optional<Entry> entry = read_entry(file, header_size + key.size(), use);
    // One comparison covers magic, version, both lengths, the hash and the key.
    if (entry && entry->head == make_header(key, as_text(entry->rest))) return std::move(entry->rest);
    std::error_code error;
    if (!fs::exists(fs::symlink_status(file, error))) return std::nullopt;
  }
  remember_damage(
      fmt::format("{}: it is damaged, cannot be read or may be written by others, so its contents are made again; "
                  "remove it if the message comes back",
                  file.string()));
  return std::nullopt;
}

std::string_view environment(const char* name) {
  const char* value = environment_variable(name);
  return value != nullptr ? std::string_view(value) : std::string_view();
}

/// A directory named by a variable; none if the path is too long, which is checked before anything is appended to it.
fs::path directory_in(const char* name, std::vector<std::string>& notes) {
  const std::string_view path = environment(name);
  if (is_short_enough(path)) return path;
  notes.push_back(std::string(name) + ": the path has " + std::to_string(path.size()) +
                  " bytes, more than the system takes; no kernels are kept there");
  return {};
}

fs::path directory_from_environment(std::vector<std::string>& notes) {
  if (!environment("PAPILIO_CACHE_DIR").empty()) return directory_in("PAPILIO_CACHE_DIR", notes);
  // The XDG base directory specification says to ignore a relative path.
  for (const UserFolder& folder : cache_folders()) {
    if (const fs::path base = directory_in(folder.variable, notes); base.is_absolute()) return base / folder.below;
  }
  return {};
}

/// The pack that the variable names, if it can be used.
fs::path pack_from_environment(std::vector<std::string>& notes) {
  fs::path pack = directory_in("PAPILIO_KERNEL_PACK", notes);
  const std::string refusal = pack.empty() ? "" : KernelPack(pack).refusal();
  if (refusal.empty()) return pack;
  notes.push_back("PAPILIO_KERNEL_PACK: " + refusal);
  return {};
}

std::string file_name(const std::string& key) { return hash_hex(key).append(entry_suffix); }

/// True for one key in 16 on average, and for entries larger than a sixteenth of the limit.
bool time_to_scan(const std::string& name, std::size_t bytes, std::int64_t limit) {
  return name.front() == '0' || static_cast<std::int64_t>(bytes) > limit / 16;
}

/// Notes about damaged entries.
struct Damage {
  std::mutex mutex;
  std::vector<std::string> notes;
};

Damage& damage() {
  static auto* const damage = new Damage;  // never destroyed: plans may be made while static objects are
  return *damage;
}

}  // namespace

void remember_damage(std::string note) {
  constexpr std::size_t most = 8;
  const std::lock_guard lock(damage().mutex);
  std::vector<std::string>& notes = damage().notes;
  if (std::ranges::find(notes, note) != notes.end()) return;
  if (notes.size() == most) notes.erase(notes.begin());
  notes.push_back(std::move(note));
}

std::string text_of(const CacheEntry& entry) {
  const std::string_view payload = as_text(entry.payload);
  return make_header(entry.key, payload).append(payload);
}

std::optional<CacheEntry> entry_from(std::string_view text) {
  if (text.size() < header_size) return std::nullopt;
  const std::size_t key_bytes = little_endian<std::uint32_t>(text, magic.size() + 4);
  if (text.size() - header_size < key_bytes) return std::nullopt;
  const auto payload = std::as_bytes(std::span(text.substr(header_size + key_bytes)));
  CacheEntry entry{std::string(text.substr(header_size, key_bytes)), {payload.begin(), payload.end()}};
  if (!text.starts_with(make_header(entry.key, as_text(entry.payload)))) return std::nullopt;
  return entry;
}

CacheConfig CacheConfig::from_environment() {
  CacheConfig config;
  if (is_off(environment("PAPILIO_CACHE"))) return config;
  config.directory = directory_from_environment(config.notes);
  config.read_only = directory_in("PAPILIO_CACHE_READONLY", config.notes);
  config.pack = pack_from_environment(config.notes);
  {
    const std::lock_guard lock(damage().mutex);
    std::ranges::copy(damage().notes, std::back_inserter(config.notes));
  }
  const std::string_view limit = environment("PAPILIO_CACHE_LIMIT");
  std::int64_t bytes = 0;
  const auto [end, error] = std::from_chars(limit.data(), limit.data() + limit.size(), bytes);
  if (error == std::errc() && end == limit.data() + limit.size() && bytes >= 0) config.limit_bytes = bytes;
  return config;
}

fs::path CompileCache::path_of(const std::string& key) const { return config_.directory / file_name(key); }

std::optional<std::vector<std::byte>> CompileCache::find(const std::string& key) const noexcept {
  try {
    if (!config_.directory.empty()) {
      if (auto payload = find_in(path_of(key), key, Use::counts)) return payload;
    }
    if (!config_.read_only.empty()) {
      auto payload = find_in(config_.read_only / file_name(key), key, Use::does_not_count);
      if (payload) return payload;
    }
    if (!config_.pack.empty()) return KernelPack(config_.pack).find(key);
  } catch (...) {
    // Out of memory, or a path that cannot be formed. The cache never makes an operation fail.
  }
  return std::nullopt;
}

std::vector<CacheEntry> CompileCache::entries() const {
  std::vector<CacheEntry> entries;
  std::error_code error;
  for (fs::directory_iterator it(config_.directory, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() != entry_suffix) continue;
    const std::optional<Entry> file = read_entry(it->path(), 0, Use::does_not_count);
    std::optional<CacheEntry> entry = file ? entry_from(as_text(file->rest)) : std::nullopt;
    if (entry) entries.push_back(*std::move(entry));
  }
  return entries;
}

void CompileCache::store(const std::string& key, std::span<const std::byte> payload) const noexcept {
  try {
    if (config_.directory.empty()) return;
    const std::string header = make_header(key, as_text(payload));
    const std::size_t bytes = header.size() + payload.size();
    if (static_cast<std::int64_t>(bytes) > config_.limit_bytes) return;
    if (!make_private_directory(config_.directory) || !directory_is_safe(config_.directory)) return;
    const std::array<std::string_view, 2> parts = {header, as_text(payload)};
    const fs::path file = path_of(key);
    if (!write_entry(file, parts)) return;
    if (time_to_scan(file.filename().string(), bytes, config_.limit_bytes)) {
      evict(config_.directory, config_.limit_bytes);
    }
  } catch (...) {
    // As in find().
  }
}

}  // namespace papilio::runtime
