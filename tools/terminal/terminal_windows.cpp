// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <io.h>
#include <windows.h>

#include <cstdio>

#include "tools/terminal/terminal.hpp"

namespace papilio::tool {

bool is_terminal(StandardStream stream) {
  return ::_isatty(::_fileno(stream == StandardStream::output ? stdout : stderr)) != 0;
}

bool is_colour_terminal(StandardStream stream) {
  const HANDLE console = ::GetStdHandle(stream == StandardStream::output ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
  DWORD mode = 0;
  return ::GetConsoleMode(console, &mode) != 0 &&
         ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

}  // namespace papilio::tool
