// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/window.hpp"

#include "support.hpp"

namespace papilio::tool {
namespace {

using testing::DoubleNear, testing::ElementsAre, testing::Pointwise;

// The values are those of scipy.signal.get_window(name, n), whose formulas are the textbook ones over k/n.
TEST(Window, HannIsPeriodic) {
  EXPECT_THAT(Window{WindowKind::hann}.values(8),
              Pointwise(DoubleNear(1e-12), {0.0, 0.14644660940672624, 0.5, 0.8535533905932737, 1.0, 0.8535533905932737,
                                            0.5, 0.14644660940672624}));
}

TEST(Window, BlackmanIsPeriodic) {
  EXPECT_THAT(Window{WindowKind::blackman}.values(4), Pointwise(DoubleNear(1e-12), {0.0, 0.34, 1.0, 0.34}));
}

TEST(Window, KaiserUsesI0) {
  // I0(8) = 427.564115721804785 (Abramowitz and Stegun, table 9.11: e^-8 I0(8) = 0.1434317818); the ends are
  // 1/I0(beta), the second of four is I0(8 * sqrt(3)/2) / I0(8).
  const std::vector<double> values = Window{WindowKind::kaiser, 8}.values(4);
  EXPECT_NEAR(values[0], 1 / 427.564115721804785, 1e-14);
  EXPECT_NEAR(values[1], std::cyl_bessel_i(0, 8 * std::sqrt(0.75)) / 427.564115721804785, 1e-12);
  EXPECT_NEAR(values[2], 1, 1e-15);
  EXPECT_EQ(values[1], values[3]);
  EXPECT_THAT((Window{WindowKind::kaiser, 0}.values(3)), ElementsAre(1, 1, 1));
}

TEST(Window, OfOneSampleIsOne) {
  for (const WindowKind kind : {WindowKind::rectangular, WindowKind::hann, WindowKind::blackman, WindowKind::kaiser})
    EXPECT_THAT(Window{kind}.values(1), ElementsAre(1));
}

TEST(Window, Parses) {
  EXPECT_EQ(Window::parse("hann").kind, WindowKind::hann);
  EXPECT_EQ(Window::parse("kaiser:14").beta, 14);
  for (const char* text : {"", "Hann", "kaiser:", "kaiser:x", "kaiser:-1", "kaiser:1e9", "kaiser:nan"})
    EXPECT_EQ(failure_of([&] { Window::parse(text); }).code, ErrorCode::invalid_argument) << text;
}

}  // namespace
}  // namespace papilio::tool
