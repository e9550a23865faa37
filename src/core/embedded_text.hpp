// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace papilio {

/// A text file as it was when the library was built (cmake/embed.cmake).
struct EmbeddedText {
  std::string_view name;
  std::string_view text;
};

}  // namespace papilio
