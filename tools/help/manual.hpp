// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Manual pages in the language of man(7).
#pragma once

#include <string>
#include <string_view>

#include "tools/help/command_text.hpp"

namespace papilio::tool {

/// The page of one command, its subcommands included unless they have pages of their own. `release` stands in its
/// foot: "Papilio 0.2.0". Lines of `details` from "Exit codes:" on make the section EXIT STATUS.
std::string manual_page(const CommandText& command, std::string_view release);

/// "papilio-tables" for "papilio tables": the name of a page.
std::string page_name(const CommandText& command);

}  // namespace papilio::tool
