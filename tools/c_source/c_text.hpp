// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Values as text in C.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <span>
#include <string>
#include <string_view>

namespace papilio::tool {

/// "{1, 2, 3}"
std::string c_list(std::span<const std::int64_t> numbers);
/// A string literal.
std::string c_string(std::string_view text);
/// String literals, one a line of the text, each with a comma behind it.
std::string c_lines(std::string_view text);
/// The words of a table, eight a line: integers whose bits are those of the numbers, so that no compiler rounds them.
std::string c_words(std::span<const std::byte> bytes, std::size_t word);

}  // namespace papilio::tool
