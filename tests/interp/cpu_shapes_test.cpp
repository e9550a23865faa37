// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ways in which kernels for CPUs turn and pack vectors, each with a shape that needs it, and not only where the cost
// model prefers it today.
#include "plan/cpu_shapes.hpp"

#include <gtest/gtest.h>

#include <papilio/problem.hpp>

#include "plan/choice.hpp"
#include "plan/plan.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

struct CpuCase {
  const char* token;
  const char* shapes;
};

void expect_correct(const CpuCase& wanted) {
  SCOPED_TRACE(wanted.shapes);
  const Problem problem = Problem::parse(wanted.token).normalised();
  const DeviceCaps caps = cpu_preset();
  const auto shapes = plan::parse_shape_tokens(wanted.shapes, caps.compute_units);
  expect_interpreted(problem, plan::make_plan(problem, caps, {}, shapes));
}

// The outputs of a vector of butterflies lie in line, in parts of two or four lanes, or scattered.
TEST(CpuShapes, StagesWithoutAFactorOfTheVector) {
  for (const CpuCase& wanted :
       {CpuCase{"c2c:f32:500*2", "4x5x5x5:butterflies:lanes=8"},
        CpuCase{"c2c:f32:500*2:inverse", "5x4x5x5:butterflies:lanes=8"},
        CpuCase{"c2c:f32:360*2", "6x6x10:butterflies:lanes=8"}, CpuCase{"c2c:f32:360*2", "2x6x6x5:butterflies:lanes=8"},
        CpuCase{"c2c:f32:1680*2", "12x14x10:butterflies:lanes=8"},
        CpuCase{"c2c:f32:693*2", "7x11x9:butterflies:lanes=8"},
        CpuCase{"c2c:f32:500*2", "2x10x5x5:butterflies:lanes=4"},
        CpuCase{"c2c:f64:150*2:inplace", "6x5x5:butterflies:lanes=4"},
        CpuCase{"c2c:f64:150*2", "3x10x5:butterflies:lanes=4"}}) {
    expect_correct(wanted);
  }
}

// Butterflies of large primes are loops: odd and even numbers of results at a time, in the first, a middle and the last
// stage, with inputs of real numbers, in place; two primes in a kernel; beside those whose results need shuffles, and
// are codelets.
TEST(CpuShapes, LargePrimes) {
  for (const CpuCase& wanted :
       {CpuCase{"c2c:f32:17*9", "17:columns:lanes=8:tile=8"},
        CpuCase{"c2c:f32:19*9:inverse", "19:columns:lanes=8:tile=8"},
        CpuCase{"c2c:f64:67*5:inplace", "67:columns:lanes=4:tile=4"},
        CpuCase{"c2c:f32:93*9", "31x3:columns:lanes=8:tile=8"}, CpuCase{"c2c:f32:93*9", "3x31:columns:lanes=8:tile=8"},
        CpuCase{"c2c:f64:204*5:inverse", "3x17x4:columns:lanes=4:tile=4"},
        CpuCase{"c2c:f32:437*9", "19x23:columns:lanes=8:tile=8"}, CpuCase{"r2c:f32:46*9", "23:columns:lanes=8:tile=8"},
        CpuCase{"r2c:f32:51*9", "17x3:columns:lanes=8:tile=8"}, CpuCase{"c2r:f64:58*5", "29:columns:lanes=4:tile=4"},
        CpuCase{"c2c:f32:136*2", "8x17:butterflies:lanes=8"},
        CpuCase{"c2c:f32:544*2:inverse", "8x17x4:butterflies:lanes=8"},
        CpuCase{"c2c:f64:148*2", "4x37:butterflies:lanes=4"}, CpuCase{"c2c:f32:272*2", "17x16:butterflies:lanes=8"}}) {
    expect_correct(wanted);
  }
}

