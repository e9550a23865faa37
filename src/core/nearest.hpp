// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The known name that a mistyped one was probably meant to be, for messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace papilio {

/// The first of the names that differs from `text` in case only, or else the nearest one in which at most two
/// characters (one of up to four) are changed, missing, added or exchanged with their neighbour. Empty if there is
/// none, and for a known name.
std::string_view nearest_name(std::string_view text, std::span<const std::string_view> names);
/// The same among the names of a list such as "forward, axes=A,B", up to their equals signs.
std::string_view nearest_name(std::string_view text, std::string_view list);

}  // namespace papilio
