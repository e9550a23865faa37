// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The PTX of whole plans, of all kinds of problems, for devices of several sizes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "interp/same_bits.hpp"
#include "kernel/kernel.hpp"
#include "plan/convolution.hpp"
#include "plan/plan.hpp"
#include "spec/array_axes.hpp"
#include "support/convolutions.hpp"
#include "support/words.hpp"

namespace papilio {
namespace {

/// All kinds, storage types, layouts and placements, with kernels that are whole transforms and, on small devices,
/// passes.
const std::vector<std::string> tokens = test::words(
    "c2c:f32:1*3 c2c:f32:2*70 c2c:f32:7*33:inverse:scale=1/n c2c:f32:16*37 c2c:f32:60*9:inplace c2c:f32:64*17 "
    "c2c:f32:100*7:idist=103:odist=101 c2c:f32:360*2 c2c:f32:1024*2:inverse c2c:f32:1000*2:inplace "
    "c2c:f64:16*9 c2c:f64:105*3:inverse:norm=ortho c2c:f64:512*2 c2c:f64:4096 c2c:f64:4096*17 "
    // Primes, in one kernel and in several
    "c2c:f32:37*5 c2c:f32:97*3:inplace:inverse c2c:f64:211*2 c2c:f32:83*3 c2c:f32:1021 c2c:f32:1153*2:inplace "
    "c2c:f32:1201*2:inverse:scale=1/n c2c:f64:1009 c2c:f64:1019 "
    // Real
    "r2c:f32:64*9 c2r:f32:64*9 r2c:f64:60*5:inplace c2r:f64:60*5:inplace r2c:f32:61*3 c2r:f32:61*3 "
    "r2c:f32:2304*2 c2r:f32:2304*2 r2c:f32:1024*3:inplace r2c:f32:1153 dct1:f32:33*5 dct2:f32:48*5 "
    "dct3:f64:30*5 dct4:f32:16*5 dst1:f32:31*5 dst2:f64:16*3:inplace dst3:f32:60*5 dst4:f32:15*3 dht:f32:37*3 "
    "dct2:f32:37*3 dct2:f16:30*9:idist=31:odist=33 "
    // Numbers in memory
    "c2c:f16:256*5 c2c:bf16:100*5 c2c:f16:64*9:inplace c2c:bf16:60*9:inverse:inplace "
    "c2c:f32:96*3:in=u8:out=f64 c2c:f32:96*3:in=i8:out=bf16 r2c:f32:64*5:in=i16:out=f16 r2c:f32:64*5:in=u16:omap=db "
    "c2c:f64:30*5:omap=phase:oshift=0 "
    "c2c:f64:64*5:in=f32:out=f16 c2c:f64:64*5:in=bf16:out=f32 c2c:f64:48*5:in=i16:out=bf16 c2r:bf16:128*5 "
    "c2c:f32:100*3:planar c2c:f64:30*3:iplanar c2c:f16:1024*2 r2c:f16:128*5:inplace c2c:f32:64*5:in=f64 "
    // Several axes, and strided inner batches
    "c2c:f32:16x16*3 c2c:f32:8x8x8*3:inplace c2c:f64:12x10*3:inverse c2c:f32:16x16x3*3:axes=0,1 "
    "c2c:f32:6x10x9:axes=1 r2c:f32:12x18*2 c2r:f32:8x6x10 "
    "c2c:f32:64*16:istrides=16:idist=1:ostrides=16:odist=1:inplace c2c:f32:60*4:istrides=3:ostrides=2 "
    "c2c:f32:60*4:istrides=-3:ostrides=-2:ioffset=177:ooffset=118 c2c:f32:8x60:axes=1:istrides=0,1 "
    "c2c:f32:64*5:istrides=-1:ioffset=63:odist=-70:ooffset=280 r2c:f32:64*9:idist=16 "
    "r2c:f32:16x64:axes=0:istrides=-1,-2:ioffset=150 "
    "c2r:f32:64*5:istrides=-2:idist=8:ioffset=64:ostrides=-1:ooffset=63 "
    "dct2:f32:48*5:istrides=0:idist=-3:ioffset=12 c2c:f32:4x16:axes=1:zero=[1,3)x- "
    "r2c:f64:16x5:axes=0:zero=-x[1,3) r2c:f32:61*4:istrides=2:ostrides=3 "
    "c2c:f32:8x8*3:istrides=16,2:idist=128:oplanar c2c:f16:16x16*3:inplace c2c:f32:1024x3:axes=0 "
    "c2c:f32:256*20:istrides=20:idist=1 c2c:f64:60*20:ostrides=20:odist=1 r2c:f32:64*20:istrides=20:idist=1 "
    // Pruning
    "c2c:f32:64*5:zero=[32,64):skip=[1,9) r2c:f32:60*5:zero=[7,60):skip=[3,31) "
    "c2r:f32:64*3:zero=[20,33):skip=[1,7) c2c:f32:1024*2:inplace:zero=[512,1024):skip=[0,512) "
    "c2c:f32:12x30*2:zero=[3,9)x-:skip=-x[2,9) c2c:f32:64*5:modes=21 r2c:f32:12x20*2:modes=5x6 "
    "c2r:f32:60*5:modes=9:skip=[3,32):ocompact c2c:f32:12x30:inverse:pad=5x30");

/// In one kernel, if the cost model finds that faster, and in several; layouts, channels.
const std::vector<std::string> convolutions = test::words(
    "conv:f32:100*3:kernel=17 corr:f32:37*3:kernel=6:complex:same conv:f64:64*2:kernel=9:circular "
    "corr:f16:12x16:kernel=3x5:same:complex conv:f32:700:kernel=9:in=i16 corr:f32:200*4:kernel=20*4:complex "
    "conv:f32:60x9*2:kernel=5x1*2:axes=0:complex:valid conv:f32:128*5:kernel=9:complex:planar:same "
    "conv:f64:16*33:kernel=1:complex conv:f32:100*6:kernel=17:complex:in=i16:out=f16 "
    "conv:f32:50*3:kernel=7*3:inplace conv:f32:100:kernel=7:channels=3x2 "
    "corr:f64:5x6x7:kernel=2x3x3:channels=3x2:complex:same "
    "conv:f32:30x4:kernel=5x1:axes=0:channels=2x3:complex:planar");

/// The last one is not a GPU: kernels with one work-item, loops and long vectors.
std::vector<DeviceCaps> devices() {
  return {h200_preset(), gpu_preset(), test::narrow_gpu_caps(), test::tiny_gpu_caps(), test::tiny_cpu_caps()};
}

class PtxPlans : public ::testing::TestWithParam<DeviceCaps> {};

TEST_P(PtxPlans, DoWhatTheirIrSays) {
  for (const std::string& token : tokens) {
    const Problem problem = Problem::parse(token).normalised();
    expect_same(problem, plan::make_plan(problem, GetParam()));
    if (HasFailure()) return;
  }
}

TEST_P(PtxPlans, OfConvolutionsDoSoToo) {
  for (const std::string& token : convolutions) {
    const ConvolutionProblem problem = ConvolutionProblem::parse(token);
    SCOPED_TRACE(token);
    const plan::ConvolutionPlan plan = plan::plan_convolution(problem, GetParam());
    const test::Numbers kernel = test::random_kernels(problem, 2);
    const auto run = test::run_interpreted(problem, plan, test::random_signals(problem, 1), kernel, GetParam(),
                                           test::run_as_ptx_too);
    for (const std::string& fault : run.faults) ADD_FAILURE() << fault;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, PtxPlans, ::testing::ValuesIn(devices()), name_of_device);

TEST(PtxSlabs, OfRealImagesInSlabsDoSoToo) {
  DeviceCaps caps = h200_preset();
  caps.cluster = 1;
  for (const char* token : {"r2c:f32:256x256*%", "c2r:f32:256x256*%", "c2r:f32:1080x120*%"}) {
    const FewOfMany few = few_of_many(token, caps);
    const auto pairs = [](const plan::Pass* pass) { return is_slab(pass->kernel) && pairs_conjugates(pass->kernel); };
    EXPECT_TRUE(std::ranges::any_of(few.plan.passes(), pairs)) << few.plan.to_string();
    expect_same(few.problem, few.plan);
  }
}

/// The features of a kernel.
void collect(const KernelSpec& kernel, std::set<std::string>& seen) {
  const auto is = [&](bool true_of_it, const char* what) {
    if (true_of_it) seen.insert(what);
  };
  const auto has = [&](const char* what, auto value) {
    seen.insert(fmt::format("{} {}", what, static_cast<int>(value)));
  };
  has("algorithm", kernel.algorithm);
  has("load", kernel.load);
  has("store", kernel.store);
  has("strategy", kernel.shape.strategy);
  for (const Form form : {kernel.in.form, kernel.out.form}) has("form", form);
  for (const Storage storage : {kernel.in.storage, kernel.out.storage}) has("storage", storage);
  is(kernel.paired_columns, "paired columns");
  is(post_processes(kernel), "post-processes");
  is(pre_processes(kernel), "pre-processes");
  is(kernel.several_axes(), "several axes");
  is(kernel.in.strides.block > 1, "blocks");
  is(kernel.in_place, "in place");
  is(keeps_dc_in_scratch(kernel), "carries");
  is(kernel.filter.present, "filtered");
  is(kernel.filter.column == 0, "one filter for a stack");
  is(kernel.filter.sum.count > 1, "sum");
  is(kernel.in.layout == ComplexLayout::planar && kernel.out.layout == ComplexLayout::planar, "planar");
  is(!kernel.loops.empty(), "loops");
  is(kernel.shape.staged, "staged");
  is(kernel.shape.exchange == ExchangeForm::half_size, "half-size");
  is(kernel.shape.exchange == ExchangeForm::interleaved, "interleaved");
  is(kernel.shape.twiddles == Twiddles::products, "products");
  is(kernel.shape.prefetch_distance > 0, "prefetch");
  is(kernel.shape.threads % 32 != 0, "a part of a warp");
  const ir::Module module = kernel::build_kernel(kernel);
  is(module.shared_bytes() > ir::static_local_limit, "dynamic");
  is(!module.registers.empty() && kernel.shape.strategy == Strategy::cooperative, "rolled");
}

// The list above is useless if planners stop making some kind of kernel.
TEST(PtxTokens, AreOfEverySort) {
  std::set<std::string> seen;
  for (const DeviceCaps& caps : devices()) {
    for (const std::string& token : tokens) {
      const plan::PlanNode plan = plan::make_plan(Problem::parse(token).normalised(), caps);
      for (const plan::Pass* pass : plan.passes()) collect(pass->kernel, seen);
    }
    for (const std::string& token : convolutions) {
      const plan::ConvolutionPlan plan = plan::plan_convolution(ConvolutionProblem::parse(token), caps);
      for (const plan::Pass* pass : plan.tree.passes()) collect(pass->kernel, seen);
    }
  }
  std::set<std::string> wanted = {"paired columns",
                                  "post-processes",
                                  "pre-processes",
                                  "several axes",
                                  "blocks",
                                  "in place",
                                  "carries",
                                  "filtered",
                                  "one filter for a stack",
                                  "sum",
                                  "planar",
                                  "loops",
                                  "staged",
                                  "half-size",
                                  "interleaved",
                                  "products",
                                  "prefetch",
                                  "a part of a warp",
                                  "dynamic",
                                  "rolled"};
  const auto want = [&](const char* what, auto last) {
    for (int i = 0; i <= static_cast<int>(last); ++i) wanted.insert(fmt::format("{} {}", what, i));
  };
  want("algorithm", Algorithm::filter);
  want("load", LoadOp::gather);
  want("store", StoreOp::scatter);
  want("strategy", Strategy::columns);
  want("form", Form::trig);
  want("storage", Storage::f64);
  for (const std::string& sort : wanted) EXPECT_TRUE(seen.contains(sort)) << sort;
}

}  // namespace
}  // namespace papilio
