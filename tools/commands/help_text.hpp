// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The definition of a command line as the plain values that manual pages and completions are written from.
#pragma once

#include <CLI/CLI.hpp>

#include "tools/help/command_text.hpp"

namespace papilio::tool {

/// `app` and all commands below it. To be called when all of them, and their options, have been added.
CommandText help_text(const CLI::App& app);

}  // namespace papilio::tool
