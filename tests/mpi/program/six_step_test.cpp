// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/six_step.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mpi/request.hpp"

namespace papilio::mpi {
namespace {

using testing::ElementsAre;

TEST(SixStep, SplitsALengthNearItsSquareRoot) {
  EXPECT_THAT(matrix_of(Problem::parse("c2c:f32:4"))->lengths, ElementsAre(2, 2));
  EXPECT_THAT(matrix_of(Problem::parse("c2c:f32:720"))->lengths, ElementsAre(24, 30));
  EXPECT_THAT(matrix_of(Problem::parse("c2c:f64:34"))->lengths, ElementsAre(2, 17));
  EXPECT_THAT(matrix_of(Problem::parse("r2c:f64:720"))->lengths, ElementsAre(30, 24));
  EXPECT_THAT(matrix_of(Problem::parse("c2r:f64:720"))->lengths, ElementsAre(24, 30));
  EXPECT_THAT(matrix_of(Problem::parse("c2c:f64:16777216*3"))->lengths, ElementsAre(4096, 4096));
  EXPECT_THAT(matrix_of(Problem::parse("dht:f64:720"))->lengths, ElementsAre(30, 24));
  EXPECT_THAT(matrix_of(Problem::parse("dst2:f64:720"))->lengths, ElementsAre(30, 24));
  EXPECT_THAT(matrix_of(Problem::parse("dct3:f64:720"))->lengths, ElementsAre(24, 30));
  EXPECT_THAT(matrix_of(Problem::parse("dct4:f64:1440"))->lengths, ElementsAre(24, 30));
  EXPECT_THAT(matrix_of(Problem::parse("dct1:f64:361"))->lengths, ElementsAre(30, 24)) << "of 720";
  EXPECT_THAT(matrix_of(Problem::parse("dst1:f64:359"))->lengths, ElementsAre(30, 24)) << "of 720";
}

TEST(SixStep, IsForTransformsOfOneAxisWithASplit) {
  for (const char* token : {"c2c:f32:1", "c2c:f32:2", "c2c:f32:3", "c2c:f32:8191", "r2c:f32:3", "c2r:f32:17",
                            "dct2:f32:17", "dct1:f32:2", "dct4:f32:45", "dst4:f32:34", "c2c:f32:4x4"}) {
    EXPECT_FALSE(matrix_of(Problem::parse(token))) << token;
  }
}

/// Longer than an axis of one device may be. Slabs of a row each: everything but a rank's own share is sent three
/// times.
TEST(SixStep, TransformsArraysThatNoDeviceHolds) {
  Problem problem;
  problem.lengths = {std::int64_t{1} << 34};
  const Distribution slabs = Distribution::slabs(problem.lengths, 8);
  EXPECT_NO_THROW(validate({problem, slabs, slabs, {}}, 8));
  const Schedule schedule = make_schedule(problem, slabs, slabs);
  const Program program = make_program(problem.normalised(), schedule, 3);
  const std::int64_t share = (std::int64_t{1} << 34) / 8 * 8;
  EXPECT_EQ(program.sent_bytes, 3 * (share - share / 8));
  EXPECT_EQ(program.received_bytes, program.sent_bytes);
  EXPECT_EQ(program.first_bytes, share);
  EXPECT_EQ(program.second_bytes, share);
  for (const std::size_t position : {0U, 1U}) {  // what kernels are chosen for must fit a device
    const Problem pass = whole_pass(problem.normalised(), schedule, position);
    EXPECT_EQ(pass.lengths[position], std::int64_t{1} << 17);
    EXPECT_EQ(pass.lengths[0] * pass.lengths[1], std::int64_t{1} << 24);
  }
}

/// Half of the work and of the bytes that the same transform of complex numbers has.
TEST(SixStep, SendsHalfAsMuchOfRealNumbers) {
  const auto sent = [](const char* token) {
    const Problem problem = Problem::parse(token);
    const Distribution in = Distribution::slabs(problem.input_lengths(), 8);
    const Distribution out = Distribution::slabs(problem.output_lengths(), 8);
    const Schedule schedule = make_schedule(problem, in, out);
    std::int64_t bytes = 0;
    std::int64_t received = 0;
    for (int rank = 0; rank < 8; ++rank) {
      const Program program = make_program(problem.normalised(), schedule, rank);
      bytes += program.sent_bytes;
      received += program.received_bytes;
    }
    EXPECT_EQ(bytes, received);
    return static_cast<double>(bytes);
  };
  const double complex = sent("c2c:f32:1048576");
  EXPECT_NEAR(sent("r2c:f32:1048576") / complex, 0.5, 0.01);
  EXPECT_NEAR(sent("c2r:f32:1048576") / complex, 0.5, 0.01);
}

/// Twice as much where numbers are extended to twice as many.
TEST(SixStep, SendsAsMuchAsTheRealTransformBehindAKind) {
  const auto sent = [](const char* token) {
    const Problem problem = Problem::parse(token);
    const Distribution ranges = Distribution::slabs(problem.lengths, 8);
    const Schedule schedule = make_schedule(problem, ranges, ranges);
    std::int64_t bytes = 0;
    for (int rank = 0; rank < 8; ++rank) bytes += make_program(problem.normalised(), schedule, rank).sent_bytes;
    return static_cast<double>(bytes);
  };
  const double array = (1 << 20) * 4.0 * 7 / 8;  // what leaves its rank in an exchange of everything
  for (const char* token : {"dht:f32:1048576", "dct2:f32:1048576", "dst3:f32:1048576", "dct4:f32:1048576"}) {
    EXPECT_NEAR(sent(token) / array, 3, 0.05) << token;
  }
  // Each number goes to two places of the matrix, and half as many come back as are between the passes.
  EXPECT_NEAR(sent("dct1:f32:1048577") / array, 2 + 2 + 1, 0.05);
}

/// The factor of scale=1/n knows lengths that no device holds.
TEST(SixStep, ScalesByTheLogicalLength) {
  Problem problem = Problem::parse("dct2:f64:1024:scale=1/n");
  EXPECT_EQ(matrix_of(problem)->factor, 0x1p-10) << "2/2n";
  problem.lengths = {std::int64_t{1} << 30};
  EXPECT_EQ(matrix_of(problem)->factor, 0x1p-30);
  problem = Problem::parse("dst1:f64:1023:scale=1/n");
  EXPECT_EQ(matrix_of(problem)->factor, 0x1p-11);
  problem = Problem::parse("dht:f64:1024:norm=ortho");
  EXPECT_EQ(matrix_of(problem)->factor, 0x1p-5);
}

}  // namespace
}  // namespace papilio::mpi
