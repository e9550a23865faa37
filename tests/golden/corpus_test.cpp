// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The corpus: a hash of every kernel's text for a list of problems, devices and dialects. A refactor must not change
// the file; for an intended change, PAPILIO_UPDATE_GOLDEN=1 rewrites it, and the difference shows which kernels
// changed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "core/device_caps.hpp"
#include "core/hash.hpp"
#include "emit/emit.hpp"
#include "kernel/frames/framed_kernel.hpp"
#include "kernel/kernel.hpp"
#include "plan/convolution.hpp"
#include "plan/plan.hpp"
#include "support/golden_file.hpp"
#include "support/nvrtc.hpp"
#include "support/ptxas.hpp"
#include "support/words.hpp"

namespace papilio {
namespace {

const std::vector<std::string> tokens = test::words(
    "c2c:f32:1 c2c:f32:2*8 c2c:f32:7*8 c2c:f32:16*8:inverse c2c:f32:64*8 c2c:f32:100*3 c2c:f32:243*2 "
    "c2c:f32:256*8:inplace c2c:f32:1000*3 c2c:f32:1009*2 c2c:f32:1024*4:scale=1/n c2c:f32:2018 c2c:f32:4096*2 "
    "c2c:f32:16384:inverse c2c:f32:2^20 c2c:f32:2^20:inplace c2c:f32:1000003 "
    // large primes: loops on CPUs
    "c2c:f32:437*16 c2c:f64:64*8 c2c:f64:1000 c2c:f64:1009:inverse c2c:f64:4096 c2c:f64:2^18 "
    // Several axes in one kernel
    "c2c:f32:16x16*999 c2c:f32:64x64*999:inplace c2c:f64:12x10*999:inverse c2c:f32:8x8x8*999:scale=1/n "
    "c2c:f32:16x16x3*99:axes=0,1 c2c:f32:8x96x128 "
    // Kinds, storage types, planar data, pruning
    "r2c:f32:2^20 c2r:f32:2^20 r2c:f32:512*64 c2r:f32:60*9 dct2:f32:48*9 dst3:f64:30*9 c2c:f16:256*64 "
    "c2c:bf16:1000*64 r2c:f32:512*64:in=i16 c2c:f32:96*9:in=u8:out=f64 c2c:f64:64*64:in=f32:out=f16 "
    "c2c:f32:1000*64:planar c2c:f16:2^17 c2c:f32:512*64:zero=[256,512):skip=[1,9) "
    "c2c:f32:512*64:zero=[100,256):skip=[1,9):compact r2c:f32:60x64*99:pad=40x33:modes=21x20 "
    "c2c:f32:1000*64:crop=200:band=0.1,0.2 c2c:f64:100000:crop=1000:band=0.1,0.2 "
    // Shared exponents between passes
    "c2c:f32:2^17:scratch=f16 r2c:f32:2^18:scratch=f16 "
    // Windows with taps
    "c2c:f32:256*99:idist=192:in=i8:window=hann:taps=8:phase=signal r2c:f32:512*64:idist=256:window=hann:taps=4 "
    "c2c:f32:1024*4096:idist=1024:in=i8:window=hann:taps=8 "
    // Means that are subtracted, of contiguous lines and of columns
    "r2c:f32:512*64:in=i16:detrend=mean:window=hann c2c:f32:48x40:detrend=mean@0");

// Filters: one and many, with spectra side by side; sums as straight-line code and as a loop.
const std::vector<std::string> convolutions = test::words(
    "conv:f32:1000*7:kernel=25 conv:f32:1000*7:kernel=25:complex corr:f64:40x9*99:kernel=5x9:axes=0:complex "
    "corr:f64:60x50*3:kernel=5x7*3:same:complex conv:f32:500x3:kernel=9x1:axes=0 "
    "conv:f32:48x40:kernel=3x3:channels=3x2 corr:f32:64x64*2:kernel=3x3:same:channels=16x8 "
    "conv:f32:256*9:kernel=256:circular:complex:channels=8x8:ostrides=1,8");

// Kernels that need more registers than any GPU preset has: Algorithm::prime_factor.
const char* const large_primes[] = {"c2c:f32:514*99", "c2c:f64:61*999:inverse", "c2c:f32:3721*9",
                                    "c2c:f32:37x6*9:axes=0"};

// Maps of results.
const std::vector<std::string> mapped = test::words(
    "c2c:f32:64*8:omap=db c2c:f64:64*8:omap=db r2c:f32:60*9:omap=phase c2c:f64:64:omap=phase "
    "c2c:f32:64*8:omap=magnitude "
    "c2c:f64:64:omap=magnitude c2c:f32:64*8:omap=log");

// Plans for WebGPU, in WGSL: 16 KiB of local memory, one array for what is in place, f16.
const std::vector<std::string> in_wgsl = test::words(
    "c2c:f32:1 c2c:f32:7*8 c2c:f32:100*3 c2c:f32:1009*2 c2c:f32:4096*2 c2c:f32:4096:inplace c2c:f32:2^20 "
    "c2c:f32:16x16*999 r2c:f32:512*64 c2r:f32:60*9:inplace dct2:f32:48*9 c2c:f16:256*64 c2c:f32:1000*64:planar "
    "conv:f32:1000*7:kernel=25 c2c:f32:2^16:scratch=f16");

// Numbers that are sums of two floats.
const std::vector<std::string> of_pairs = test::words(
    "c2c:f32x2:64*8 c2c:f64x2:100*3 c2c:f32x2:1009:inverse:scale=1/n r2c:f64x2:60*9 c2c:f32x2:64*8:in=f64:out=f32");

// Kernels for GPUs that sum their rows.
const char* const summed[] = {"c2c:f32:64*8", "c2c:f32:100*3", "c2c:f64:1024*4", "r2c:f32:512*64", "c2r:f32:60*9"};

// Frames that are read from signals: the plan's kernels for spectra and for powers.
constexpr const char* framed_spectra = "r2c:f32:512*9999:idist=128:window=hann";
constexpr const char* framed_powers = "r2c:f32:400*9999:idist=160:window=hann:omap=power";

kernel::FramedSpec framed_spec(const char* token, const DeviceCaps& caps) {
  const Problem problem = Problem::parse(token).normalised();
  kernel::FramedSpec spec;
  spec.frames = *kernel::framed_transform(plan::make_plan(problem, caps).passes().front()->kernel);
  if (token != framed_powers) return spec;
  spec.surround = kernel::Surround::reflected;
  spec.bands = kernel::BandsStep::levels;
  kernel::widen(spec, problem.in_distance, caps);
  return spec;
}

std::vector<DeviceCaps> devices() { return {cpu_preset(), gpu_preset()}; }

plan::PlanNode plan_of(const std::string& token, const DeviceCaps& caps) {
  const bool convolution = token.starts_with("conv:") || token.starts_with("corr:");
  return convolution ? plan::plan_convolution(ConvolutionProblem::parse(token), caps).tree
                     : plan::make_plan(Problem::parse(token), caps);
}

std::string corpus() {
  std::ostringstream out;
  const auto add_module = [&](const std::string& head, const DeviceCaps& caps, const ir::Module& module) {
    out << head << "\n";
    if (caps.name == webgpu_preset().name) {
      out << "  wgsl   " << hash_hex(emit::emit(module, Dialect::wgsl).bytes) << "\n";
      return;
    }
    out << "  opencl " << hash_hex(emit::emit(module, Dialect::opencl).bytes) << "\n";
    if (caps.device_class == DeviceClass::cpu) return;  // CUDA has no vectors of eight
    out << "  cuda   " << hash_hex(emit::emit(module, Dialect::cuda).bytes) << "\n";
    out << "  ptx    " << hash_hex(emit::emit(module, Dialect::ptx).bytes) << "\n";
  };
  const auto add_kernel = [&](const std::string& token, const DeviceCaps& caps, const KernelSpec& spec) {
    add_module(fmt::format("{} | {} | {}", token, caps.name, spec.key()), caps, kernel::build_kernel(spec));
  };
  const auto add = [&](const std::string& token, const std::vector<DeviceCaps>& devices) {
    for (const DeviceCaps& caps : devices) {
      const plan::PlanNode plan = plan_of(token, caps);
      for (const plan::Pass* pass : plan.passes()) add_kernel(token, caps, pass->kernel);
    }
  };
  for (const std::string& token : tokens) add(token, devices());
  for (const std::string& token : convolutions) add(token, devices());
  for (const std::string& token : mapped) add(token, devices());
  for (const char* token : large_primes) add(token, {h200_preset()});
  for (const std::string& token : in_wgsl) add(token, {webgpu_preset()});
  for (const char* token : summed) {
    KernelSpec spec = plan_of(token, gpu_preset()).passes().front()->kernel;
    spec.in.sums = spec.out.sums = Sums::real;
    add_kernel(token, gpu_preset(), spec);
  }
  for (const char* token : {framed_spectra, framed_powers}) {
    const kernel::FramedSpec spec = framed_spec(token, gpu_preset());
    add_module(spec.name(), gpu_preset(), kernel::build_framed(spec));
  }
  DeviceCaps twice = gpu_preset();
  twice.exact_fma = false;
  for (const std::string& token : of_pairs) add(token, {cpu_preset(), gpu_preset(), twice});
  DeviceCaps single = gpu_preset();
  single.f64 = false;
  add("c2c:f32x2:64*8:in=f64:out=f64", {single});
  return out.str();
}

TEST(Corpus, TextOfEveryKernelIsAsRecorded) { test::expect_golden(corpus(), "tests/golden/corpus/kernels.txt"); }

// Every converting access, and user callbacks, compile as CUDA for old and new chips.
TEST(Corpus, ConversionsAndCallbacksCompileAsCuda) {
  const auto nvrtc = test::Nvrtc::load();
  if (!nvrtc) GTEST_SKIP() << test::Nvrtc::skip_message;
  Callbacks callbacks;
  callbacks.load =
      "PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data user) {\n"
      "  return PAPILIO_COMPLEX(x.x * user[i % 7] * GAIN, x.y);\n}";
  callbacks.parameters = {{"GAIN", 0.5}};
  for (const char* token : {"c2c:f16:256*64", "c2c:bf16:1000*64", "c2c:f32:96*9:in=u8:out=f64", "c2c:f32:96*9:in=i8",
                            "c2c:f64:64*64:in=f32:out=f16", "c2c:f32:1000*64:in=i16", "c2c:f32:1000*64:planar"}) {
    const plan::PlanNode plan = plan::make_plan(Problem::parse(token), gpu_preset(), callbacks);
    const std::string source = emit::emit(kernel::build_kernel(plan.passes().front()->kernel), Dialect::cuda).bytes;
    EXPECT_NE(source.find("papilio_load("), std::string::npos);
    for (const char* architecture : {"sm_75", "sm_90"}) {
      const test::CudaBuild build = nvrtc->compile(source, architecture);
      EXPECT_TRUE(build.ok) << token << " for " << architecture << "\n" << build.log;
    }
  }
}

// The kernels that NVIDIA's GPUs run: on old and new chips, none spills registers.
TEST(Corpus, PtxAssemblesWithoutSpills) {
  const auto ptxas = test::Ptxas::find();
  if (!ptxas) GTEST_SKIP() << test::Ptxas::skip_message;
  for (const std::string& token : test::words(
           "c2c:f32:16*64 c2c:f32:4096*2 c2c:f32:509*999 c2c:f32:1009*2 c2c:f32:2^20 c2c:f32:74*906876 "
           "c2c:f32:514*130561 c2c:f32:3721*6000 c2c:f64:1000*4 c2c:f64:4096*999 c2c:f32:16x16*999 "
           "c2c:f32:64x64*999 r2c:f32:1000*99 dct2:f32:1024*99 c2c:f16:256*64 c2c:bf16:1000*64 "
           "c2c:f16:65536*999:scratch=f16 c2c:f32:2^20:scratch=f16 c2c:f32:96*9:in=u8:out=f64 c2c:f32:96*9:in=i8 "
           "c2c:f64:64*64:in=f32:out=f16 c2c:f32:1000*64:in=i16 "
           "c2c:f32:1000*64:planar c2c:f32x2:4096*999 c2c:f64x2:1024*999 conv:f32:48x40:kernel=3x3:channels=3x2 "
           "corr:f32:64x64*2:kernel=3x3:same:channels=16x8 conv:f32:1000*512:kernel=25:same:complex "
           "conv:f32:1000x8*100:kernel=20x8:axes=0")) {
    for (const int architecture : {75, 90, 100}) {
      const plan::PlanNode plan = plan_of(token, architecture == 90 ? h200_preset() : gpu_preset());
      for (const plan::Pass* pass : plan.passes()) {
        const std::string source = emit::emit(kernel::build_kernel(pass->kernel), Dialect::ptx, architecture).bytes;
        const test::CudaBuild build = ptxas->assemble(source, fmt::format("sm_{}", architecture));
        EXPECT_TRUE(build.ok) << token << " for " << architecture << "\n" << build.log;
        EXPECT_EQ(build.resources.spill_stores, 0) << pass->kernel.key() << " for " << architecture;
        RecordProperty(fmt::format("{}_{}", pass->kernel.name(), architecture), build.resources.registers);
      }
    }
  }
}

TEST(Corpus, FramesAssembleWithoutSpills) {
  const auto ptxas = test::Ptxas::find();
  if (!ptxas) GTEST_SKIP() << test::Ptxas::skip_message;
  for (const char* token : {framed_spectra, framed_powers}) {
    const kernel::FramedSpec spec = framed_spec(token, h200_preset());
    const test::CudaBuild build =
        ptxas->assemble(emit::emit(kernel::build_framed(spec), Dialect::ptx, 90).bytes, "sm_90");
    EXPECT_TRUE(build.ok) << token << "\n" << build.log;
    EXPECT_EQ(build.resources.spill_stores, 0) << spec.name();
    RecordProperty(spec.name(), build.resources.registers);
  }
}

// The same for CUDA C++, which kernels with callbacks use.
TEST(Corpus, CudaTextCompilesWithoutSpills) {
  const auto nvrtc = test::Nvrtc::load();
  if (!nvrtc) GTEST_SKIP() << test::Nvrtc::skip_message;
  for (const char* token : {"c2c:f32:16*64", "c2c:f32:4096*2", "c2c:f32:1009*2", "c2c:f32:2^20", "c2c:f64:1000*4",
                            "c2c:f32:16x16*999", "c2c:f32:64x64*999", "conv:f32:48x40:kernel=3x3:channels=3x2",
                            "corr:f32:64x64*2:kernel=3x3:same:channels=16x8", "conv:f32:500x3:kernel=9x1:axes=0"}) {
    const plan::PlanNode plan = plan_of(token, gpu_preset());
    for (const plan::Pass* pass : plan.passes()) {
      const std::string source = emit::emit(kernel::build_kernel(pass->kernel), Dialect::cuda).bytes;
      for (const char* architecture : {"sm_75", "sm_90", "sm_100"}) {
        const test::CudaBuild build = nvrtc->compile(source, architecture);
        EXPECT_TRUE(build.ok) << token << " for " << architecture << "\n" << build.log;
        EXPECT_EQ(build.resources.spill_stores, 0) << pass->kernel.key() << " for " << architecture;
        RecordProperty(pass->kernel.name() + "_" + architecture, build.resources.registers);
      }
    }
  }
}

// The same for convolutions in one kernel, whose two DFTs hold as many points as one.
TEST(Corpus, FiltersCompileWithoutSpills) {
  const auto nvrtc = test::Nvrtc::load();
  if (!nvrtc) GTEST_SKIP() << test::Nvrtc::skip_message;
  for (const char* token :
       {"conv:f32:1000*512:kernel=25:same:complex", "conv:f32:4000*512:kernel=65:same:complex",
        "conv:f32:200*5000:kernel=25", "conv:f32:1000x8*100:kernel=20x8:axes=0:complex",
        "conv:f32:8192*64:kernel=9:circular:complex:planar", "conv:f64:1000*512:kernel=25:same:complex",
        "conv:f32:4096x4096:kernel=4096x4096:circular:complex", "conv:f64:1024x1024*8:kernel=1024x1024:circular"}) {
    const plan::PlanNode plan = plan_of(token, h200_preset());
    std::vector<const plan::Pass*> passes = plan.passes();
    std::erase_if(passes, [](const plan::Pass* pass) { return pass->kernel.algorithm != Algorithm::filter; });
    ASSERT_EQ(passes.size(), 1U) << token;
    for (const plan::Pass* pass : passes) {
      const std::string source = emit::emit(kernel::build_kernel(pass->kernel), Dialect::cuda).bytes;
      const test::CudaBuild build = nvrtc->compile(source, "sm_90");
      EXPECT_TRUE(build.ok) << token << "\n" << build.log;
      EXPECT_EQ(build.resources.spill_stores, 0) << pass->kernel.key();
      RecordProperty(pass->kernel.name(), build.resources.registers);
    }
  }
}

}  // namespace
}  // namespace papilio
