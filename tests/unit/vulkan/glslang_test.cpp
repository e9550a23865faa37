// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/glslang.hpp"

#include <fmt/format.h>

#include <array>

#include "fixture.hpp"
#include "support/error_of.hpp"

namespace papilio::backend::vulkan {
namespace {

using testing::AllOf, testing::HasSubstr, testing::Not;

constexpr const char* shader =
    "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types : enable\nlayout(local_size_x = 1) in;\nvoid "
    "main() {}\n";

DeviceInfo some_device() {
  DeviceInfo info;
  info.id = "vulkan:0";
  info.name = "Some GPU";
  return info;
}

Glslang glslang_of(const std::string& name) { return Glslang(std::array{name}); }

TEST(Glslang, SaysWhatToInstall) {
  const Glslang none(std::array{std::string("no-such-glslang"), std::string("/nowhere/glslang")});
  EXPECT_FALSE(none);
  const Error error = error_of([&] { (void)none.compile(shader, some_device(), "fft"); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("callbacks on vulkan:0 (Some GPU)"), HasSubstr("no-such-glslang, /nowhere/glslang"),
                    HasSubstr("install glslang-tools"), HasSubstr("PAPILIO_GLSLANG"), Not(HasSubstr("\n"))));
}

TEST(Glslang, IsNoOtherProgram) {
  const Glslang shell = glslang_of("/bin/false");
  EXPECT_FALSE(shell);
  EXPECT_THAT(shell.problem(), HasSubstr("/bin/false is no glslang"));
}

class GlslangTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!default_glslang()) GTEST_SKIP() << default_glslang().problem();
  }
};

TEST_F(GlslangTest, MakesSpirv) {
  EXPECT_THAT(default_glslang().identity(), testing::StartsWith("glslang 1"));
  const std::vector<std::uint32_t> words = default_glslang().compile(shader, some_device(), "fft");
  ASSERT_GT(words.size(), 5);
  EXPECT_EQ(words[0], 0x07230203);
  EXPECT_EQ(words[1], 0x00010300);
}

TEST_F(GlslangTest, CapabilitiesAreThoseOfTheDevice) {
  const auto refusal = [](const char* statement, const DeviceCaps& caps) -> std::string {
    const std::string text = fmt::format(
        "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types : enable\nlayout(binding = 0) buffer Out {{ "
        "float "
        "y; }};\nvoid main() {{ {} }}\n",
        statement);
    const std::vector<std::uint32_t> words = default_glslang().compile(text, some_device(), "fft");
    return test::message_of(ErrorCode::unsupported, [&] { require_capabilities(words, caps, some_device()); });
  };
  DeviceCaps caps = gpu_preset();
  EXPECT_EQ(refusal("y = 1;", caps), "");
  EXPECT_EQ(refusal("y = float(double(y) * double(y));", caps), "");
  caps.f64 = false;
  EXPECT_THAT(refusal("y = float(double(y) * double(y));", caps), HasSubstr("double precision"));
  EXPECT_THAT(refusal("float16_t h = float16_t(y); y = float(h + h);", caps), HasSubstr("capability 9"));
}

TEST_F(GlslangTest, ErrorsAreTheFirstMessage) {
  const Error error = error_of([] {
    (void)default_glslang().compile("#version 450\nvoid main() {\n  unknown = 1;\n  unknown = 2;\n}\n", some_device(),
                                    "fft");
  });
  EXPECT_EQ(error.code(), ErrorCode::build_failed);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("'fft'"), HasSubstr(":3: 'unknown' : undeclared identifier"),
                                  Not(HasSubstr("ERROR")), Not(HasSubstr("\n"))));
}

}  // namespace
}  // namespace papilio::backend::vulkan
