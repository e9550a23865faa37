// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A failure of one rank is the same error on every rank, and nobody waits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <span>

#include "arrays.hpp"
#include "environment.hpp"

namespace papilio::test {
namespace {

using mpi::Distribution;
using testing::AllOf;
using testing::HasSubstr;

/// What something throws; empty if nothing.
std::string complaint_of(const std::function<void()>& work, ErrorCode code) {
  try {
    work();
    return {};
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
}

mpi::Plan plan_of(const std::string& token) {
  const Problem problem = Problem::parse(token);
  return {MPI_COMM_WORLD, device(), problem, Distribution::slabs(problem.input_lengths(), ranks()),
          Distribution::slabs(problem.output_lengths(), ranks())};
}

/// The rank that fails: the last one.
bool fails() { return rank() == ranks() - 1; }
std::string who() { return "rank " + std::to_string(ranks() - 1) + ":"; }

TEST(Failures, OfArgumentsThatDifferNameTheRank) {
  if (ranks() == 1) GTEST_SKIP() << "one rank has nobody to differ from";
  const std::string complaint =
      complaint_of([] { plan_of(fails() ? "c2c:f32:8x8" : "c2c:f32:8x9"); }, ErrorCode::invalid_argument);
  EXPECT_THAT(complaint, AllOf(HasSubstr(who()), HasSubstr("differs between ranks"), HasSubstr("8x8")));
}

TEST(Failures, OfADeviceOnOneRankNameTheRank) {
  const Problem problem = Problem::parse("c2c:f32:8x8");
  const Distribution slabs = Distribution::slabs(problem.lengths, ranks());
  const std::string complaint =
      complaint_of([&] { mpi::Plan(MPI_COMM_WORLD, fails() ? Device{} : device(), problem, slabs, slabs); },
                   ErrorCode::invalid_argument);
  EXPECT_THAT(complaint, AllOf(HasSubstr(who()), HasSubstr("without a device")));
}

TEST(Failures, OfDistributionsSayWhatIsWrong) {
  const Problem problem = Problem::parse("r2c:f32:8x8");
  const Distribution slabs = Distribution::slabs({8, 8}, ranks());
  EXPECT_THAT(
      complaint_of([&] { mpi::Plan(MPI_COMM_WORLD, device(), problem, slabs, slabs); }, ErrorCode::invalid_argument),
      HasSubstr("output"));
  const Distribution more = Distribution::slabs({8, 8}, ranks() + 1);
  EXPECT_THAT(
      complaint_of([&] { mpi::Plan(MPI_COMM_WORLD, device(), problem, more, more); }, ErrorCode::invalid_argument),
      HasSubstr("boxes for"));
}

TEST(Failures, OfProblemsThatAreNotPackedSaySo) {
  for (const char* token : {"c2c:f32:8x8:planar", "c2c:f32:8x8:istrides=1,8", "c2c:f32:8x8:zero=[0,2)x-",
                            "c2c:f32:8x8*2:idist=100", "c2c:f32:8x8:ooffset=4"}) {
    EXPECT_THAT(complaint_of([&] { plan_of(token); }, ErrorCode::unsupported), HasSubstr("packed")) << token;
  }
}

TEST(Failures, OfASpanOnOneRankLeaveThePlanUsable) {
  const mpi::Plan plan = plan_of("c2c:f32:8x12");
  Bytes in(static_cast<std::size_t>(plan.input_elements() * 8));
  Bytes out(in.size());
  Bytes longer(in.size() + 8);
  const std::string complaint =
      complaint_of([&] { plan.execute(fails() ? longer : in, std::span(out)); }, ErrorCode::invalid_argument);
  EXPECT_THAT(complaint, AllOf(HasSubstr(who()), HasSubstr("input span")));
  EXPECT_EQ(complaint_of([&] { plan.execute(in, std::span(out)); }, ErrorCode::internal), "");
  EXPECT_THAT(complaint_of([&] { plan.execute(std::span(out)); }, ErrorCode::invalid_argument),
              HasSubstr("out-of-place"));
}

TEST(Failures, OfCommunicatorsAreErrors) {
  const Problem problem = Problem::parse("c2c:f32:8x8");
  const Distribution slabs = Distribution::slabs(problem.lengths, ranks());
  EXPECT_THAT(
      complaint_of([&] { mpi::Plan(MPI_COMM_NULL, device(), problem, slabs, slabs); }, ErrorCode::invalid_argument),
      HasSubstr("MPI_COMM_NULL"));
  EXPECT_THAT(complaint_of([] { (void)mpi::Plan().work_bytes(); }, ErrorCode::invalid_argument), HasSubstr("none"));
}

/// Several ranks on busy cores wait for each other at every collective call, so there it is fewer times.
TEST(Plans, AreMadeAndDestroyedAThousandTimes) {
  const int times = ranks() == 1 ? 1000 : 50;
  for (int i = 0; i < times; ++i) {
    const mpi::Plan plan = plan_of("c2c:f32:8x12");
    if (!plan) ADD_FAILURE() << i;
  }
}

TEST(Plans, WorkOnACommunicatorOfSomeRanks) {
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank() % 2, -rank(), &half);
  int members = 0;
  int place = 0;
  MPI_Comm_size(half, &members);
  MPI_Comm_rank(half, &place);
  const Problem problem = Problem::parse("c2c:f32:6x4");
  const Distribution slabs = Distribution::slabs(problem.lengths, members);
  {
    const mpi::Plan plan(half, device(), problem, slabs, slabs);
    Bytes out(static_cast<std::size_t>(plan.output_elements() * 8));
    plan.execute(cut_out(whole_input(problem), problem.lengths, 1, 8, slabs.boxes[static_cast<std::size_t>(place)]),
                 std::span(out));
    EXPECT_EQ(plan.output_elements(), slabs.boxes[static_cast<std::size_t>(place)].volume());
  }
  MPI_Comm_free(&half);
}

}  // namespace
}  // namespace papilio::test
