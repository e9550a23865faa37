// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio completion SHELL: a script by which the shell completes commands, options and names.
#include "tools/help/completion.hpp"

#include <fmt/format.h>

#include <memory>

#include "tools/commands/commands.hpp"
#include "tools/commands/help_text.hpp"
#include "tools/commands/one_of.hpp"

namespace papilio::tool {
namespace {

enum class Shell { bash, zsh, fish };

std::string script(Shell shell, const CommandText& program) {
  switch (shell) {
    case Shell::bash:
      return bash_completion(program);
    case Shell::zsh:
      return zsh_completion(program);
    case Shell::fish:
      return fish_completion(program);
  }
  return "";
}

}  // namespace

void add_completion(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("completion", "Print a script that completes commands in a shell");
  const auto shell = std::make_shared<Shell>(Shell::bash);
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->transform(one_of({name("bash", Shell::bash), name("zsh", Shell::zsh), name("fish", Shell::fish)}));
  command->footer(
      "bash: papilio completion bash > ~/.local/share/bash-completion/completions/papilio\n"
      "zsh:  papilio completion zsh > _papilio, in a folder of $fpath\n"
      "fish: papilio completion fish > ~/.config/fish/completions/papilio.fish\n");
  command->callback([&app, shell] { fmt::print("{}", script(*shell, help_text(app))); });
}

}  // namespace papilio::tool
