// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/measure/kernel_lines.hpp"

#include <gtest/gtest.h>

#include "spec/shape_token.hpp"

namespace papilio::api {
namespace {

TEST(KernelLines, SayThatShapesOfSeveralStagesAreStaged) {
  constexpr int compute_units = 132;
  const auto of_line = [](const std::vector<int>& radices) {
    KernelSpec spec;
    spec.radices = radices;
    spec.shape.staged = true;
    return parse_shape_token(shape_of_line(spec, compute_units), compute_units);
  };
  EXPECT_TRUE(of_line({4, 4}).shape.staged);
  EXPECT_EQ(of_line({4, 4}).radices, (std::vector{4, 4}));
  EXPECT_FALSE(of_line({8}).shape.staged);
}

}  // namespace
}  // namespace papilio::api
