// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/message_tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "mpi/convolution.hpp"
#include "mpi/decision.hpp"

namespace papilio::mpi {
namespace {

Schedule of_slabs(const Problem& problem, int ranks) {
  return make_schedule(problem, Distribution::slabs(problem.input_lengths(), ranks, 0),
                       Distribution::slabs(problem.output_lengths(), ranks, 1));
}

std::vector<const Exchange*> exchanges_of(const Program& program) {
  std::vector<const Exchange*> exchanges;
  for (const Step& step : program.steps) {
    if (const auto* exchange = std::get_if<Exchange>(&step)) exchanges.push_back(exchange);
  }
  return exchanges;
}

/// What the rank does not send to itself.
std::vector<Message> to_others(const std::vector<Message>& messages, int rank) {
  std::vector<Message> result;
  std::ranges::copy_if(messages, std::back_inserter(result), [&](const Message& m) { return m.peer != rank; });
  return result;
}

/// Each packed message has the numbers of a plain one, and lies after the packed one before it. Returns all their
/// bytes.
std::int64_t expect_packed(const std::vector<Message>& packed, const std::vector<TileRange>& ranges,
                           const std::vector<Message>& plain, std::int64_t place_bytes) {
  EXPECT_EQ(packed.size(), plain.size());
  EXPECT_EQ(ranges.size(), plain.size());
  std::int64_t end = 0;
  std::int64_t all = 0;
  for (std::size_t m = 0; m < std::min({packed.size(), ranges.size(), plain.size()}); ++m) {
    EXPECT_EQ(packed[m].peer, plain[m].peer);
    EXPECT_EQ(packed[m].turn, plain[m].turn);
    EXPECT_EQ(packed[m].bytes, TilePacker::packed_bytes(plain[m].bytes / 4));
    EXPECT_GE(packed[m].offset, end) << "messages overlap";
    EXPECT_EQ(ranges[m].numbers * 4, plain[m].bytes);
    EXPECT_EQ(ranges[m].unpacked * 4, plain[m].offset);
    EXPECT_EQ(ranges[m].packed * 2, packed[m].offset);
    end = packed[m].offset + packed[m].bytes;
    all += packed[m].bytes;
  }
  EXPECT_LE(end, place_bytes);
  return all;
}

/// Of all exchanges of a program; a rank without elements has exchanges without messages.
void expect_tiles(const Program& plain, int rank) {
  const Program tiles = with_tiles(plain, Storage::f16, rank);
  EXPECT_EQ(tiles.messages, Storage::f16);
  EXPECT_EQ(tiles.steps.size(), plain.steps.size());
  const std::vector<const Exchange*> before = exchanges_of(plain);
  const std::vector<const Exchange*> after = exchanges_of(tiles);
  ASSERT_EQ(before.size(), after.size());
  std::int64_t sent = 0;
  std::int64_t received = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_TRUE(after[i]->packing);
    const Packing& packing = *after[i]->packing;
    EXPECT_EQ(packing.source, before[i]->source);
    EXPECT_EQ(packing.target, before[i]->target);
    EXPECT_EQ(after[i]->turns, before[i]->turns);
    EXPECT_EQ(after[i]->kept, before[i]->kept);
    sent += expect_packed(after[i]->sends, packing.sends, to_others(before[i]->sends, rank), tiles.packed_source_bytes);
    received += expect_packed(after[i]->receives, packing.receives, to_others(before[i]->receives, rank),
                              tiles.packed_target_bytes);
    std::int64_t own = 0;
    for (const Message& message : before[i]->sends) own += message.peer == rank ? message.bytes : 0;
    for (const BoxCopy& box : packing.own.boxes) own -= box.extents[0] * 4;
    EXPECT_EQ(own, 0) << "what stays is copied";
    std::size_t ranges = 0;
    for (int turn = 0; turn < after[i]->turns; ++turn) ranges += of_turn(packing.sends, after[i]->sends, turn).size();
    EXPECT_EQ(ranges, packing.sends.size());
  }
  EXPECT_EQ(tiles.sent_bytes, sent);
  EXPECT_EQ(tiles.received_bytes, received);
}

/// In one turn and in several, and of one axis.
TEST(MessageTiles, ComeWhereTheExchangeWouldBringThem) {
  constexpr int ranks = 3;
  for (const char* token : {"c2c:f32:9x14*2", "r2c:f32:9x14x8", "c2c:f32:240", "dct2:f32:60*2"}) {
    const Problem problem = Problem::parse(token).normalised();
    const bool one_axis = problem.lengths.size() == 1;
    const Schedule schedule = one_axis ? make_schedule(problem, Distribution::slabs(problem.lengths, ranks),
                                                       Distribution::slabs(problem.lengths, ranks))
                                       : of_slabs(problem, ranks);
    for (const int turns : {1, 3}) {
      SCOPED_TRACE(std::string(token) + " turns " + std::to_string(turns));
      for (int rank = 0; rank < ranks; ++rank) {
        const Program plain = make_program(problem, schedule, rank, turns);
        expect_tiles(plain, rank);
        EXPECT_EQ(exchanges_of(plain).front()->turns, problem.lengths.size() == 3 ? turns : 1);
      }
    }
  }
}

TEST(MessageTiles, AddAnErrorForEachExchange) {
  const Problem problem = Problem::parse("c2c:f32:16x16");
  Schedule schedule = of_slabs(problem, 2);
  ASSERT_EQ(schedule.stages.size(), 2U);
  EXPECT_NEAR(error_of_messages(problem, schedule, Storage::f16), 0x1p-11, 0x1p-34);
  EXPECT_NEAR(error_of_messages(problem, schedule, Storage::bf16), 0x1p-8, 0x1p-34);
  schedule.stages.push_back(schedule.stages.back());
  EXPECT_NEAR(error_of_messages(problem, schedule, Storage::f16), 0x1p-10, 0x1p-33);
  schedule.stages.resize(1);
  EXPECT_EQ(error_of_messages(problem, schedule, Storage::f16), 0);
}

/// Of what several turns suit.
TEST(MessageTiles, HaveFewerBytesInTheModel) {
  Request request;
  request.problem = Problem::parse("c2c:f32:1024x1024x1024").normalised();
  request.in = Distribution::slabs(request.problem.lengths, 2, 0);
  request.out = Distribution::slabs(request.problem.lengths, 2, 2);
  request.options.bytes_per_second = 350e9;
  const auto best = [&] {
    const Estimates estimates{machine_of(request.options, DeviceKind::gpu), {6e-3, 6e-3, 6e-3}};
    return rank_choices(request, estimates, {Carrier::nccl}, 4).front();
  };
  const Decision plain = best();
  request.options.messages = Storage::f16;
  const Decision tiles = best();
  EXPECT_GT(plain.choice.turns, 1);
  EXPECT_GT(tiles.choice.turns, 1);
  EXPECT_NEAR(tiles.forecast.exchanges / plain.forecast.exchanges, 130.0 / 256, 0.01);
}

/// The sums of a convolution are two transforms and a product.
TEST(MessageTiles, AddMoreToConvolutions) {
  const Problem problem = Problem::parse("c2c:f32:60");
  const Distribution slabs = Distribution::slabs(problem.lengths, 2);
  const double six_steps = error_of_messages(problem, make_schedule(problem, slabs, slabs), Storage::f16);
  const double convolution =
      error_of_messages(problem, make_convolution_schedule(problem, slabs, slabs, {}), Storage::f16);
  EXPECT_NEAR(six_steps, 3 * 0x1p-11, 0x1p-32);
  EXPECT_NEAR(convolution, 4 * 3 * 0x1p-11, 0x1p-30);
}

}  // namespace
}  // namespace papilio::mpi
