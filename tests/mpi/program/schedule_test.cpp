// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/program/schedule.hpp"

#include <gmock/gmock.h>

#include "mpi/arrays.hpp"
#include "mpi/arrays/transfers.hpp"
#include "mpi/methods/methods.hpp"
#include "mpi/methods/six_step.hpp"
#include "mpi/program/program.hpp"

namespace papilio::mpi {
namespace {

using testing::ElementsAre;

TEST(Schedule, HasOneFixedOrderOfAxesForEachKind) {
  EXPECT_THAT(axes_in_order(Problem::parse("c2c:f32:4x5x6")), ElementsAre(2, 1, 0));
  EXPECT_THAT(axes_in_order(Problem::parse("c2c:f32:4x5x6:inverse")), ElementsAre(0, 1, 2));
  EXPECT_THAT(axes_in_order(Problem::parse("r2c:f32:4x5x6:axes=0,1")), ElementsAre(1, 0));
  EXPECT_THAT(axes_in_order(Problem::parse("c2r:f32:4x5x6")), ElementsAre(0, 1, 2));
}

TEST(Schedule, KnowsWhichLengthsARealTransformHasWhen) {
  const Problem forward = Problem::parse("r2c:f64:4x6");
  EXPECT_THAT(lengths_after(forward, 0), ElementsAre(4, 6));
  EXPECT_THAT(lengths_after(forward, 1), ElementsAre(4, 4));
  EXPECT_EQ(element_bytes_after(forward, 0), 8);
  EXPECT_EQ(element_bytes_after(forward, 1), 16);
  const Problem back = Problem::parse("c2r:f64:4x6");
  EXPECT_THAT(lengths_after(back, 1), ElementsAre(4, 4));
  EXPECT_THAT(lengths_after(back, 2), ElementsAre(4, 6));
}

TEST(Schedule, NeedsOneExchangeFromSlabsToSlabsOfAnotherAxis) {
  const Problem problem = Problem::parse("c2c:f32:64x64x64");
  const Schedule schedule =
      make_schedule(problem, Distribution::slabs({64, 64, 64}, 4, 0), Distribution::slabs({64, 64, 64}, 4, 2));
  ASSERT_EQ(schedule.stages.size(), 2U);
  EXPECT_EQ(schedule.stages[0].end, 2U);
  EXPECT_EQ(schedule.stages[1].exit.boxes[1], (Box{{0, 0, 16}, {64, 64, 32}}));
}

TEST(Schedule, NeedsTwoExchangesBackToTheSameSlabs) {
  const Problem problem = Problem::parse("c2c:f32:64x64x64");
  const Distribution slabs = Distribution::slabs({64, 64, 64}, 4, 0);
  EXPECT_EQ(make_schedule(problem, slabs, slabs).stages.size(), 3U);
}

TEST(Schedule, NeedsNoExchangeOnOneRank) {
  const Problem problem = Problem::parse("r2c:f32:16x16");
  const Schedule schedule =
      make_schedule(problem, Distribution::on_rank({16, 16}, 1), Distribution::on_rank({16, 9}, 1));
  EXPECT_EQ(schedule.stages.size(), 1U);
  EXPECT_EQ(schedule.seconds, 0);
}

TEST(Schedule, CutsTwoAxesWhereOneIsTooShort) {
  const Problem problem = Problem::parse("c2c:f32:4x4x4");
  const Distribution bricks = Distribution::grid({4, 4, 4}, {2, 4, 2});
  const Schedule schedule = make_schedule(problem, bricks, bricks);
  for (const ScheduleStage& stage : schedule.stages) {
    for (const Box& box : stage.entry.boxes) EXPECT_EQ(box.volume(), 4);
  }
}

/// All programs of a problem fit together: what one rank sends another one receives, in messages of the same sizes, the
/// places hold them, and no more is sent than leaves its owner.
void expect_programs_fit(const Problem& problem, const Distribution& in, const Distribution& out, int chunks,
                         const AxisOrder& order = {}) {
  SCOPED_TRACE(problem.token() + " from " + in.text() + " to " + out.text() + " in " + std::to_string(chunks) +
               " axes " + order.text());
  const Schedule schedule = make_schedule(problem, in, out, {}, order);
  std::vector<std::vector<ExchangeStep>> exchanges;
  std::int64_t sent = 0;
  for (int rank = 0; rank < in.ranks(); ++rank) {
    const Program program = make_program(problem, schedule, rank, chunks);
    sent += program.sent_bytes;
    exchanges.emplace_back();
    for (const Step& step : program.steps) {
      if (const auto* pass = std::get_if<Pass>(&step)) {
        for (const PassPart& part : pass->parts) part.problem.validate();
      }
      const auto* exchange = std::get_if<ExchangeStep>(&step);
      if (exchange == nullptr) continue;
      exchanges.back().push_back(*exchange);
      for (const Message& message : exchange->receives) {
        if (exchange->target == WorkArray::output) continue;
        const std::int64_t bytes[] = {program.work.bytes(WorkArray::work0), program.work.bytes(WorkArray::work1),
                                      program.work.bytes(WorkArray::work2)};
        const auto place = static_cast<std::size_t>(exchange->target) - static_cast<std::size_t>(WorkArray::work0);
        EXPECT_LE(message.offset + message.bytes, bytes[place]);
      }
    }
    EXPECT_EQ(exchanges.back().size(), schedule.stages.size() - 1);
  }
  std::int64_t least = 0;
  for (std::size_t s = 0; s + 1 < schedule.stages.size(); ++s) {
    for (int rank = 0; rank < in.ranks(); ++rank) {
      const Volume volume = schedule.method->volume_after(schedule, s, rank);
      least += volume.sent * problem.batch * element_bytes_after(schedule.array, schedule.stages[s].end);
      for (const Message& message : exchanges[static_cast<std::size_t>(rank)][s].sends) {
        const auto& there = exchanges[static_cast<std::size_t>(message.peer)][s].receives;
        const auto found = std::ranges::find_if(
            there, [&](const Message& other) { return other.peer == rank && other.chunk == message.chunk; });
        ASSERT_NE(found, there.end());
        EXPECT_EQ(found->bytes, message.bytes);
      }
    }
  }
  EXPECT_EQ(sent, least);
}

TEST(Program, FitsTogetherForAnyBoxes) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    for (const char* token :
         {"c2c:f32:6x5x8*2", "r2c:f64:6x5x8", "c2r:f32:6x8:inplace", "dct2:f32:4x3x5x2", "r2c:f16:9x7*3", "c2c:f32:96",
          "c2c:f16:60*2:inplace", "c2c:f64:14", "r2c:f32:96*2", "c2r:f32:75:inplace"}) {
      const Problem problem = Problem::parse(token);
      const int ranks = static_cast<int>(1 + seed % 8);
      expect_programs_fit(problem, test::random_boxes(problem.input_lengths(), ranks, seed),
                          test::random_boxes(problem.output_lengths(), ranks, seed + 77),
                          static_cast<int>(1 + seed % 3));
    }
  }
}

