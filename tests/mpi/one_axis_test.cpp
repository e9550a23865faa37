// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arrays of one axis, in six steps and as convolutions: the same bits as on one rank, for any ranges.
#include <gtest/gtest.h>

#include <complex>
#include <numbers>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <papilio/plan.hpp>
#include <span>
#include <utility>

#include "arrays.hpp"
#include "bits.hpp"
#include "environment.hpp"

namespace papilio::test {
namespace {

using mpi::Distribution;

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

mpi::Options by_convolution() {
  mpi::Options options;
  options.choice = "convolution=1/turns=1/carrier=mpi";
  return options;
}

/// One axis as a convolution: primes, odd lengths of dct4 and dst4, and a length that would have six steps.
class Convolutions : public testing::TestWithParam<const char*> {};

TEST_P(Convolutions, HaveTheBitsOfOneRank) {
  const Problem problem = Problem::parse(GetParam());
  const std::vector<std::int64_t> in = problem.input_lengths();
  const std::vector<std::int64_t> out = problem.output_lengths();
  const Bytes whole = whole_input(problem);
  const Bytes alone = one_rank(problem, whole, by_convolution());
  const auto own = static_cast<std::size_t>(rank());
  const std::vector<std::pair<Distribution, Distribution>> cases = {
      {random_boxes(in, ranks(), 3), random_boxes(out, ranks(), 4)},
      {Distribution::slabs(in, ranks()), Distribution::slabs(out, ranks())},
      {Distribution::on_rank(in, ranks(), ranks() - 1), random_boxes(out, ranks(), 3)}};
  for (const auto& [from, to] : std::span(cases).first(ranks() > 4 ? 1 : cases.size())) {  // many ranks share few cores
    SCOPED_TRACE(from.text() + " to " + to.text());
    const Bytes part = cut_out(whole, in, problem.batch, problem.input_element_bytes(), from.boxes[own]);
    const Bytes expected = cut_out(alone, out, problem.batch, problem.output_element_bytes(), to.boxes[own]);
    const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, from, to, by_convolution());
    EXPECT_TRUE(all_ranks(plan, part) == expected) << plan.describe();
    EXPECT_TRUE(all_ranks(plan, part) == expected) << "the second execution: " << plan.describe();
  }
}

INSTANTIATE_TEST_SUITE_P(Transforms, Convolutions,
                         testing::Values("c2c:f32:17", "c2c:f64:31*3:inverse:scale=1/n", "c2c:f16:13:inplace",
                                         "c2c:f32:2", "c2c:f32:60", "r2c:f32:17*2:inplace", "c2r:f64:5",
                                         "c2r:f32:31*2:inplace", "dht:f64:17*2", "dct1:f32:18:norm=ortho",
                                         "dct4:f32:15*2", "dst3:f16:13"));

/// The sum itself, in long double; in six steps, and as a convolution of about twice as many points, there and back.
TEST(OneAxis, IsTheTransform) {
  struct {
    const char* token;
    mpi::Options options;
    long double most;
  } const cases[] = {{"c2c:f64:720", {}, 4e-16L},
                     {"c2c:f64:720*2:inverse", {}, 4e-16L},
                     {"c2c:f64:719", by_convolution(), 8e-16L},
                     {"c2c:f64:719*2:inverse", by_convolution(), 8e-16L}};
  for (const auto& [token, options, most] : cases) {
    const Problem problem = Problem::parse(token);
    const std::int64_t n = problem.lengths[0];
    const Distribution ranges = random_boxes(problem.lengths, ranks(), 5);
    const mpi::Box& own = ranges.boxes[static_cast<std::size_t>(rank())];
    const Bytes whole = whole_input(problem);
    std::vector<std::complex<double>> x(whole.size() / sizeof(std::complex<double>));
    std::memcpy(x.data(), whole.data(), whole.size());
    const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, ranges, ranges, options);
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
    EXPECT_LE(std::sqrt(error), most * std::sqrt(norm)) << token;
  }
}

/// All kinds, on one rank.
TEST(Convolution, ComputesWhatADeviceDoes) {
  if (ranks() > 1) GTEST_SKIP() << "one rank has done it";
  for (const char* token :
       {"c2c:f32:31*2:factor=3", "c2c:f32:60:inverse:scale=1/n", "r2c:f32:31*2", "r2c:f32:60:norm=ortho",
        "c2r:f32:31:scale=1/n", "c2r:f32:60*2", "dht:f32:31*2:norm=ortho", "dct1:f32:31:norm=ortho", "dct1:f32:2*2",
        "dct2:f32:31:norm=ortho", "dct3:f32:31:norm=ortho", "dct4:f32:31:norm=ortho", "dst1:f32:31:scale=1/n",
        "dst2:f32:31:norm=ortho", "dst3:f32:31:norm=ortho", "dst4:f32:31:scale=1/n"}) {
    const Problem problem = Problem::parse(token);
    const Bytes in = whole_input(problem);
    const Bytes convolved = one_rank(problem, in, by_convolution());
    Bytes single(convolved.size());
    papilio::Plan(device(), problem).execute(in, std::span(single));
    EXPECT_LE(error_of(convolved, single), 6e-7) << token;
  }
}

}  // namespace
}  // namespace papilio::test