// Blocks turn on their way to and from columns: whole transforms, of more and of fewer than a vector of them; passes
// with twiddles that lanes share and with twiddles of their own; vectors of one register and of two.
TEST(CpuShapes, BlocksOfColumns) {
  for (const CpuCase& wanted :
       {CpuCase{"c2c:f32:100*19", "10x10:columns:lanes=8:tile=8"}, CpuCase{"c2c:f32:9*3", "9:columns:lanes=8:tile=8"},
        CpuCase{"c2c:f32:64*9:inverse:inplace", "8x8:columns:lanes=8:tile=8"},
        CpuCase{"c2c:f32:100*11", "10x10:columns:lanes=4:tile=4"},
        CpuCase{"c2c:f64:100*5", "10x10:columns:lanes=4:tile=4"},
        CpuCase{"c2c:f64:60*9", "6x10:columns:lanes=8:tile=8"},
        CpuCase{"c2c:f32:60*9:iplanar:scale=1/n", "6x10:columns:lanes=8:tile=8"},
        CpuCase{"c2c:f32:60*9:oplanar", "6x10:columns:lanes=8:tile=8"},
        CpuCase{"c2c:f16:60*9", "6x10:columns:lanes=8:tile=8"},
        CpuCase{"c2c:f32:60*9:zero=[20,40)", "6x10:columns:lanes=8:tile=8"},
        CpuCase{"r2c:f32:100*9", "5x10:columns:lanes=8:tile=8"},
        CpuCase{"c2r:f64:100*9", "5x10:columns:lanes=4:tile=4"},
        CpuCase{"c2c:f32:2048*2", "4x8:columns:lanes=8:tile=8,8x8:columns:lanes=8:tile=8"},
        CpuCase{"c2c:f32:1250*2:inverse", "5x5:columns:lanes=8:tile=8,5x10:columns:lanes=8:tile=8"},
        CpuCase{"c2c:f64:1024*2", "4x8:columns:lanes=8:tile=8,4x8:columns:lanes=8:tile=8"}}) {
    expect_correct(wanted);
  }
}

// Passes of half the length, of which one has columns and their conjugate partners: as many columns as two vectors, and
// more, even and odd numbers of them, and such that leave a rest; pairs and signals in vectors and one by one.
TEST(CpuShapes, ConjugatePairedColumns) {
  for (const CpuCase& wanted :
       {CpuCase{"r2c:f32:2048*2", "4x8:columns:lanes=8:tile=8,4x8:columns:lanes=8:tile=16"},
        CpuCase{"c2r:f32:2048*2", "4x8:columns:lanes=8:tile=16,4x8:columns:lanes=8:tile=8"},
        CpuCase{"r2c:f32:1024", "4x4:columns:lanes=8:tile=8,4x8:columns:lanes=8:tile=16"},
        CpuCase{"c2r:f32:1024", "4x8:columns:lanes=8:tile=16,4x4:columns:lanes=8:tile=8"},
        CpuCase{"r2c:f32:1250*2", "5x5:columns:lanes=8:tile=8,5x5:columns:lanes=8:tile=16"},
        CpuCase{"c2r:f32:1250*2", "5x5:columns:lanes=8:tile=16,5x5:columns:lanes=8:tile=8"},
        CpuCase{"r2c:f32:960:inplace", "5x6:columns:lanes=4:tile=4,16:columns:lanes=4:tile=8"},
        CpuCase{"c2r:f32:960:inplace", "16:columns:lanes=4:tile=8,5x6:columns:lanes=4:tile=4"},
        CpuCase{"r2c:f64:1152*2:scale=1/n", "4x6:columns:lanes=8:tile=8,4x6:columns:lanes=8:tile=16"},
        CpuCase{"c2r:f64:1152*2:ioffset=3:ooffset=5", "4x6:columns:lanes=4:tile=8,4x6:columns:lanes=8:tile=8"},
        CpuCase{"r2c:f64:882", "3x7:columns:lanes=2:tile=2,3x7:columns:lanes=2:tile=4"},
        CpuCase{"c2r:f64:882", "3x7:columns:lanes=2:tile=4,3x7:columns:lanes=2:tile=2"},
        CpuCase{"r2c:f16:2048:oplanar", "4x8:columns:lanes=8:tile=8,4x8:columns:lanes=8:tile=16"},
        CpuCase{"c2r:bf16:2048:iplanar", "4x8:columns:lanes=8:tile=16,4x8:columns:lanes=8:tile=8"},
        CpuCase{"r2c:f32:2048:zero=[512,1024)", "4x8:columns:lanes=8:tile=8,4x8:columns:lanes=8:tile=16"},
        CpuCase{"c2r:f32:2048:istrides=1:ostrides=3", "4x8:columns:lanes=8:tile=16,4x8:columns:lanes=8:tile=8"},
        CpuCase{"r2c:f32:8192", "4x4:columns:lanes=8:tile=8,4x4:columns:lanes=8:tile=8,16:columns:lanes=8:tile=16"},
        CpuCase{"c2r:f32:8192", "16:columns:lanes=8:tile=16,4x4:columns:lanes=8:tile=8,4x4:columns:lanes=8:tile=8"}}) {
    expect_correct(wanted);
  }
}

