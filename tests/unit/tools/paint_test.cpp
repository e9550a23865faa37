// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/terminal/paint.hpp"

#include <gtest/gtest.h>

namespace papilio::tool {
namespace {

TEST(Paint, LeavesWordsAsTheyAreUnlessToldOtherwise) {
  EXPECT_EQ(Paint().right("PASS"), "PASS");
  EXPECT_EQ(Paint(Colours::off).wrong("FAIL:"), "FAIL:");
}

TEST(Paint, GivesEachMeaningItsColourAndEndsIt) {
  const Paint paint(Colours::on);
  EXPECT_EQ(paint.right("PASS"), "\x1b[32mPASS\x1b[0m");
  EXPECT_EQ(paint.warning("warning:"), "\x1b[33mwarning:\x1b[0m");
  EXPECT_EQ(paint.wrong("FAIL:"), "\x1b[1m\x1b[31mFAIL:\x1b[0m");
}

}  // namespace
}  // namespace papilio::tool
