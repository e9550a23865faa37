// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Distributed transforms: the same bits as on one rank, for any distributions, with the least traffic.
#include <gtest/gtest.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <papilio/plan.hpp>
#include <span>

#include "arrays.hpp"
#include "bits.hpp"
#include "environment.hpp"

namespace papilio::test {
namespace {

using mpi::Distribution;

mpi::Options in_order(const mpi::AxisOrder& order) {
  mpi::Options options;
  options.axis_order = order;
  return options;
}

/// Distributions that a program would have, for an array.
std::vector<Distribution> usual(const std::vector<std::int64_t>& lengths) {
  std::vector<Distribution> result;
  result.push_back(Distribution::slabs(lengths, ranks(), 0));
  result.push_back(Distribution::slabs(lengths, ranks(), static_cast<int>(lengths.size()) - 1));
  result.push_back(Distribution::pencils(lengths, ranks(), static_cast<int>(lengths.size()) - 1));
  result.push_back(Distribution::bricks(lengths, ranks()));
  result.push_back(random_boxes(lengths, ranks(), 7));
  result.push_back(Distribution::on_rank(lengths, ranks(), ranks() - 1));
  return result;
}

class Bits : public testing::TestWithParam<const char*> {};

TEST_P(Bits, AreThoseOfOneRank) {
  const Problem problem = Problem::parse(GetParam());
  const std::vector<Distribution> in = usual(problem.input_lengths());
  const std::vector<Distribution> out = usual(problem.output_lengths());
  // Every distribution once on each side, in pairs that differ with the problem.
  const std::size_t shift = std::string(GetParam()).size();
  for (std::size_t i = 0; i < in.size(); ++i) expect_same_bits({GetParam(), in[i], out[(i + shift) % out.size()]});
}

INSTANTIATE_TEST_SUITE_P(Transforms, Bits,
                         testing::Values("c2c:f32:12x10x8", "c2c:f64:9x14*3:inverse:scale=1/n", "r2c:f32:8x6x10*2",
                                         "c2r:f32:64x256",  // of which parts alone would have pairs in f64

                                         "c2r:f64:6x8x12"));

/// Fewer distributions for kinds that differ in their passes alone.
class Kinds : public testing::TestWithParam<const char*> {};

TEST_P(Kinds, HaveTheBitsOfOneRank) {
  const Problem problem = Problem::parse(GetParam());
  expect_same_bits({GetParam(), Distribution::slabs(problem.input_lengths(), ranks()),
                    random_boxes(problem.output_lengths(), ranks(), 3)});
}

INSTANTIATE_TEST_SUITE_P(Transforms, Kinds,
                         testing::Values("c2c:f32:8x6x10:scratch=bf16", "r2c:f32:6x8x10:scratch=f16",
                                         "c2r:f64:6x8x10:scratch=f32", "c2c:f16:8x12:inplace:scratch=bf16",
                                         "dct2:f32:6x9:scratch=bf16", "dct2:f32:6x9:norm=ortho", "dst4:f64:5x6x4",
                                         "dht:f32:8x12:inplace", "c2c:f16:8x16*2", "c2c:f32:6x8:inplace",
                                         "r2c:f32:6x9:inplace", "c2c:f32:4x3x2x6", "r2c:f64:5x6x7:axes=0,2",
                                         "c2c:f32:34x37"));

/// A problem between two distributions in which some orders need fewer exchanges than others.
class Orders : public testing::TestWithParam<const char*> {
 protected:
  Orders()
      : problem_(Problem::parse(GetParam())),
        in_(Distribution::slabs(problem_.input_lengths(), ranks(), static_cast<int>(problem_.lengths.size()) - 1)),
        out_(Distribution::slabs(problem_.output_lengths(), ranks(), 0)),
        whole_(whole_input(problem_)),
        part_(cut_out(whole_, problem_.input_lengths(), problem_.batch, problem_.input_element_bytes(),
                      in_.boxes[static_cast<std::size_t>(rank())])) {}

  [[nodiscard]] mpi::Plan plan(const mpi::AxisOrder& order, int chunks = 0) const {
    mpi::Options options = in_order(order);
    options.chunks = chunks;
    return {MPI_COMM_WORLD, device(), problem_, in_, out_, options};
  }
  [[nodiscard]] Bytes expected(const mpi::AxisOrder& order) const {
    return cut_out(one_rank(problem_, whole_, in_order(order)), problem_.output_lengths(), problem_.batch,
                   problem_.output_element_bytes(), out_.boxes[static_cast<std::size_t>(rank())]);
  }
  void expect_bits(const mpi::Plan& plan, const Bytes& wanted) const {
    EXPECT_TRUE(all_ranks(plan, part_) == wanted) << problem_.token() << ": " << plan.describe();
  }

