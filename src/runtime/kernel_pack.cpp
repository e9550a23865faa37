// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/kernel_pack.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>

#include "core/hash.hpp"
#include "runtime/binary.hpp"
#include "runtime/cache_files.hpp"
#include "runtime/compile_cache.hpp"
#include "runtime/little_endian.hpp"

namespace papilio::runtime {
namespace {

namespace fs = std::filesystem;

// The file: magic, format version, number of entries, bytes of the file, hash of the records; the records in the order
// of their hashes: hash of the key, offset, bytes; the entries as files of the cache (README.md).
constexpr std::string_view pack_magic = "PAPILIOP";
constexpr std::uint32_t pack_version = 1;
constexpr std::size_t hash_bytes = 32;
constexpr std::size_t head_bytes = 8 + 4 + 4 + 8 + hash_bytes;
constexpr std::size_t record_bytes = hash_bytes + 8 + 8;
constexpr std::uint32_t max_entries = 1U << 20U;  // a search reads all records

constexpr const char* remedy = "; make it again with `papilio pack`";

/// The record of this hash among sorted ones; empty if there is none.
std::string_view record_of(std::string_view records, std::string_view hash) {
  std::size_t begin = 0;
  std::size_t end = records.size() / record_bytes;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    const std::string_view record = records.substr(middle * record_bytes, record_bytes);
    const int order = record.substr(0, hash_bytes).compare(hash);
    if (order == 0) return record;
    (order < 0 ? begin : end) = order < 0 ? middle + 1 : middle;
  }
  return {};
}

/// The records of the entries of a file of this size; else empty, and why.
std::string read_records(const fs::path& file, std::int64_t size, std::string& why) {
  const std::optional<std::string> head = read_range(file, 0, head_bytes);
  if (!head || !head->starts_with(pack_magic)) {
    why = std::string("it is not a kernel pack") + remedy;
    return {};
  }
  const auto version = little_endian<std::uint32_t>(*head, 8);
  if (version != pack_version) {
    why = fmt::format("its format is {}, and this version of Papilio reads {}{}", version, pack_version, remedy);
    return {};
  }
  const auto entries = little_endian<std::uint32_t>(*head, 12);
  if (entries > max_entries) {
    why = fmt::format("it has {} entries, and {} are the most{}", entries, max_entries, remedy);
    return {};
  }
  const std::size_t bytes = record_bytes * entries;
  const bool whole = little_endian<std::uint64_t>(*head, 16) == static_cast<std::uint64_t>(size) &&
                     head_bytes + bytes <= static_cast<std::uint64_t>(size);
  std::optional<std::string> records = whole ? read_range(file, head_bytes, bytes) : std::nullopt;
  if (records && long_hash_hex(*records) == head->substr(head_bytes - hash_bytes)) return *std::move(records);
  why = std::string(whole ? "it is damaged" : "it is truncated, or has bytes behind its end") + remedy;
  return {};
}

/// The index of a file in one state.
struct Index {
  fs::path file;
  FileStamp stamp;
  std::string records;
  std::string why;  ///< there are no records
};

/// A file that was written to within two ticks of a coarse clock may change without another stamp.
bool is_settled(const FileStamp& stamp) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::nanoseconds(stamp.nanoseconds) + std::chrono::seconds(2) < now;
}

/// Kept by file and stamp, because every plan and every kernel asks; whether the file is trusted is looked up each
/// time.
std::shared_ptr<const Index> index_of(const fs::path& file) {
  static auto* const mutex = new std::mutex;  // never destroyed: plans may be made while static objects are
  static auto* const kept = new std::shared_ptr<const Index>;
  Index index{file, {}, {}, {}};
  const std::optional<FileStamp> stamp = trusted_stamp(file, index.why);
  if (!stamp) return std::make_shared<const Index>(std::move(index));
  const std::lock_guard lock(*mutex);
  if (*kept && (*kept)->file == file && (*kept)->stamp == *stamp) return *kept;
  index.stamp = *stamp;
  index.records = read_records(file, stamp->bytes, index.why);
  auto read = std::make_shared<const Index>(std::move(index));
  if (is_settled(*stamp)) *kept = read;
  return read;
}

}  // namespace

std::string KernelPack::refusal() const {
  std::string why;
  try {
    why = index_of(file_)->why;
  } catch (const std::bad_alloc&) {
    why = "memory does not suffice to read its index; free some";
  }
  return why.empty() ? why : fmt::format("{}: {}", file_.string(), why);
}

std::optional<std::vector<std::byte>> KernelPack::find(const std::string& key) const {
  const std::shared_ptr<const Index> index = index_of(file_);
  const std::string_view record = record_of(index->records, hash_hex(key));
  if (record.empty()) return std::nullopt;
  const auto offset = little_endian<std::uint64_t>(record, hash_bytes);
  const auto bytes = little_endian<std::uint64_t>(record, hash_bytes + 8);
  constexpr auto most = static_cast<std::uint64_t>(largest_entry);
  const bool exists = bytes <= most && offset <= static_cast<std::uint64_t>(index->stamp.bytes);
  const auto entry =
      exists ? read_range(file_, static_cast<std::int64_t>(offset), static_cast<std::size_t>(bytes)) : std::nullopt;
  std::optional<CacheEntry> read = entry ? entry_from(*entry) : std::nullopt;
  if (read && read->key == key) return std::move(read->payload);
  remember_damage(fmt::format("PAPILIO_KERNEL_PACK: {}: an entry is damaged, so its contents are made again{}",
                              file_.string(), remedy));
  return std::nullopt;
}

std::string KernelPack::bytes_of(const std::vector<CacheEntry>& entries) {
  std::map<std::string, std::string> by_hash;
  for (const CacheEntry& entry : entries) by_hash.try_emplace(hash_hex(entry.key), text_of(entry));
  std::size_t end = head_bytes + record_bytes * by_hash.size();
  std::string records;
  std::string content;
  for (const auto& [hash, entry] : by_hash) {
    records += hash;
    append_little_endian(records, static_cast<std::uint64_t>(end));
    append_little_endian(records, static_cast<std::uint64_t>(entry.size()));
    content += entry;
    end += entry.size();
  }
  std::string head(pack_magic);
  append_little_endian(head, pack_version);
  append_little_endian(head, static_cast<std::uint32_t>(by_hash.size()));
  append_little_endian(head, static_cast<std::uint64_t>(end));
  return head + long_hash_hex(records) + records + content;
}

}  // namespace papilio::runtime
