// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/convolution.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "mpi/arrays.hpp"
#include "mpi/request.hpp"
#include "mpi/six_step.hpp"
#include "mpi/twiddles.hpp"

namespace papilio::mpi {
namespace {

using testing::ElementsAre;

TEST(Convolution, IsAMatrixNearASquare) {
  EXPECT_THAT(matrix_of_convolution(Problem::parse("c2c:f32:17")).lengths, ElementsAre(6, 6));
  EXPECT_THAT(matrix_of_convolution(Problem::parse("c2c:f32:2")).lengths, ElementsAre(2, 2));
  EXPECT_THAT(matrix_of_convolution(Problem::parse("c2c:f64:1048583*3")).lengths, ElementsAre(1440, 1458));
  Problem problem;
  problem.lengths = {(std::int64_t{1} << 40) - 87};
  const std::vector<std::int64_t> large = matrix_of_convolution(problem).lengths;
  EXPECT_LT(large[1], 4 * large[0]);
}

/// By the problem alone, unless the bits may depend on the choice.
TEST(Convolution, IsForLongArraysWithoutAMatrix) {
  EXPECT_TRUE(prefers_convolution(Problem::parse("c2c:f32:1048583")));
  EXPECT_TRUE(prefers_convolution(Problem::parse("dct4:f32:1048577")));
  EXPECT_FALSE(prefers_convolution(Problem::parse("c2c:f32:1048576")));
  EXPECT_FALSE(prefers_convolution(Problem::parse("c2c:f32:1009"))) << "one rank transforms it sooner";
  const AxisOrder any = AxisOrder::parse("any");
  EXPECT_FALSE(may_be_convolution(Problem::parse("c2c:f32:1009"), 8, {}));
  EXPECT_TRUE(may_be_convolution(Problem::parse("c2c:f32:1009"), 8, any));
  EXPECT_TRUE(may_be_convolution(Problem::parse("c2c:f32:2018"), 8, any)) << "two rows keep two ranks busy";
  EXPECT_FALSE(may_be_convolution(Problem::parse("c2c:f32:1024"), 8, any));
  EXPECT_FALSE(may_be_convolution(Problem::parse("c2c:f32:1009"), 1, any));
}

/// A prime beyond what one device transforms: the two outer exchanges bring the array, the inner ones the matrix.
TEST(Convolution, TransformsArraysThatNoDeviceHolds) {
  Problem problem;
  problem.lengths = {(std::int64_t{1} << 34) - 41};
  const Distribution slabs = Distribution::slabs(problem.lengths, 8);
  EXPECT_NO_THROW(validate({problem, slabs, slabs, {}}, 8));
  const Schedule schedule = make_schedule(problem, slabs, slabs);
  ASSERT_EQ(schedule.method, Method::convolution);
  const Program program = make_program(problem.normalised(), schedule, 3);
  const auto points = static_cast<double>(matrix_of_convolution(problem).points());
  const auto length = static_cast<double>(problem.lengths[0]);
  EXPECT_LT(points, 2.01 * length);
  EXPECT_NEAR(static_cast<double>(program.sent_bytes), 8 * 7.0 / 64 * (2 * length + 2 * points), 1e-3 * points);
  EXPECT_NEAR(static_cast<double>(program.first_bytes), points, 1e-3 * points) << "8 bytes each, an eighth of them";
  for (std::size_t position = 0; position < schedule.axes.size(); ++position) {
    const Problem pass = whole_pass(problem.normalised(), schedule, position);
    EXPECT_LE(pass.points(), std::int64_t{1} << 24);
  }
  const AxisOrder any = AxisOrder::parse("any");
  const std::vector<Schedule> choices = make_schedules(problem, {slabs, slabs, {}, any}, 4);
  ASSERT_EQ(choices.size(), 1U) << "no rank can have it all";
  EXPECT_EQ(choices.front().method, Method::convolution);
}

TEST(Convolution, IsOneOfSeveralChoicesWhereAnyWillDo) {
  const Problem problem = Problem::parse("c2c:f32:1009");
  const Distribution slabs = Distribution::slabs(problem.lengths, 4);
  const auto convolutions = [&](const char* order) {
    const std::vector<Schedule> all = make_schedules(problem, {slabs, slabs, {}, AxisOrder::parse(order)}, 8);
    return std::pair(std::ranges::count(all, Method::convolution, &Schedule::method), all.size());
  };
  EXPECT_EQ(convolutions("fixed").first, 0);
  EXPECT_EQ(convolutions("any").first, 1);
  EXPECT_GT(convolutions("any").second, 1U);
}

/// What every rank sends to another arrives there, and as much as the schedule says.
TEST(Convolution, SendsWhatIsReceived) {
  for (const char* token : {"c2c:f32:17*2", "r2c:f64:31", "c2r:f32:5", "dct2:f16:29*3", "c2c:f32:2"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token);
    const Distribution in = test::random_boxes(problem.input_lengths(), 5, 3);
    const Distribution out = test::random_boxes(problem.output_lengths(), 5, 4);
    const Schedule schedule = make_convolution_schedule(problem, plain(in), plain(out), {});
    std::map<std::array<int, 3>, std::int64_t> open;  // by exchange, sender and receiver
    for (int rank = 0; rank < 5; ++rank) {
      int exchanges = 0;
      const Program program = make_program(problem, schedule, rank);
      for (const Step& step : program.steps) {
        const auto* const exchange = std::get_if<Exchange>(&step);
        if (exchange == nullptr) continue;
        const Stage& before = schedule.stages[static_cast<std::size_t>(exchanges)];
        std::int64_t sent = 0;
        for (const Message& message : exchange->sends) open[{exchanges, rank, message.peer}] += message.bytes;
        for (const Message& message : exchange->receives) open[{exchanges, message.peer, rank}] -= message.bytes;
        for (const Message& message : exchange->sends) sent += message.peer == rank ? 0 : message.bytes;
        const std::int64_t bytes = exchanged_bytes(problem, schedule, before.end) * problem.batch;
        EXPECT_EQ(sent, volume_after(schedule, static_cast<std::size_t>(exchanges), rank).sent * bytes);
        ++exchanges;
      }
      EXPECT_EQ(exchanges, 4);
    }
    for (const auto& [messages, bytes] : open) EXPECT_EQ(bytes, 0) << "exchange " << messages[0];
  }
}

/// The chirp from the beginning and, backwards, from the end; zeros between them.
TEST(Convolution, HasAKernelOfBothEnds) {
  const Problem problem = Problem::parse("r2c:f64:7");  // four outputs: 1 to 6 places before them
  const Convolution convolution = *convolution_of(problem);
  ASSERT_EQ(convolution.points, 12);
  const std::vector<double> kernel = kernel_of<double>(convolution, {3, 4, 0, 4, 1});
  const std::vector<double> chirp = table_of<double>(convolution.kernel, Strip{3, 4, 0, 4, 1}, 7);
  for (std::size_t m = 0; m < 24; ++m) {
    const std::size_t element = m / 2;
    const std::size_t of_chirp = element < 4 ? element : 12 - element;
    const bool zero = element == 4 || element == 5;
    EXPECT_EQ(kernel[m], zero ? 0 : chirp[2 * of_chirp + m % 2]) << element;
  }
  const std::vector<double> last = kernel_of<double>(convolution, {3, 1, 3, 4, 1});
  EXPECT_EQ(last, (std::vector<double>{kernel[6], kernel[7], kernel[14], kernel[15], kernel[22], kernel[23]}));
}

}  // namespace
}  // namespace papilio::mpi
