// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Sizes of memory as people write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace papilio::bench {

/// "512MiB", "64 KiB", "1GiB", "4096" or "4096B". Throws Error(invalid_argument) for anything else, and for 0.
std::int64_t parse_size(std::string_view text);

/// "512 MiB", with at most one decimal.
std::string size_text(std::int64_t bytes);

}  // namespace papilio::bench
