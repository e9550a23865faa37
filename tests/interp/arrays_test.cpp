// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plans of arrays in the interpreter: all kinds, ranks, axes, strides and placements, on devices of several shapes.
#include <gtest/gtest.h>

#include <algorithm>
#include <papilio/problem.hpp>

#include "plan/plan.hpp"
#include "spec/array_axes.hpp"
#include "support/expect_interpreted.hpp"
#include "support/words.hpp"

namespace papilio {
namespace {

void expect_correct(const std::string& token, const DeviceCaps& caps) {
  const Problem problem = Problem::parse(token);
  if (problem.precision == Precision::f64 && !caps.f64) return;
  expect_interpreted(problem, caps);
}

class Arrays : public ::testing::TestWithParam<DeviceCaps> {
 protected:
  static void expect_all_correct(const std::vector<std::string>& tokens) {
    for (const std::string& token : tokens) {
      expect_correct(token, GetParam());
      if (HasFailure()) return;
    }
  }
};

TEST_P(Arrays, RealTransformsOfEveryLengthTo100) {
  for (int n = 1; n <= 100; ++n) {
    for (const char* kind : {"r2c:f32:", "c2r:f32:", "r2c:f64:", "c2r:f64:"}) {
      expect_correct(kind + std::to_string(n) + "*3", GetParam());
      if (HasFailure()) return;
    }
  }
}

TEST_P(Arrays, LongerRealTransforms) {
  for (const int n : {127, 128, 211, 256, 360, 512, 1000, 1001, 1009, 1024, 2018, 2048, 3000, 4096, 4099, 8192, 8198}) {
    for (const char* kind : {"r2c:f32:", "c2r:f32:"}) {
      expect_correct(kind + std::to_string(n) + "*2", GetParam());
      if (HasFailure()) return;
    }
  }
}

TEST_P(Arrays, RealTransformsInPlaceScaledAndFarApart) {
  for (const char* n : {"1", "2", "7", "16", "37", "60", "64", "211", "1000", "1009", "4096"}) {
    for (const std::string kind : {"r2c:f32:", "c2r:f32:"}) {
      expect_all_correct({kind + n + "*5:inplace:norm=ortho", kind + n + "*3:factor=-0.3:idist=5000:odist=4999"});
      if (HasFailure()) return;
    }
  }
}

// GPU kernels of even lengths use a complex transform of half the length (kernel/elements/trig.hpp).
TEST_P(Arrays, CosineAndSineTransformsOfTypesTwoAndThree) {
  for (const std::string kind : {"dct2:", "dct3:", "dst2:", "dst3:"}) {
    for (const char* n : {"1", "2", "4", "6", "7", "16", "30", "94", "256"}) {
      expect_all_correct({kind + "f32:" + n + "*3", kind + "f64:" + n + "*2:inplace:norm=ortho"});
      if (HasFailure()) return;
    }
    expect_all_correct({kind + "f32:30x8*2", kind + "f32:3x16x5:axes=1:norm=ortho", kind + "f16:64*9:scale=1/n",
                        kind + "f32:24*3:istrides=2:ostrides=3:idist=50:odist=80:factor=3",
                        kind + "f32:64*3:zero=[40,64):skip=[1,9)"});
    // Transforms that start at odd numbers, so that no access may cover two numbers.
    expect_all_correct({kind + "f32:6*9:idist=7:odist=9", kind + "f64:10*5:ioffset=1:ooffset=3",
                        kind + "f16:30*9:idist=31:odist=33", kind + "f32:6*8:inplace:idist=7:odist=7",
                        kind + "f32:12*9:idist=14:odist=13"});
    if (HasFailure()) return;
  }
}

TEST_P(Arrays, OfTwoAxes) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:", "c2r:f32:", "c2c:f64:"}) {
    for (const std::string shape :
         {"1x1", "1x6", "6x1", "2x2", "3x5", "8x8", "16x17", "17x16", "30x32", "37x12", "64x64"}) {
      expect_all_correct({kind + shape, kind + shape + "*3:inplace"});
      if (HasFailure()) return;
    }
  }
}

