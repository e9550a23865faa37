// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The laboratory's commands of `papilio`: studies of choices, tables and pictures for teaching, demonstrations.
#pragma once

#include <CLI/CLI.hpp>

#include "tools/commands/commands.hpp"

namespace papilio::tool {

void add_ablate(CLI::App& app);
void add_graph(CLI::App& app);
void add_hello(CLI::App& app);
void add_hello2d(CLI::App& app);
void add_simple(CLI::App& app);
void add_study(CLI::App& app);
void add_study2d(CLI::App& app);
void add_tables(CLI::App& app);

/// The heading of these commands in --help and in the manual.
inline constexpr const char* laboratory = "Laboratory";

/// In the order of --help.
inline constexpr AddCommand laboratory_commands[] = {
    add_study, add_study2d, add_ablate, add_graph, add_tables, add_hello, add_hello2d, add_simple,
};

}  // namespace papilio::tool
