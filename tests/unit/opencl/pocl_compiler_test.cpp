// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/pocl_compiler.hpp"

#include <filesystem>
#include <fstream>
#include <new>

#include "fixture.hpp"

namespace papilio::backend::opencl {
namespace {

using testing::AllOf, testing::HasSubstr;
using Activity = PoclCompiler::Activity;

TEST(PoclCompilerTest, AnExceptionEndsItsUse) {
  PoclCompiler compiler;
  EXPECT_EQ(compiler.run(Activity::build, [] { return 5; }), 5);
  EXPECT_FALSE(compiler.lost());
  const Error first = error_of([&] { compiler.run(Activity::build, []() -> int { throw std::bad_alloc(); }); });
  EXPECT_EQ(first.code(), ErrorCode::out_of_memory);
  EXPECT_THAT(first.what(), AllOf(HasSubstr("PoCL"), HasSubstr("more memory")));
  EXPECT_TRUE(compiler.lost());
  bool called = false;
  const Error second = error_of([&] { compiler.run(Activity::launch, [&] { return called = true; }); });
  EXPECT_EQ(second.code(), ErrorCode::out_of_memory);
  EXPECT_THAT(second.what(), HasSubstr("ran out earlier"));
  EXPECT_FALSE(called);
}

TEST(PoclCompilerTest, LaunchesThatCompileNothingGoOnAfterAFailedBuild) {
  PoclCompiler compiler;
  EXPECT_NO_THROW(compiler.require_launch(/*compiled=*/false));
  EXPECT_THROW(compiler.run(Activity::build, []() -> int { throw std::bad_alloc(); }), Error);
  EXPECT_NO_THROW(compiler.require_launch(/*compiled=*/true));
  EXPECT_EQ(error_of([&] { compiler.require_launch(/*compiled=*/false); }).code(), ErrorCode::device_failed);
}

TEST(PoclCompilerTest, NoLaunchGoesOnAfterAFailedLaunch) {
  PoclCompiler compiler;
  EXPECT_THROW(compiler.run(Activity::launch, []() -> int { throw std::bad_alloc(); }), Error);
  EXPECT_THROW(compiler.require_launch(/*compiled=*/true), Error);
}

class KernelMappingsTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("papilio-mappings-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] KernelMappings mappings(int count, const std::string& limit) const {
    set(count);
    std::ofstream(folder_ / "limit") << limit;
    return {folder_ / "maps", folder_ / "limit"};
  }
  void set(int count) const {
    std::ofstream maps(folder_ / "maps");
    for (int i = 0; i < count; ++i) maps << "7f0000000000-7f0000001000 r--p 00000000 00:00 0\n";
  }

  std::filesystem::path folder_;
};

TEST_F(KernelMappingsTest, RefusesNewKernelsNearTheLimit) {
  KernelMappings mappings = this->mappings(600, "800");  // an eighth is for the program: 700
  for (int i = 0; i < 10; ++i) EXPECT_NO_THROW(mappings.admit("k", std::to_string(i))) << i;
  set(695);
  const Error error = error_of([&] { mappings.admit("k", "new"); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("'k'"), HasSubstr("695 of at most 800"), HasSubstr("vm.max_map_count")));
  EXPECT_NO_THROW(mappings.admit("k", "3")) << "it is mapped already";
  set(100);
  EXPECT_NO_THROW(mappings.admit("k", "new")) << "others have unmapped theirs";
}

TEST_F(KernelMappingsTest, WithoutALimitNothingIsRefused) {
  KernelMappings mappings = this->mappings(1000000, "");
  EXPECT_EQ(mappings.limit(), 0);
  EXPECT_NO_THROW(mappings.admit("k", "text"));
}

TEST_F(KernelMappingsTest, TheSystemHasALimit) {
  EXPECT_GT(KernelMappings("/proc/self/maps", "/proc/sys/vm/max_map_count").limit(), 1000);
}

}  // namespace
}  // namespace papilio::backend::opencl