TEST_P(Arrays, OfMoreAxes) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:", "c2r:f32:"}) {
    for (const std::string shape : {"4x5x6", "8x8x8*2", "7x1x9", "2x3x4x5", "2x2x2x2x2"}) {
      expect_all_correct({kind + shape, kind + shape + ":inplace:norm=ortho"});
      if (HasFailure()) return;
    }
  }
}

TEST_P(Arrays, SomeAxes) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:", "c2r:f32:"}) {
    for (const std::string axes : {"0", "1", "2", "0,1", "0,2", "1,2"}) {
      expect_all_correct({kind + "6x10x9*2:axes=" + axes, kind + "16x8x20:axes=" + axes});
      if (HasFailure()) return;
    }
  }
}

TEST_P(Arrays, LongLinesAlongAnyAxis) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:", "c2r:f32:"}) {
    for (const std::string shape : {"3x4096", "4096x3", "1009x5", "2x2048x3:axes=1", "2x1018x3:axes=1"}) {
      expect_correct(kind + shape, GetParam());
      if (HasFailure()) return;
    }
  }
}

TEST_P(Arrays, Strided) {
  expect_all_correct(test::words(
      "c2c:f32:60*4:istrides=3:ostrides=2 "
      // interleaved
      "c2c:f32:60*4:istrides=4:idist=1:ostrides=4:odist=1 "
      "c2c:f32:64*16:istrides=16:idist=1:ostrides=16:odist=1:inplace c2c:f32:1000*3:istrides=3:idist=1 "
      "r2c:f32:60*4:istrides=4:idist=1:ostrides=4:odist=1 c2r:f32:60*4:istrides=4:idist=1:ostrides=4:odist=1 "
      "r2c:f32:61*4:istrides=2:ostrides=3 c2r:f32:61*4:istrides=2:ostrides=3 r2c:f32:64:istrides=3 "
      "c2r:f32:64:ostrides=3 r2c:f32:2000*2:istrides=2:ostrides=2 c2r:f32:2000*2:istrides=2:ostrides=2 "
      // column-major to row-major
      "c2c:f32:12x18:istrides=1,12:ostrides=18,1 c2c:f32:12x18*3:istrides=40,2:ostrides=1,13:odist=300 "
      "r2c:f32:12x18:istrides=1,12:ostrides=1,12 c2r:f32:12x18:istrides=1,12:ostrides=1,12 "
      "r2c:f32:12x18:axes=0:istrides=1,12:ostrides=1,7 "
      "r2c:f32:4x6x10:istrides=128,20,2:ostrides=80,12,2:axes=0,2 "
      "c2r:f32:4x6x10:istrides=80,12,2:ostrides=128,20,2:axes=0,2 "
      "c2c:f32:4x6x10:istrides=1,4,24:ostrides=60,10,1:axes=1 r2c:f32:4x6:istrides=8,1:ostrides=4,1:inplace "
      "c2r:f32:4x6:istrides=4,1:ostrides=8,1:inplace "
      "r2c:f32:4x6*2:istrides=20,1:ostrides=10,1:idist=100:odist=50:inplace "
      "c2c:f64:5x7:istrides=9,1:ostrides=9,1:inplace:inverse:scale=1/n"));
}

