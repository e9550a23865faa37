// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/help/manual.hpp"

#include <gmock/gmock.h>

namespace papilio::tool {
namespace {

using testing::HasSubstr, testing::Not;

OptionText option(std::vector<std::string> names, OptionValue value, std::string description) {
  OptionText text;
  text.names = std::move(names);
  text.value = value;
  text.description = std::move(description);
  return text;
}

CommandText command(std::string name, std::string description) {
  CommandText text;
  text.name = std::move(name);
  text.description = std::move(description);
  return text;
}

TEST(Manual, PageHasAHeadAndTheSections) {
  CommandText cut = command("shop cut", "Cut something");
  cut.details = "More of it.\n\nExit codes:\n   0  success\n";
  const std::string page = manual_page(cut, "Shop 1.2");
  EXPECT_THAT(page, HasSubstr(".TH SHOP-CUT 1 \"\" \"Shop 1.2\" \"User Commands\"\n"));
  EXPECT_THAT(page, HasSubstr(".SH NAME\nshop\\-cut \\- Cut something\n"));
  EXPECT_THAT(page, HasSubstr(".SH DESCRIPTION\n.nf\nMore of it.\n.fi\n"));
  EXPECT_THAT(page, HasSubstr(".SH EXIT STATUS\n.nf\n   0  success\n.fi\n"));
  EXPECT_THAT(page, HasSubstr(".SH SEE ALSO\n\\fBshop\\fR(1)\n"));
}

TEST(Manual, OptionsTellValuesLimitsAndDefaults) {
  CommandText cut = command("shop cut", "Cut");
  cut.options = {option({"-n", "--number"}, OptionValue::number, "How many"),
                 option({"--how"}, OptionValue::choice, "The way"),
                 option({"--dry"}, OptionValue::none, "Without water")};
  cut.options[0].limits = "from 1 to 3";
  cut.options[0].default_value = "2";
  cut.options[1].choices = {"fast", "slow"};
  cut.options[1].required = true;
  const std::string page = manual_page(cut, "");
  EXPECT_THAT(page,
              HasSubstr(".TP\n\\fB\\-n\\fR, \\fB\\-\\-number\\fR \\fIN\\fR\nHow many (from 1 to 3) (default: 2)\n"));
  EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-\\-how\\fR \\fIfast|slow\\fR\nThe way (required)\n"));
  EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-\\-dry\\fR\nWithout water\n"));
}

TEST(Manual, HeadingsStandAboveTheirCommands) {
  CommandText shop = command("shop", "A shop");
  shop.commands = {command("shop cut", "Cut"), command("shop play", "Play"), command("shop toss", "Toss")};
  shop.commands[1].heading = shop.commands[2].heading = "Games";
  EXPECT_THAT(manual_page(shop, ""), HasSubstr(".SH COMMANDS\n.TP\n\\fBshop\\-cut\\fR(1)\nCut\n.SS Games\n.TP\n"
                                               "\\fBshop\\-play\\fR(1)\nPlay\n.TP\n\\fBshop\\-toss\\fR(1)\nToss\n"));
}

TEST(Manual, ArgumentsStandInTheSynopsis) {
  CommandText cut = command("shop cut", "Cut");
  cut.arguments = {option({"FILE"}, OptionValue::text, "What"), option({"MORE"}, OptionValue::text, "Also")};
  cut.arguments[0].required = true;
  cut.arguments[1].repeated = true;
  EXPECT_THAT(manual_page(cut, ""), HasSubstr(".SH SYNOPSIS\n\\fBshop cut\\fR \\fIFILE\\fR [\\fIMORE\\fR...]\n"));
}

TEST(Manual, WhatTheLanguageTreatsSpeciallyIsEscaped) {
  CommandText cut = command("shop cut", "Cut a-b");
  cut.details = ".dot\n'quote\nC:\\dir and in the middle . '\n";
  EXPECT_THAT(manual_page(cut, ""), HasSubstr("\\&.dot\n\\&'quote\nC:\\edir and in the middle . '\n"));
  EXPECT_THAT(manual_page(cut, ""), HasSubstr("Cut a\\-b"));
}

TEST(Manual, CommandsOfTheProgramHavePagesAndDeeperOnesStandInTheirParents) {
  CommandText shop = command("shop", "Work");
  shop.commands = {command("shop cut", "Cut")};
  shop.commands[0].commands = {command("shop cut wood", "Cut wood")};
  shop.commands[0].commands[0].options = {option({"--oak"}, OptionValue::none, "Oak")};
  EXPECT_THAT(manual_page(shop, ""), HasSubstr(".TP\n\\fBshop\\-cut\\fR(1)\nCut\n"));
  EXPECT_THAT(manual_page(shop, ""), Not(HasSubstr("oak")));
  EXPECT_THAT(manual_page(shop.commands[0], ""), HasSubstr("\\fB\\-\\-oak\\fR"));
  EXPECT_EQ(page_name(shop.commands[0]), "shop-cut");
}

}  // namespace
}  // namespace papilio::tool
