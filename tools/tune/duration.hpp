// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace papilio::tool {

/// Seconds of "90", "1.5s", "20m" or "2h". Throws Error(invalid_argument) for anything else, and for less than a
/// hundredth of a second or more than a hundred hours.
double parse_duration(const std::string& text);

}  // namespace papilio::tool
