// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SPIR-V of every operation, checked by Khronos' validator for Vulkan 1.1. tests/unit/vulkan and `ctest -L vulkan` run
// it.
#include "emit/spirv/spirv.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <ostream>
#include <papilio/error.hpp>
#include <spirv-tools/libspirv.hpp>
#include <string>
#include <vector>

#include "core/storage.hpp"
#include "ir/builder.hpp"
#include "ir/operators.hpp"
#include "support/emitted_modules.hpp"

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

Words spirv_of(const ir::Module& module, const ShaderFeatures& shader = {}, bool addresses = false) {
  Target target;
  target.shader = shader;
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
      for (const bool addresses : {false, true})
        EXPECT_EQ(faults_of(spirv_of(module, target, addresses)), "") << module.name;
    }
  }
}

/// The number that marks free places in the table of integers is one as others are.
TEST(Spirv, TheLeastIntegerIsAConstant) {
  ir::Builder b("least", 8);
  const ir::Value wide = b.cast(b.thread_id(), ir::ScalarKind::i64);
  const ir::Value large = b.mul(wide, b.constant(std::int64_t{3} << 40, ir::i64));
  const ir::Value least = b.constant(std::numeric_limits<std::int64_t>::min(), ir::i64);
  b.store(b.output(ir::ScalarKind::f32, true), b.add(large, least), b.real(1, ir::f32));
  EXPECT_EQ(faults_of(spirv_of(b.finish())), "");
}

TEST(Spirv, IsDeterministic) {
  const ir::Module module = test::float_module(ir::ScalarKind::f32, 2);
  EXPECT_EQ(spirv_of(module), spirv_of(module));
}

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// No driver may make one operation of a*b + c.
TEST(Spirv, ForbidsContraction) {
  const std::string text = text_of(spirv_of(test::float_module(ir::ScalarKind::f32, 1)));
  const std::size_t arithmetic = count_of(text, "OpFAdd") + count_of(text, "OpFSub") + count_of(text, "OpFMul") +
                                 count_of(text, "OpFNegate") + count_of(text, "OpFDiv") + count_of(text, " Fma ");
  EXPECT_GT(arithmetic, 4);
  EXPECT_EQ(count_of(text, "NoContraction"), arithmetic);
}

TEST(Spirv, ComparesWidenedIntegersInFewBits) {
  ir::Builder b("widened", 4);
  const ir::Buffer* in = b.input(ir::ScalarKind::i32, true);
  const ir::Buffer* out = b.output(ir::ScalarKind::i32, true);
  const ir::Value wide = b.let("wide", b.cast(b.load(in, b.thread_id()), ir::ScalarKind::i64));
  b.branch(b.lt(wide, b.constant(3, ir::i64)), [&] { b.store(out, b.thread_id(), b.constant(1)); });
  EXPECT_EQ(count_of(text_of(spirv_of(b.finish())), "%uint_3\n"), 1);
}

TEST(Spirv, AsksForWhatItUses) {
  const std::string plain = text_of(spirv_of(test::scale_module()));
  EXPECT_EQ(count_of(plain, "OpCapability Float64"), 0);
  EXPECT_EQ(count_of(plain, "OpCapability Int64"), 1);
  const std::string small = text_of(spirv_of(test::scale_module(), {false}));
  EXPECT_EQ(count_of(small, "Int64"), 0);
  EXPECT_EQ(count_of(text_of(spirv_of(test::float_module(ir::ScalarKind::f64, 1))), "OpCapability Float64"), 1);
}

TEST(Spirv, ReachesBuffersByAddress) {
  const std::string text = text_of(spirv_of(test::scale_module(), {.addresses = true}));
  EXPECT_EQ(count_of(text, "OpMemoryModel PhysicalStorageBuffer64"), 1);
  EXPECT_EQ(count_of(text, "OpConvertUToPtr"), 2);
  EXPECT_EQ(count_of(text, " Binding "), 0);
  EXPECT_EQ(count_of(text, "Aligned 4"), 2);
  const std::string small = text_of(spirv_of(test::scale_module(), {.int64 = false, .addresses = true}));
  EXPECT_EQ(count_of(small, "OpConvertUToPtr"), 0);
  EXPECT_EQ(count_of(small, "Int64"), 0);
}

/// The buffers of a kernel for 2*37*37 points, planar: eight tables, twelve in all. With eight scalars their addresses
/// exceed the 128 bytes of push constants that every device has.
ir::Module many_tables_module(int scalars) {
  ir::Builder b("many_tables", 60);
  const ir::Buffer* in = b.input(ir::ScalarKind::f32, true);
  b.input("in_im", {});
  const ir::Buffer* out = b.output(ir::ScalarKind::f32, true);
  b.output("out_im", {});
  ir::Value sum = b.load(in, b.thread_id());
  for (int i = 0; i < 8; ++i) {
    const ir::Buffer* table = b.table("table" + std::to_string(i), {ir::ScalarKind::f32, 64, 0, 0});
    sum = sum + b.load(table, b.thread_id());
  }
  ir::Value index = b.cast(b.thread_id(), ir::ScalarKind::i64);
  for (int i = 0; i < scalars; ++i) index = index + b.scalar(static_cast<ir::Scalar>(i));
  b.store(out, index, sum);
  return b.finish();
}

TEST(Spirv, AddressesOfTablesFitThePushConstants) {
  const std::string addressed = text_of(spirv_of(many_tables_module(7), {}, true));
  EXPECT_EQ(count_of(addressed, " Binding "), 4);
  EXPECT_EQ(count_of(addressed, "OpConvertUToPtr"), 8);
  const Words bound = spirv_of(many_tables_module(8), {}, true);
  EXPECT_EQ(faults_of(bound), "");
  EXPECT_EQ(count_of(text_of(bound), "OpConvertUToPtr"), 0);
  EXPECT_EQ(count_of(text_of(bound), " Binding "), 10) << "of those that are used";
}

TEST(Spirv, ClustersAreAnError) { EXPECT_THROW(spirv_of(test::cluster_module(ir::ScalarKind::f32)), Error); }

}  // namespace
}  // namespace papilio::emit
