// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio manual [COMMAND]: a manual page, or all of them as files.
#include "tools/help/manual.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <papilio/error.hpp>
#include <papilio/version.hpp>
#include <string>

#include "core/nearest.hpp"
#include "files/output_file.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/help_text.hpp"

namespace papilio::tool {
namespace {

struct ManualArguments {
  std::string command;
  std::string folder;
};

std::string page(const CommandText& command) { return manual_page(command, fmt::format("Papilio {}", version())); }

void write(const CommandText& command, const std::filesystem::path& folder) {
  files::OutputFile file(folder / (page_name(command) + ".1"));
  file.write(page(command));
  file.commit();
}

const CommandText& find(const CommandText& program, const std::string& name) {
  const auto found = std::ranges::find(program.commands, name, last_word);
  if (found != program.commands.end()) return *found;
  std::vector<std::string> names;
  for (const CommandText& command : program.commands) names.push_back(last_word(command));
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view meant = nearest_name(name, views);
  const std::string guess = meant.empty() ? "" : fmt::format("did you mean {}? ", meant);
  throw Error::invalid_argument(fmt::format("'{}'", name), "is not a command",
                                fmt::format("{}take one of {}", guess, fmt::join(names, ", ")));
}

void run(const CommandText& program, const ManualArguments& options) {
  if (options.folder.empty()) {
    fmt::print("{}", page(options.command.empty() ? program : find(program, options.command)));
    return;
  }
  if (!options.command.empty()) {
    throw Error::invalid_argument(fmt::format("'{}' with --folder", options.command), "the folder takes all pages",
                                  "leave one of them out");
  }
  write(program, options.folder);
  for (const CommandText& command : program.commands) write(command, options.folder);
}

}  // namespace

void add_manual(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("manual", "Print a manual page, for man(1)");
  const auto options = std::make_shared<ManualArguments>();
  command->add_option("COMMAND", options->command, "The command whose page it is; by default papilio's own");
  command->add_option("--folder", options->folder, "Write the pages of all commands into this folder");
  command->footer(
      "To read one: papilio manual spectrum | man -l -\n"
      "To install all: papilio manual --folder ~/.local/share/man/man1\n");
  command->callback([&app, options] { run(help_text(app), *options); });
}

}  // namespace papilio::tool
