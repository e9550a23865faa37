// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/nearest.hpp"

#include <gtest/gtest.h>

namespace papilio {
namespace {

TEST(NearestName, IsWhatWasMeant) {
  constexpr std::string_view kinds = "c2c, r2c, c2r, dct1, dct2, dht";
  EXPECT_EQ(nearest_name("C2C", kinds), "c2c");
  EXPECT_EQ(nearest_name("r2r", kinds), "r2c");
  EXPECT_EQ(nearest_name("dtc2", kinds), "dct2") << "exchanged";
  EXPECT_EQ(nearest_name("c2c", kinds), "") << "known";
  EXPECT_EQ(nearest_name("fft", kinds), "");
  EXPECT_EQ(nearest_name("", kinds), "");
  EXPECT_EQ(nearest_name("x", "a, b"), "") << "a name of one character is no guess";
  constexpr std::string_view commands = "spectrum, spectrogram, check, convolve";
  EXPECT_EQ(nearest_name("spectrm", commands), "spectrum");
  EXPECT_EQ(nearest_name("spectogramm", commands), "spectrogram");
  EXPECT_EQ(nearest_name("chekc", commands), "check");
  EXPECT_EQ(nearest_name(std::string(1000, 's'), commands), "");
  EXPECT_EQ(nearest_name("axis", "forward, axes=A,B, in=STORAGE"), "axes");
  EXPECT_EQ(nearest_name("axes", "forward, axes=A,B"), "");
}

}  // namespace
}  // namespace papilio
