// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <io.h>

#include <cstdio>

#include "tools/standard_streams.hpp"

namespace papilio::tool {

void occupy_standard_streams() { ::_setmode(::_fileno(stdout), _O_BINARY); }

// Windows has no such limit.
void make_size_limit_an_error() {}

}  // namespace papilio::tool
