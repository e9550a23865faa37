// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/spirv/spliced_functions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <spirv-tools/libspirv.hpp>
#include <string>

namespace papilio::emit {
namespace {

/// As glslang writes it: an entry point that calls twice(), which is x + x*x where x is exact.
constexpr const char* text = R"(
               OpCapability Shader
               OpCapability Float64
               OpExtension "SPV_KHR_storage_buffer_storage_class"
          %1 = OpExtInstImport "GLSL.std.450"
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %4 "main" %10
               OpExecutionMode %4 LocalSize 64 1 1
               OpSource GLSL 450
               OpName %4 "main"
               OpDecorate %10 BuiltIn WorkgroupId
               OpDecorate %30 NoContraction
          %2 = OpTypeVoid
          %3 = OpTypeFunction %2
          %5 = OpTypeFloat 32
          %6 = OpTypeFunction %5 %5
          %7 = OpTypeInt 32 0
          %8 = OpTypeVector %7 3
          %9 = OpTypePointer Input %8
         %10 = OpVariable %9 Input
         %11 = OpConstant %5 1
          %4 = OpFunction %2 None %3
         %12 = OpLabel
         %13 = OpFunctionCall %5 %20 %11
               OpReturn
               OpFunctionEnd
         %20 = OpFunction %5 None %6
         %21 = OpFunctionParameter %5
         %22 = OpLabel
         %30 = OpFMul %5 %21 %21
         %31 = OpFAdd %5 %21 %30
               OpReturnValue %31
               OpFunctionEnd
)";

Words assembled(const std::string& assembly) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  Words words;
  EXPECT_TRUE(tools.Assemble(assembly, &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS));
  return words;
}

constexpr Word first_word(Word size, spv::Op op) { return size << 16 | static_cast<Word>(op); }

TEST(SplicedFunctions, AreTakenApart) {
  const SplicedFunctions taken = take_apart(assembled(text));
  EXPECT_EQ(taken.bound, 32);
  EXPECT_EQ(taken.capabilities, (std::set{spv::Capability::Shader, spv::Capability::Float64}));
  EXPECT_EQ(taken.extensions.count("SPV_KHR_storage_buffer_storage_class"), 1);
  EXPECT_EQ(taken.glsl, 1);
  ASSERT_EQ(taken.called.size(), 1);
  EXPECT_EQ(taken.called[0].id, 20);
  EXPECT_EQ(taken.called[0].type, 6);
  EXPECT_EQ(taken.types.at({static_cast<Word>(spv::Op::OpTypeInt), 32, 0}), 7);
  EXPECT_EQ(taken.types.at({static_cast<Word>(spv::Op::OpTypeFunction), 5, 5}), 6);
  EXPECT_EQ(taken.builtins, (std::map<spv::BuiltIn, Id>{{spv::BuiltIn::WorkgroupId, 10}}));
  // The entry point is left out, no declaration is.
  EXPECT_EQ(taken.functions.front(), first_word(5, spv::Op::OpFunction));
  EXPECT_EQ(taken.functions[2], 20);
  EXPECT_EQ(taken.functions[3], static_cast<Word>(spv::FunctionControlMask::Inline));
  EXPECT_TRUE(taken.bindings.empty());
  EXPECT_FALSE(taken.has_other_resources);
  EXPECT_EQ(std::ranges::count(taken.functions, first_word(1, spv::Op::OpFunctionEnd)), 1);
  EXPECT_EQ(taken.globals.front(), first_word(2, spv::Op::OpTypeVoid));
}

/// Once for each instruction: the module may have done so itself.
TEST(SplicedFunctions, AreNotContracted) {
  const Words& decorations = take_apart(assembled(text)).decorations;
  for (const Id id : {30, 31}) {
    const Words exact = {first_word(3, spv::Op::OpDecorate), id, static_cast<Word>(spv::Decoration::NoContraction)};
    const auto first = std::search(decorations.begin(), decorations.end(), exact.begin(), exact.end());
    ASSERT_NE(first, decorations.end()) << id;
    EXPECT_EQ(std::search(first + 1, decorations.end(), exact.begin(), exact.end()), decorations.end()) << id;
  }
}

TEST(SplicedFunctions, OfDamagedModulesAreRefused) {
  const Words whole = assembled(text);
  EXPECT_THROW(take_apart({}), Error);
  EXPECT_THROW(take_apart({1, 2, 3, 4, 5}), Error);
  EXPECT_THROW(take_apart({whole.begin(), whole.begin() + 5}), Error);
  EXPECT_THROW(take_apart({whole.begin(), whole.end() - 2}), Error);
  Words endless = whole;
  endless[5] &= 0xffff;  // an instruction of no words
  EXPECT_THROW(take_apart(endless), Error);
}

}  // namespace
}  // namespace papilio::emit
