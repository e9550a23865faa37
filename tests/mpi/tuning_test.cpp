// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Choices: the same bits by all of them, measuring and remembering them, and failures while they are measured.
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <papilio/mpi.hpp>
#include <papilio/wisdom.hpp>
#include <sstream>
#include <thread>

#include "arrays.hpp"
#include "environment.hpp"
#include "mpi/choose/prepared.hpp"
#include "mpi/choose/trial_memory.hpp"
#include "mpi/choose/trials.hpp"
#include "mpi/methods/methods.hpp"
#include "mpi/ranks/mpi_team.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

using mpi::Configuration;
using mpi::Distribution;
using mpi::Options;
using mpi::Trials;
using testing::HasSubstr;

bool is_last() { return rank() == ranks() - 1; }

std::string complaint_of(const std::function<void()>& work) { return test::message_of(work, "none"); }

Bytes run(const mpi::Plan& plan, const Bytes& in) {
  Bytes out(static_cast<std::size_t>(plan.output_elements() * plan.problem().output_element_bytes()));
  plan.execute(in, std::span(out));
  return out;
}

TEST(Choices, HaveTheSameBits) {
  for (const char* token : {"c2c:f32:8x4x8", "r2c:f64:4x6x8*2"}) {
    const Problem problem = Problem::parse(token);
    const Distribution in = Distribution::bricks(problem.input_lengths(), ranks());
    const Distribution out = Distribution::pencils(problem.output_lengths(), ranks(), 1);
    const Bytes part = cut_out(whole_input(problem), problem.input_lengths(), problem.batch,
                               problem.input_element_bytes(), in.boxes[static_cast<std::size_t>(rank())]);
    Options options;
    options.chunks = 1;
    const Bytes expected = run({MPI_COMM_WORLD, device(), problem, in, out, options}, part);
    const std::vector<mpi::Schedule> schedules = mpi::make_schedules(problem, {in, out, {}}, 6);
    EXPECT_GE(schedules.size(), 3U);
    int chunks = 1;
    for (const mpi::Schedule& schedule : schedules) {
      chunks = 3 - chunks;
      options.choice = to_text(configuration_of(schedule, problem, chunks, mpi::Carrier::mpi_host));
      const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, in, out, options);
      EXPECT_EQ(plan.choice(), options.choice);
      EXPECT_TRUE(run(plan, part) == expected) << token << " by " << options.choice;
    }
  }
}

/// A problem whose transforms are measured, and wisdom in a file of each rank's own.
class Measuring : public testing::Test {
 protected:
  Measuring()
      : problem_(Problem::parse("c2c:f32:8x4x8")),
        slabs_(Distribution::slabs(problem_.lengths, ranks(), 0)),
        file_(std::filesystem::temp_directory_path() /
              ("papilio-mpi-" + std::to_string(::getpid()) + "-" + std::to_string(rank()) + ".wisdom")) {
    setenv("PAPILIO_WISDOM", file_.c_str(), 1);
    forget_wisdom();
  }
  ~Measuring() override {
    std::error_code error;
    std::filesystem::remove(file_, error);
    std::filesystem::remove(file_.string() + ".lock", error);
    setenv("PAPILIO_WISDOM", "off", 1);
    forget_wisdom();
  }

  [[nodiscard]] mpi::Plan plan(Effort effort, int chunks = 0, const char* order = "fixed") const {
    Options options;
    options.axis_order = mpi::AxisOrder::parse(order);
    options.effort = effort;
    options.chunks = chunks;
    return {MPI_COMM_WORLD, device(), problem_, slabs_, slabs_, options};
  }
  [[nodiscard]] std::string text_of_file() const {
    std::ostringstream text;
    text << std::ifstream(file_).rdbuf();
    return text.str();
  }

  Problem problem_;
  Distribution slabs_;
  std::filesystem::path file_;
};

TEST_F(Measuring, WritesWisdomThatTheNextPlanUses) {
  EXPECT_THAT(plan(Effort::estimate).describe(), HasSubstr("from=model)"));
  const mpi::Plan measured = plan(Effort::measure);
  EXPECT_THAT(measured.describe(), HasSubstr(measured.choice() + " from=measured measured="));
  mpi::MpiTeam team(MPI_COMM_WORLD);
  EXPECT_EQ(mpi::broadcast(team, measured.choice()), measured.choice()) << "ranks have chosen otherwise";
  EXPECT_EQ(std::filesystem::exists(file_), rank() == 0) << "rank 0 alone keeps wisdom";
  if (rank() == 0) {
    EXPECT_THAT(text_of_file(), HasSubstr(wisdom_identity(device()) + " " + problem_.token() +
                                          "@ranks=" + std::to_string(ranks()) + "/"));
    EXPECT_THAT(text_of_file(), HasSubstr(" " + measured.choice() + " "));
  }
  for (const Effort effort : {Effort::estimate, Effort::measure})
    EXPECT_THAT(plan(effort).describe(), HasSubstr(measured.choice() + " from=wisdom measured="));
  EXPECT_THAT(plan(Effort::estimate, 2).describe(), HasSubstr("from=model)")) << "the chunks are the caller's";
}

