// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The compile cache: one file per kernel, or per long table; content-addressed, never fatal.
//
//   $PAPILIO_CACHE_DIR, else $XDG_CACHE_HOME/papilio, else $HOME/.cache/papilio
//   PAPILIO_CACHE=off          disables the cache
//   PAPILIO_CACHE_READONLY=DIR second tier, read after the first and never written (can be shipped with a program)
//   PAPILIO_KERNEL_PACK=FILE   third tier, likewise: a kernel pack (kernel_pack.hpp)
//   PAPILIO_CACHE_LIMIT=BYTES  size limit of the first tier (default 256 MiB); least recently used entries go first
//
// Entries are executed, so directories and entries count only where they belong to this user or root and neither group
// nor world may write them. A path longer than PATH_MAX is none; CacheConfig::notes says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace papilio::runtime {

struct CacheEntry;

struct CacheConfig {
  std::filesystem::path directory;  ///< empty: no first tier
  std::filesystem::path read_only;  ///< empty: no second tier
  std::int64_t limit_bytes = std::int64_t{256} << 20;
  /// Variables that could not be followed, and why; damaged entries that this process has met.
  std::vector<std::string> notes = {};
  std::filesystem::path pack = {};  ///< a kernel pack that can be read; empty: no third tier
  /// Reads the environment variables at the time of the call.
  static CacheConfig from_environment();
};

/// Keeps a note about a damaged entry for CacheConfig::notes of this process. The last eight are kept.
void remember_damage(std::string note);

/// Has no state but its configuration: any number of threads and processes may share one directory. An entry is a
/// header (magic, format version, lengths, the key itself, a hash of the payload) and the payload. It is written to a
/// temporary file beside its final name and renamed. A defective entry, directory or disk counts as a miss;
/// remember_damage() learns of an entry.
class CompileCache {
 public:
  explicit CompileCache(CacheConfig config) : config_(std::move(config)) {}

  [[nodiscard]] std::optional<std::vector<std::byte>> find(const std::string& key) const noexcept;
  void store(const std::string& key, std::span<const std::byte> payload) const noexcept;
  /// All sound entries of the first tier.
  [[nodiscard]] std::vector<CacheEntry> entries() const;
  [[nodiscard]] const CacheConfig& config() const { return config_; }
  /// The path of this key's entry in the first tier.
  [[nodiscard]] std::filesystem::path path_of(const std::string& key) const;

 private:
  CacheConfig config_;
};

}  // namespace papilio::runtime
