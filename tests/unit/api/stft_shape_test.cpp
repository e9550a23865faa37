// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/stft_shape.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <papilio/error.hpp>
#include <random>

namespace papilio::test {
namespace {

using api::StftShape;

bool is_covered(const StftShape& shape, std::int64_t samples) {
  try {
    shape.require_cover(samples);
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("istft at sample "));
    return false;
  }
  return true;
}

/// From sums of each sample's frames.
bool has_cover(const StftShape& shape, std::int64_t samples) {
  double least = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::int64_t t = 0; t < samples; ++t) {
    double sum = 0;
    for (std::int64_t f = 0; f < shape.frames(samples); ++f) {
      const std::int64_t j = t + shape.padding() - f * shape.options().hop;
      if (j >= 0 && j < shape.options().length) sum += std::pow(shape.options().window[static_cast<std::size_t>(j)], 2);
    }
    least = std::min(least, sum);
    largest = std::max(largest, sum);
  }
  return least > 1e-10 * largest;
}

TEST(StftShape, CoverIsThatOfSums) {
  std::mt19937 random(1);
  const auto upto = [&](std::int64_t most) { return std::uniform_int_distribution<std::int64_t>(1, most)(random); };
  int covered = 0;
  for (int i = 0; i < 600; ++i) {
    StftOptions options{.length = upto(12)};
    options.hop = upto(options.length + 2);
    options.padding = i % 2 == 0 ? StftPadding::none : StftPadding::zeros;
    options.last_frame = i % 3 == 0 ? StftLastFrame::left_out : StftLastFrame::filled;
    for (std::int64_t j = 0; j < options.length; ++j) options.window.push_back(upto(3) == 1 ? 0 : 0.5);
    const StftShape shape(options, Field::real);
    const std::int64_t samples = upto(60);
    const bool expected = has_cover(shape, samples);
    covered += expected ? 1 : 0;
    ASSERT_EQ(is_covered(shape, samples), expected)
        << "length " << options.length << " hop " << options.hop << " samples " << samples;
  }
  EXPECT_GT(covered, 100);
  EXPECT_LT(covered, 500);
}

TEST(StftShape, FramesAreFilledOrLeftOut) {
  const auto frames = [](std::int64_t hop, StftPadding padding, StftLastFrame last, std::int64_t samples) {
    return StftShape({.length = 9, .hop = hop, .padding = padding, .last_frame = last}, Field::real).frames(samples);
  };
  for (const std::int64_t samples : {1, 8, 9, 10, 12, 13, 40}) {
    for (const std::int64_t hop : {1, 4, 9, 13}) {
      for (const StftPadding padding : {StftPadding::none, StftPadding::zeros}) {
        const std::int64_t positions = samples + (padding == StftPadding::none ? 0 : 8);
        std::int64_t full = 0;
        while (full * hop + 9 <= positions) ++full;
        EXPECT_EQ(frames(hop, padding, StftLastFrame::left_out, samples), full) << samples << " " << hop;
        // Filled frames begin within the padded signal; the last one reaches its end.
        const bool ends = full > 0 && (full - 1) * hop + 9 == positions;
        EXPECT_EQ(frames(hop, padding, StftLastFrame::filled, samples),
                  full + (ends || full * hop >= positions ? 0 : 1))
            << samples << " " << hop;
      }
    }
  }
}

/// Two signals of 40 samples in a train, frames of 8 with a hop of 4, centred.
TEST(StftShape, RunsOfFramesThatAreReadWhereTheyAre) {
  const StftShape shape({.length = 8, .hop = 4}, Field::real);
  api::FramePiece piece{.samples = 40, .distance = 4 * shape.hops(40), .first = 0, .frames = 2 * shape.hops(40)};
  std::vector<std::pair<std::int64_t, std::int64_t>> runs;
  for (std::int64_t left = piece.frames; left > 0;) {
    const api::FrameRun run = shape.run_of(piece, 1);
    runs.emplace_back(run.frames, run.sample);
    piece.first += run.frames;
    piece.frames = left -= run.frames;
  }
  // Positions 4 .. 43 of each train of 48 are its samples.
  EXPECT_EQ(shape.hops(40), 12);
  EXPECT_EQ(runs, (std::vector<std::pair<std::int64_t, std::int64_t>>{{1, -1}, {9, 0}, {3, -1}, {9, 40}, {2, -1}}));
  piece = {.samples = 40, .distance = 48, .first = 0, .frames = 24};
  EXPECT_EQ(shape.run_of(piece, 37).frames, 24);
  EXPECT_EQ(shape.run_of(piece, 37).sample, -1);
  piece = {.samples = 40, .distance = 48, .first = 15, .frames = 3};
  EXPECT_EQ(shape.run_of(piece, 1000).frames, 3);
  EXPECT_EQ(shape.run_of(piece, 1000).sample, 48);
}

/// A sum of every frame over every sample would take hours.
TEST(StftShape, CoverOfManyOverlapsIsQuick) {
  const StftShape shape({.length = 1 << 20, .hop = 1}, Field::real);
  EXPECT_TRUE(is_covered(shape, 1 << 24));
}

TEST(StftShape, SquaresNeitherVanishNorOverflow) {
  for (const double size : {1e-170, 1e160, 1e308}) {
    StftOptions options{.length = 16, .hop = 4, .window = std::vector<double>(16, size)};
    EXPECT_TRUE(is_covered(StftShape(options, Field::real), 100)) << size;
    options.scaling = StftScaling::psd;
    EXPECT_NEAR(StftShape(options, Field::real).factor() * size, 0.25, 1e-15) << size;
    options.scaling = StftScaling::magnitude;
    EXPECT_NEAR(StftShape(options, Field::real).factor() * size, 1.0 / 16, 1e-15) << size;
  }
  const StftShape zeros({.length = 4, .window = std::vector<double>(4, 0)}, Field::real);
  EXPECT_FALSE(is_covered(zeros, 100));
}

}  // namespace
}  // namespace papilio::test
