// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Compact inputs and outputs in the interpreter: the arrays have no room for zeros and skipped results. Whatever lies
// outside an array is an access out of bounds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <papilio/problem.hpp>

#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

using Compact = InterpretedPlans;

// Codelets, Stockham, Rader, Bluestein in one kernel and in several, several passes.
constexpr std::int64_t lengths[] = {3, 16, 30, 37, 64, 127, 509, 1024, 4096, 4099};

TEST_P(Compact, RangesAnywhereInOneAxis) {
  for (const std::int64_t n : lengths) {
    const std::int64_t a = n / 3;
    const std::int64_t b = n - n / 4 - 1;
    expect_all_correct(
        {fmt::format("c2c:f32:{}*3:zero=[{},{}):skip=[{},{}):compact", n, a, b, a, b),
         fmt::format("c2c:f64:{0}*2:zero=[0,{1}):skip=[0,{1}):compact", n, b),
         fmt::format("c2c:f32:{0}*2:pad={1}:skip=[0,{1}):ocompact", n, a),
         fmt::format("c2c:f32:{0}*9:idist=1:istrides=9:odist=1:ostrides=9:zero=[{1},{2}):skip=[{1},{2}):compact", n, a,
                     b),
         fmt::format("c2c:f32:{0}*16:idist=1:istrides=16:odist=1:ostrides=16:zero=[{1},{2}):skip=[{1},{2}):compact", n,
                     a, b),
         fmt::format("c2c:f32:{0}*3:inplace:zero=[{1},{2}):skip=[{1},{2}):compact", n, a, b)});
    if (HasFailure()) return;
  }
}

TEST_P(Compact, Modes) {
  for (const std::int64_t n : lengths) {
    for (const std::int64_t m : {std::int64_t{1}, n / 2, n - 1}) {
      const std::int64_t half = std::min(m, n / 2 + 1);
      expect_all_correct({fmt::format("c2c:f32:{}*3:modes={}", n, m),
                          fmt::format("c2c:f64:{}*3:inverse:modes={}", n, m),
                          fmt::format("r2c:f32:{}*3:modes={}", n, half), fmt::format("c2r:f32:{}*3:modes={}", n, half),
                          fmt::format("r2c:f32:{}*3:pad={}:modes={}", n, m, half),
                          fmt::format("c2r:f32:{}*3:modes={}:crop={}", n, half, m)});
      if (HasFailure()) return;
    }
  }
}

TEST_P(Compact, RealNumbersAtOddPlaces) {
  for (const std::int64_t n : lengths) {
    const std::int64_t half = n / 2 + 1;
    for (const std::int64_t a : {n / 4, n / 4 + 1}) {
      const std::int64_t b = n - 1;
      if (a == b) continue;
      expect_all_correct({fmt::format("r2c:f32:{}*3:zero=[{},{}):skip=[0,{}):compact", n, a, b, half - 1),
                          fmt::format("c2r:f32:{}*3:zero=[0,{}):skip=[{},{}):compact", n, half - 1, a, b),
                          fmt::format("r2c:f32:{}*4:istrides=4:idist=1:zero=[0,{}):icompact", n, a + 1),
                          fmt::format("c2r:f32:{}*3:skip=[0,{}):ocompact", n, a + 1)});
      if (HasFailure()) return;
    }
  }
}

TEST_P(Compact, RealToReal) {
  for (const char* kind : {"dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4", "dht"}) {
    for (const std::int64_t n : {8, 15, 37, 64, 127, 256, 1000}) {
      expect_all_correct({fmt::format("{}:f32:{}*3:zero=[{},{}):skip=[0,{}):compact", kind, n, n / 3, n - 1, n / 2),
                          fmt::format("{}:f32:{}*3:pad={}:crop={}", kind, n, n / 2, n / 3)});
      if (HasFailure()) return;
    }
  }
}