// From columns to rows and back: tiles are loaded in one order and stored in another.
TEST_P(Arrays, Transposed) {
  for (const std::string kind : {"c2c:f32:", "c2c:f64:", "r2c:f32:", "c2r:f32:", "dct2:f32:", "dht:f32:"}) {
    for (const std::string shape :
         {"16*100:%strides=100:%dist=1", "60*37:%strides=40:%dist=1", "17*33:%strides=33:%dist=1",
          "64*20:%strides=20:%dist=1:norm=ortho", "128*9:%strides=27:%dist=3"}) {
      for (const char side : {'i', 'o'}) {
        std::string token = kind + shape;
        std::replace(token.begin(), token.end(), '%', side);
        expect_correct(token, GetParam());
        if (HasFailure()) return;
      }
    }
  }
  expect_all_correct({"c2c:f32:256*40:istrides=40:idist=1:inverse", "c2c:f32:1000*12:ostrides=12:odist=1",
                      "c2c:f16:64*40:istrides=40:idist=1", "c2c:f32:64*40:ostrides=40:odist=1:iplanar:in=i16",
                      "c2c:f32:16x24x40:axes=0,1:istrides=960,40,1:ostrides=24,1,384",  // channels last, then first
                      "c2c:f32:32x40:istrides=1,32:ostrides=40,1:axes=0"});
}

// The measured shapes; a device with one compute unit has enough work for them.
TEST(Transposed, WithMeasuredShapesIsCorrect) {
  DeviceCaps caps = h200_preset();
  caps.compute_units = 1;
  for (const char* token : {"c2c:f32:256*40:istrides=40:idist=1", "c2c:f32:256*40:ostrides=40:odist=1",
                            "c2c:f64:256*40:istrides=40:idist=1", "c2c:f64:256*40:ostrides=40:odist=1",
                            "c2c:f32:1000*40:istrides=40:idist=1", "c2c:f32:1000*40:ostrides=40:odist=1"}) {
    expect_correct(token, caps);
  }
}

// Neighbouring transformed axes next to axes that are not transformed, or with such axes between their points.
TEST_P(Arrays, OfAFewChannels) {
  for (const std::string kind : {"c2c:f32:", "c2c:f64:"}) {
    for (const std::string shape : {"8x8x3", "16x16x3*5", "6x10x1*3", "4x4x32*2", "4x4x40", "3x4x5x2*3", "32x32x2"}) {
      const std::string axes = shape.starts_with("3x4x5") ? ":axes=0,1,2" : ":axes=0,1";
      expect_all_correct({kind + shape + axes, kind + shape + axes + ":inplace:inverse:norm=ortho"});
      if (HasFailure()) return;
    }
  }
  expect_all_correct({"c2c:f32:16x16*5:in=f16", "c2c:f32:16x16*5:planar", "c2c:f32:8x8x8*5:in=i16:oplanar",
                      "c2c:f16:16x16*5:inplace", "c2c:f64:8x8x3*5:axes=0,1:iplanar", "c2c:f32:8x96x128:out=f16"});
  expect_all_correct({"c2c:f32:8x8*5:istrides=16,2:idist=128:ostrides=24,3:odist=192",
                      "c2c:f32:8x8x3*5:axes=0,1:istrides=40,5,1:idist=320:ostrides=8,1,64:odist=192", "r2c:f32:8x8x8*5",
                      "c2r:f32:8x8x8*5", "c2r:f32:8x8x8*5:inplace", "r2c:f32:4x4x4x4:inplace"});
}

// On GPUs in one kernel, or as planes of volumes; as separate axes where rows have gaps, with channels, or for odd
// lengths.
TEST_P(Arrays, ImagesOfRealNumbers) {
  for (const std::string kind : {"r2c:", "c2r:"}) {
    expect_all_correct({kind + "f32:16x16*300", kind + "f32:12x20*99:norm=ortho", kind + "f64:8x30*99:factor=-0.3",
                        kind + "f32:32x32*70:scale=1/n", kind + "f32:9x14*70", kind + "f32:2x16x16*70",
                        kind + "f16:16x8*300"});
    expect_all_correct({kind + "f32:16x15*99", kind + "f32:16x16*40:inplace", kind + "f32:8x8x3*99:axes=0,1",
                        kind + "f32:8x12*70:idist=128:odist=130", kind + "f32:8x12*70:idist=129:odist=129"});
    if (HasFailure()) return;
  }
  expect_all_correct(
      {"r2c:f32:16x16*99:in=i16", "r2c:f32:16x16*99:oplanar", "c2r:f32:16x16*99:iplanar", "c2r:f32:16x16*99:out=f16"});
}

