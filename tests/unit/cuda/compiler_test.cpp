// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/compiler.hpp"

#include "fixture.hpp"

namespace papilio::backend::cuda {
namespace {

using testing::AllOf, testing::HasSubstr, testing::Not, testing::StartsWith;

constexpr const char* source = R"(
extern "C" __global__ void scale(const float* x, float* y, long long a) { y[threadIdx.x] = (float)a * x[threadIdx.x]; }
)";

DeviceInfo some_device() {
  DeviceInfo info;
  info.id = "cuda:0";
  info.name = "Some GPU";
  return info;
}

std::string text_of(const std::vector<std::byte>& image) {
  return {reinterpret_cast<const char*>(image.data()), image.size()};
}

/// The real compiler.
class Nvrtc : public testing::Test {
 protected:
  void SetUp() override {
    if (!nvrtc_) GTEST_SKIP() << nvrtc_.problem();
  }
  [[nodiscard]] std::vector<std::byte> compile(int architecture, const std::string& text, const char* entry) const {
    return compile_image(nvrtc_, some_device(), architecture, text, entry);
  }
  const NvrtcLibrary& nvrtc_ = default_nvrtc();
};

TEST(CudaCompiler, TargetsAreTheNewestThatTheDeviceRuns) {
  const std::vector<int> known = {75, 80, 90};
  EXPECT_EQ(target_for(known, 90)->name(), "sm_90");
  EXPECT_EQ(target_for(known, 80)->name(), "sm_80");
  EXPECT_EQ(target_for(known, 89)->name(), "compute_80");
  EXPECT_EQ(target_for(known, 120)->name(), "compute_90");
  EXPECT_FALSE(target_for(known, 61).has_value());
}

TEST(CudaCompiler, WithoutNvrtcTheErrorSaysWhatToDo) {
  const std::vector<std::string> names = {"libpapilio-no-nvrtc.so.1"};
  const NvrtcLibrary none(names);
  const Error error = error_of([&] { compile_image(none, some_device(), 90, source, "scale"); });
  EXPECT_EQ(error.code(), ErrorCode::build_failed);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("'scale'"), HasSubstr("cuda:0 (Some GPU)"),
                                  HasSubstr("libpapilio-no-nvrtc.so.1"), HasSubstr("PAPILIO_NVRTC_LIBRARY")));
}

TEST_F(Nvrtc, IdentityNamesWhatAnImageDependsOn) {
  EXPECT_THAT(compiler_identity(nvrtc_, 90, 13000), AllOf(StartsWith("cuda|sm_90|nvrtc " + nvrtc_.version()),
                                                          HasSubstr("--fmad=false"), Not(HasSubstr("driver"))));
  EXPECT_THAT(compiler_identity(nvrtc_, 9990, 13000), AllOf(StartsWith("cuda|compute_"), HasSubstr("|driver 13000")));
}

TEST_F(Nvrtc, MakesCubinsForChipsItKnows) { EXPECT_THAT(text_of(compile(90, source, "scale")), StartsWith("\177ELF")); }

TEST_F(Nvrtc, MakesPtxForChipsYetToCome) {
  const std::string ptx = text_of(compile(9990, source, "scale"));
  EXPECT_THAT(ptx, HasSubstr(".target sm_" + std::to_string(nvrtc_.architectures().back())));
  EXPECT_EQ(ptx.back(), '\0');
}

TEST_F(Nvrtc, RefusesChipsOfThePast) {
  const Error error = error_of([&] { (void)compile(20, source, "scale"); });
  EXPECT_EQ(error.code(), ErrorCode::build_failed);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("the device is sm_20"), HasSubstr("install an older NVRTC")));
}

TEST_F(Nvrtc, BadSourceNamesTheError) {
  unsetenv("PAPILIO_DEBUG");
  const std::string bad = "extern \"C\" __global__ void f(float* x) { x[0] = undeclared; }";
  const Error error = error_of([&] { (void)compile(90, bad, "f"); });
  EXPECT_EQ(error.code(), ErrorCode::build_failed);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("'f'"), HasSubstr("f.cu(1): error"), HasSubstr("undeclared"),
                                  HasSubstr("PAPILIO_DEBUG")));
}

TEST_F(Nvrtc, MissingEntryIsABuildError) {
  for (const int architecture : {90, 9990}) {
    const Error error = error_of([&] { (void)compile(architecture, source, "scal"); });
    EXPECT_EQ(error.code(), ErrorCode::build_failed);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("'scal'"), HasSubstr("no kernel of this name")));
  }
}

TEST_F(Nvrtc, MultipliesAndAddsAreNotContracted) {
  const std::string text = "extern \"C\" __global__ void f(float* x) { x[0] = x[1] * x[2] + x[3]; }";
  const std::string ptx = text_of(compile(9990, text, "f"));
  EXPECT_THAT(ptx, AllOf(HasSubstr("mul.rn.f32"), Not(HasSubstr("fma"))));
}

}  // namespace
}  // namespace papilio::backend::cuda
