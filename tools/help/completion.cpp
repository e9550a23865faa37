// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/help/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace papilio::tool {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

/// Calls visit(command) for the program and all that is below it.
template <class Visit>
void for_each_command(const CommandText& command, const Visit& visit) {
  visit(command);
  for (const CommandText& inner : command.commands) for_each_command(inner, visit);
}

/// "tables twiddles": the words after the program's name.
std::string words_of(const CommandText& command) {
  const std::size_t space = command.name.find(' ');
  return space == std::string::npos ? "" : command.name.substr(space + 1);
}

std::vector<std::string> names_of_commands(const CommandText& command) {
  std::vector<std::string> names;
  for (const CommandText& inner : command.commands) names.push_back(last_word(inner));
  return names;
}

// ---- bash ----

constexpr std::string_view bash_head = R"(# Completions of papilio for bash. Written by `papilio completion bash`.
_papilio() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command="" commands="" options=""
  # --option=value comes as three words.
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $previous == "=" && $COMP_CWORD -ge 2 ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  local -i i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command ${COMP_WORDS[i]}" in
)";
constexpr std::string_view bash_tail = R"(  COMPREPLY=()
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  elif [[ -n $commands ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _papilio papilio
)";

std::string bash_values(const CommandText& command) {
  std::string text;
  for (const OptionText& option : command.options) {
    if (option.value != OptionValue::choice && option.value != OptionValue::number) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) patterns.push_back(fmt::format("\"{} {}\"", words_of(command), name));
    const std::string action = option.value == OptionValue::number
                                   ? "COMPREPLY=()"
                                   : fmt::format("mapfile -t COMPREPLY < <(compgen -W \"{}\" -- \"$current\")",
                                                 fmt::join(option.choices, " "));
    text += fmt::format("    {}) {}; return ;;\n", fmt::join(patterns, " | "), action);
  }
  return text;
}

std::string bash_words(const CommandText& command) {
  std::vector<std::string> options;
  for (const OptionText& option : command.options) {
    options.insert(options.end(), option.names.begin(), option.names.end());
  }
  const std::vector<std::string> commands = names_of_commands(command);
  std::string text = fmt::format("    \"{}\") options=\"{}\"", words_of(command), fmt::join(options, " "));
  if (!commands.empty()) text += fmt::format(" commands=\"{}\"", fmt::join(commands, " "));
  // Names from a list, in the place of an argument.
  for (const OptionText& argument : command.arguments) {
    if (argument.value == OptionValue::choice)
      text += fmt::format(" commands=\"{}\"", fmt::join(argument.choices, " "));
  }
  return text + " ;;\n";
}

// ---- zsh ----

/// Inside single quotes and the brackets or the colons of a specification.
std::string zsh_text(const std::string& text) {
  std::string result = replaced(text, "\\", "\\\\");
  for (const std::string_view special : {"[", "]", ":"}) {
    result = replaced(result, special, fmt::format("\\{}", special));
  }
  return replaced(result, "'", "'\\''");
}

std::string zsh_action(const OptionText& option) {
  switch (option.value) {
    case OptionValue::none:
      return "";
    case OptionValue::number:
      return ":number: ";
    case OptionValue::text:
      return ":text:_files";
    case OptionValue::choice:
      return fmt::format(":choice:({})", fmt::join(option.choices, " "));
  }
  return "";
}

std::string zsh_option(const OptionText& option) {
  std::string text;
  for (const std::string& name : option.names) {
    const std::string others = option.repeated ? "*" : fmt::format("({})", fmt::join(option.names, " "));
    text += fmt::format(" \\\n    '{}{}[{}]{}'", others, name, zsh_text(option.description), zsh_action(option));
  }
  return text;
}

std::string zsh_function_name(const CommandText& command) {
  return fmt::format("_{}", replaced(command.name, " ", "_"));
}

