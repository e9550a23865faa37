// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/message_tiles.hpp"

#include <gtest/gtest.h>

#include "mpi/decision.hpp"

namespace papilio::mpi {
namespace {

Schedule of_slabs(const Problem& problem, int ranks) {
  return make_schedule(problem, Distribution::slabs(problem.input_lengths(), ranks, 0),
                       Distribution::slabs(problem.output_lengths(), ranks, 1));
}

/// Ranges and messages of the packed exchange beside those of the plain one.
TEST(MessageTiles, ComeWhereTheExchangeWouldBringThem) {
  const Problem problem = Problem::parse("c2c:f32:9x14*2").normalised();
  constexpr int ranks = 3;
  const Schedule schedule = of_slabs(problem, ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    const Program plain = make_program(problem, schedule, rank);
    const Program tiles = with_tiles(plain, Storage::f16, rank);
    EXPECT_EQ(tiles.messages, Storage::f16);
    std::vector<const Exchange*> exchanges;
    for (const Step& step : plain.steps) {
      if (const auto* exchange = std::get_if<Exchange>(&step)) exchanges.push_back(exchange);
    }
    ASSERT_EQ(exchanges.size(), 1U);
    const Exchange& before = *exchanges.front();
    std::int64_t sent = 0;
    std::int64_t received = 0;
    for (std::size_t i = 0; i < tiles.steps.size(); ++i) {
      const auto* exchange = std::get_if<Exchange>(&tiles.steps[i]);
      if (exchange == nullptr) continue;
      const auto& pack = std::get<Repacking>(tiles.steps[i - 1]);
      EXPECT_EQ(pack.task, Repacking::RepackTask::pack);
      EXPECT_EQ(pack.source, before.source);
      EXPECT_EQ(pack.target, exchange->source);
      ASSERT_EQ(pack.ranges.size(), exchange->sends.size());
      std::size_t m = 0;
      std::int64_t end = 0;
      for (const Message& message : before.sends) {
        if (message.peer == rank) continue;
        EXPECT_EQ(exchange->sends[m].peer, message.peer);
        EXPECT_EQ(exchange->sends[m].bytes, TilePacker::packed_bytes(message.bytes / 4));
        EXPECT_GE(exchange->sends[m].offset, end) << "messages overlap";
        EXPECT_EQ(pack.ranges[m].numbers * 4, message.bytes);
        EXPECT_EQ(pack.ranges[m].unpacked * 4, message.offset);
        EXPECT_EQ(pack.ranges[m].packed * 2, exchange->sends[m].offset);
        end = exchange->sends[m].offset + exchange->sends[m].bytes;
        sent += exchange->sends[m].bytes;
        ++m;
      }
      EXPECT_LE(end, tiles.packed_source_bytes);
      std::size_t next = i + 1;
      if (std::holds_alternative<Copy>(tiles.steps[next])) ++next;
      const auto& unpack = std::get<Repacking>(tiles.steps[next]);
      EXPECT_EQ(unpack.beside_copy, next == i + 2);
      EXPECT_EQ(unpack.task, Repacking::RepackTask::unpack);
      EXPECT_EQ(unpack.target, before.target);
      ASSERT_EQ(unpack.ranges.size(), exchange->receives.size());
      for (std::size_t r = 0; r < unpack.ranges.size(); ++r) {
        EXPECT_NE(exchange->receives[r].peer, rank);
        EXPECT_EQ(unpack.ranges[r].packed * 2, exchange->receives[r].offset);
        received += exchange->receives[r].bytes;
      }
    }
    EXPECT_EQ(tiles.sent_bytes, sent);
    EXPECT_EQ(tiles.received_bytes, received);
    EXPECT_LT(tiles.sent_bytes, plain.sent_bytes);
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

/// Of what several turns would suit.
TEST(MessageTiles, HaveOneTurnAndFewerBytesInTheModel) {
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
  EXPECT_GT(plain.choice.turns, 1);
  request.options.messages = Storage::f16;
  const Decision tiles = best();
  EXPECT_EQ(tiles.choice.turns, 1);
  EXPECT_NEAR(tiles.forecast.exchanges / plain.forecast.exchanges, 130.0 / 256, 0.01);
}

}  // namespace
}  // namespace papilio::mpi
