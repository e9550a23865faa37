// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Pruned problems in the interpreter. Every pruned element holds a NaN, in the input and in the output: reading one
// gives a wrong result, and writing one is detected.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>

#include "plan/plan.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

using Pruned = InterpretedPlans;

// Codelets, Stockham, Rader, Bluestein in one kernel and in several, several passes.
constexpr std::int64_t lengths[] = {2, 3, 16, 30, 37, 64, 127, 360, 509, 1009, 1024, 4096, 4099};

TEST_P(Pruned, ZerosAtTheEndAtTheBeginningAndWithin) {
  for (const std::int64_t n : lengths) {
    expect_all_correct({fmt::format("c2c:f32:{}*3:zero=[{},{})", n, (n + 1) / 2, n),
                        fmt::format("c2c:f32:{}*2:zero=[0,{})", n, n / 2),
                        fmt::format("c2c:f64:{}*2:zero=[{},{})", n, n / 3, n / 3 + 1)});
    if (HasFailure()) return;
  }
}

TEST_P(Pruned, SkippedOutputs) {
  for (const std::int64_t n : lengths) {
    expect_all_correct({fmt::format("c2c:f32:{}*3:skip=[{},{})", n, (n + 1) / 2, n),
                        fmt::format("c2c:f32:{}*2:inverse:inplace:skip=[0,{})", n, n / 2),
                        fmt::format("c2c:f64:{}*2:skip=[{},{})", n, n / 3, n / 3 + 1)});
    if (HasFailure()) return;
  }
}

TEST_P(Pruned, BothInPlaceAndFarApart) {
  for (const std::int64_t n : lengths) {
    expect_all_correct(
        {fmt::format("c2c:f32:{}*3:inplace:zero=[{},{}):skip=[0,{})", n, n / 2, n, n / 2),
         fmt::format("c2c:f32:{0}*4:istrides=4:idist=1:ostrides=4:odist=1:zero=[{1},{0}):skip=[{1},{0})", n, n / 2),
         fmt::format("c2c:f32:{0}*16:istrides=16:idist=1:ostrides=16:odist=1:zero=[{1},{0}):skip=[{1},{0})", n,
                     n / 2)});
    if (HasFailure()) return;
  }
}

TEST_P(Pruned, RealTransforms) {
  for (const std::int64_t n : lengths) {
    const std::int64_t half = n / 2 + 1;
    for (const std::int64_t a : {n / 2, n / 4 * 2, n - 1}) {
      if (a == 0) continue;
      expect_all_correct({fmt::format("r2c:f32:{}*3:zero=[{},{}):skip=[1,{})", n, a, n, half),
                          fmt::format("c2r:f32:{}*3:zero=[{},{}):skip=[{},{})", n, half - 1, half, a, n),
                          fmt::format("r2c:f32:{}*3:inplace:zero=[0,{})", n, a),
                          fmt::format("c2r:f32:{}*3:inplace:skip=[0,{})", n, a)});
      if (HasFailure()) return;
    }
  }
}

TEST_P(Pruned, RealToReal) {
  for (const char* kind : {"dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4", "dht"}) {
    for (const std::int64_t n : {8, 15, 37, 64, 127, 256, 1000}) {
      expect_all_correct({fmt::format("{}:f32:{}*3:zero=[{},{}):skip=[0,{})", kind, n, n / 2, n, n / 2),
                          fmt::format("{}:f32:{}*3:inplace:zero=[1,{}):skip=[{},{})", kind, n, n / 3, n / 3, n - 1)});
      if (HasFailure()) return;
    }
  }
}

TEST_P(Pruned, OfMoreAxes) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:", "dct2:f32:"}) {
    for (const std::string options : {"", ":inplace"}) {
      expect_all_correct({
          kind + "16x16:zero=[8,16)x[8,16)" + options,
          kind + "16x16:skip=[8,16)x[4,8)" + options,
          kind + "12x30*2:zero=[3,9)x-:skip=-x[2,9)" + options,
          kind + "12x30*2:zero=-x[0,20):skip=[2,9)x-" + options,
          kind + "6x8x10:zero=[2,4)x[3,5)x[1,9):skip=[1,2)x[5,7)x[0,2)" + options,
          kind + "5x37x12:zero=[0,4)x[30,37)x-:skip=[1,5)x-x[3,5)" + options,
          kind + "6x8x10:axes=0,2:zero=[2,4)x-x[1,9):skip=-x[5,7)x[0,2)" + options,
          kind + "6x8x10:axes=2:zero=-x[2,3)x[1,9):skip=[0,3)x[1,4)x-" + options,
      });
      if (HasFailure()) return;
    }
  }
}

// One kernel on GPUs: ranges of each axis, at both ends, within, and of an odd number of real numbers.
TEST_P(Pruned, SeveralAxesInOneKernel) {
  for (const std::string options : {"", ":inplace"}) {
    expect_all_correct({
        "c2c:f32:64x64*2:skip=[16,48)x[0,20)" + options,
        "c2c:f32:16x12x10*3:zero=[8,16)x[4,9)x[3,7):skip=[0,5)x[2,12)x[1,9)" + options,
        "c2c:f64:6x16x16*3:axes=1,2:inverse:zero=[2,4)x[3,9)x-:skip=[1,2)x[5,7)x[0,9)" + options,
        "r2c:f32:32x48*2:zero=[8,20)x[10,30):skip=[3,9)x[5,25)" + options,
        "r2c:f32:32x48*2:zero=-x[9,31):skip=-x[1,24)" + options,
        "c2r:f32:32x48*2:zero=[8,20)x[10,25):skip=[3,9)x[6,26)" + options,
    });
    if (HasFailure()) return;
  }
  expect_all_correct({"c2c:f32:256x256:zero=[64,256)x[100,200):skip=[0,10)x[33,223)",
                      "r2c:f32:256x256:zero=[64,256)x[100,200):skip=[32,224)x[33,129)",
                      "c2r:f32:256x256:zero=[32,224)x[33,129):skip=[64,256)x[100,200)"});
}

