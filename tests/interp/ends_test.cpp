// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Windows and shifts in the interpreter, compared with a reference in long double that multiplies and moves numbers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <papilio/error.hpp>
#include <papilio/problem.hpp>

#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

using Ends = InterpretedPlans;

// Codelets, Stockham, Rader, Bluestein in one kernel and in several, several passes; even and odd ones of each.
constexpr std::int64_t ends_lengths[] = {1, 2, 3, 16, 30, 37, 64, 127, 254, 509, 1000, 1024, 4096, 4099, 6075};

TEST_P(Ends, ComplexTransforms) {
  for (const std::int64_t n : ends_lengths) {
    expect_all_correct({fmt::format("c2c:f32:{}*3:window=hann", n), fmt::format("c2c:f32:{}*3:oshift=0", n),
                        fmt::format("c2c:f32:{}*3:ishift=0:inverse", n),
                        fmt::format("c2c:f64:{}*3:window=kaiser(8.6)/symmetric:ishift=0:oshift=0:scale=1/n", n)});
    if (HasFailure()) return;
  }
}

/// Windows of numbers, along the only axis, and along an outer one.
TEST_P(Ends, WindowsOfValues) {
  for (const std::int64_t n : ends_lengths) {
    std::vector<double> numbers;
    for (std::int64_t i = 0; i < n; ++i) numbers.push_back(static_cast<double>(i * 7 % 11) - 4.5);
    for (const std::string& token :
         {fmt::format("c2c:f32:{}*3:oshift=0", n), fmt::format("r2c:f32:{}*3", n),
          fmt::format("r2c:f32:{}*4:idist={}:omap=power", n, n / 3 + 1), fmt::format("c2r:f32:{}x6", n)}) {
      Problem problem = Problem::parse(token);
      problem.window = {.kind = WindowFunction::values, .axis = 0, .values = numbers};
      expect_interpreted(problem.normalised(), GetParam());
    }
    if (HasFailure()) return;
  }
}

TEST_P(Ends, StridedBatchesAndPlanes) {
  for (const std::int64_t n : ends_lengths) {
    for (const int batch : {3, 16}) {
      expect_all_correct(
          {fmt::format("c2c:f32:{0}*{1}:idist=1:istrides={1}:odist=1:ostrides={1}:window=blackman:oshift=0", n, batch),
           fmt::format("c2c:f32:{}*{}:planar:window=hamming:ishift=0", n, batch)});
    }
    if (HasFailure()) return;
  }
}

TEST_P(Ends, HalfSpectra) {
  for (const std::int64_t n : ends_lengths) {
    expect_all_correct({fmt::format("r2c:f32:{}*3:window=hann:in=i16", n), fmt::format("r2c:f32:{}*3:ishift=0", n),
                        fmt::format("r2c:f64:{}*2:window=hamming:ishift=0", n),
                        fmt::format("c2r:f32:{}*3:oshift=0", n)});
    if (n > 1) expect_all_correct({fmt::format("r2c:f32:{}*9:idist=1:istrides=9:window=hann:ishift=0", n)});
    if (HasFailure()) return;
  }
}

/// Sums of lines and of columns, of real and of complex numbers; what follows reads the differences.
TEST_P(Ends, MeansAreSubtracted) {
  for (const std::int64_t n : {2, 3, 16, 37, 509, 1024}) {
    expect_all_correct(
        {fmt::format("c2c:f32:{}*3:detrend=mean:window=hann", n), fmt::format("r2c:f64:{}*2:detrend=mean", n),
         fmt::format("r2c:f32:{}*4:idist={}:in=i16:detrend=mean:window=hann:omap=power", n, n / 3 + 1),
         fmt::format("c2c:f32:{}*9:planar:detrend=mean:ishift=0:inverse:scale=1/n", n),
         fmt::format("c2c:f64:{}x19:detrend=mean@0:window=hann", n),
         fmt::format("r2c:f32:{}x6*2:inplace:detrend=mean@0", n), fmt::format("c2r:f32:{}x6:detrend=mean@0", n)});
    if (n > 3) {
      expect_all_correct({fmt::format("r2c:f32:{}*3:pad={}:detrend=mean", n, n / 2),
                          fmt::format("c2c:f64:{}x5:zero=[1,{})x[4,5):detrend=mean@0", n, n / 2),
                          fmt::format("c2c:f32:7x{}:pad=4x{}:detrend=mean@0:modes=-x{}", n, n - 2, n / 2)});
    }
    if (HasFailure()) return;
  }
}

TEST_P(Ends, ScalesOfSingleAxes) {
  expect_all_correct({"c2c:f32:12x10:scale=1/n@0,1/sqrt(n)@1", "r2c:f64:8x9*2:scale=1/n@1:factor=3",
                      "c2r:f32:8x9:scale=1/sqrt(n)@0,1/n@1", "dct2:f64:6x15:scale=1/n@0"});
}

