// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Radices, and other factors of a length, as a person writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::tool {

/// "8x4x2": these factors. "5+4": exponents of two, 32x16. A single factor is one factor. Throws
/// Error(invalid_argument) naming `option` for anything else, and for factors outside of 2..2^27.
std::vector<std::int64_t> parse_factors(std::string_view text, std::string_view option);

/// Factors whose product is n. A single one is repeated as often as it divides: "4" is 4x4x4x4 of 256, and of 128 it
/// is an error. Throws Error(invalid_argument).
std::vector<std::int64_t> parse_radices(std::string_view text, std::int64_t n, std::string_view option);

/// A positive number, or "2^k". Throws Error(invalid_argument) naming `what`; also beyond 2^27.
std::int64_t parse_length(std::string_view text, std::string_view what);

/// "4x4x8"
std::string to_text(const std::vector<std::int64_t>& factors);

}  // namespace papilio::tool