TEST_P(Pruned, ImagesThatComeBack) {
  for (const std::string options : {"", ":inplace"}) {
    expect_all_correct({
        "c2r:f32:16x16:zero=[8,16)x[4,9)" + options,
        "c2r:f32:16x16:skip=[8,16)x[4,9)" + options,
        "c2r:f32:12x30*2:zero=[3,9)x-:skip=[3,9)x[2,9)" + options,
        "c2r:f32:6x8x10:zero=[2,4)x[3,5)x[1,5):skip=[1,2)x[5,7)x[0,2)" + options,
    });
    if (HasFailure()) return;
  }
}

// Transforms whose whole input counts as zero.
TEST_P(Pruned, AxesThatAreNotTransformed) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:", "c2r:f32:", "dct2:f32:", "c2c:f64:"}) {
    for (const std::string options : {"", ":inplace"}) {
      expect_all_correct({
          kind + "6x10:axes=1:zero=[2,4)x-" + options,
          kind + "5x12*3:axes=1:zero=[0,3)x[1,3):skip=[1,2)x-" + options,
          kind + "6x7x10:axes=2:zero=[2,4)x[0,5)x[1,5):skip=-x[4,6)x[1,4)" + options,
          kind + "6x7x10*2:axes=1,2:zero=[3,6)x[0,5)x[1,5):skip=-x[4,6)x[1,4):scale=1/n" + options,
          kind + "8x64:axes=1:zero=[0,4)x-:skip=[4,8)x-" + options,
      });
      if (HasFailure()) return;
    }
    expect_all_correct({
        kind + "10x6:axes=0:zero=-x[2,4)",
        kind + "6x10x7:axes=1:zero=[2,4)x-x[0,5):skip=-x[4,6)x[4,6)",
        kind + "300x8:axes=1:zero=[1,300)x-",
        kind + "6x8:axes=1:zero=[2,4)x-:ostrides=-20,2:ooffset=100",
        kind + "3x2048:axes=1:zero=[2,3)x-",
        kind + "4x9x1:axes=2:zero=[2,4)x[3,6)x-",
    });
    if (HasFailure()) return;
  }
  expect_all_correct({"c2c:f32:6x10:axes=1:zero=[2,4)x-:planar", "c2c:f16:6x10:axes=1:zero=[2,4)x-",
                      "r2c:f32:6x10:axes=1:zero=[2,4)x-:in=i16:oplanar", "c2r:bf16:6x10:axes=1:zero=[2,4)x-"});
}

TEST_P(Pruned, LongLinesAlongAnyAxis) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:"}) {
    expect_all_correct({kind + "3x4096:zero=-x[1000,4096):skip=[1,2)x-",
                        kind + "4096x3:zero=[1000,4096)x-:skip=[0,2048)x-",
                        kind + "2x2018x5:axes=1:zero=-x[1000,2018)x-:skip=[0,1)x-x[1,2)"});
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Pruned, ::testing::ValuesIn(test::every_device()), name_of_device);

// 1-D transforms that are entirely zero or skipped are not computed.
TEST(PrunedPlans, ComputeNoLinesThatAreZeroOrSkipped) {
  const auto batches = [](const char* token) {
    std::vector<std::int64_t> lines;
    const plan::PlanNode plan = plan::make_plan(Problem::parse(token), cpu_preset());
    for (const plan::Pass* pass : plan.passes()) lines.push_back(pass->batch * pass->kernel.interleaved);
    return lines;
  };
  EXPECT_EQ(batches("c2c:f32:64x32"), (std::vector<std::int64_t>{64, 32}));
  EXPECT_EQ(batches("c2c:f32:64x32:zero=[16,64)x-"), (std::vector<std::int64_t>{16, 32}));
  EXPECT_EQ(batches("c2c:f32:64x32:skip=-x[8,32)"), (std::vector<std::int64_t>{64, 8}));
  EXPECT_EQ(batches("c2c:f32:64x32:zero=[16,48)x-:skip=-x[8,24)"), (std::vector<std::int64_t>{32, 16}));
}

TEST(PrunedPlans, ReadNothingForTransformsThatAreZero) {
  const plan::PlanNode plan =
      plan::make_plan(Problem::parse("c2c:f32:8x64:axes=1:zero=[4,6)x-:skip=[5,8)x-"), cpu_preset());
  const std::vector<const plan::Pass*> passes = plan.passes();
  ASSERT_EQ(passes.size(), 2U);
  EXPECT_EQ(passes[0]->batch * passes[0]->kernel.interleaved, 4);
  EXPECT_EQ(passes[1]->kernel.length, 1);
  EXPECT_EQ(passes[1]->batch * passes[1]->kernel.interleaved, 64);
  EXPECT_EQ(passes[1]->read_bytes, 0);
  EXPECT_EQ(passes[1]->written_bytes, 64 * 8);
}

}  // namespace
}  // namespace papilio
