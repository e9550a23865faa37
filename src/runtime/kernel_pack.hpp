// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A kernel pack: many entries of the compile cache in one file, which is read and never written. PAPILIO_KERNEL_PACK
// names one; `papilio pack` makes them. A container or a cluster can ship the file (docs/adr/0174).
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace papilio::runtime {

/// A key of the compile cache and what is kept under it.
struct CacheEntry {
  std::string key;
  std::vector<std::byte> payload;
};

/// The bytes of an entry's file (README.md), and back; nothing for bytes that are not one.
std::string text_of(const CacheEntry& entry);
std::optional<CacheEntry> entry_from(std::string_view text);

/// Has no state but the path. The process keeps the index of the file that was used last, until that file changes; a
/// search reads one entry. The file is trusted as an entry of the cache is (cache_files.hpp), but a link may name it.
/// No content of it makes a call fail or crash.
class KernelPack {
 public:
  explicit KernelPack(std::filesystem::path file) : file_(std::move(file)) {}

  /// Why the file is not used, and the remedy: it is missing, not trusted, no pack, of another format, truncated or
  /// damaged. Empty if it is used. Looks at the index; find() checks the entry that it returns.
  [[nodiscard]] std::string refusal() const;
  /// The payload of this key's entry, if the file has a sound one; remember_damage() learns of a damaged one.
  [[nodiscard]] std::optional<std::vector<std::byte>> find(const std::string& key) const;

  /// The bytes of a file with these entries; of two with one key the first counts.
  static std::string bytes_of(const std::vector<CacheEntry>& entries);

 private:
  std::filesystem::path file_;
};

}  // namespace papilio::runtime
