// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages of 16-bit numbers in tiles with an exponent each: small numbers keep their digits beside large ones, which
// f16 in one scale for all numbers does not give them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <span>

#include "arrays.hpp"
#include "environment.hpp"

namespace papilio::test {
namespace {

using mpi::Distribution;
using testing::HasSubstr;

using Numbers = std::vector<std::complex<float>>;

/// The second array of each pair is 2^30 times as small as the first one.
constexpr int range = 30;

/// Where numbers come from, where they go, and how.
struct Transform {
  Problem problem;
  Distribution in;
  Distribution out;
  mpi::Options options = {};
};

Transform from_slabs_to_slabs(const char* token) {
  const Problem problem = Problem::parse(token);
  return {problem, Distribution::slabs(problem.lengths, ranks(), 0), Distribution::slabs(problem.lengths, ranks(), 1)};
}

Numbers as_numbers(const Bytes& bytes) {
  Numbers numbers(bytes.size() / sizeof(numbers[0]));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

/// Random numbers of c2c in f32, every second array small.
Numbers input_of(const Problem& problem, const mpi::Box& box) {
  Numbers numbers =
      as_numbers(cut_out(whole_input(problem), problem.lengths, problem.batch, problem.input_element_bytes(), box));
  const std::size_t volume = numbers.size() / static_cast<std::size_t>(problem.batch);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i / volume % 2 == 1) numbers[i] *= std::ldexp(1.0F, -range);
  }
  return numbers;
}

Numbers run(const mpi::Plan& plan, int part) {
  const Numbers in = input_of(plan.problem(), plan.input().boxes[static_cast<std::size_t>(part)]);
  Numbers out(static_cast<std::size_t>(plan.output_elements()));
  plan.execute(std::span(in), std::span(out));
  return out;
}

/// What one rank gets without rounding, of this rank's box.
Numbers expected_of(const Transform& transform) {
  const Problem& problem = transform.problem;
  Problem exact = problem;
  exact.scratch_storage = Storage::native;
  const Distribution whole = Distribution::on_rank(problem.lengths, 1);
  const Numbers all = run(mpi::Plan(MPI_COMM_SELF, device(), exact, whole, whole), 0);
  Bytes bytes(all.size() * sizeof(all[0]));
  std::memcpy(bytes.data(), all.data(), bytes.size());
  return as_numbers(cut_out(bytes, problem.lengths, problem.batch, problem.output_element_bytes(),
                            transform.out.boxes[static_cast<std::size_t>(rank())]));
}

/// The relative L2 error of the large arrays and of the small ones, over all ranks.
std::pair<double, double> errors_of(const Numbers& actual, const Numbers& expected, std::int64_t batch) {
  double sums[2][2] = {};
  const std::size_t volume = expected.size() / static_cast<std::size_t>(batch);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    double* const sum = sums[i / volume % 2];
    sum[0] += std::norm(std::complex<double>(actual[i]) - std::complex<double>(expected[i]));
    sum[1] += std::norm(std::complex<double>(expected[i]));
  }
  double all[2][2] = {};
  MPI_Allreduce(sums, all, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return {std::sqrt(all[0][0] / all[0][1]), std::sqrt(all[1][0] / all[1][1])};
}

/// Rows of 96 numbers or more, in multiples of 32: on up to 8 ranks no tile has numbers of two arrays.
constexpr char token[] = "c2c:f32:8x768*4";
constexpr double of_arithmetic = 1e-6;

TEST(MessageTiles, KeepSmallNumbersThatOneScaleForAllLoses) {
  const Transform one_scale = from_slabs_to_slabs("c2c:f32:8x768*4:scratch=f16");
  const mpi::Plan lossy(MPI_COMM_WORLD, device(), one_scale.problem, one_scale.in, one_scale.out);
  const Numbers expected = expected_of(one_scale);
  const auto [large, small] = errors_of(run(lossy, rank()), expected, 4);
  EXPECT_LE(large, lossy.scratch_error() + of_arithmetic);
  EXPECT_EQ(small, 1) << "nothing is left of them";
  Transform tiles = from_slabs_to_slabs(token);
  for (const Storage storage : {Storage::f16, Storage::bf16}) {
    tiles.options.messages = storage;
    const mpi::Plan plan(MPI_COMM_WORLD, device(), tiles.problem, tiles.in, tiles.out, tiles.options);
    const double bound = plan.scratch_error() + of_arithmetic;
    EXPECT_EQ(plan.scratch_error() > 0, ranks() > 1);
    const Numbers result = run(plan, rank());
    const auto errors = errors_of(result, expected, 4);
    EXPECT_LE(errors.first, bound) << plan.describe();
    EXPECT_LE(errors.second, bound) << plan.describe();
    EXPECT_EQ(errors.second > (storage == Storage::f16 ? 1e-5 : 1e-4), ranks() > 1) << "only messages are rounded";
    EXPECT_TRUE(run(plan, rank()) == result) << "the second execution has other bits";
  }
}

/// Numbers of both sizes in one tile: errors are relative to the largest ones of tiles, and so to the large arrays.
TEST(MessageTiles, HaveErrorsRelativeToTheLargestNumber) {
  Transform tiles = from_slabs_to_slabs("c2c:f32:9x14*6");
  tiles.options.messages = Storage::f16;
  const mpi::Plan plan(MPI_COMM_WORLD, device(), tiles.problem, tiles.in, tiles.out, tiles.options);
  const auto errors = errors_of(run(plan, rank()), expected_of(tiles), 6);
  EXPECT_LE(errors.first, plan.scratch_error() + of_arithmetic);
  // f16 has smaller numbers than one 2^30 of the largest, with fewer digits.
  EXPECT_LE(errors.second, 0.1);
}

/// describe() tells of all ranks what each of them has sent; messages of turns have whole tiles each.
TEST(MessageTiles, AreDescribedByTheirBytes) {
  for (const char* text : {"c2c:f32:12x10x8", "r2c:f32:240"}) {
    for (const int turns : {1, 3}) {
      const Problem problem = Problem::parse(text);
      mpi::Options options;
      options.turns = turns;
      options.carrier = mpi::Carrier::mpi_host;
      options.messages = Storage::f16;
      const Distribution in = Distribution::slabs(problem.input_lengths(), ranks());
      const Distribution out = Distribution::slabs(problem.output_lengths(), ranks());
      const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, in, out, options);
      std::vector<float> input(static_cast<std::size_t>(plan.input_elements() * problem.input_element_bytes()) /
                               sizeof(float));
      std::vector<float> output(static_cast<std::size_t>(plan.output_elements() * problem.output_element_bytes()) /
                                sizeof(float));
      const std::int64_t sent =
          plan.execute(std::as_bytes(std::span(input)), std::as_writable_bytes(std::span(output))).sent_bytes;
      std::int64_t all = 0;
      MPI_Allreduce(&sent, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
      std::int64_t described = 0;
      const std::string description = plan.describe();
      constexpr std::string_view before = "(exchange as=f16 bytes=";
      for (std::size_t at = description.find(before); at != std::string::npos; at = description.find(before, at + 1)) {
        described += std::stoll(description.substr(at + before.size()));
      }
      EXPECT_EQ(described, all) << description;
      EXPECT_EQ(all > 0, ranks() > 1);
    }
  }
}

TEST(MessageTiles, CountTheBytesOfExponents) {
  Transform tiles = from_slabs_to_slabs(token);
  const mpi::Plan plain(MPI_COMM_WORLD, device(), tiles.problem, tiles.in, tiles.out, tiles.options);
  const Numbers in = input_of(tiles.problem, tiles.in.boxes[static_cast<std::size_t>(rank())]);
  Numbers out(static_cast<std::size_t>(plain.output_elements()));
  const std::int64_t before = plain.execute(std::span(in), std::span(out)).sent_bytes;
  tiles.options.messages = Storage::f16;
  const mpi::Plan plan(MPI_COMM_WORLD, device(), tiles.problem, tiles.in, tiles.out, tiles.options);
  const std::int64_t sent = plan.execute(std::span(in), std::span(out)).sent_bytes;
  EXPECT_EQ(sent, before / 256 * 130) << "64 numbers of 4 bytes, and of 2 with an exponent of 2";
  std::int64_t all = 0;
  MPI_Allreduce(&sent, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  if (ranks() > 1) {
    EXPECT_THAT(plan.describe(), HasSubstr("(messages f16 tile=64 error-in-tile=4.88e-04 error=4.88e-04)"));
    EXPECT_THAT(plan.describe(), HasSubstr("(exchange as=f16 bytes=" + std::to_string(all) + " "));
  }
}

std::vector<float> reals_of(const mpi::Plan& plan, Bytes part) {
  const Problem& problem = plan.problem();
  Bytes result(static_cast<std::size_t>(plan.output_elements() * problem.output_element_bytes()));
  if (problem.placement == Placement::in_place) {
    part.resize(std::max(part.size(), result.size()));
    plan.execute(std::span(part));
    result.assign(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(result.size()));
  } else {
    plan.execute(part, std::span(result));
  }
  std::vector<float> numbers(result.size() / sizeof(float));
  if (!numbers.empty()) std::memcpy(numbers.data(), result.data(), result.size());
  return numbers;
}

/// Relative L2, over all ranks.
double error_of(const std::vector<float>& actual, const std::vector<float>& expected) {
  double sums[2] = {};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    sums[0] += std::pow(static_cast<double>(actual[i]) - expected[i], 2);
    sums[1] += std::pow(static_cast<double>(expected[i]), 2);
  }
  double all[2] = {};
  MPI_Allreduce(sums, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return std::sqrt(all[0] / all[1]);
}

/// The error of messages in tiles beside messages of the problem's own type, between any boxes.
void expect_errors_within_bound(const char* text, mpi::Options options) {
  SCOPED_TRACE(std::string(text) + " in " + std::to_string(options.turns) + " turns " + options.choice);
  const Problem problem = Problem::parse(text);
  const Distribution in = random_boxes(problem.input_lengths(), ranks(), 7);
  const Distribution out = Distribution::bricks(problem.output_lengths(), ranks());
  const Bytes part = cut_out(whole_input(problem), problem.input_lengths(), problem.batch,
                             problem.input_element_bytes(), in.boxes[static_cast<std::size_t>(rank())]);
  const mpi::Plan plain(MPI_COMM_WORLD, device(), problem, in, out, options);
  const std::vector<float> expected = reals_of(plain, part);
  for (const Storage storage : {Storage::f16, Storage::bf16}) {
    options.messages = storage;
    const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, in, out, options);
    const std::vector<float> result = reals_of(plan, part);
    const double error = error_of(result, expected);
    EXPECT_LE(error, plan.scratch_error() + of_arithmetic) << plan.describe();
    EXPECT_EQ(error > 1e-5, ranks() > 1) << "messages, and nothing else, are rounded: " << error;
    EXPECT_TRUE(reals_of(plan, part) == result) << "the second execution has other bits";
  }
}

/// Any boxes, in place, real numbers, and exchanges before the first pass and after the last one.
TEST(MessageTiles, ServeAllDistributionsAndKinds) {
  for (const char* text : {"c2c:f32:12x10x8", "c2c:f32:12x10x8:inplace", "r2c:f32:8x6x10*2", "c2r:f32:6x8x12",
                           "dct2:f32:6x9", "dht:f32:8x12:inplace"}) {
    for (const int turns : {1, 3}) {
      mpi::Options options;
      options.turns = turns;
      options.carrier = mpi::Carrier::mpi_host;
      expect_errors_within_bound(text, options);
    }
  }
}

/// In six steps, as a convolution, and gathered on one rank.
TEST(MessageTiles, ServeArraysOfOneAxis) {
  if (ranks() > 4) GTEST_SKIP() << "many ranks share few cores";
  for (const char* text : {"c2c:f32:60*2:inplace", "r2c:f32:240", "c2r:f32:45*3", "dct2:f32:60*2", "c2c:f32:61"}) {
    expect_errors_within_bound(text, {});
  }
  mpi::Options options;
  options.choice = "convolution=1/turns=1/carrier=mpi";
  for (const char* text : {"c2c:f32:61", "r2c:f32:17*2:inplace"}) {
    expect_errors_within_bound(text, options);
  }
}

TEST(MessageTiles, AreRefusedWhereTheyCannotBe) {
  const auto complaint = [](const char* text, const mpi::Options& options) -> std::string {
    const Transform wanted = from_slabs_to_slabs(text);
    try {
      const mpi::Plan plan(MPI_COMM_WORLD, device(), wanted.problem, wanted.in, wanted.out, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  mpi::Options options;
  options.messages = Storage::f16;
  EXPECT_THAT(complaint("c2c:f64:8x8", options), HasSubstr("c2c:f64:8x8 exchanges other numbers than f32"));
  EXPECT_THAT(complaint("c2c:f32:8x8:scratch=f16", options), HasSubstr("scratch= says already"));
  options.carrier = mpi::Carrier::peer;
  EXPECT_THAT(complaint("c2c:f32:8x8", options), HasSubstr("use the carrier mpi, mpi-device or nccl"));
  options.carrier = mpi::Carrier::automatic;
  options.messages = Storage::i16;
  EXPECT_THAT(complaint("c2c:f32:8x8", options), HasSubstr("tiles have numbers of 16 bits"));
}

}  // namespace
}  // namespace papilio::test
