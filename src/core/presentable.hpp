// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Text that others wrote (names of files, keys, tokens), for a terminal: in messages (error.cpp) and in reports.
#pragma once

#include <string>
#include <string_view>

namespace papilio {

/// One line of a sensible length: control characters, bytes that are not UTF-8 and characters that reverse the
/// direction of writing become \xHH. A text of more than 400 characters loses its middle, because the end of a path
/// says most.
std::string presentable(std::string_view text);

/// Each byte as \xHH.
std::string escaped_bytes(std::string_view bytes);

}  // namespace papilio
