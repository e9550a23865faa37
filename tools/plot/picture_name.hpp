// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace papilio::tool {

/// True for .png, .svg and .pdf. In a build without pictures it throws Error(unsupported) for them instead.
bool names_picture(const std::filesystem::path& path);

}  // namespace papilio::tool
