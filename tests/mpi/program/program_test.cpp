// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/program/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "mpi/arrays.hpp"
#include "mpi/memory/device_copy.hpp"
#include "mpi/methods/methods.hpp"

namespace papilio::mpi {
namespace {

/// Bytes that a rank sends to itself.
std::int64_t bytes_to_itself(const Program& program, int rank) {
  std::int64_t bytes = 0;
  for (const Step& step : program.steps) {
    const auto* exchange = std::get_if<ExchangeStep>(&step);
    if (exchange == nullptr) continue;
    for (const Message& message : exchange->sends) bytes += message.peer == rank ? message.bytes : 0;
  }
  return bytes;
}

Program in_chunks(const Problem& problem, const Distribution& in, const Distribution& out, int rank, int chunks) {
  return make_program(problem, make_schedule(problem, in, out), rank, chunks);
}

TEST(Program, StoresInSeveralTurnsWhatStaysWhereItIsWanted) {
  const Problem problem = Problem::parse("c2c:f32:64x64x64");
  for (const int ranks : {1, 2, 4}) {
    const Distribution in = Distribution::slabs(problem.lengths, ranks, 0);
    const Distribution out = Distribution::slabs(problem.lengths, ranks, 2);
    const std::int64_t all = std::int64_t{64} * 64 * 64 / ranks * 8;
    for (int rank = 0; rank < ranks && ranks > 1; ++rank) {
      const Program program = in_chunks(problem, in, out, rank, 4);
      EXPECT_EQ(bytes_to_itself(program, rank), 0);
      EXPECT_EQ(program.copied_bytes, 0);
      EXPECT_EQ(program.sent_bytes, all / ranks * (ranks - 1));
      EXPECT_EQ(program.received_bytes, program.sent_bytes);
      ASSERT_EQ(program.steps.size(), 4U);
      const Pass& pass = std::get<Pass>(program.steps[1]);
      const ExchangeStep& exchange = std::get<ExchangeStep>(program.steps[2]);
      EXPECT_TRUE(exchange.kept);
      // A part for each chunk and owner; what stays comes last, and goes where the exchange goes.
      ASSERT_EQ(pass.parts.size(), static_cast<std::size_t>(4 * ranks));
      const auto sent = std::ranges::count(pass.parts, std::optional<WorkArray>(), &PassPart::kept);
      EXPECT_EQ(sent, 4 * (ranks - 1));
      for (std::size_t i = static_cast<std::size_t>(sent); i < pass.parts.size(); ++i) {
        EXPECT_EQ(pass.parts[i].kept, exchange.target);
        EXPECT_EQ(pass.parts[i].target_chunk, no_chunk);
      }
      EXPECT_NE(exchange.target, pass.source);
      EXPECT_NE(exchange.target, pass.target);
    }
  }
}

/// Between more than two ranks the first pass works chunk by chunk too, so that the exchange starts earlier.
TEST(Program, PreparesChunksForTheExchange) {
  const Problem problem = Problem::parse("c2c:f32:64x64x64");
  for (const int ranks : {2, 3, 4}) {
    const Distribution in = Distribution::slabs(problem.lengths, ranks, 0);
    const Distribution out = Distribution::slabs(problem.lengths, ranks, 2);
    for (const int chunks : {2, 3, 4, 8}) {
      const Program program = in_chunks(problem, in, out, 0, chunks);
      const Pass& first = std::get<Pass>(program.steps[0]);
      const bool in_portions = ranks > 2 && chunks >= 4;
      EXPECT_EQ(first.in_portions, in_portions);
      ASSERT_EQ(first.parts.size(), in_portions ? 2U : 1U);
      if (!in_portions) continue;
      EXPECT_EQ(first.parts[1].target_chunk, chunks / 2);
      const std::int64_t planes = first.parts[0].problem.lengths[0] + first.parts[1].problem.lengths[0];
      EXPECT_EQ(planes, in.boxes[0].extent(0));
      EXPECT_EQ(first.parts[0].problem.lengths[0], (planes + 3) / 4);
      // The last pass reads what the last chunk completes.
      for (const PassPart& part : std::get<Pass>(program.steps.back()).parts) EXPECT_GE(part.source_chunk, chunks / 2);
    }
  }
}

/// Where chunks cut the batch, so do they in all passes of the stage.
TEST(Program, PreparesPartsOfTheBatchForTheExchange) {
  const Problem problem = Problem::parse("c2c:f32:8x8x8*6");
  const Program program =
      in_chunks(problem, Distribution::slabs(problem.lengths, 2, 0), Distribution::slabs(problem.lengths, 2, 2), 1, 3);
  const Pass& first = std::get<Pass>(program.steps[0]);
  EXPECT_TRUE(first.in_portions);
  ASSERT_EQ(first.parts.size(), 3U);
  EXPECT_EQ(first.parts[2].target_chunk, 2);
  EXPECT_EQ(first.parts[2].problem.batch, 2);
}

/// The first axis leaves its results in the user's output, or in place where they were.
/// An exchange after the last axis brings blocks that only a copy puts in place; what it sends needs none, and a
/// command copies a whole block.
TEST(Program, CopiesOnceBetweenTheSameSlabs) {
  const Problem problem = Problem::parse("c2c:f32:64x64x64");
  const Distribution slabs = Distribution::slabs(problem.lengths, 2, 0);
  const Program program = in_chunks(problem, slabs, slabs, 1, 4);
  std::vector<Copy> copies;
  for (const Step& step : program.steps) {
    if (const auto* copy = std::get_if<Copy>(&step)) copies.push_back(*copy);
  }
  ASSERT_EQ(copies.size(), 1U);
  EXPECT_EQ(copies.front().target, WorkArray::output);
  EXPECT_EQ(program.copied_bytes, 64 * 64 * 32 * 8);
  EXPECT_EQ(commands_of(copies.front()), 8);
  EXPECT_EQ(static_cast<std::int64_t>(copies.front().boxes.size()), 8);
}

TEST(Program, HoldsWhatIsSentAndWhatIsReceived) {
  for (const char* token : {"c2c:f32:64x64x64", "c2c:f32:64x64x64:inplace", "c2c:f64:64x64x64:scratch=f32"}) {
    const Problem problem = Problem::parse(token).normalised();
    const Distribution in = Distribution::slabs(problem.lengths, 4, 0);
    const Distribution out = Distribution::slabs(problem.lengths, 4, 2);
    const std::int64_t all = std::int64_t{64} * 64 * 64 / 4 * 8;
    for (const int chunks : {1, 4}) {
      const Program program = in_chunks(problem, in, out, 1, chunks);
      EXPECT_EQ(program.work.bytes(WorkArray::work0), all / 4 * 3) << token;
      EXPECT_EQ(program.work.bytes(WorkArray::work1), all);
      EXPECT_EQ(program.work.bytes(WorkArray::work2), 0);
    }
    const Program storing = make_storing_program(problem, make_schedule(problem, in, out), 1);
    EXPECT_EQ(storing.work.bytes(WorkArray::work0) + storing.work.bytes(WorkArray::work2), 0) << token;
    EXPECT_EQ(storing.work.bytes(WorkArray::work1), all);
  }
}

/// Where the output has no room, one chunk has two work arrays, and the pass would overwrite what it reads.
TEST(Program, SendsToItselfWhereThePassReadsTheTarget) {
  const Problem problem = Problem::parse("c2c:f16:64x64x64");
  const Program program =
      in_chunks(problem, Distribution::slabs(problem.lengths, 2, 0), Distribution::slabs(problem.lengths, 2, 2), 0, 1);
  EXPECT_EQ(bytes_to_itself(program, 0), std::int64_t{64} * 64 * 64 / 4 * 8);
}

/// Of any boxes: no part writes where the pass reads, places are large enough, and what is sent is received.
TEST(Program, KeepsNothingWhereThePassReads) {
  int kept = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    for (const char* token :
         {"c2c:f32:6x5x8*2", "r2c:f64:6x5x8", "c2r:f32:6x8:inplace", "dct2:f32:4x3x5x2", "c2c:f32:5x4x6:inplace"}) {
      const Problem problem = Problem::parse(token).normalised();
      const int ranks = static_cast<int>(1 + seed % 5);
      const Distribution in = test::random_boxes(problem.input_lengths(), ranks, seed);
      const Distribution out = test::random_boxes(problem.output_lengths(), ranks, seed + 77);
      for (const int chunks : {1, 3}) {
        std::int64_t balance = 0;
        for (int rank = 0; rank < ranks; ++rank) {
          const Program program = in_chunks(problem, in, out, rank, chunks);
          balance += program.sent_bytes - program.received_bytes;
          for (std::size_t i = 0; i < program.steps.size(); ++i) {
            const auto* pass = std::get_if<Pass>(&program.steps[i]);
            if (pass == nullptr) continue;
            for (const PassPart& part : pass->parts) {
              if (!part.kept) continue;
              ++kept;
              const auto& exchange = std::get<ExchangeStep>(program.steps.at(i + 1));
              EXPECT_TRUE(exchange.kept);
              EXPECT_EQ(*part.kept, exchange.target);
              EXPECT_NE(*part.kept, pass->source);
              const bool users = problem.placement == Placement::in_place && pass->source == WorkArray::input;
              EXPECT_FALSE(users && *part.kept == WorkArray::output);
            }
          }
        }
        EXPECT_EQ(balance, 0);
      }
    }
  }
  EXPECT_GT(kept, 0);
}

}  // namespace
}  // namespace papilio::mpi
