// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// TilePacker on a device: the bits of the host's own rounding, and errors of ranges.
#include <gtest/gtest.h>

#include <cmath>
#include <papilio/tiles.hpp>
#include <random>

#include "core/storage.hpp"
#include "device/fixture.hpp"

namespace papilio::test {
namespace {

using Tiles = OnDevice;

constexpr std::int64_t tile = TilePacker::tile;

/// Tiles of sizes from 2^-40 to 2^40, in an order that is none.
std::vector<float> numbers_of(std::int64_t count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> numbers(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = std::ldexp(uniform(random), static_cast<int>(i / tile * 37 % 81) - 40);
  }
  return numbers;
}

/// The number that an even power of two and one rounding make of x; `largest` is that of its tile.
float rounded(float x, float largest, Storage storage) {
  int exponent = 0;
  while (std::ldexp(largest, -exponent) >= 0x1p15F) exponent += 2;
  while (std::ldexp(largest, -exponent) < 0x1p13F) exponent -= 2;
  const float scaled = std::ldexp(x, -exponent);
  return std::ldexp(storage == Storage::f16 ? from_f16(to_f16(scaled)) : from_bf16(to_bf16(scaled)), exponent);
}

TEST_F(Tiles, RoundEveryNumberOnceInItsTile) {
  constexpr std::int64_t before = 5;
  constexpr std::int64_t packed = 16;
  const Stream stream(device_);
  for (const Storage storage : {Storage::f16, Storage::bf16}) {
    const TilePacker packer(device_, storage);
    for (const std::int64_t count : {1, 64, 1000, 100000}) {
      const std::vector<float> in = numbers_of(count);
      std::vector<float> out(static_cast<std::size_t>(before + count), 7);
      const auto bytes = out.size() * sizeof(float);
      const Buffer from(device_, bytes);
      const Buffer between(device_, static_cast<std::size_t>(2 * packed + TilePacker::packed_bytes(count)));
      const Buffer to(device_, bytes);
      stream.upload(from, in.data(), in.size() * sizeof(float), before * sizeof(float));
      stream.upload(to, out.data(), bytes);
      packer.pack(stream, from, between, {count, before, packed});
      packer.unpack(stream, between, to, {count, before, packed});
      stream.download(to, out.data(), bytes);
      for (std::int64_t i = 0; i < before; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], 7);
      for (std::int64_t first = 0; first < count; first += tile) {
        const std::int64_t end = std::min(first + tile, count);
        float largest = 0;
        for (std::int64_t i = first; i < end; ++i)
          largest = std::max(largest, std::abs(in[static_cast<std::size_t>(i)]));
        for (std::int64_t i = first; i < end; ++i) {
          const float x = in[static_cast<std::size_t>(i)];
          ASSERT_EQ(out[static_cast<std::size_t>(before + i)], rounded(x, largest, storage)) << i << " of " << count;
        }
      }
    }
  }
}

TEST_F(Tiles, RefuseOtherTypesAndRangesOutside) {
  EXPECT_EQ(code_of([&] { TilePacker(device_, Storage::f32); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { TilePacker({}, Storage::f16); }), ErrorCode::invalid_argument);
  const TilePacker packer(device_, Storage::f16);
  const Stream stream(device_);
  const Buffer numbers(device_, 4 * 100);
  const Buffer packed(device_, static_cast<std::size_t>(TilePacker::packed_bytes(100)));
  EXPECT_EQ(TilePacker::packed_bytes(100), 204);
  packer.pack(stream, numbers, packed, {100, 0, 0});
  packer.unpack(stream, packed, numbers, {0, 100, 102});
  for (const TileRange& range : {TileRange{101, 0, 0}, {100, 1, 0}, {100, 0, 1}, {10, -1, 0}, {-1, 0, 0}}) {
    EXPECT_EQ(code_of([&] { packer.pack(stream, numbers, packed, range); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code_of([&] { packer.unpack(stream, packed, numbers, range); }), ErrorCode::invalid_argument);
  }
  EXPECT_EQ(code_of([&] { packer.pack(stream, numbers, numbers, {10, 0, 100}); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { packer.pack(stream, numbers, {}, {10, 0, 0}); }), ErrorCode::invalid_argument);
  stream.synchronize();
}

}  // namespace
}  // namespace papilio::test