TEST_P(Ends, RealToReal) {
  for (const char* kind : {"dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4", "dht"}) {
    for (const std::int64_t n : {8, 15, 37, 64, 127, 256, 1000})
      expect_all_correct({fmt::format("{}:f32:{}*3:window=hann", kind, n)});
    if (HasFailure()) return;
  }
}

TEST_P(Ends, SeveralAxes) {
  for (const std::string shape : {"16x16", "15x16", "16x15", "9x7", "64x48", "33x4x6", "4x33x5", "300x20", "127x8x3"}) {
    const bool volume = std::ranges::count(shape, 'x') == 2;
    const std::string all = volume ? "0,1,2" : "0,1";
    const std::string outer = volume ? "0,1" : "0";
    expect_all_correct({fmt::format("c2c:f32:{}*2:window=hann@0:oshift={}", shape, all),
                        fmt::format("c2c:f32:{}:inverse:window=hann:ishift={}:oshift={}", shape, all, outer),
                        fmt::format("r2c:f32:{}*2:window=hamming@0:ishift={}:oshift={}", shape, all, outer),
                        fmt::format("c2r:f32:{}*2:window=hann@0:ishift={}:oshift={}", shape, outer, all),
                        fmt::format("c2c:f32:{}*2:axes=0:window=hann:ishift=0:oshift=0", shape)});
    if (HasFailure()) return;
  }
}

TEST_P(Ends, RangesCountIndicesInMemory) {
  for (const std::int64_t n : {16, 37, 127, 1000, 1001, 4096}) {
    const std::int64_t a = n / 3;
    const std::int64_t b = n - n / 4 - 1;
    expect_all_correct(
        {fmt::format("c2c:f32:{0}*3:zero=[{1},{2}):skip=[{1},{2}):compact:window=hann:ishift=0:oshift=0", n, a, b),
         fmt::format("c2c:f32:{}*3:pad={}:crop={}:window=hann:oshift=0", n, a, b),
         fmt::format("r2c:f32:{}*3:pad={}:modes={}:window=hann:ishift=0", n, b, n / 3),
         fmt::format("c2c:f32:{0}x8:zero=[0,{1})x[2,3):skip=[{2},{0})x-:window=hann@0:oshift=0,1:ishift=0,1", n, a,
                     b)});
    if (HasFailure()) return;
  }
}

TEST_P(Ends, InPlaceAndOverlapping) {
  for (const std::int64_t n : {16, 64, 254, 1000, 1024, 4096}) {
    expect_all_correct({fmt::format("c2c:f32:{}*3:inplace:window=hann:ishift=0:oshift=0", n),
                        fmt::format("r2c:f32:{}*3:inplace:window=hann:ishift=0", n),
                        fmt::format("r2c:f32:{}*20:idist={}:window=hann", n, n / 4),
                        fmt::format("c2c:f32:20x{}:axes=1:istrides={},1:window=hann", n, n / 4 + 1)});
    if (HasFailure()) return;
  }
}

TEST_P(Ends, Maps) {
  for (const char* map : {"real", "imag", "magnitude", "power", "phase", "db", "log"}) {
    for (const std::int64_t n : {1, 2, 16, 37, 127, 1000, 1024, 4096, 4099}) {
      expect_all_correct({fmt::format("c2c:f32:{}*3:omap={}", n, map), fmt::format("r2c:f32:{}*3:omap={}", n, map)});
      if (HasFailure()) return;
    }
    expect_all_correct({fmt::format("c2c:f64:1000*3:oshift=0:omap={}", map), fmt::format("r2c:f64:64*9:omap={}", map),
                        fmt::format("c2c:f32:100*16:idist=1:istrides=16:odist=1:ostrides=16:omap={}", map),
                        fmt::format("c2c:f32:24x40*2:oshift=0,1:omap={}", map),
                        fmt::format("r2c:f32:33x40*2:oshift=0:window=hann:omap={}", map),
                        fmt::format("r2c:f32:2048*3:in=i16:window=hann:crop=512:norm=ortho:out=f16:omap={}", map)});
    if (HasFailure()) return;
  }
}

// A large batch has other shapes, and passes that share a launch.
TEST_P(Ends, LargeBatches) {
  for (const char* token : {"c2c:f32:256*%:window=hann:oshift=0", "c2c:f32:2048*%:window=hann:ishift=0",
                            "r2c:f32:512*%:window=hann", "c2c:f32:16*%:window=hann:oshift=0", "r2c:f32:64*%:ishift=0",
                            "r2c:f32:512*%:window=hann:omap=db", "c2c:f32:65536*%:window=hann:oshift=0"}) {
    const FewOfMany few = few_of_many(token, GetParam());
    expect_interpreted(few.problem, few.plan);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Ends, testing::ValuesIn(test::every_device()), name_of_device);

}  // namespace
}  // namespace papilio
