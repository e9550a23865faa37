// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Windows of several taps, and with the phase of a signal, in the interpreter: compared with sums in long double.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <papilio/error.hpp>

#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

using WindowTaps = InterpretedPlans;

// Codelets, Stockham, Rader, Bluestein in one kernel and in several, several passes; even and odd ones of each.
constexpr std::int64_t tap_lengths[] = {2, 3, 16, 30, 37, 64, 127, 254, 1000, 4099};

TEST_P(WindowTaps, OfFilterBanks) {
  for (const std::int64_t n : tap_lengths) {
    expect_all_correct({fmt::format("c2c:f32:{0}*3:idist={0}:window=hann:taps=3", n),
                        fmt::format("c2c:f32:{0}*9:idist={0}:in=i8:window=hann:taps=8", n),
                        fmt::format("r2c:f32:{0}*3:idist={0}:window=blackman:taps=4", n),
                        fmt::format("r2c:f32:{0}*3:idist={1}:in=i16:window=hann:taps=6:omap=power", n, n / 2 + 1)});
    if (HasFailure()) return;
  }
}

TEST_P(WindowTaps, WithThePhaseOfASignal) {
  for (const std::int64_t n : tap_lengths) {
    for (const std::int64_t hop : n > 1000 ? std::vector<std::int64_t>{n / 3 + 1} : std::vector{n / 2, n - 1}) {
      expect_all_correct({fmt::format("c2c:f32:{}*9:idist={}:window=hamming:taps=3:phase=signal", n, hop),
                          fmt::format("r2c:f32:{}*3:idist={}:window=hamming:taps=8:phase=signal", n, hop)});
      if (HasFailure()) return;
    }
    if (n > 1000) continue;
    expect_all_correct({fmt::format("c2c:f64:{}*4:idist={}:ioffset=5:window=hann:taps=2:phase=signal", n, n / 2 + 1),
                        fmt::format("c2c:f32:{}*3:idist=1:window=hann:phase=signal:inverse", n),
                        fmt::format("r2c:f32:{}*3:idist=3:ioffset=1:window=hann:phase=signal", n)});
    if (HasFailure()) return;
  }
}

TEST_P(WindowTaps, OfPlanesAndOtherStorage) {
  for (const std::int64_t n : {16, 60, 1024}) {
    expect_all_correct({fmt::format("c2c:f32:{}*4:planar:window=hann:taps=3", n),
                        fmt::format("c2c:f32:{}*4:istrides=2:window=hann:taps=3:phase=signal:idist=7", n),
                        fmt::format("c2c:f32:{}*4:scale=1/n:in=u8:out=f16:window=kaiser(5)/symmetric:taps=17", n)});
    if (HasFailure()) return;
  }
}

// A large batch has other shapes, and passes that share a launch.
TEST_P(WindowTaps, OfLargeBatches) {
  for (const char* token :
       {"c2c:f32:256*%:idist=256:window=hann:taps=8", "c2c:f32:2048*%:idist=1024:window=hann:taps=4:phase=signal",
        "r2c:f32:512*%:idist=384:window=hann:taps=8:phase=signal", "c2c:f32:65536*%:window=hann:taps=2"}) {
    const FewOfMany few = few_of_many(token, GetParam());
    expect_interpreted(few.problem, few.plan);
    if (HasFailure()) return;
  }
}

/// Frames as far apart as they have numbers share samples. Of six frames, half of the second tile is missing.
TEST(WindowTapsOf, NeighbouringFramesAreReadOnce) {
  const auto expect_shared = [](const char* token, bool shared) {
    SCOPED_TRACE(token);
    FewOfMany few = few_of_many(token, h200_preset());
    few.problem.batch = 6;
    std::optional<plan::Pass>& pass = few.plan.pass ? few.plan.pass : few.plan.children.front().pass;
    ASSERT_TRUE(pass);
    pass->batch = 6;
    EXPECT_EQ(shares_samples(few.plan.passes().front()->kernel), shared);
    expect_interpreted(few.problem, few.plan);
  };
  expect_shared("c2c:f32:1024*%:idist=1024:in=i8:window=hann:taps=8", true);
  expect_shared("c2c:f32:1024*%:idist=1024:window=hann:taps=3:omap=power", true);
  expect_shared("c2c:f32:1024*%:idist=1024:ioffset=300:in=i8:window=hann:taps=8:phase=signal", true);
  expect_shared("c2c:f32:256*%:idist=256:ioffset=7:in=i16:window=hann:taps=4:phase=signal", true);
  expect_shared("c2c:f32:128*%:idist=128:ioffset=1:in=i8:window=hann:taps=8:phase=signal", true);
  expect_shared("c2c:f32:512*%:idist=512:in=u8:window=hann:taps=12", true);
  expect_shared("c2c:f32:1000*%:idist=1000:ioffset=999:window=hann:taps=2:phase=signal", true);
  expect_shared("c2c:f32:1024*%:idist=1000:in=i8:window=hann:taps=8:phase=signal", false);
}

INSTANTIATE_TEST_SUITE_P(Devices, WindowTaps, testing::ValuesIn(test::every_device()), name_of_device);

TEST(WindowTapsOf, ProblemsThatHaveNoneAreRefused) {
  for (const char* token :
       {"c2c:f32:64:taps=2", "c2c:f32:64:phase=signal", "c2c:f32:64:inplace:window=hann:taps=2",
        "c2r:f32:64:window=hann:taps=2", "c2c:f32:8x8:window=hann:taps=2", "c2c:f32:64:window=hann:taps=2:oshift=0",
        "c2c:f32:64:window=hann:taps=2:zero=[1,2)", "dct2:f32:64:window=hann:taps=2", "c2c:f32:1:window=hann:taps=2",
        "c2c:f32:64:window=hann:taps=2^40", "c2c:f32:64:window=hann:phase=frame"})
    EXPECT_THROW((void)Problem::parse(token), Error) << token;
  const Problem problem = Problem::parse("c2c:f32:64*3:idist=48:window=hann:taps=8:phase=signal");
  EXPECT_EQ(problem.token(), "c2c:f32:64*3:idist=48:window=hann:taps=8:phase=signal");
  EXPECT_EQ(problem.input_elements(), 2 * 48 + 8 * 64);
}

}  // namespace
}  // namespace papilio
