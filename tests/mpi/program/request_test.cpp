// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/choose/request.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio::mpi {
namespace {

Request padded(const char* token, int in_axis, int out_axis) {
  const Problem problem = Problem::parse(token);
  return {problem,
          Distribution::slabs(problem.input_lengths(), 2, in_axis),
          Distribution::slabs(problem.output_lengths(), 2, out_axis),
          {},
          RealRows::padded};
}

TEST(Request, CountsPaddingOfTheRealSide) {
  const Request forward = padded("r2c:f32:3x4x5*2", 0, 1);
  EXPECT_NO_THROW(validate(forward, 2));
  EXPECT_EQ(bytes_of(forward, Side::input, 0), 2U * 2 * 4 * 6 * 4);
  EXPECT_EQ(bytes_of(forward, Side::input, 1), 2U * 1 * 4 * 6 * 4);
  EXPECT_EQ(bytes_of(forward, Side::output, 0), 2U * 3 * 2 * 3 * 8);
  const Request back = padded("c2r:f64:3x4x5", 1, 0);
  EXPECT_NO_THROW(validate(back, 2));
  EXPECT_EQ(bytes_of(back, Side::input, 0), 3U * 2 * 3 * 16);
  EXPECT_EQ(bytes_of(back, Side::output, 0), 2U * 4 * 6 * 8);
}

TEST(Request, RefusesPaddingWhereThereAreNoRows) {
  for (const Request& wrong : {padded("c2c:f32:8x8", 0, 1), padded("r2c:f32:64", 0, 0), padded("r2c:f32:8x8", 1, 1),
                               padded("c2r:f32:8x8", 0, 1), padded("dct2:f32:8x8", 0, 1)}) {
    EXPECT_THAT(test::message_of(ErrorCode::invalid_argument, [&] { validate(wrong, 2); }),
                testing::HasSubstr("padded rows"))
        << wrong.problem.token();
  }
}

}  // namespace
}  // namespace papilio::mpi
