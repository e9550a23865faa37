// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/help_text.hpp"

#include <string>
#include <string_view>

namespace papilio::tool {
namespace {

constexpr std::string_view default_heading = "Subcommands";  ///< CLI11's

/// The parts of a|b|c; empty if the text is no such list: one_of() describes itself so.
std::vector<std::string> choices_in(std::string_view text) {
  std::vector<std::string> choices;
  while (!text.empty()) {
    const std::size_t bar = text.find('|');
    choices.emplace_back(text.substr(0, bar));
    if (choices.back().empty() || choices.back().find(' ') != std::string::npos) return {};
    text.remove_prefix(bar == std::string_view::npos ? text.size() : bar + 1);
  }
  return choices;
}

/// From CLI11's name of the type, "UINT:from 1 to 8" or "ENUM:a|b".
void set_value(OptionText& text, const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return;
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  const std::string name = type.substr(0, colon);
  const std::string described = colon == std::string::npos ? "" : type.substr(colon + 1);
  text.choices = choices_in(described);
  if (!text.choices.empty()) {
    text.value = OptionValue::choice;
    return;
  }
  text.limits = described;
  const bool number = name.starts_with("INT") || name.starts_with("UINT") || name.starts_with("FLOAT") || name == "N";
  text.value = number ? OptionValue::number : OptionValue::text;
}

OptionText option_text(const CLI::Option& option) {
  OptionText text;
  for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
  if (text.names.empty()) text.names.push_back(option.get_name());
  set_value(text, option);
  text.description = option.get_description();
  text.default_value = option.get_default_str();
  text.required = option.get_required();
  text.repeated = option.get_items_expected_max() > 1;
  return text;
}

CommandText describe(const CLI::App& app, const std::string& name) {
  CommandText text;
  text.name = name;
  text.description = app.get_description();
  if (app.get_group() != default_heading) text.heading = app.get_group();
  text.details = app.get_footer();
  for (const CLI::Option* const option : app.get_options()) {
    if (option->get_group().empty()) continue;  // CLI11's way of hiding one
    (option->nonpositional() ? text.options : text.arguments).push_back(option_text(*option));
  }
  for (const CLI::App* const command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) text.commands.push_back(describe(*command, name + " " + command->get_name()));
  }
  return text;
}

}  // namespace

CommandText help_text(const CLI::App& app) { return describe(app, app.get_name()); }

}  // namespace papilio::tool
