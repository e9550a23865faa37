// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/choose/configuration.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "mpi/arrays.hpp"
#include "mpi/methods/methods.hpp"
#include "support/error_of.hpp"

namespace papilio::mpi {
namespace {

using testing::HasSubstr;

TEST(Choice, HasOneText) {
  const std::string text = "input=2/grid:1x4x1=1/rank:0=0/output=0/chunks=4/carrier=mpi-device";
  const Configuration configuration = parse_configuration(text);
  EXPECT_EQ(to_text(configuration), text);
  EXPECT_EQ(configuration.chunks, 4);
  EXPECT_EQ(configuration.carrier, Carrier::mpi_device);
  ASSERT_EQ(configuration.stages.size(), 4U);
  EXPECT_EQ(configuration.stages[1], (ConfiguredStage{StageBoxes::grid, {1, 4, 1}, 1}));
  EXPECT_EQ(parse_configuration(to_text(configuration)), configuration);
}

TEST(Choice, NamesAnOrderThatIsNotTheFixedOne) {
  const std::string text = "input=2/output=1/chunks=1/carrier=peer/order=1,0,2";
  EXPECT_EQ(to_text(parse_configuration(text)), text);
  EXPECT_EQ(parse_configuration(text).order, (std::vector<int>{1, 0, 2}));
  const Problem problem = Problem::parse("c2c:f32:8x8x8");
  const Distribution in = Distribution::slabs(problem.lengths, 2, 2);
  const Distribution out = Distribution::slabs(problem.lengths, 2, 0);
  const Schedule schedule = schedule_of(parse_configuration(text), problem, in, out);
  EXPECT_EQ(schedule.axes, (std::vector<int>{1, 0, 2}));
  EXPECT_EQ(to_text(configuration_of(schedule, problem, 1, Carrier::peer)), text);
  const Schedule fixed = make_schedule(problem, in, out);
  EXPECT_TRUE(configuration_of(fixed, problem, 1, Carrier::peer).order.empty());
}

TEST(Choice, OfStagesMustServeTheProblem) {
  const auto complaint_of = [](const char* token, const char* text) -> std::string {
    const Problem problem = Problem::parse(token);
    const Distribution slabs = Distribution::slabs(problem.lengths, 2);
    return test::message_of(
        ErrorCode::invalid_argument, [&] { (void)schedule_of(parse_configuration(text), problem, slabs, slabs); },
        "none");
  };
  EXPECT_THAT(complaint_of("c2c:f32:8x8:axes=1", "input=1/output=0/chunks=1/carrier=mpi"), HasSubstr("none"));
  EXPECT_THAT(complaint_of("c2c:f32:8x8:axes=1", "input=1/rank:0=0/output=0/chunks=1/carrier=mpi"),
              HasSubstr("nothing is transformed"));
  EXPECT_THAT(complaint_of("c2c:f32:8x8", "six-step=1/chunks=1/carrier=mpi"), HasSubstr("six-step=1 is the choice"));
  EXPECT_THAT(complaint_of("c2c:f32:8x8", "six-step=1/output=1/chunks=1/carrier=mpi"), HasSubstr("first stage"));
  EXPECT_THAT(complaint_of("c2c:f32:64", "input=0/rank:0=1/output=0/chunks=1/carrier=mpi"),
              HasSubstr("six-step=1 is the choice"));
  EXPECT_THAT(complaint_of("c2c:f32:64", "six-step=1/chunks=4/carrier=mpi"), HasSubstr("one chunk"));
  EXPECT_EQ(complaint_of("c2c:f32:64", "six-step=1/chunks=1/carrier=mpi"), "none");
}

TEST(Choice, NamesWhatItDoesNotUnderstand) {
  const auto complaint_of = [](const char* text) -> std::string {
    return test::message_of(
        ErrorCode::invalid_argument, [&] { (void)parse_configuration(text); }, "none");
  };
  EXPECT_THAT(complaint_of(""), HasSubstr("NAME=VALUE"));
  EXPECT_THAT(complaint_of("output=2/chunks=1/carrier=mpi"), HasSubstr("first stage"));
  EXPECT_THAT(complaint_of("input=2/turns=1/carrier=mpi"), HasSubstr("its name is chunks"));
  EXPECT_THAT(complaint_of("input=2"), HasSubstr("chunks or carrier"));
  EXPECT_THAT(complaint_of("input=2/chunks=1"), HasSubstr("chunks or carrier"));
  EXPECT_THAT(complaint_of("input=2/chunks=65/carrier=mpi"), HasSubstr("'chunks=65'"));
  EXPECT_THAT(complaint_of("input=2/chunks=1x/carrier=mpi"), HasSubstr("'1x' is no number"));
  EXPECT_THAT(complaint_of("input=-1/chunks=1/carrier=mpi"), HasSubstr("'-1' is no number"));
  EXPECT_THAT(complaint_of("input=2/chunks=1/carrier=auto"), HasSubstr("'carrier=auto'"));
  EXPECT_THAT(complaint_of("input=2/chunks=1/chunks=1/carrier=mpi"), HasSubstr("once each"));
  EXPECT_THAT(complaint_of("input=2/chunks=1/carrier=mpi/output=0"), HasSubstr("'output=0'"));
  EXPECT_THAT(complaint_of("input=2/grid:2x=1/chunks=1/carrier=mpi"), HasSubstr("'' is no number"));
  EXPECT_THAT(complaint_of("input=2/chunks=1/carrier=mpi/order=1,x"), HasSubstr("'x' is no number"));
  EXPECT_THAT(complaint_of("input=2/chunks=1/carrier=mpi/order="), HasSubstr("'' is no number"));
  EXPECT_THAT(complaint_of("input=2/chunks=1/carrier=mpi/order=0/order=1"), HasSubstr("once each"));
  EXPECT_THAT(complaint_of("input=2/bricks=1/chunks=1/carrier=mpi"), HasSubstr("'bricks=1'"));
}

TEST(Choice, SaysWhyItDoesNotServe) {
  const Problem problem = Problem::parse("c2c:f32:8x8x8");
  const Distribution slabs = Distribution::slabs(problem.lengths, 4, 0);
  const auto complaint_of = [&](const std::string& stages) -> std::string {
    return test::message_of(
        [&] { (void)schedule_of(parse_configuration(stages + "/chunks=1/carrier=mpi"), problem, slabs, slabs); },
        "none");
  };
  EXPECT_EQ(complaint_of("input=2/grid:1x4x1=1/output=0"), "none");
  EXPECT_THAT(complaint_of("input=3"), HasSubstr("axis 0"));
  EXPECT_THAT(complaint_of("input=2/output=0"), HasSubstr("leave out"));
  EXPECT_THAT(complaint_of("input=2/grid:1x4x1=1"), HasSubstr("do not end"));
  EXPECT_THAT(complaint_of("input=2/grid:1x4x1=2/output=0"), HasSubstr("more axes"));
  EXPECT_THAT(complaint_of("input=2/grid:1x4=1/output=0"), HasSubstr("the array has 3 axes"));
  EXPECT_THAT(complaint_of("input=2/grid:1x1000000000x1000000000=1/output=0"), HasSubstr("4 ranks"));
  EXPECT_THAT(complaint_of("input=2/input=1/output=0"), HasSubstr("only the first"));
  EXPECT_THROW((void)schedule_of(parse_configuration("input=2/grid:1x4x1=1/output=0/chunks=1/carrier=mpi/order=2,1,1"),
                                 problem, slabs, slabs),
               Error);
  const Problem back = Problem::parse("c2r:f32:8x8");
  EXPECT_THROW((void)schedule_of(parse_configuration("input=1/output=1/chunks=1/carrier=mpi"), back,
                                 Distribution::slabs({8, 5}, 4, 1), Distribution::slabs({8, 8}, 4, 1)),
               Error);
}

/// For schedules of any boxes: the choice makes the same schedule again.
TEST(Choice, MakesTheScheduleThatItIsFrom) {
  const AxisOrder any = AxisOrder::parse("any");
  for (unsigned seed = 1; seed <= 10; ++seed) {
    for (const char* token :
         {"c2c:f32:6x5x8*2", "r2c:f64:6x5x8", "c2r:f32:6x8", "dct2:f32:4x3x5x2", "c2c:f32:3x2", "c2r:f64:3x4x5"}) {
      const Problem problem = Problem::parse(token);
      const int ranks = static_cast<int>(1 + seed % 8);
      const Distribution in = test::random_boxes(problem.input_lengths(), ranks, seed);
      const Distribution out = seed % 3 == 0 ? Distribution::slabs(problem.output_lengths(), ranks)
                                             : test::random_boxes(problem.output_lengths(), ranks, seed + 77);
      for (const Schedule& schedule : make_schedules(problem, {in, out, {}, seed % 2 == 0 ? any : AxisOrder{}}, 12)) {
        const Configuration configuration = configuration_of(schedule, problem, 1, Carrier::mpi_host);
        SCOPED_TRACE(problem.token() + " on " + std::to_string(ranks) + ": " + to_text(configuration));
        const Schedule again = schedule_of(parse_configuration(to_text(configuration)), problem, in, out);
        EXPECT_EQ(again.axes, schedule.axes);
        EXPECT_TRUE(again.stages == schedule.stages);
      }
    }
  }
}

TEST(Choice, IsAmongDifferentSchedulesTheFastestFirst) {
  const Problem problem = Problem::parse("c2c:f32:64x64x64");
  const Distribution bricks = Distribution::bricks(problem.lengths, 8);
  for (const char* order : {"fixed", "any"}) {
    const AxisOrder wanted = AxisOrder::parse(order);
    const std::vector<Schedule> schedules = make_schedules(problem, {bricks, bricks, {}, wanted}, 16);
    EXPECT_EQ(schedules.size(), 16U);
    EXPECT_TRUE(std::ranges::is_sorted(schedules, {}, &Schedule::seconds));
    EXPECT_TRUE(schedules.front().stages == make_schedule(problem, bricks, bricks, {}, wanted).stages);
    for (auto one = schedules.begin(); one != schedules.end(); ++one) {
      EXPECT_TRUE(std::none_of(one + 1, schedules.end(),
                               [&](const Schedule& other) { return same_within_stages(other, *one); }));
    }
  }
}

TEST(Grids, AreFoundInBoxes) {
  EXPECT_EQ(grid_of(Distribution::grid({8, 9, 10}, {2, 1, 4})), (std::vector<int>{2, 1, 4}));
  EXPECT_EQ(grid_of(Distribution::slabs({3, 9}, 8, 0)), (std::vector<int>{8, 1})) << "ranks without elements";
  EXPECT_EQ(grid_of(Distribution::on_rank({3, 9}, 2, 1)), std::nullopt);
  EXPECT_EQ(grid_of(test::random_boxes({8, 8}, 5, 3)), std::nullopt);
}

}  // namespace
}  // namespace papilio::mpi
