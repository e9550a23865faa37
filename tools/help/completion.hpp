// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Scripts by which shells complete commands, options, names of a list and files.
#pragma once

#include <string>

#include "tools/help/command_text.hpp"

namespace papilio::tool {

/// For a program with commands, at most two levels deep. Each script takes no time at the prompt: it holds all that it
/// offers and does not run the program.
std::string bash_completion(const CommandText& program);
std::string zsh_completion(const CommandText& program);
std::string fish_completion(const CommandText& program);

}  // namespace papilio::tool