  Problem problem_;
  Distribution in_;
  Distribution out_;
  Bytes whole_;
  Bytes part_;
};

TEST_P(Orders, HaveTheBitsOfOneRankEach) {
  std::vector<int> axes = plan({}).axis_order();
  const auto first = axes.begin() + (problem_.kind == Kind::r2c ? 1 : 0);
  const auto last = axes.end() - (problem_.kind == Kind::c2r ? 1 : 0);
  std::sort(first, last);
  do {
    const mpi::AxisOrder order{mpi::AxisOrder::OrderRule::given, axes};
    const Bytes wanted = expected(order);
    EXPECT_EQ(plan(order).axis_order(), axes);
    expect_bits(plan(order), wanted);
    expect_bits(plan(order, 3), wanted);
  } while (std::next_permutation(first, last));
  // The one that the plan chooses has the bits of its own order.
  const mpi::Plan any = plan(mpi::AxisOrder::parse("any"));
  expect_bits(any, expected({mpi::AxisOrder::OrderRule::given, any.axis_order()}));
}

INSTANTIATE_TEST_SUITE_P(Transforms, Orders,
                         testing::Values("c2c:f32:12x10x8", "c2c:f64:6x5x9*2:inverse:inplace", "r2c:f32:8x6x10",
                                         "c2r:f64:6x8x12", "dct2:f32:6x9:norm=ortho", "c2c:f32:8x6x10:scratch=f16"));

/// Of the bytes that are sent, which is what the links count. Links without latency: else many ranks would send so
/// small an array twice, in fewer messages.
TEST(OrderOfAxes, SparesExchanges) {
  const Problem problem = Problem::parse("c2c:f32:16x16x16");
  const Distribution in = Distribution::slabs(problem.lengths, ranks(), 2);
  const Distribution out = Distribution::slabs(problem.lengths, ranks(), 0);
  const auto sent_bytes = [&](const char* order) {
    mpi::Options options;
    options.latency = 0;
    options.axis_order = mpi::AxisOrder::parse(order);
    const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, in, out, options);
    const Bytes input(static_cast<std::size_t>(plan.input_elements() * 8));
    Bytes output(static_cast<std::size_t>(plan.output_elements() * 8));
    return plan.execute(input, std::span(output)).sent_bytes;
  };
  const std::int64_t fixed = sent_bytes("fixed");
  const std::int64_t any = sent_bytes("any");
  EXPECT_EQ(any, sent_bytes("0,1,2"));
  EXPECT_GE(fixed, 2 * any);
  EXPECT_EQ(fixed > any, ranks() > 1);
}

TEST(OrderOfAxes, IsRefusedOnEveryRankWhereItDoesNotServe) {
  const Problem problem = Problem::parse("r2c:f32:8x8x8");
  mpi::Options options;
  options.axis_order.rule = mpi::AxisOrder::OrderRule::given;
  options.axis_order.axes = rank() == 0 ? std::vector<int>{0, 1, 2} : std::vector<int>{2, 1, 0};
  const Distribution in = Distribution::slabs(problem.input_lengths(), ranks());
  const Distribution out = Distribution::slabs(problem.output_lengths(), ranks());
  EXPECT_THROW(mpi::Plan(MPI_COMM_WORLD, device(), problem, in, out, options), Error) << "they differ, or do not serve";
  options.axis_order.axes = {0, 1, 2};
  EXPECT_THROW(mpi::Plan(MPI_COMM_WORLD, device(), problem, in, out, options), Error);
}

/// A transform of one rank is that of one device but for rounding, in the fixed order of axes and in another one.
TEST(OneRank, ComputesWhatADeviceDoes) {
  if (ranks() > 1) GTEST_SKIP() << "one rank has done it";
  const struct {
    const char* token;
    const char* order;
  } cases[] = {{"c2c:f32:24x20x18", "1,0,2"},
               {"c2c:f32:24x20:inverse:scale=1/n", "1,0"},
               {"r2c:f32:16x30*2", "1,0"},
               {"r2c:f32:4x6x10", "2,0,1"},
               {"c2r:f32:6x8x30", "1,0,2"},
               {"dct2:f32:12x18:norm=ortho", "0,1"},
               {"dst1:f32:9x10:factor=3", "0,1"},
               {"dht:f32:6x7x8", "1,2,0"},
               {"r2c:f32:240", "0"},
               {"r2c:f32:45*3", "0"},
               {"r2c:f32:4", "0"},
               {"r2c:f32:98:factor=2", "0"},
               {"c2r:f32:240", "0"},
               {"c2r:f32:45*3:scale=1/n", "0"},
               {"c2r:f32:4", "0"},
               {"c2r:f32:98", "0"},
               {"dht:f32:45*2", "0"},
               {"dct3:f32:60:norm=ortho", "0"}};
  for (const auto& [token, order] : cases) {
    const Problem problem = Problem::parse(token);
    const Bytes in = whole_input(problem);
    const Bytes distributed = one_rank(problem, in);
    Bytes single(distributed.size());
    papilio::Plan(device(), problem).execute(in, std::span(single));
    EXPECT_LE(error_of(distributed, single), 4e-7) << token;
    EXPECT_LE(error_of(one_rank(problem, in, in_order(mpi::AxisOrder::parse(order))), single), 4e-7)
        << token << ' ' << order;
  }
}

/// The bytes that the execution counted are those of the boxes: what leaves its owner. Links without latency: else many
/// ranks would send so small an array twice, in fewer messages.
TEST(Traffic, IsWhatLeavesItsOwner) {
  const Problem problem = Problem::parse("c2c:f32:8x8x8*3");
  const Distribution in = Distribution::slabs(problem.lengths, ranks(), 0);
  const Distribution out = Distribution::slabs(problem.lengths, ranks(), 2);
  mpi::Options options;
  options.latency = 0;
  const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, in, out, options);
  const auto own = static_cast<std::size_t>(rank());
  Bytes result(static_cast<std::size_t>(plan.output_elements() * 8));
  const mpi::ExecutionTimes timing =
      plan.execute(cut_out(whole_input(problem), problem.lengths, 3, 8, in.boxes[own]), std::span(result));
  const std::int64_t stays = intersection(in.boxes[own], out.boxes[own]).volume();
  EXPECT_EQ(timing.sent_bytes, (in.boxes[own].volume() - stays) * 3 * 8);
  EXPECT_EQ(timing.received_bytes, (out.boxes[own].volume() - stays) * 3 * 8);
  EXPECT_EQ(timing.copies, 0);
  EXPECT_GE(timing.seconds, timing.passes + timing.exchange);
}

}  // namespace
}  // namespace papilio::test