/// What was measured for one order is not used for another, not even where a line of wisdom says so.
TEST_F(Measuring, KeepsOrdersApart) {
  const mpi::Plan any = plan(Effort::measure, 0, "any");
  EXPECT_THAT(any.describe(), HasSubstr(" from=measured "));
  EXPECT_THAT(plan(Effort::estimate, 0, "any").choice(), any.choice());
  EXPECT_THAT(plan(Effort::estimate).describe(), HasSubstr(" from=model)"));
  const std::string measured = plan(Effort::measure, 1, "1,0,2").choice();
  EXPECT_THAT(measured, testing::EndsWith("/order=1,0,2"));
  EXPECT_EQ(plan(Effort::estimate, 1, "1,0,2").choice(), measured);
  if (rank() == 0) {
    std::string text = text_of_file();
    const std::size_t key = text.find("/chunks=1/order=1,0,2 ");
    EXPECT_NE(key, std::string::npos) << text;
    text.replace(key, std::string("/chunks=1/order=1,0,2").size(), "/chunks=1");
    forget_wisdom();
    std::ofstream(file_) << text;
  }
  EXPECT_THAT(plan(Effort::estimate, 1).describe(), HasSubstr("the axes are wanted in another order"));
  EXPECT_THAT(plan(Effort::estimate, 1).axis_order(), testing::ElementsAre(2, 1, 0));
}

TEST_F(Measuring, PassesOverDamagedWisdom) {
  const std::string configuration = plan(Effort::measure).choice();
  if (rank() == 0) {
    std::string text = text_of_file();
    const std::size_t place = text.find(configuration);
    text.replace(place, configuration.size(), "input=9" + configuration.substr(configuration.find('/')));
    forget_wisdom();
    std::ofstream(file_) << text << "no line of wisdom\n";
  }
  const std::string described = plan(Effort::estimate).describe();
  EXPECT_THAT(described, HasSubstr("from=model)"));
  EXPECT_THAT(described, HasSubstr("(note \"wisdom is not used: "));
  EXPECT_EQ(wisdom_state().refused.size(), rank() == 0 ? 1U : 0U) << "the line that is no wisdom";
  const mpi::Plan again = plan(Effort::measure);
  EXPECT_THAT(again.describe(), HasSubstr("from=measured")) << "what cannot be used is measured again";
}

TEST_F(Measuring, FailsOnAllRanksWithoutADeviceOnOne) {
  Options options;
  options.effort = Effort::measure;
  const std::string complaint = complaint_of(
      [&] { mpi::Plan(MPI_COMM_WORLD, is_last() ? Device() : device(), problem_, slabs_, slabs_, options); });
  EXPECT_THAT(complaint, HasSubstr("rank " + std::to_string(ranks() - 1) + ": "));
}

/// A rank whose memory is too small fails in the passes of a transform that is measured.
TEST_F(Measuring, FailsOnAllRanksIfATransformOfOneFails) {
  // The last step is a pass.
  const mpi::Request request{problem_, slabs_, Distribution::slabs(problem_.lengths, ranks(), 2), {}};
  const mpi::TrialMemory memory(device(), request, rank());
  const Configuration good = mpi::parse_configuration("input=2/output=1/chunks=1/carrier=mpi");
  mpi::ExecutionArrays user = memory.user();
  mpi::MpiTeam team(MPI_COMM_WORLD);
  Trials contest(team, 60, [&](const Configuration& configuration) {
    auto prepared = std::make_shared<mpi::Prepared>(team, device(), request, configuration);
    return [prepared, &user] { prepared->execute(user); };
  });
  contest.enter(good);
  if (is_last()) user.output_bytes /= 2;
  Configuration other = good;
  other.chunks = 2;
  EXPECT_THAT(complaint_of([&] { contest.enter(other); }), HasSubstr("rank " + std::to_string(ranks() - 1) + ": "));
  user = memory.user();
  contest.enter(other);
  EXPECT_EQ(contest.entered(), 2) << "the communicator can still be used";
}

Configuration with_chunks(int chunks) {
  Configuration configuration = mpi::parse_configuration("input=1/output=1/chunks=1/carrier=mpi");
  configuration.chunks = chunks;
  return configuration;
}

/// Executions that take as many milliseconds as the choice has chunks, or more on one rank.
TEST(Contests, AreWonByTheChoiceWhoseSlowestRankIsFastest) {
  mpi::MpiTeam team(MPI_COMM_WORLD);
  Trials contest(team, 60, [](const Configuration& configuration) {
    const int more = configuration.chunks == 3 && is_last() ? 40 : 0;
    return [time = std::chrono::milliseconds(configuration.chunks + more)] { std::this_thread::sleep_for(time); };
  });
  for (const int chunks : {24, 3, 12, 18}) contest.enter(with_chunks(chunks));
  EXPECT_EQ(contest.best(), with_chunks(12)) << "3 takes 43 ms on one rank";
  EXPECT_GE(contest.seconds(), 0.012);
  EXPECT_EQ(contest.entered(), 4);
}

TEST(Contests, EndWhenTheTimeIsOver) {
  mpi::MpiTeam team(MPI_COMM_WORLD);
  Trials contest(team, 0, [](const Configuration&) { return [] {}; });
  for (const int chunks : {1, 2, 3}) contest.enter(with_chunks(chunks));
  EXPECT_EQ(contest.entered(), 1);
}

TEST(Contests, LeaveOutWhatNeedsTooMuchMemory) {
  mpi::MpiTeam team(MPI_COMM_WORLD);
  Trials contest(team, 60, [&](const Configuration& configuration) {
    team.agree(mpi::attempt([&] {
      if (configuration.chunks == 2 && is_last()) throw Error::out_of_memory("a work array", "none is left", "");
      if (configuration.chunks == 3 && is_last()) throw Error::device_failed("a kernel", "the device is lost");
    }));
    return [] {};
  });
  EXPECT_THAT(complaint_of([&] { contest.enter(with_chunks(2)); }), HasSubstr("none is left")) << "the only choice";
  contest.enter(with_chunks(1));
  contest.enter(with_chunks(2));
  EXPECT_EQ(contest.entered(), 1);
  EXPECT_THAT(complaint_of([&] { contest.enter(with_chunks(3)); }),
              HasSubstr("rank " + std::to_string(ranks() - 1) + ": "));
}

}  // namespace
}  // namespace papilio::test
