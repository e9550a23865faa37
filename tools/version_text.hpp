// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace papilio::tool {

/// Text of --version: version, commit, compiler, backends; one line each.
std::string version_text();

}  // namespace papilio::tool