// Planes that are too large for a work-group: in slabs where that is cheaper.
TEST_P(Arrays, OfThreeAxesWithLargePlanes) {
  expect_all_correct({"c2c:f32:8x96x128", "c2c:f32:6x120x132:inverse:scale=1/n", "c2c:f32:2x8x128x80:idist=200000",
                      "c2c:f64:12x80x100", "c2c:f32:16x24x12", "c2c:f32:6x10x12*2:inverse"});
}

// 2-D arrays with long columns, also in slabs.
TEST_P(Arrays, OfTwoAxesWithLongColumns) {
  expect_all_correct({"c2c:f32:128x96", "c2c:f32:132x60:inverse:scale=1/n", "c2c:f32:80x128*2:idist=20000",
                      "c2c:f64:100x80", "c2c:f32:640x64:inplace"});
}

// The measured shapes of slabs and of the remaining columns; a device with a few compute units has enough work for
// them.
TEST(Slabs, ThatWereMeasuredAreCorrect) {
  DeviceCaps caps = h200_preset();
  caps.compute_units = 2;
  caps.cluster = 1;
  for (const char* token : {"c2c:f32:2x256x256", "c2c:f32:4x200x200:inverse", "c2c:f32:4x192x192:scale=1/n"}) {
    const Problem problem = Problem::parse(token);
    EXPECT_EQ(plan::make_plan(problem, caps).solver, "volume") << token;
    expect_correct(token, caps);
  }
}

// The plan for many 2-D arrays, executed with a few of them.
TEST(Slabs, OfImagesAreCorrect) {
  DeviceCaps caps = h200_preset();
  caps.fused_launches = false;
  for (const std::string token : {"c2c:f32:4096x64*%", "c2c:f32:1080x120*%:inverse:scale=1/n", "c2c:f64:2048x128*%",
                                  "c2c:f32:3000x60*%:idist=180007:odist=180002"}) {
    const FewOfMany few = few_of_many(token, caps);
    ASSERT_EQ(few.plan.solver, "plane") << few.plan.to_string();
    EXPECT_EQ(few.plan.scratch_elements, 0) << token;
    expect_interpreted(few.problem, few.plan);
  }
}

// Real 2-D arrays: half spectra in slabs, r2c and c2r.
TEST(Slabs, OfRealImagesAreCorrect) {
  DeviceCaps caps = h200_preset();
  caps.cluster = 1;
  for (const std::string token :
       {"r2c:f32:4096x64*%", "c2r:f32:4096x64*%", "r2c:f32:1080x120*%:scale=1/n", "c2r:f32:1080x120*%:norm=ortho",
        "c2r:f32:256x256*%", "r2c:f32:3000x60*%:idist=180002:odist=93001", "c2r:f32:3000x60*%:idist=93001:odist=180003",
        "r2c:f32:4x96x128*%", "r2c:f32:3x256x256*%:axes=1,2", "c2r:f32:3x256x256*%:axes=1,2", "c2r:f32:7x1080x120*%"}) {
    const FewOfMany few = few_of_many(token, caps);
    const auto pairs = [](const plan::Pass* pass) { return is_slab(pass->kernel) && pairs_conjugates(pass->kernel); };
    EXPECT_TRUE(std::ranges::any_of(few.plan.passes(), pairs)) << few.plan.to_string();
    expect_interpreted(few.problem, few.plan);
  }
}

// No slabs for data that fit the cache, nor in place, which would need scratch.
TEST(Slabs, AreNotOfEveryImage) {
  EXPECT_NE(plan::make_plan(Problem::parse("c2c:f32:4096x64"), h200_preset()).solver, "plane");
  EXPECT_NE(plan::make_plan(Problem::parse("c2c:f32:4096x64*2000:inplace"), h200_preset()).solver, "plane");
}

INSTANTIATE_TEST_SUITE_P(Devices, Arrays, ::testing::ValuesIn(test::every_device()), name_of_device);

}  // namespace
}  // namespace papilio
