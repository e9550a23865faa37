// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "mpi/arrays.hpp"
#include "mpi/methods/methods.hpp"
#include "mpi/program/program.hpp"

namespace papilio::mpi {
namespace {

/// What a program does to memory, with the number of meetings before.
class Walk {
 public:
  explicit Walk(const Program& program) {
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
      const bool storing = i + 1 < program.steps.size() && std::holds_alternative<RankBarrier>(program.steps[i + 1]);
      if (const auto* pass = std::get_if<Pass>(&program.steps[i])) {
        for (const PassPart& part : pass->parts) part.problem.validate();
        uses(*pass, pass->parts, storing);
      } else if (const auto* copy = std::get_if<Copy>(&program.steps[i])) {
        uses(*copy, copy->boxes, storing);
      } else {
        ++meetings;
      }
    }
  }
  struct Store {
    int meeting;
    WorkArray place;
    int owner;
  };
  int meetings = 0;
  std::vector<Store> stores;
  std::vector<std::pair<int, WorkArray>> own;  ///< but for the rank's own share of what all ranks store

 private:
  template <typename Step, typename Parts>
  void uses(const Step& step, const Parts& parts, bool storing) {
    for (const auto& part : parts) {
      own.emplace_back(meetings, step.source);
      if (part.owner != local_memory) {
        EXPECT_TRUE(storing);
        stores.push_back({meetings, step.target, part.owner});
      } else if (!storing) {
        own.emplace_back(meetings, step.target);
      }
    }
  }
};

/// No rank stores where the owner reads or writes before the next meeting, and all meet as often as there are
/// exchanges.
void expect_no_conflicts(const Problem& problem, const Distribution& in, const Distribution& out,
                         const AxisOrder& order = {}) {
  SCOPED_TRACE(problem.token() + " from " + in.text() + " to " + out.text());
  const Schedule schedule = make_schedule(problem, in, out, {}, order);
  std::vector<Walk> walks;
  std::int64_t sent = 0;
  std::int64_t received = 0;
  for (int rank = 0; rank < in.ranks(); ++rank) {
    const Program program = make_storing_program(problem, schedule, rank);
    walks.emplace_back(program);
    EXPECT_EQ(walks.back().meetings, static_cast<int>(schedule.stages.size()) - 1);
    sent += program.sent_bytes;
    received += program.received_bytes;
  }
  EXPECT_EQ(sent, received);
  for (const Walk& walk : walks) {
    for (const Walk::Store& store : walk.stores) {
      EXPECT_TRUE(store.place == WorkArray::work0 || store.place == WorkArray::work1);
      const Walk& owner = walks[static_cast<std::size_t>(store.owner)];
      EXPECT_EQ(std::ranges::count(owner.own, std::pair(store.meeting, store.place)), 0);
    }
  }
}

TEST(StoringProgram, StoresWhereNobodyIsBusy) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    for (const char* token : {"c2c:f32:6x5x8*2", "r2c:f64:6x5x8", "c2r:f32:6x8:inplace", "dct2:f32:4x3x5x2",
                              "r2c:f16:9x7*3", "c2c:f32:5x4x6:inverse:inplace"}) {
      const Problem problem = Problem::parse(token).normalised();
      const int ranks = static_cast<int>(1 + seed % 8);
      expect_no_conflicts(problem, test::random_boxes(problem.input_lengths(), ranks, seed),
                          test::random_boxes(problem.output_lengths(), ranks, seed + 77));
      expect_no_conflicts(problem, Distribution::slabs(problem.input_lengths(), ranks),
                          Distribution::slabs(problem.output_lengths(), ranks));
      const std::vector<std::vector<int>> orders = orders_of(problem, AxisOrder::parse("any"));
      expect_no_conflicts(problem, Distribution::slabs(problem.input_lengths(), ranks, 1),
                          Distribution::slabs(problem.output_lengths(), ranks),
                          {AxisOrder::OrderRule::given, orders[seed % orders.size()]});
    }
  }
}

TEST(StoringProgram, CopiesNothingOfSlabsOf3d) {
  const Problem problem = Problem::parse("c2c:f32:64x64x64*2");
  const Schedule schedule =
      make_schedule(problem, Distribution::slabs({64, 64, 64}, 4, 0), Distribution::slabs({64, 64, 64}, 4, 2));
  for (int rank = 0; rank < 4; ++rank) {
    const Program program = make_storing_program(problem, schedule, rank);
    EXPECT_EQ(program.copied_bytes, 0);
    EXPECT_EQ(program.work.bytes(WorkArray::work2), 0);
    EXPECT_EQ(program.sent_bytes, 64 * 64 * 16 * 3 / 4 * 2 * 8);
    // One launch for each owner before the exchange, and one for all of the array after it.
    ASSERT_EQ(program.steps.size(), 4U);
    EXPECT_EQ(std::get<Pass>(program.steps[1]).parts.size(), 4U);
    EXPECT_EQ(std::get<Pass>(program.steps[1]).parts.back().owner, local_memory);
    EXPECT_EQ(std::get<Pass>(program.steps[3]).parts.size(), 1U);
  }
}

}  // namespace
}  // namespace papilio::mpi