// The same for real-to-real transforms.
TEST(CpuShapes, ConjugatePairedColumnsOfRealToReal) {
  for (const char* kind : {"dct2", "dst2", "dht", "dct3", "dst3"}) {
    const bool from_half = kind[3] == '3';
    const auto expect = [&](const std::string& rest, const char* columns, const char* pairs) {
      const std::string token = std::string(kind) + rest;
      const std::string shapes = from_half ? std::string(pairs) + "," + columns : std::string(columns) + "," + pairs;
      expect_correct({token.c_str(), shapes.c_str()});
    };
    expect(":f32:1024*2", "4x4:columns:lanes=8:tile=8", "4x8:columns:lanes=8:tile=16");
    expect(":f32:650", "13:columns:lanes=4:tile=4", "5x5:columns:lanes=4:tile=8");
    expect(":f64:768", "4x4:columns:lanes=8:tile=8", "4x6:columns:lanes=4:tile=8");
    expect(":f32:640:inplace:norm=ortho", "4x5:columns:lanes=4:tile=4", "16:columns:lanes=4:tile=8");
    expect(":f32:640:ioffset=1:ooffset=3", "4x5:columns:lanes=8:tile=8", "16:columns:lanes=8:tile=16");
  }
  for (const CpuCase& wanted :
       {CpuCase{"dct1:f32:1025:norm=ortho", "4x8:columns:lanes=8:tile=8,4x8:columns:lanes=8:tile=16"},
        CpuCase{"dst1:f64:575*2", "4x6:columns:lanes=8:tile=8,4x6:columns:lanes=4:tile=8"}}) {
    expect_correct(wanted);
  }
}

// Half spectra and signals whose vectors leave a rest, numbers of types 4, and real sides of passes.
TEST(CpuShapes, RealNumbersInVectors) {
  for (const CpuCase& wanted :
       {CpuCase{"r2c:f32:1000*2", "4x5x5x5:butterflies:lanes=8"},
        CpuCase{"c2r:f32:1000*2", "4x5x5x5:butterflies:lanes=8"},
        CpuCase{"dct2:f32:1000*2", "4x5x5x5:butterflies:lanes=8"},
        CpuCase{"dct3:f32:1000*2", "4x5x5x5:butterflies:lanes=8"},
        CpuCase{"dst3:f64:300*2", "2x3x5x5:butterflies:lanes=4"},
        CpuCase{"dht:f32:1000*2", "4x5x5x5:butterflies:lanes=8"},
        CpuCase{"dct4:f32:512*2", "8x4x8:butterflies:lanes=8"},
        CpuCase{"dct4:f32:1000*2:inplace", "4x5x5x5:butterflies:lanes=8"},
        CpuCase{"dst4:f64:300*2", "2x3x5x5:butterflies:lanes=4"},
        CpuCase{"dst4:f32:512*2:norm=ortho", "8x4x8:butterflies:lanes=8"},
        CpuCase{"r2c:f32:2048", "4x8:columns:lanes=8:tile=8,8x8:columns:lanes=8:tile=8"},
        CpuCase{"r2c:f64:1024", "4x8:columns:lanes=4:tile=4,4x8:columns:lanes=8:tile=8"},
        CpuCase{"dct2:f32:2048", "4x8:columns:lanes=8:tile=8,8x8:columns:lanes=8:tile=8"},
        CpuCase{"dct2:f32:2048:norm=ortho", "4x8:columns:lanes=8:tile=8,8x8:columns:lanes=8:tile=8"},
        CpuCase{"dst2:f32:2048", "4x8:columns:lanes=8:tile=8,8x8:columns:lanes=8:tile=8"}}) {
    expect_correct(wanted);
  }
}

}  // namespace
}  // namespace papilio