std::string zsh_function(const CommandText& command) {
  std::string text = fmt::format(
      "{}() {{\n  local context state state_descr line\n  typeset -A opt_args\n"
      "  _arguments -C",
      zsh_function_name(command));
  for (const OptionText& option : command.options) text += zsh_option(option);
  if (command.commands.empty()) {
    for (const OptionText& argument : command.arguments) {
      text += fmt::format(" \\\n    '{}:{}{}'", argument.repeated ? "*" : "", zsh_text(argument.names.front()),
                          zsh_action(argument).substr(zsh_action(argument).rfind(':')));
    }
    return text + "\n}\n";
  }
  text += " \\\n    '1: :->command' \\\n    '*:: :->arguments'\n  case $state in\n  command)\n    local -a commands=(";
  for (const CommandText& inner : command.commands) {
    text += fmt::format("\n      '{}:{}'", last_word(inner), zsh_text(inner.description));
  }
  text += ")\n    _describe command commands ;;\n  arguments)\n    case $line[1] in\n";
  for (const CommandText& inner : command.commands) {
    text += fmt::format("    {}) {} ;;\n", last_word(inner), zsh_function_name(inner));
  }
  return text + "    esac ;;\n  esac\n}\n";
}

// ---- fish ----

constexpr std::string_view fish_head = R"(# Completions of papilio for fish. Written by `papilio completion fish`.
# Whether the command line has these commands so far, and, after --, none of those.
function __papilio_at
  set -l words (commandline -opc)[2..]
  set -l count 0
  for wanted in $argv
    test "$wanted" = -- && break
    set count (math $count + 1)
    test "$words[$count]" = "$wanted" || return 1
  end
  set -l next (math $count + 1)
  set -l others $argv[(math $count + 2)..]
  not contains -- "$words[$next]" $others
end
)";

std::string fish_quoted(const std::string& text) {
  return fmt::format("'{}'", replaced(replaced(text, "\\", "\\\\"), "'", "\\'"));
}

std::string fish_value(const OptionText& option) {
  switch (option.value) {
    case OptionValue::none:
      return "";
    case OptionValue::number:
      return " -x";
    case OptionValue::text:
      return " -r -F";
    case OptionValue::choice:
      return fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
  }
  return "";
}

std::string fish_option(const OptionText& option) {
  std::string text;
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2)) : fmt::format(" -s {}", name.substr(1));
  }
  return text + fish_value(option) + " -d " + fish_quoted(option.description);
}

std::string fish_lines(const CommandText& command) {
  const std::string words = words_of(command);
  const auto inner_names = names_of_commands(command);
  const std::string condition =
      fmt::format("complete -c papilio -n '__papilio_at{}{} --{}{}'", words.empty() ? "" : " ", words,
                  inner_names.empty() ? "" : " ", fmt::join(inner_names, " "));
  std::string text;
  for (const CommandText& inner : command.commands) {
    text += fmt::format("{} -f -a {} -d {}\n", condition, last_word(inner), fish_quoted(inner.description));
  }
  for (const OptionText& option : command.options) text += condition + fish_option(option) + "\n";
  for (const OptionText& argument : command.arguments) {
    if (argument.value != OptionValue::choice) continue;
    text += fmt::format("{} -f -a '{}' -d {}\n", condition, fmt::join(argument.choices, " "),
                        fish_quoted(argument.description));
  }
  return text;
}

}  // namespace

std::string bash_completion(const CommandText& program) {
  std::string text(bash_head);
  for_each_command(program, [&](const CommandText& command) {
    const std::string words = words_of(command);
    if (words.empty()) return;
    const std::size_t space = words.rfind(' ');
    const std::string before = space == std::string::npos ? "" : words.substr(0, space);
    text += fmt::format("      \"{} {}\") command=\"{}\" ;;\n", before, last_word(command), words);
  });
  text += "    esac\n  done\n  case \"$command $previous\" in\n";
  for_each_command(program, [&](const CommandText& command) { text += bash_values(command); });
  text += "  esac\n  case $command in\n";
  for_each_command(program, [&](const CommandText& command) { text += bash_words(command); });
  text += "  esac\n";
  return text + std::string(bash_tail);
}

std::string zsh_completion(const CommandText& program) {
  std::string text = "#compdef papilio\n# Completions of papilio for zsh. Written by `papilio completion zsh`.\n";
  for_each_command(program, [&](const CommandText& command) { text += zsh_function(command); });
  // Read by autoload, the file is the function; sourced, it names the function.
  return text + "if [[ $funcstack[1] == _papilio ]]; then\n  _papilio \"$@\"\nelse\n  compdef _papilio papilio\nfi\n";
}

std::string fish_completion(const CommandText& program) {
  std::string text(fish_head);
  for_each_command(program, [&](const CommandText& command) { text += fish_lines(command); });
  return text;
}

}  // namespace papilio::tool
