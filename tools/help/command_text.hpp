// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What --help knows about a command, as plain values, from which manual pages and completions are written.
#pragma once

#include <string>
#include <vector>

namespace papilio::tool {

/// Kind of an option's value.
enum class OptionValue { none, number, text, choice };

/// An option, a flag, or an argument without a name.
struct OptionText {
  std::vector<std::string> names;  ///< "-o", "--output"; of an argument one, without a dash: "FILE"
  OptionValue value = OptionValue::none;
  std::vector<std::string> choices;  ///< where value is choice
  std::string limits;                ///< "from 1 to 1000"; may be empty, as the others
  std::string description;
  std::string default_value;
  bool required = false;
  bool repeated = false;  ///< may be given more than once
};

struct CommandText {
  std::string name;  ///< in full: "papilio tables twiddles"
  std::string description;
  std::string heading;  ///< of the commands among which it is listed; empty for the usual one
  std::string details;  ///< lines that stand below the options
  std::vector<OptionText> arguments;
  std::vector<OptionText> options;
  std::vector<CommandText> commands;
};

/// "twiddles" of "papilio tables twiddles".
inline std::string last_word(const CommandText& command) { return command.name.substr(command.name.rfind(' ') + 1); }

}  // namespace papilio::tool