TEST(Program, FitsTogetherInAnyOrderOfAxes) {
  unsigned seed = 0;
  for (const char* token : {"c2c:f32:6x5x8*2", "r2c:f64:6x5x8", "c2r:f32:3x6x8:inplace", "dct2:f32:4x3x5"}) {
    const Problem problem = Problem::parse(token);
    for (const std::vector<int>& axes : orders_of(problem, AxisOrder::parse("any"))) {
      const AxisOrder order{AxisOrder::OrderRule::given, axes};
      const int ranks = static_cast<int>(1 + ++seed % 8);
      expect_programs_fit(problem, test::random_boxes(problem.input_lengths(), ranks, seed),
                          test::random_boxes(problem.output_lengths(), ranks, seed + 77), 1 + ranks % 3, order);
      expect_programs_fit(problem, Distribution::slabs(problem.input_lengths(), ranks, static_cast<int>(seed % 2)),
                          Distribution::slabs(problem.output_lengths(), ranks, 2), 1 + ranks % 3, order);
    }
  }
}

TEST(Program, LeavesGatheringToThePassesOfSlabs) {
  const Problem problem = Problem::parse("c2c:f32:64x64x64*2");
  const Schedule schedule =
      make_schedule(problem, Distribution::slabs({64, 64, 64}, 4, 0), Distribution::slabs({64, 64, 64}, 4, 2));
  for (int rank = 0; rank < 4; ++rank) EXPECT_EQ(make_program(problem, schedule, rank).copied_bytes, 0);
  for (int rank = 0; rank < 4; ++rank) EXPECT_EQ(make_program(problem, schedule, rank, 4).copied_bytes, 0);
  const Problem inverse = Problem::parse("c2c:f32:64x64x64*2:inverse");
  const Schedule back =
      make_schedule(inverse, Distribution::slabs({64, 64, 64}, 4, 2), Distribution::slabs({64, 64, 64}, 4, 0));
  for (int rank = 0; rank < 4; ++rank) EXPECT_EQ(make_program(inverse, back, rank).copied_bytes, 0);
  const Schedule turned =
      make_schedule(problem, back.stages.front().entry, back.stages.back().exit, {}, AxisOrder::parse("any"));
  for (int rank = 0; rank < 4; ++rank) EXPECT_EQ(make_program(problem, turned, rank).copied_bytes, 0);
}

}  // namespace
}  // namespace papilio::mpi
