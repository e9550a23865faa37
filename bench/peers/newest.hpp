// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Whether a library is the newest release that the project knew (newest.txt).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace papilio::bench {

/// A report's note about figures beside an older release than newest.txt has. std::nullopt for that release, for newer
/// ones, and for libraries that the file does not have.
std::optional<std::string> note_of_age(std::string_view library, std::string_view version);

}  // namespace papilio::bench
