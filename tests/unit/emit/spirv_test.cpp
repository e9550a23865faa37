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

bool is_for_vulkan(const ir::Module& module) {
  return module.cluster == 1 && std::ranges::none_of(module.buffers, [](const ir::Buffer* buffer) {
           return buffer->role == ir::Role::counters;
         });
}

TEST(Spirv, IsValid) {
  for (const ir::Module& module : test::gpu_modules()) {
    if (!is_for_vulkan(module)) continue;
    for (const ShaderFeatures& target : targets()) {
      for (const Pairs pairs : {Pairs::vectors, Pairs::integers})
        EXPECT_EQ(faults_of(Spirv(module, target, pairs).render()), "") << module.name;
    }
  }
}

TEST(Spirv, IsDeterministic) {
  const ir::Module module = test::float_module(ir::ScalarKind::f32, 2);
  EXPECT_EQ(Spirv(module, {}).render(), Spirv(module, {}).render());
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// What a driver may not make of it: a*b + c in one operation.
TEST(Spirv, ForbidsContraction) {
  const std::string text = text_of(Spirv(test::float_module(ir::ScalarKind::f32, 1), {}).render());
  const std::size_t arithmetic = count(text, "OpFAdd") + count(text, "OpFSub") + count(text, "OpFMul") +
                                 count(text, "OpFNegate") + count(text, "OpFDiv") + count(text, " Fma ");
  EXPECT_GT(arithmetic, 4);
  EXPECT_EQ(count(text, "NoContraction"), arithmetic);
}

TEST(Spirv, AsksForWhatItUses) {
  const std::string plain = text_of(Spirv(test::scale_module(), {}).render());
  EXPECT_EQ(count(plain, "OpCapability Float64"), 0);
  EXPECT_EQ(count(plain, "OpCapability Int64"), 1);
  const std::string small = text_of(Spirv(test::scale_module(), {false}).render());
  EXPECT_EQ(count(small, "Int64"), 0);
  EXPECT_EQ(count(text_of(Spirv(test::float_module(ir::ScalarKind::f64, 1), {}).render()), "OpCapability Float64"), 1);
}

TEST(Spirv, ReachesBuffersByAddress) {
  const std::string text = text_of(Spirv(test::scale_module(), {.addresses = true}).render());
  EXPECT_EQ(count(text, "OpMemoryModel PhysicalStorageBuffer64"), 1);
  EXPECT_EQ(count(text, "OpConvertUToPtr"), 2);
  EXPECT_EQ(count(text, " Binding "), 0);
  EXPECT_EQ(count(text, "Aligned 4"), 2);
  const std::string small = text_of(Spirv(test::scale_module(), {.int64 = false, .addresses = true}).render());
  EXPECT_EQ(count(small, "OpConvertUToPtr"), 0);
  EXPECT_EQ(count(small, "Int64"), 0);
}

TEST(Spirv, PairsAreIntegersWhereThatIsFaster) {
  const ir::Module module = test::float_module(ir::ScalarKind::f32, 2);
  EXPECT_EQ(count(text_of(Spirv(module, {}).render()), "OpBitcast %v2float"), 0);
  EXPECT_GT(count(text_of(Spirv(module, {}, Pairs::integers).render()), "OpBitcast %v2float"), 0);
  EXPECT_EQ(count(text_of(Spirv(module, {.int64 = false}, Pairs::integers).render()), "OpBitcast %v2float"), 0);
}

TEST(Spirv, ClustersAreAnError) { EXPECT_THROW(Spirv(test::cluster_module(ir::ScalarKind::f32), {}).render(), Error); }

}  // namespace
}  // namespace papilio::emit
