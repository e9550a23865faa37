// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Passes with blocks between them (Strides::block), on a device with little local memory, so that short transforms
// suffice. The cost model would seldom use blocks there, so the tests put them into its plans.
#include <gtest/gtest.h>

#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

void expect_blocks(const char* token, std::size_t passes) {
  SCOPED_TRACE(token);
  const Problem problem = Problem::parse(token).normalised();
  plan::PlanNode plan = plan::make_plan(problem, test::narrow_gpu_caps());
  ASSERT_EQ(plan.children.size(), passes) << plan.to_string();
  put_blocks(plan);
  expect_interpreted(problem, plan);
}

// Out of place, in place, scaled, along an axis between others, with other forms and storage types; radices that leave
// results in whole blocks, and others.
TEST(Blocks, OfTwoPasses) {
  for (const char* token : {"c2c:f32:1152*2", "c2c:f32:1024*3:inverse:scale=1/n", "c2c:f32:1024*2:inplace",
                            "c2c:f32:1296:inplace", "c2c:f32:1440*2", "c2c:f32:1024x3:axes=0", "c2r:f32:2304",
                            "dct1:f32:513", "c2c:f32:1152*2:in=i16:out=f16", "c2c:f64:512*2"}) {
    expect_blocks(token, 2);
  }
}

TEST(Blocks, OfConvolutions) {
  for (const char* token :
       {"c2c:f32:1201*2", "c2c:f32:1153*3:inplace", "c2c:f32:1201:inverse:scale=1/n", "c2c:f32:541x3:axes=0"}) {
    expect_blocks(token, 3);
  }
}

}  // namespace
}  // namespace papilio
