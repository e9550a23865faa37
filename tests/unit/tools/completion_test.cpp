// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Texts that need care in each shell's language. That shells complete with these scripts: tests/tool/help_test.py.
#include "tools/help/completion.hpp"

#include <gmock/gmock.h>

namespace papilio::tool {
namespace {

using testing::HasSubstr;

/// papilio cut --how fast|slow, with a description of all characters that are special somewhere.
CommandText program() {
  OptionText how;
  how.names = {"-w", "--how"};
  how.value = OptionValue::choice;
  how.choices = {"fast", "slow"};
  how.description = "It's [a:b] \\ way";
  CommandText cut;
  cut.name = "papilio cut";
  cut.description = "Cut: don't";
  cut.options = {how};
  CommandText all;
  all.name = "papilio";
  all.commands = {cut};
  return all;
}

TEST(Completion, BashOffersChoicesAfterEitherName) {
  const std::string script = bash_completion(program());
  EXPECT_THAT(script, HasSubstr("    \"cut -w\" | \"cut --how\") mapfile -t COMPREPLY < <(compgen -W \"fast slow\""));
  EXPECT_THAT(script, HasSubstr("    \"cut\") options=\"-w --how\" ;;\n"));
  EXPECT_THAT(script, HasSubstr("    \"\") options=\"\" commands=\"cut\" ;;\n"));
}

TEST(Completion, ZshEscapesDescriptions) {
  const std::string script = zsh_completion(program());
  EXPECT_THAT(script, HasSubstr(R"('(-w --how)--how[It'\''s \[a\:b\] \\ way]:choice:(fast slow)')"));
  EXPECT_THAT(script, HasSubstr(R"('cut:Cut\: don'\''t')"));
}

TEST(Completion, FishEscapesDescriptions) {
  const std::string script = fish_completion(program());
  EXPECT_THAT(script, HasSubstr(R"(complete -c papilio -n '__papilio_at -- cut' -f -a cut -d 'Cut: don\'t')"));
  EXPECT_THAT(
      script,
      HasSubstr(
          R"(complete -c papilio -n '__papilio_at cut --' -s w -l how -x -a 'fast slow' -d 'It\'s [a:b] \\ way')"));
}

}  // namespace
}  // namespace papilio::tool
