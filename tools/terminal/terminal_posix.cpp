// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "tools/terminal/terminal.hpp"

namespace papilio::tool {

bool is_terminal(StandardStream stream) {
  return ::isatty(stream == StandardStream::output ? STDOUT_FILENO : STDERR_FILENO) == 1;
}

bool is_colour_terminal(StandardStream stream) {
  const char* const kind = std::getenv("TERM");
  return is_terminal(stream) && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

}  // namespace papilio::tool