TEST_P(Compact, SeveralAxes) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:", "c2r:f32:", "dct2:f32:"}) {
    expect_all_correct({
        kind + "16x16:zero=[8,16)x[4,9):skip=[0,3)x[4,8):compact",
        kind + "12x30*2:zero=[3,9)x-:skip=-x[2,9):compact",
        kind + "12x30*2:zero=-x[0,10):skip=[2,9)x-:compact",
        kind + "6x8x10:zero=[2,4)x[3,5)x[1,5):skip=[1,2)x[5,7)x[0,2):compact",
        kind + "5x37x12:zero=[0,4)x[30,37)x-:skip=[1,5)x-x[3,5):icompact",
        kind + "5x37x12:zero=[0,4)x[30,37)x-:skip=[1,5)x-x[3,5):ocompact",
        kind + "6x8x10:axes=0,2:zero=[2,4)x-x[1,5):skip=-x[5,7)x[0,2):compact",
        kind + "6x8x10:axes=2:zero=-x[2,3)x[1,5):skip=[0,3)x[1,4)x-:compact",
        kind + "6x8:zero=[1,6)x[1,4):skip=[0,5)x[1,3):compact",
        kind + "6x8:pad=3x4:ostrides=-20,2:ooffset=200",
    });
    if (HasFailure()) return;
  }
}

// One kernel on GPUs.
TEST_P(Compact, SeveralAxesInOneKernel) {
  expect_all_correct({
      "c2c:f32:64x64*2:modes=21x33",
      "c2c:f32:16x12x10*3:zero=[8,16)x[4,9)x[3,7):skip=[0,5)x[2,12)x[1,9):compact",
      "c2c:f64:6x16x16*3:axes=1,2:inverse:zero=[2,4)x[3,9)x-:skip=[1,2)x[5,7)x[0,9):compact",
      "r2c:f32:32x48*2:zero=[8,20)x[10,30):skip=[3,9)x[5,25):compact",
      "r2c:f32:32x48*2:zero=-x[9,31):skip=-x[1,24):compact",
      "c2r:f32:32x48*2:zero=[8,20)x[10,25):skip=[3,9)x[6,26):compact",
      "c2r:f32:32x48*2:modes=9x10:crop=11x13",
      "r2c:f32:256x256:modes=64x33",
      "c2r:f32:256x256:modes=63x33",
      "c2c:f32:256x256:zero=[64,256)x[100,200):skip=[0,10)x[33,223):compact",
  });
}

TEST_P(Compact, StorageAndPlanes) {
  expect_all_correct({"c2c:f16:64*5:modes=21", "c2c:f32:64*5:planar:modes=21", "r2c:f32:32x64*3:in=i16:modes=10x9",
                      "c2r:bf16:32x64*3:modes=10x9", "c2c:f32:64x64:modes=20x21:iplanar",
                      "c2c:f32:2^13:scratch=bf16:modes=99"});
}

// Transforms whose whole input counts as zero.
TEST_P(Compact, AxesThatAreNotTransformed) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:", "c2r:f32:", "dct2:f32:"}) {
    expect_all_correct({
        kind + "6x10:axes=1:zero=[2,4)x-:compact",
        kind + "5x12*3:axes=1:zero=[0,3)x[1,3):skip=[1,2)x-:compact",
        kind + "6x7x10:axes=2:zero=[2,4)x[0,5)x[1,5):skip=-x[4,6)x[1,4):compact",
        kind + "8x64:axes=1:zero=[0,4)x-:skip=[4,8)x-:compact",
        kind + "6x10x7:axes=1:zero=[2,4)x-x[0,5):skip=-x[4,6)x[4,6):compact",
        kind + "4x9x1:axes=2:zero=[2,4)x[3,6)x-:icompact",
    });
    if (HasFailure()) return;
  }
}

TEST_P(Compact, LongLinesAlongAnyAxis) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:"}) {
    expect_all_correct({kind + "3x4096:zero=-x[1000,4000):skip=[1,2)x-:compact",
                        kind + "4096x3:zero=[1000,4000)x-:skip=[0,2048)x-:compact",
                        kind + "2x2018x5:axes=1:zero=-x[1000,2018)x-:skip=[0,1)x-x[1,2):compact"});
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Compact, ::testing::ValuesIn(test::every_device()), name_of_device);

}  // namespace
}  // namespace papilio
