// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/methods/six_step.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "mpi/arrays/distribution_text.hpp"
#include "mpi/choose/request.hpp"
#include "mpi/methods/methods.hpp"
#include "support/error_of.hpp"

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
}

TEST(SixStep, IsForTransformsOfOneAxisWithASplit) {
  for (const char* token : {"c2c:f32:1", "c2c:f32:2", "c2c:f32:3", "c2c:f32:8191", "r2c:f32:3", "c2r:f32:17",
                            "dct2:f32:720", "dht:f32:720", "c2c:f32:4x4"}) {
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
  EXPECT_EQ(program.work.bytes(WorkArray::work0), share);
  EXPECT_EQ(program.work.bytes(WorkArray::work1), share);
  for (const std::size_t position : {0U, 1U}) {  // what kernels are chosen for must fit a device
    const Problem pass = schedule.method->whole_pass(problem.normalised(), schedule, position);
    EXPECT_EQ(pass.lengths[position], std::int64_t{1} << 17);
    EXPECT_EQ(pass.lengths[0] * pass.lengths[1], std::int64_t{1} << 24);
  }
}

/// Columns of the matrix at an end spare the exchange there.
TEST(SixStep, EndsMayBeColumns) {
  Problem problem;
  problem.lengths = {std::int64_t{1} << 20};
  const Distribution slabs = Distribution::slabs(problem.lengths, 8);
  const Distribution first = Distribution::slabs({512, 2048}, 8, 1);
  const Distribution last = Distribution::slabs({2048, 512}, 8, 1);
  const std::int64_t once = problem.lengths[0] / 8 * 8 * 7 / 8;
  const auto sent = [&](const Distribution& in, const Distribution& out) {
    EXPECT_NO_THROW(validate({problem, in, out, {}}, 8));
    const Schedule schedule = make_schedule(problem, in, out);
    EXPECT_EQ(schedule.method->volume_after(schedule, 0, 0).sent == 0, in.lengths.size() == 2);
    EXPECT_EQ(schedule.method->volume_after(schedule, 2, 0).sent == 0, out.lengths.size() == 2);
    return make_program(problem.normalised(), schedule, 3).sent_bytes;
  };
  EXPECT_EQ(sent(slabs, slabs), 3 * once);
  EXPECT_EQ(sent(slabs, last), 2 * once);
  EXPECT_EQ(sent(first, slabs), 2 * once);
  EXPECT_EQ(sent(first, last), once);
  EXPECT_EQ(sent(last, slabs), 2 * once) << "the matrix of the end";
}

TEST(SixStep, RefusesColumnsThatAreNone) {
  const Problem complex = Problem::parse("c2c:f32:720");
  const Distribution slabs = Distribution::slabs({720}, 2);
  const auto refusal = [&](const Problem& problem, const Distribution& in, const Distribution& out) {
    return test::message_of(ErrorCode::invalid_argument, [&] { validate({problem, in, out, {}}, 2); });
  };
  EXPECT_THAT(refusal(complex, Distribution::slabs({24, 31}, 2, 1), slabs), testing::HasSubstr("24x31"));
  EXPECT_THAT(refusal(complex, Distribution::slabs({24, 30}, 2, 0), slabs), testing::HasSubstr("24x30")) << "rows";
  EXPECT_THAT(refusal(complex, Distribution::slabs({720, 1}, 2, 1), slabs), testing::HasSubstr("720x1"));
  EXPECT_THAT(refusal(complex, slabs, Distribution::slabs({24, 30, 1}, 2, 1)), testing::HasSubstr("24x30x1"));
  EXPECT_THAT(
      refusal(Problem::parse("r2c:f32:720"), Distribution::slabs({24, 30}, 2, 1), Distribution::slabs({361}, 2)),
      testing::HasSubstr("24x30"));
  EXPECT_THAT(refusal(complex, Distribution::slabs({24, 30}, 2, 1), Distribution::slabs({24, 30}, 2, 1)),
              testing::HasSubstr("transpose"));
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

std::string refusal_of(const char* token, const std::string& in, const std::string& out, int ranks) {
  const Problem problem = Problem::parse(token);
  return test::message_of(ErrorCode::unsupported, [&] {
    validate({problem,
              parse_distribution(in, problem.input_lengths(), ranks),
              parse_distribution(out, problem.output_lengths(), ranks),
              {}},
             ranks);
  });
}

/// The value, the reason and the remedy; where one rank has the array, it transforms it.
TEST(SixStep, RefusesOtherArraysOfOneAxisOverRanks) {
  EXPECT_EQ(refusal_of("c2c:f32:1009", "slabs", "slabs", 3),
            "c2c:f32:1009 over 3 ranks: an array of one axis is distributed as a matrix, and 1009 is no product of two "
            "factors; give the array to one rank (rank:0): one device holds 2^27 points");
  EXPECT_THAT(refusal_of("dct2:f64:1024", "slabs", "rank:0", 2),
              testing::AllOf(testing::HasSubstr("dct2:f64:1024 over 2 ranks: of arrays of one axis c2c, r2c and c2r"),
                             testing::HasSubstr("one device holds 2^27 points")));
  EXPECT_EQ(refusal_of("c2c:f32:1009", "rank:1", "rank:0", 3), "");
  EXPECT_EQ(refusal_of("dht:f32:60", "rank:0", "rank:0", 2), "");
  EXPECT_EQ(refusal_of("c2c:f32:1009", "slabs", "slabs", 1), "");
  EXPECT_EQ(refusal_of("c2c:f32:1008", "slabs", "slabs", 3), "");
}

}  // namespace
}  // namespace papilio::mpi
