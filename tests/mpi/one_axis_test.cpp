// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arrays of one axis, in six steps: the same bits as on one rank, for any ranges.
#include <gtest/gtest.h>

#include <complex>
#include <numbers>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <span>

#include "arrays.hpp"
#include "bits.hpp"
#include "environment.hpp"

namespace papilio::test {
namespace {

using mpi::Distribution;

/// One axis: ranges of any lengths, empty ones too.
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
                                         "c2c:f32:60*2:inplace", "c2c:f32:240:scratch=f16", "r2c:f32:240",
                                         "r2c:f64:45*3", "r2c:f32:34:inplace", "r2c:f16:60*2", "c2r:f64:240",
                                         "c2r:f32:45*3:scale=1/n", "c2r:f32:36*2:inplace", "c2r:f32:4"));

/// What six steps do not do stays on its rank, with the bits of a plan of one rank.
TEST(OneAxis, OfOtherKindsAndPrimesStaysOnItsRank) {
  for (const char* token : {"c2c:f32:17", "dct2:f32:60*2:norm=ortho"}) {
    const std::vector<std::int64_t> lengths = Problem::parse(token).lengths;
    expect_same_bits({token, Distribution::on_rank(lengths, ranks(), ranks() - 1),
                      Distribution::on_rank(lengths, ranks(), ranks() - 1)});
  }
}

/// The sum itself, in long double.
TEST(OneAxis, IsTheTransform) {
  struct {
    const char* token;
    long double most;
  } const cases[] = {{"c2c:f64:720", 4e-16L}, {"c2c:f64:720*2:inverse", 4e-16L}};
  for (const auto& [token, most] : cases) {
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
    const long double chunk = (problem.direction == Direction::forward ? -2 : 2) * std::numbers::pi_v<long double>;
    long double error = 0;
    long double norm = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const auto place = static_cast<std::int64_t>(i);
      const std::int64_t k = own.begin[0] + place % own.extent(0);
      std::complex<long double> sum = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        const std::complex<double>& value = x[static_cast<std::size_t>(place / own.extent(0) * n + j)];
        sum += std::complex<long double>(value) *
               std::polar(1.0L, chunk * static_cast<long double>(j * k % n) / static_cast<long double>(n));
      }
      error += std::norm(std::complex<long double>(result[i]) - sum);
      norm += std::norm(sum);
    }
    EXPECT_LE(std::sqrt(error), most * std::sqrt(norm)) << token;
  }
}

}  // namespace
}  // namespace papilio::test
