// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where the name of a file to be written leads.
#pragma once

#include <filesystem>

namespace papilio {

/// The path behind a chain of symbolic links, whose last one may dangle. The folders on the way may be links.
std::filesystem::path follow_links(std::filesystem::path path);

/// "." for a mere name.
std::filesystem::path folder_of(const std::filesystem::path& path);

}  // namespace papilio
