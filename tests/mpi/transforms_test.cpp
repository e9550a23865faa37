// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Distributed transforms: the same bits as on one rank, for any distributions, with the least traffic.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <papilio/plan.hpp>
#include <span>

#include "arrays.hpp"
#include "environment.hpp"

namespace papilio::test {
namespace {

using mpi::Distribution;

Bytes one_rank(const Problem& problem, const Bytes& in, const mpi::AxisOrder& order = {}) {
  mpi::Options options;
  options.axis_order = order;
  const mpi::Plan plan(MPI_COMM_SELF, device(), problem, Distribution::on_rank(problem.input_lengths(), 1),
                       Distribution::on_rank(problem.output_lengths(), 1), options);
  Bytes out(static_cast<std::size_t>(plan.output_elements() * problem.output_element_bytes()));
  if (problem.placement == Placement::in_place) {
    Bytes both = in;
    both.resize(std::max(in.size(), out.size()));
    plan.execute(std::span(both));
    both.resize(out.size());
    return both;
  }
  const mpi::ExecutionTimes timing = plan.execute(in, std::span(out));
  EXPECT_EQ(timing.sent_bytes, 0);
  return out;
}

/// Runs the problem over all ranks; the output of this one.
Bytes all_ranks(const mpi::Plan& plan, const Bytes& part) {
  const Problem& problem = plan.problem();
  Bytes out(static_cast<std::size_t>(plan.output_elements() * problem.output_element_bytes()));
  if (problem.placement == Placement::in_place) {
    Bytes both = part;
    both.resize(std::max(part.size(), out.size()));
    plan.execute(std::span(both));
    both.resize(out.size());
    return both;
  }
  const Bytes before(part.begin(), part.end());
  plan.execute(part, std::span(out));
  EXPECT_TRUE(part == before) << "the input has changed";
  return out;
}

struct Case {
  const char* token;
  Distribution in;
  Distribution out;
};

void expect_same_bits(const Case& test) {
  SCOPED_TRACE(std::string(test.token) + " from " + test.in.text() + " to " + test.out.text());
  const Problem problem = Problem::parse(test.token);
  const Bytes in = whole_input(problem);
  const Bytes expected = cut_out(one_rank(problem, in), problem.output_lengths(), problem.batch,
                                 problem.output_element_bytes(), test.out.boxes[static_cast<std::size_t>(rank())]);
  const Bytes part = cut_out(in, problem.input_lengths(), problem.batch, problem.input_element_bytes(),
                             test.in.boxes[static_cast<std::size_t>(rank())]);
  const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, test.in, test.out);
  EXPECT_TRUE(all_ranks(plan, part) == expected) << plan.describe();
  EXPECT_TRUE(all_ranks(plan, part) == expected) << "the second execution: " << plan.describe();
  mpi::Options options;
  options.turns = 3;
  const mpi::Plan turns(MPI_COMM_WORLD, device(), problem, test.in, test.out, options);
  EXPECT_TRUE(all_ranks(turns, part) == expected) << "in turns: " << turns.describe();
  options.turns = 1;
  options.carrier = mpi::Carrier::mpi_host;
  const mpi::Plan messages(MPI_COMM_WORLD, device(), problem, test.in, test.out, options);
  EXPECT_TRUE(all_ranks(messages, part) == expected) << "in messages: " << messages.describe();
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

/// One axis: ranges of any lengths, empty ones too; of lengths with a split, and of others, which one rank transforms.
class OneAxis : public testing::TestWithParam<const char*> {};

TEST_P(OneAxis, HasTheBitsOfOneRank) {
  const Problem problem = Problem::parse(GetParam());
  const std::vector<std::int64_t> in = problem.input_lengths();
  const std::vector<std::int64_t> out = problem.output_lengths();
  const Distribution some = random_boxes(out, ranks(), 3);
  expect_same_bits({GetParam(), Distribution::slabs(in, ranks()), Distribution::slabs(out, ranks())});
  expect_same_bits({GetParam(), random_boxes(in, ranks(), 3), random_boxes(out, ranks(), 4)});
  expect_same_bits({GetParam(), Distribution::on_rank(in, ranks(), ranks() - 1), some});
}

INSTANTIATE_TEST_SUITE_P(Transforms, OneAxis,
                         testing::Values("c2c:f32:240", "c2c:f64:36*3:inverse:scale=1/n", "c2c:f16:64",
                                         "c2c:f32:60*2:inplace", "c2c:f32:17", "c2c:f32:240:scratch=f16", "r2c:f32:240",
                                         "r2c:f64:45*3", "r2c:f32:34:inplace", "r2c:f16:60*2", "c2r:f64:240",
                                         "c2r:f32:45*3:scale=1/n", "c2r:f32:36*2:inplace", "c2r:f32:4", "dht:f32:240"));

/// The other kinds, which differ in where their numbers go; and an odd length of dct4, which one rank transforms.
class RealKindsOfOneAxis : public testing::TestWithParam<const char*> {};

TEST_P(RealKindsOfOneAxis, HaveTheBitsOfOneRank) {
  const std::vector<std::int64_t> lengths = Problem::parse(GetParam()).lengths;
  expect_same_bits({GetParam(), random_boxes(lengths, ranks(), 3), random_boxes(lengths, ranks(), 4)});
}

INSTANTIATE_TEST_SUITE_P(Transforms, RealKindsOfOneAxis,
                         testing::Values("dht:f64:45*3:inplace", "dct1:f32:37*2:norm=ortho", "dst1:f64:29:inplace",
                                         "dct2:f32:60*2:norm=ortho", "dct2:f32:60:scratch=bf16", "dst2:f64:45",
                                         "dct3:f64:45:norm=ortho", "dst3:f32:36*2:inplace", "dct4:f32:120",
                                         "dst4:f64:36*2", "dct4:f32:15"));

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

