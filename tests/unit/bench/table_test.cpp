// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/table.hpp"

#include <gtest/gtest.h>

namespace papilio::bench {
namespace {

const std::vector<std::vector<std::string>> rows = {{"n", "ms"}, {"1024", "1.5"}, {"mean", ""}};

TEST(Table, AlignedColumnsAreFlushRight) {
  EXPECT_EQ(render(rows, TableStyle::aligned),
            "   n   ms\n"
            "1024  1.5\n"
            "mean     \n");
}

TEST(Table, MarkdownHasARuleUnderTheHeader) {
  EXPECT_EQ(render(rows, TableStyle::markdown),
            "|    n |  ms |\n"
            "|-----:|----:|\n"
            "| 1024 | 1.5 |\n"
            "| mean |     |\n");
}

}  // namespace
}  // namespace papilio::bench
