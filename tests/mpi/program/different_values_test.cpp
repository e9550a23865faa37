// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ranks whose plans differ in one argument get an error that names it, what both ranks have, and the remedy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "mpi/choose/request.hpp"
#include "mpi/ranks/thread_team.hpp"

namespace papilio::mpi {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr int ranks = 3;

Request request_of(const std::string& token) {
  const Problem problem = Problem::parse(token);
  return {problem,
          Distribution::slabs(problem.input_lengths(), ranks),
          Distribution::slabs(problem.output_lengths(), ranks),
          {}};
}

/// Message of each rank when `differs` has changed the request of one.
std::array<std::string, ranks> messages_of(const std::function<void(Request&)>& differs, int changed) {
  std::array<std::string, ranks> messages;
  run_ranks(ranks, [&](ThreadTeam& team) {
    Request request = request_of("c2c:f32:6x9");
    if (team.rank() == changed) differs(request);
    const std::optional<Failure> failure = attempt([&] { agree_on(team, values_of(request)); });
    messages[static_cast<std::size_t>(team.rank())] = failure ? failure->message : "";
    EXPECT_TRUE(!failure || failure->code == ErrorCode::invalid_argument);
  });
  return messages;
}

struct Difference {
  const char* name;
  const char* changed;
  const char* others;
  std::function<void(Request&)> change;
};

const std::vector<Difference>& differences() {
  static const std::vector<Difference> all = {
      {"the problem", "'c2c:f64:6x9'", "'c2c:f32:6x9'", [](Request& one) { one.problem.precision = Precision::f64; }},
      {"the problem", "'c2c:f32:6x9:scratch=bf16'", "'c2c:f32:6x9'",
       [](Request& one) { one.problem.scratch_storage = Storage::bf16; }},
      {"the box of rank 0 in the input", "'[0,0]-[6,3]'", "'[0,0]-[2,9]'",
       [](Request& one) {
         one.in = Distribution::slabs({6, 9}, ranks, 1);
       }},
      {"the box of rank 1 in the output", "'[0,0]-[6,9]'", "'[2,0]-[4,9]'",
       [](Request& one) {
         one.out.boxes[1] = {{0, 0}, {6, 9}};
       }},
      {"the lengths of the output", "'6x8'", "'6x9'", [](Request& one) { one.out.lengths[1] = 8; }},
      {"the number of boxes of the input", "'4'", "'3'", [](Request& one) { one.in.boxes.emplace_back(); }},
      {"the option bytes_per_second", "'2'", "'1", [](Request& one) { one.options.bytes_per_second = 2; }},
      {"the option latency", "'3'", "'2e-06'", [](Request& one) { one.options.latency = 3; }},
      {"the option chunks", "'2'", "'0'", [](Request& one) { one.options.chunks = 2; }},
      {"the option carrier", "'nccl'", "'auto'", [](Request& one) { one.options.carrier = Carrier::nccl; }},
      {"the option axis_order", "'1,0'", "'fixed'",
       [](Request& one) { one.options.axis_order = AxisOrder::parse("1,0"); }},
      {"the option effort", "'measure'", "'estimate'", [](Request& one) { one.options.effort = Effort::measure; }},
      {"the option effort", "'77'", "'estimate'", [](Request& one) { one.options.effort = static_cast<Effort>(77); }},
      {"the option arrays", "'device'", "'unknown'", [](Request& one) { one.options.arrays = ArrayMemory::device; }},
      {"the option work", "'caller'", "'plan'", [](Request& one) { one.options.work = WorkOwner::caller; }},
      {"the option choice", "'input=2/output=1'", "none",
       [](Request& one) { one.options.choice = "input=2/output=1"; }},
  };
  return all;
}

TEST(DifferentValues, AreNamedWithBothValuesOnAllRanks) {
  for (const Difference& one : differences()) {
    const std::string differs = std::string(one.name) + " differs between ranks: rank ";
    for (const std::string& message : messages_of(one.change, 2)) {
      EXPECT_THAT(message,
                  AllOf(HasSubstr("rank 2: " + differs + "2 has " + one.changed + ", rank 0 has " + one.others),
                        HasSubstr("give every rank the same")));
    }
    // All others then differ from rank 0.
    for (const std::string& message : messages_of(one.change, 0)) {
      EXPECT_THAT(message, AllOf(HasSubstr("rank 1: " + differs + "1 has " + one.others),
                                 HasSubstr("rank 0 has " + std::string(one.changed))));
    }
  }
}

TEST(DifferentValues, AreNoneInEqualRequests) {
  const auto nothing = [](Request& one) { one.options.choice = std::string(2, '\0'); };
  EXPECT_THAT(messages_of([](Request& /*same*/) {}, 2), testing::Each(""));
  EXPECT_THAT(messages_of(nothing, 2)[1], HasSubstr("the option choice differs"));
}

TEST(DifferentValues, AreShownAroundTheirDifference) {
  const auto longer = [](Request& one) { one.options.choice = std::string(100, 'a') + "b" + std::string(100, 'c'); };
  EXPECT_THAT(messages_of(longer, 1)[0], HasSubstr("rank 1 has '" + std::string(60, 'a') + "...', rank 0 has none"));
  run_ranks(ranks, [](ThreadTeam& team) {
    const std::string value = std::string(100, 'a') + (team.rank() == 1 ? "b" : "c") + std::string(100, 'd');
    const std::optional<Failure> failure = attempt([&] { agree_on(team, {{"it", value}}); });
    ASSERT_TRUE(failure);
    EXPECT_THAT(failure->message,
                HasSubstr("'..." + std::string(20, 'a') + "b" + std::string(39, 'd') + "...', rank 0"));
  });
}

}  // namespace
}  // namespace papilio::mpi