  [[nodiscard]] mpi::Plan plan(const mpi::AxisOrder& order, int turns = 0) const {
    mpi::Options options;
    options.axis_order = order;
    options.turns = turns;
    return {MPI_COMM_WORLD, device(), problem_, in_, out_, options};
  }
  [[nodiscard]] Bytes expected(const mpi::AxisOrder& order) const {
    return cut_out(one_rank(problem_, whole_, order), problem_.output_lengths(), problem_.batch,
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

/// The sum itself, in long double.
TEST(OneAxisOfSixSteps, IsTheTransform) {
  for (const char* token : {"c2c:f64:720", "c2c:f64:720*2:inverse"}) {
    const Problem problem = Problem::parse(token);
    const std::int64_t n = problem.lengths[0];
    const Distribution ranges = random_boxes(problem.lengths, ranks(), 5);
    const mpi::Box& own = ranges.boxes[static_cast<std::size_t>(rank())];
    const Bytes whole = whole_input(problem);
    std::vector<std::complex<double>> x(whole.size() / sizeof(std::complex<double>));
    std::memcpy(x.data(), whole.data(), whole.size());
    const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, ranges, ranges);
    const Bytes bytes = all_ranks(plan, cut_out(whole, problem.lengths, problem.batch, 16, own));
    std::vector<std::complex<double>> result(bytes.size() / sizeof(std::complex<double>));
    if (!bytes.empty()) std::memcpy(result.data(), bytes.data(), bytes.size());
    const long double turn = (problem.direction == Direction::forward ? -2 : 2) * std::numbers::pi_v<long double>;
    long double error = 0;
    long double norm = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const auto place = static_cast<std::int64_t>(i);
      const std::int64_t k = own.begin[0] + place % own.extent(0);
      std::complex<long double> sum = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        const std::complex<double>& value = x[static_cast<std::size_t>(place / own.extent(0) * n + j)];
        sum += std::complex<long double>(value) *
               std::polar(1.0L, turn * static_cast<long double>(j * k % n) / static_cast<long double>(n));
      }
      error += std::norm(std::complex<long double>(result[i]) - sum);
      norm += std::norm(sum);
    }
    EXPECT_LE(std::sqrt(error), 4e-16L * std::sqrt(norm)) << token;
  }
}

/// Relative, of f32.
double error_of(const Bytes& actual, const Bytes& expected) {
  double error = 0;
  double norm = 0;
  for (std::size_t i = 0; i < expected.size(); i += sizeof(float)) {
    float wanted = 0;
    float is = 0;
    std::memcpy(&wanted, expected.data() + i, sizeof(float));
    std::memcpy(&is, actual.data() + i, sizeof(float));
    error += std::pow(static_cast<double>(wanted) - is, 2);
    norm += std::pow(static_cast<double>(wanted), 2);
  }
  EXPECT_GT(norm, 0);
  return std::sqrt(error / norm);
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
               {"dht:f32:240:norm=ortho", "0"},
               {"dct1:f32:37*2", "0"},
               {"dct1:f32:37:norm=ortho", "0"},
               {"dst1:f32:29*2", "0"},
               {"dst1:f32:120:norm=ortho", "0"},
               {"dct2:f32:45*2", "0"},
               {"dct2:f32:240:norm=ortho", "0"},
               {"dst2:f32:45*2", "0"},
               {"dst2:f32:240:norm=ortho", "0"},
               {"dct3:f32:45*2", "0"},
               {"dct3:f32:240:norm=ortho", "0"},
               {"dst3:f32:45*2", "0"},
               {"dst3:f32:240:norm=ortho", "0"},
               {"dct4:f32:90*2", "0"},
               {"dct4:f32:8:factor=3", "0"},
               {"dst4:f32:90*2", "0"},
               {"dst4:f32:240:norm=ortho", "0"}};
  for (const auto& [token, order] : cases) {
    const Problem problem = Problem::parse(token);
    const Bytes in = whole_input(problem);
    const Bytes distributed = one_rank(problem, in);
    Bytes single(distributed.size());
    papilio::Plan(device(), problem).execute(in, std::span(single));
    EXPECT_LE(error_of(distributed, single), 4e-7) << token;
    EXPECT_LE(error_of(one_rank(problem, in, mpi::AxisOrder::parse(order)), single), 4e-7) << token << ' ' << order;
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
