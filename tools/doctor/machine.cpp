// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/doctor/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <papilio/version.hpp>
#include <papilio/wisdom.hpp>
#include <string_view>

#include "runtime/cache_files.hpp"
#include "runtime/compile_cache.hpp"
#include "tools/doctor/commit.hpp"
#include "tools/doctor/system.hpp"

namespace papilio::tool {
namespace {

namespace fs = std::filesystem;

/// The nearest folder above that exists.
fs::path existing_parent(fs::path path) {
  std::error_code error;
  while (path.has_relative_path() && !fs::exists(path, error)) path = path.parent_path();
  return path.empty() ? fs::path(".") : path;
}

void count_entries(const fs::path& folder, CacheFacts& facts) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != runtime::entry_suffix) continue;
    const std::uintmax_t size = entry.file_size(error);
    if (error) continue;  // another process has removed it
    ++facts.entries;
    facts.bytes += static_cast<std::int64_t>(size);
  }
}

/// Windows takes both slashes.
constexpr std::string_view separators = fs::path::preferred_separator == '/' ? "/" : "/\\";

bool is_separator(char c) { return separators.find(c) != std::string_view::npos; }

void replace_all(std::string& text, const std::string& from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    const std::size_t end = at + from.size();
    const bool whole =
        end == text.size() || std::string_view("/\\:,;\"' \n)").find(text[end]) != std::string_view::npos;
    if (whole) text.replace(at, from.size(), to);
  }
}

}  // namespace

BuildFacts build_facts() {
  BuildFacts facts;
  facts.version = papilio::version();
  facts.commit = source_commit;
#if defined(__clang__)
  facts.compiler = "Clang " __clang_version__;
#else
  facts.compiler = "GCC " __VERSION__;
#endif
  return facts;
}

CacheFacts cache_facts() {
  const runtime::CacheConfig config = runtime::CacheConfig::from_environment();
  CacheFacts facts;
  facts.folder = config.directory.string();
  facts.read_only = config.read_only.string();
  facts.pack = config.pack.string();
  facts.limit = config.limit_bytes;
  facts.notes = config.notes;
  if (config.directory.empty()) {
    facts.state = "off: kernels are compiled every time";
    return facts;
  }
  std::error_code error;
  if (!fs::exists(config.directory, error)) {
    facts.usable = can_be_written(existing_parent(config.directory));
    facts.state = facts.usable ? "will be made at the first use" : "it is not there and cannot be made";
    return facts;
  }
  const bool safe = runtime::directory_is_safe(config.directory);
  const bool writable = can_be_written(config.directory);
  facts.usable = safe && writable;
  facts.state = mode_text(config.directory);
  if (!safe) facts.state += ", not used: it must belong to this user, and only this user may write it (chmod go-w)";
  if (safe && !writable) facts.state += ", not writable";
  count_entries(config.directory, facts);
  return facts;
}

WisdomFacts wisdom_facts() {
  const WisdomState state = wisdom_state();
  std::error_code error;
  return {state.file, !state.file.empty() && fs::exists(state.file, error), state.lines, state.refused};
}

std::vector<std::pair<std::string, std::string>> environment_facts() {
  constexpr std::array<std::string_view, 8> families = {"PAPILIO_", "POCL_",     "OCL_",     "VK_",
                                                        "CUDA_",    "XDG_CACHE", "XDG_DATA", "LD_"};
  std::vector<std::pair<std::string, std::string>> set;
  const std::vector<std::string> entries = environment_entries();
  for (const std::string_view text : entries) {
    const std::size_t equals = text.find('=');
    const bool known = std::ranges::any_of(families, [&](std::string_view family) { return text.starts_with(family); });
    if (known && equals != std::string_view::npos) set.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  std::ranges::sort(set);
  return set;
}

std::string without_home(std::string text) {
  for (std::string folder : home_folders()) {
    while (folder.size() > 1 && is_separator(folder.back())) folder.pop_back();
    if (folder.size() < 2) continue;  // "/" and an empty name say nothing about the user
    replace_all(text, folder, "~");
  }
  return text;
}

}  // namespace papilio::tool
