// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The file of the wisdom (<papilio/wisdom.hpp>): where it is, whether it is trusted, and how it is replaced while other
// processes do the same.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace papilio::api {

/// The first line of every such file. A file that begins otherwise is neither used nor replaced.
inline constexpr std::string_view wisdom_heading = "# papilio wisdom";

/// Read from the environment at every call; empty: there is no file.
std::filesystem::path wisdom_path();

struct WisdomContents {
  std::string text;     ///< with its heading; empty where there is no file, or none that is used
  std::string refused;  ///< why the file is not used; empty if it is, or is not there
};
/// Never throws but for memory.
WisdomContents read_wisdom_file(const std::filesystem::path& path);

/// Replaces the file by change(its text) in one step, and makes it and its folder where they are missing. One process,
/// and one thread of it, does so at a time; it waits ten seconds at most. A reader sees the text before or after.
/// Throws Error(io) where the file cannot be written, is not trusted or is something else; it then stays as it was.
void rewrite_wisdom_file(const std::filesystem::path& path, const std::function<std::string(std::string_view)>& change);

}  // namespace papilio::api
