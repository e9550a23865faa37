// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <papilio/error.hpp>

#include "spec/shape_token.hpp"

namespace papilio {
namespace {

constexpr int compute_units = 132;

ChosenShape draw_shape() {
  const auto number = [](int least, int most) { return *rc::gen::inRange(least, most + 1); };
  ChosenShape chosen;
  for (int i = number(1, 5); i > 0; --i) chosen.radices.push_back(number(1, 40));
  Shape& shape = chosen.shape;
  shape.strategy = static_cast<Strategy>(number(0, 2));
  shape.lanes = number(1, 16);
  shape.threads = number(1, 1024);
  shape.tile = number(1, 256);
  shape.pad = number(0, 64);
  shape.resident_groups = number(1, 32);
  shape.prefetch_distance = number(0, 1) == 0 ? number(0, 5000) : shape.resident_groups * compute_units;
  shape.exchange = static_cast<ExchangeForm>(number(0, 2));
  shape.twiddles = static_cast<Twiddles>(number(0, 2));
  shape.staged = number(0, 1) == 1;
  shape.across = number(0, 1) == 1;
  shape.pad_by_stage = number(0, 1) == 1;
  shape.digit_reversed = number(0, 1) == 1;
  shape.preload_twiddles = number(0, 1) == 1;
  shape.pairs_in_f64 = number(0, 1) == 1;
  if (chosen.radices.size() > 1 && number(0, 1) == 1) {
    shape.cluster = number(2, 16);
    shape.cluster_stage = number(1, static_cast<int>(chosen.radices.size()) - 1);
  }
  return chosen;
}

TEST(ShapeTokenProperty, AShapeComesBack) {
  EXPECT_TRUE(rc::check([] {
    const ChosenShape chosen = draw_shape();
    RC_ASSERT(parse_shape_token(shape_token(chosen, compute_units), compute_units) == chosen);
  }));
}

TEST(ShapeTokenProperty, AChangedByteIsRefusedOrStillRoundTrips) {
  EXPECT_TRUE(rc::check([] {
    std::string token = shape_token(draw_shape(), compute_units);
    token[*rc::gen::inRange<std::size_t>(0, token.size())] = *rc::gen::arbitrary<char>();
    ChosenShape chosen;
    try {
      chosen = parse_shape_token(token, compute_units);
    } catch (const TokenError& error) {
      RC_ASSERT(error.position() <= token.size());
      return;
    }
    RC_ASSERT(parse_shape_token(shape_token(chosen, compute_units), compute_units) == chosen);
  }));
}

}  // namespace
}  // namespace papilio
