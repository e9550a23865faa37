// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SPIR-V of every operation, checked by Khronos' validator for Vulkan 1.1. tests/unit/vulkan and `ctest -L vulkan` run
// it.
#include "emit/spirv/spirv.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <spirv-tools/libspirv.hpp>
#include <string>

#include "ir/builder.hpp"
#include "ir/operators.hpp"
#include "unit/emit/modules.hpp"

namespace papilio::emit {
namespace {

/// The validator's messages; empty: the module is valid.
std::string faults_of(const Words& words) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  std::string faults;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    faults += std::string(message) + "\n";
  });
  if (!tools.Validate(words) && faults.empty()) faults = "invalid";
  return faults;
}

std::string text_of(const Words& words) {
  std::string text;
  spvtools::SpirvTools(SPV_ENV_VULKAN_1_1).Disassemble(words, &text);
  return text;
}

/// With everything that a device may offer, and with nothing of it.
std::vector<ShaderFeatures> targets() {
  return {{}, {true, true, true, true, true}, {false}, {.addresses = true}, {.int64 = false, .addresses = true}};
}

Words spirv_of(const ir::Module& module, const ShaderFeatures& shader = {}, int lanes = 1, bool addresses = false) {
  Target target;
  target.shader = shader;
  target.lanes = lanes;
  target.addresses = addresses;
  return Spirv(module, target).render();
}

bool is_for_vulkan(const ir::Module& module) {
  return module.cluster == 1 && std::ranges::none_of(module.buffers, [](const ir::Buffer* buffer) {
           return buffer->role == ir::Role::counters;
         });
}

TEST(Spirv, IsValid) {
  for (const ir::Module& module : test::gpu_modules()) {
    if (!is_for_vulkan(module)) continue;
    for (const ShaderFeatures& target : targets()) {
      for (const int lanes : {1, 4, 8}) {
        for (const bool addresses : {false, true})
          EXPECT_EQ(faults_of(spirv_of(module, target, lanes, addresses)), "") << module.name;
      }
    }
  }
}

TEST(Spirv, IsDeterministic) {
  const ir::Module module = test::float_module(ir::ScalarKind::f32, 2);
  EXPECT_EQ(spirv_of(module), spirv_of(module));
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// What a driver may not make of it: a*b + c in one operation.
TEST(Spirv, ForbidsContraction) {
  const std::string text = text_of(spirv_of(test::float_module(ir::ScalarKind::f32, 1)));
  const std::size_t arithmetic = count(text, "OpFAdd") + count(text, "OpFSub") + count(text, "OpFMul") +
                                 count(text, "OpFNegate") + count(text, "OpFDiv") + count(text, " Fma ");
  EXPECT_GT(arithmetic, 4);
  EXPECT_EQ(count(text, "NoContraction"), arithmetic);
}

TEST(Spirv, AsksForWhatItUses) {
  const std::string plain = text_of(spirv_of(test::scale_module()));
  EXPECT_EQ(count(plain, "OpCapability Float64"), 0);
  EXPECT_EQ(count(plain, "OpCapability Int64"), 1);
  const std::string small = text_of(spirv_of(test::scale_module(), {false}));
  EXPECT_EQ(count(small, "Int64"), 0);
  EXPECT_EQ(count(text_of(spirv_of(test::float_module(ir::ScalarKind::f64, 1))), "OpCapability Float64"), 1);
}

TEST(Spirv, ReachesBuffersByAddress) {
  const std::string text = text_of(spirv_of(test::scale_module(), {.addresses = true}));
  EXPECT_EQ(count(text, "OpMemoryModel PhysicalStorageBuffer64"), 1);
  EXPECT_EQ(count(text, "OpConvertUToPtr"), 2);
  EXPECT_EQ(count(text, " Binding "), 0);
  EXPECT_EQ(count(text, "Aligned 4"), 2);
  const std::string small = text_of(spirv_of(test::scale_module(), {.int64 = false, .addresses = true}));
  EXPECT_EQ(count(small, "OpConvertUToPtr"), 0);
  EXPECT_EQ(count(small, "Int64"), 0);
}

TEST(Spirv, PairsAreIntegersWhereThatIsFaster) {
  const ir::Module module = test::float_module(ir::ScalarKind::f32, 2);
  EXPECT_EQ(count(text_of(spirv_of(module)), "OpBitcast %v2float"), 0);
  EXPECT_GT(count(text_of(spirv_of(module, {}, 8)), "OpBitcast %v2float"), 0);
  EXPECT_EQ(count(text_of(spirv_of(module, {.int64 = false}, 8)), "OpBitcast %v2float"), 0);
}

/// x[i] = 2 * x[i], in groups of 64.
ir::Module doubling_module(int threads) {
  ir::Builder b("doubling", threads);
  const ir::Buffer* in = b.input(ir::ScalarKind::f32, true);
  const ir::Buffer* out = b.output(ir::ScalarKind::f32, true);
  const ir::Value own = b.let("own", b.thread_id() + b.group_id() * std::int64_t{threads});
  const ir::Value x = b.let("x", b.load(in, own));
  b.store(out, own, x + x);
  return b.finish();
}

/// One access for each lane, without a branch: none for groups that do not exist either.
TEST(Spirv, AccessesAreWrittenOutInLockstep) {
  const std::string branched = text_of(spirv_of(doubling_module(64)));
  EXPECT_EQ(count(branched, "OpGroupNonUniformShuffle"), 0);
  EXPECT_EQ(count(branched, "OpSelectionMerge"), 1);
  const std::string text = text_of(spirv_of(doubling_module(64), {}, 8));
  EXPECT_EQ(count(text, "OpGroupNonUniformShuffle"), 8);
  EXPECT_EQ(count(text, "OpStore"), 8);
  EXPECT_EQ(count(text, "OpSelect "), 7);
  EXPECT_EQ(count(text, "OpSelectionMerge"), 0);
  EXPECT_EQ(count(text_of(spirv_of(doubling_module(60), {}, 8)), "OpGroupNonUniformShuffle"), 0)
      << "not whole subgroups";
}

TEST(Spirv, ClustersAreAnError) { EXPECT_THROW(spirv_of(test::cluster_module(ir::ScalarKind::f32)), Error); }

}  // namespace
}  // namespace papilio::emit
