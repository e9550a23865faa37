// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/shape_token.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio {
namespace {

using ::testing::HasSubstr;

TEST(ShapeToken, LeavesOutDefaults) {
  ChosenShape chosen{{16, 16, 4}, {}};
  EXPECT_EQ(shape_token(chosen, 132), "16x16x4");
  chosen.shape.threads = 128;
  chosen.shape.exchange = ExchangeForm::half_size;
  chosen.shape.twiddles = Twiddles::fused;
  EXPECT_EQ(shape_token(chosen, 132), "16x16x4:threads=128:half-size:twiddles=fused");
}

TEST(ShapeToken, ReadsEveryOptionInAnyOrder) {
  const ChosenShape chosen = parse_shape_token(
      "8x32:cluster=4/1:tile=2:digit-reversed:interleaved:early:wide-pairs:skewed:pad=16:staged:across:threads=64:"
      "resident=3:twiddles=products",
      132);
  Shape shape;
  shape.threads = 64;
  shape.tile = 2;
  shape.pad = 16;
  shape.resident_groups = 3;
  shape.exchange = ExchangeForm::interleaved;
  shape.twiddles = Twiddles::products;
  shape.staged = shape.across = shape.pad_by_stage = shape.digit_reversed = shape.preload_twiddles =
      shape.pairs_in_f64 = true;
  shape.cluster = 4;
  shape.cluster_stage = 1;
  EXPECT_EQ(chosen, (ChosenShape{{8, 32}, shape}));
  EXPECT_EQ(parse_shape_token("4x8:columns:lanes=8:tile=8", 1).shape, (Shape{Strategy::columns, 8, 1, 8}));
}

// Without a number the prefetch distance is all that the device holds at once, whichever option comes first.
TEST(ShapeToken, PrefetchIsRelativeToTheDevice) {
  EXPECT_EQ(parse_shape_token("16:prefetch:resident=4", 132).shape.prefetch_distance, 528);
  EXPECT_EQ(parse_shape_token("16:prefetch=7:resident=4", 132).shape.prefetch_distance, 7);
  ChosenShape chosen{{16}, {}};
  chosen.shape.resident_groups = 4;
  chosen.shape.prefetch_distance = 528;
  EXPECT_EQ(shape_token(chosen, 132), "16:resident=4:prefetch");
  EXPECT_EQ(shape_token(chosen, 64), "16:resident=4:prefetch=528");
}

struct Wrong {
  const char* token;
  std::size_t position;
  const char* message;
};

TEST(ShapeToken, ErrorsNameThePlaceTheReasonAndTheRemedy) {
  for (const Wrong& wrong :
       {Wrong{"", 0, "the radices is missing"}, Wrong{"16xx4", 3, "the radix is missing"},
        Wrong{"16:threads=0", 11, "the threads is 0; use 1 at least"},
        Wrong{"16:threads", 3, "unknown option \"threads\"; known options"},
        Wrong{"16:threads=64:threads=64", 14, "keep one of the two"},
        Wrong{"16:half-size:interleaved", 13, "contradicts"}, Wrong{"16:skewed:skewed", 10, "keep one"},
        Wrong{"16:twiddles=cached", 12, "known way to apply twiddles: read, products, fused"},
        Wrong{"16x4:cluster=8", 13, "write cluster=GROUPS/STAGE"}, Wrong{"16x4:cluster=8/2", 13, "there are 2 stages"},
        Wrong{"16x4:cluster=1/1", 13, "two work-groups at least"}, Wrong{"16:tile=99999999999", 8, "too large"},
        Wrong{"16:resident=3:prefetch=", 23, "missing"}}) {
    SCOPED_TRACE(wrong.token);
    const TokenError error = test::error_of<TokenError>([&] { (void)parse_shape_token(wrong.token, 132); });
    EXPECT_EQ(error.position(), wrong.position);
    EXPECT_THAT(error.what(), HasSubstr(wrong.message));
  }
}

}  // namespace
}  // namespace papilio
