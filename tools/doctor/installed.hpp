// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The parts of Papilio that are installed on this machine, and where.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace papilio::tool {

struct InstalledPart {
  std::string name;  ///< "library", "FFTW drop-in"
  std::string path;  ///< empty: not found
};

/// The command that runs, the other parts in the first of `prefixes` that has each, and the Python package.
std::vector<InstalledPart> installed_parts(const std::vector<std::filesystem::path>& prefixes);

/// The prefix of the command that runs, /usr/local, /usr and ~/.local.
std::vector<std::filesystem::path> usual_prefixes();

}  // namespace papilio::tool
