// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/table.hpp"

#include <gtest/gtest.h>

namespace papilio::bench {
namespace {

TEST(TextTable, AlignedColumnsAreFlushRight) {
  const TextTable table({"n", "ms"}, {4}, TableStyle::aligned);
  EXPECT_EQ(table.heading() + table.line({"1024", "1.5"}) + table.rule() + table.line({"mean", ""}),
            "   n  ms\n"
            "1024  1.5\n"
            "--------\n"
            "mean    \n");
}

TEST(TextTable, MarkdownHasARuleUnderTheHeading) {
  const TextTable table({"n", "ms"}, {4, 3}, TableStyle::markdown);
  EXPECT_EQ(table.heading() + table.line({"1024", "1.5"}) + table.rule() + table.line({"mean", ""}),
            "|    n |  ms |\n"
            "|-----:|----:|\n"
            "| 1024 | 1.5 |\n"
            "| mean |     |\n");
}

}  // namespace
}  // namespace papilio::bench
