// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/glslang.hpp"

#include <array>

#include "fixture.hpp"

namespace papilio::backend::vulkan {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* shader = "#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n";

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
