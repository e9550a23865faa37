// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Tiles with an exponent each: the interpreter packs and unpacks, and every number keeps the bound of its tile.
#include "kernel/tile_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "ir/interpreter.hpp"
#include "ir/verify.hpp"

namespace papilio::kernel {
namespace {

constexpr std::int64_t tile = 64;
constexpr std::int64_t before = 3;  // numbers in front of those that are packed
constexpr float untouched = 7;

struct Kernels {
  TileSpec pack;
  TileSpec unpack;
};

Kernels kernels(Storage storage, int lanes, int threads) {
  return {{TileSpec::TileTask::pack, storage, tile, lanes, threads},
          {TileSpec::TileTask::unpack, storage, tile, lanes, threads}};
}

std::int64_t tiles_of(std::int64_t numbers) { return (numbers + tile - 1) / tile; }

/// Runs a kernel on all tiles; CPU kernels do two tiles in a work-group.
void run(const TileSpec& spec, std::int64_t numbers, std::array<ir::Binding, 2> buffers,
         std::array<std::int64_t, 2> offsets) {
  const ir::Module module = build_tiles(spec);
  EXPECT_TRUE(ir::verify(module).empty());
  const std::int64_t repeat = spec.threads == 1 ? 2 : 1;
  const std::array<std::int64_t, 4> scalars = {numbers, offsets[0], offsets[1], repeat};
  const std::int64_t of_a_group = spec.tiles_of_group(repeat);
  const ir::InterpreterReport report =
      ir::interpret(module, buffers, scalars, 0, (tiles_of(numbers) + of_a_group - 1) / of_a_group);
  EXPECT_TRUE(report.ok()) << report.faults.front();
}

std::vector<float> there_and_back(const Kernels& kernels, std::vector<float> numbers) {
  const auto count = static_cast<std::int64_t>(numbers.size());
  numbers.insert(numbers.begin(), before, untouched);
  std::vector<std::uint16_t> packed(static_cast<std::size_t>(1 + count + tiles_of(count)), 0x5555);
  std::vector<float> result(numbers.size() + 1, untouched);
  const auto bind = [](auto& data) {
    return ir::Binding{reinterpret_cast<std::byte*>(data.data()), static_cast<std::int64_t>(data.size())};
  };
  run(kernels.pack, count, {bind(numbers), bind(packed)}, {before, 1});
  EXPECT_EQ(packed[0], 0x5555);
  run(kernels.unpack, count, {bind(packed), bind(result)}, {1, before});
  EXPECT_EQ(result[before - 1], untouched);
  EXPECT_EQ(result.back(), untouched);
  return {result.begin() + before, result.end() - 1};
}

/// Numbers whose tiles are 2^first, 2^(first + step), ... in size.
std::vector<float> steps(std::int64_t count, int first, int step) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> numbers(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = std::ldexp(uniform(random), first + step * static_cast<int>(i / tile));
  }
  return numbers;
}

double bound_of(Storage storage, double x, double largest) {
  const bool f16 = storage == Storage::f16;
  return std::max(std::abs(x) * (f16 ? 0x1p-11 : 0x1p-8), f16 ? largest * 0x1p-38 : 0.0);
}

class TileKernels : public testing::TestWithParam<Storage> {};

TEST_P(TileKernels, KeepTheBoundOfEachTile) {
  for (const auto& [lanes, threads] : {std::pair{1, 1}, {4, 1}, {16, 1}, {1, 32}, {1, 256}}) {
    for (const std::int64_t count : {1, 63, 64, 65, 200, 640}) {
      SCOPED_TRACE(testing::Message() << lanes << " lanes, " << threads << " work-items, " << count << " numbers");
      for (const int first : {-100, -30, 0, 97}) {
        const std::vector<float> numbers = steps(count, first, 3);
        const std::vector<float> back = there_and_back(kernels(GetParam(), lanes, threads), numbers);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
          const double bound =
              bound_of(GetParam(), numbers[i], std::ldexp(1.0, first + 3 * static_cast<int>(i / tile)));
          EXPECT_LE(std::abs(static_cast<double>(back[i]) - numbers[i]), bound) << i;
          if (HasFailure()) return;
        }
      }
    }
  }
}

TEST_P(TileKernels, KeepZerosPowersOfTwoAndWhatIsNoNumber) {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  std::vector<float> numbers(3 * tile, 0.0F);
  for (int i = 0; i < 8; ++i) numbers[static_cast<std::size_t>(tile + i)] = std::ldexp(1.0F, 120 - i);
  numbers[2 * tile] = infinite;
  numbers[2 * tile + 1] = std::numeric_limits<float>::quiet_NaN();
  for (const auto& [lanes, threads] : {std::pair{8, 1}, {1, 64}}) {
    const std::vector<float> back = there_and_back(kernels(GetParam(), lanes, threads), numbers);
    for (std::size_t i = 0; i < 2 * tile; ++i) EXPECT_EQ(back[i], numbers[i]) << i;
    EXPECT_EQ(back[2 * tile], infinite);
    EXPECT_TRUE(std::isnan(back[2 * tile + 1]));
  }
}

TEST_P(TileKernels, KeepTheOtherNumbersBesideOneThatIsNone) {
  std::vector<float> numbers = steps(tile, 0, 0);
  numbers[5] = std::numeric_limits<float>::quiet_NaN();
  for (const auto& [lanes, threads] : {std::pair{4, 1}, {1, 64}}) {
    const std::vector<float> back = there_and_back(kernels(GetParam(), lanes, threads), numbers);
    for (std::size_t i = 0; i < tile; ++i) {
      if (i == 5) continue;
      EXPECT_LE(std::abs(back[i] - numbers[i]), bound_of(GetParam(), numbers[i], 1)) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Storages, TileKernels, testing::Values(Storage::f16, Storage::bf16),
                         [](const auto& storage) { return storage.param == Storage::f16 ? "f16" : "bf16"; });

}  // namespace
}  // namespace papilio::kernel
