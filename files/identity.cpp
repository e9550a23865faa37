// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/identity.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>
#include <string>
#include <system_error>

#include "core/paths.hpp"
#include "files/target.hpp"

namespace papilio::files {
namespace {

/// What a later run would find at this path: a file, or a name in a folder.
struct PathIdentity {
  std::optional<Identity> file;
  std::optional<Identity> folder;
  std::string name;

  friend bool operator==(const PathIdentity&, const PathIdentity&) = default;
};

/// None if nothing could be lost: the path is empty, or leads to a character device.
std::optional<PathIdentity> place_of(const std::filesystem::path& path) {
  if (path.empty()) return std::nullopt;
  std::error_code error;
  if (std::filesystem::is_character_file(std::filesystem::status(path, error))) return std::nullopt;
  if (const std::optional<Identity> file = identity_of(path)) return PathIdentity{file, std::nullopt, {}};
  const std::filesystem::path target = follow_links(path);
  return PathIdentity{std::nullopt, identity_of(folder_of(target)), target.filename().string()};
}

}  // namespace

std::filesystem::path named_file(const std::string& option) { return option == "-" ? std::string() : option; }

std::string name_of_input(const std::filesystem::path& path) { return path == "-" ? "standard input" : path.string(); }

void require_distinct(const Paths& inputs, const Paths& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::optional<PathIdentity> place = place_of(outputs[i]);
    if (!place) continue;
    for (const std::filesystem::path& input : inputs) {
      const std::optional<Identity> read = input == "-" ? identity_of_standard_input() : identity_of(input);
      if (!place->file || read != place->file) continue;
      throw Error::invalid_argument(
          outputs[i].string(), fmt::format("it is the file that is read, {}, and would be lost", name_of_input(input)),
          "choose another name for the output");
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (place_of(outputs[k]) != place) continue;
      throw Error::invalid_argument(outputs[i].string(),
                                    fmt::format("another output, {}, is the same file", outputs[k].string()),
                                    "give each a file of its own");
    }
  }
}

}  // namespace papilio::files
