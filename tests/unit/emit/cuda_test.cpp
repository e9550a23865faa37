// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Compiles CUDA text with NVRTC and ptxas for an old, a current and a new architecture; no GPU is needed.
#include <gmock/gmock.h>

#include "emit/emit.hpp"
#include "support/emitted_modules.hpp"
#include "support/nvrtc.hpp"

namespace papilio::emit {
namespace {

using ir::ScalarKind;
using test::CudaBuild;
using test::Nvrtc;
using testing::HasSubstr;

class CudaText : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!nvrtc_) GTEST_SKIP() << Nvrtc::skip_message;
  }
  CudaBuild compile(const ir::Module& module) {
    CudaBuild build = nvrtc_->compile(emit(module, Dialect::cuda).bytes, GetParam());
    EXPECT_TRUE(build.ok) << build.log;
    return build;
  }

  std::optional<Nvrtc> nvrtc_ = Nvrtc::load();
};

TEST_P(CudaText, EveryModuleCompilesWithoutAWarning) {
  for (const ir::Module& module : test::gpu_modules()) {
    const CudaBuild build = compile(module);
    EXPECT_THAT(build.log, testing::Not(HasSubstr("warning"))) << module.name;
    EXPECT_GT(build.resources.registers, 0) << module.name << build.log;
    EXPECT_FALSE(build.cubin.empty());
  }
}

TEST_P(CudaText, ClustersCompileFrom90On) {
  for (const ScalarKind element : {ScalarKind::f32, ScalarKind::f64}) {
    if (GetParam() == std::string_view("sm_75")) continue;
    const ir::Module module = test::cluster_module(element);
    const CudaBuild build = compile(module);
    EXPECT_THAT(build.log, testing::Not(HasSubstr("warning")));
    EXPECT_GE(build.resources.shared, module.shared_bytes());
  }
}

TEST_P(CudaText, CountersCompile) {
  EXPECT_THAT(compile(test::counters_module()).log, testing::Not(HasSubstr("warning")));
}

TEST_P(CudaText, SharedMemoryIsWhatTheModuleSays) {
  const ir::Module module = test::exchange_module(ScalarKind::f32);
  // ptxas for Blackwell and Hopper may add the memory that the hardware reserves.
  EXPECT_GE(compile(module).resources.shared, module.shared_bytes());
  EXPECT_LT(compile(test::big_shared_module()).resources.shared, 48 * 1024) << "the large arrays are dynamic";
}

TEST_P(CudaText, RegistersOfAModuleAreRegisters) {
  const CudaBuild build = compile(test::carried_module());
  EXPECT_EQ(build.resources.stack, 0);
  EXPECT_EQ(build.resources.spill_stores, 0);
}

INSTANTIATE_TEST_SUITE_P(Architectures, CudaText, testing::Values("sm_75", "sm_90", "sm_100"),
                         [](const auto& architecture) { return std::string(architecture.param); });

TEST(CudaAddresses, AreSumsThatCannotOverflow) {
  const auto address_of = [](const auto& index) {
    ir::Builder b("k", 64);
    const ir::Buffer* in = b.input(ScalarKind::f32, true);
    b.load(in, index(b, b.thread_id()), 2, 1 << 20);
    return emit::emit(b.finish(), Dialect::cuda).bytes;
  };
  using ir::Builder;
  using ir::Value;
  EXPECT_THAT(address_of([](Builder& b, Value t) { return b.mul(b.add(t, 3), 2); }),
              HasSubstr("(in + thread_id * 2 + 6)"));
  const auto wide = [](Builder& b, Value t) { return b.mul(b.cast(t, ScalarKind::i64), std::int64_t{1} << 40); };
  EXPECT_THAT(address_of(wide), HasSubstr("(in + (long long)thread_id * 1099511627776)"));
  const auto both = [](Builder& b, Value t) {
    return b.add(b.mul(b.scalar(ir::Scalar::batch), 2), b.cast(b.mul(t, 2), ScalarKind::i64));
  };
  EXPECT_THAT(address_of(both), HasSubstr("(in + batch * 2 + thread_id * 2)"));
  EXPECT_THAT(address_of([](Builder& b, Value t) { return b.mul(b.sub(t, b.constant(1)), 2); }),
              HasSubstr("(in + (thread_id - 1) * 2)"));
}

TEST(NvrtcHelper, ReadsTheFiguresOfPtxas) {
  const auto found = test::parse_resources(
      "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
      "ptxas         .     2576 bytes stack frame, 2100 bytes spill stores, 2408 bytes spill loads\n"
      "ptxas info    : Used 64 registers, used 1 barriers, 2576 bytes cumulative stack size, 4096 bytes smem\n");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->registers, 64);
  EXPECT_EQ(found->stack, 2576);
  EXPECT_EQ(found->spill_stores, 2100);
  EXPECT_EQ(found->spill_loads, 2408);
  EXPECT_EQ(found->shared, 4096);
  EXPECT_FALSE(test::parse_resources("error: identifier undefined"));
}

TEST(NvrtcHelper, ReportsMistakes) {
  const std::optional<Nvrtc> nvrtc = Nvrtc::load();
  if (!nvrtc) GTEST_SKIP() << Nvrtc::skip_message;
  const CudaBuild build = nvrtc->compile("extern \"C\" __global__ void k() { nonsense; }", "sm_90");
  EXPECT_FALSE(build.ok);
  EXPECT_THAT(build.log, HasSubstr("nonsense"));
}

}  // namespace
}  // namespace papilio::emit
