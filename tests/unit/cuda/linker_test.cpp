// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "fixture.hpp"
#include "runtime/device.hpp"

namespace papilio::backend::cuda {
namespace {

using testing::AllOf, testing::HasSubstr, testing::StartsWith;

class CudaLinker : public CudaTest {
 protected:
  /// The driver's image of a kernel called "scale".
  std::string image_of(const std::string& text, const char* entry = "scale") {
    const std::vector<std::byte> sealed = device_->compile({Dialect::ptx, text}, entry);
    const std::span<const std::byte> image = runtime::unseal(sealed);
    return {reinterpret_cast<const char*>(image.data()), image.size()};
  }
  const std::string kernel_ = ".visible .entry scale() { ret; }";
};

TEST_F(CudaLinker, ImagesAreMachineCode) {
  EXPECT_THAT(image_of(kernel_), StartsWith("\177ELF"));
  EXPECT_EQ(fake().calls["cuLinkCreate_v2"], fake().calls["cuLinkDestroy"]);
}

TEST_F(CudaLinker, ErrorsAreTheCompilers) {
  unsetenv("PAPILIO_DEBUG");
  const Error error = error_of([&] { (void)image_of(kernel_ + " nonsense"); });
  EXPECT_EQ(error.code(), ErrorCode::build_failed);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("'scale'"), HasSubstr("line 7; error   : Unexpected nonsense")));
  EXPECT_EQ(fake().calls["cuLinkCreate_v2"], fake().calls["cuLinkDestroy"]);
}

TEST_F(CudaLinker, AMissingEntryIsAnError) {
  const Error error = error_of([&] { (void)image_of(kernel_, "scal"); });
  EXPECT_EQ(error.code(), ErrorCode::build_failed);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("'scal'"), HasSubstr("no kernel of this name")));
}

TEST_F(CudaLinker, ADriverWithoutItsCompilerIsNamed) {
  fake().next_status["cuLinkAddData_v2"] = CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
  const Error error = error_of([&] { (void)image_of(kernel_); });
  EXPECT_EQ(error.code(), ErrorCode::build_failed);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("cuda:0"), HasSubstr("libnvidia-ptxjitcompiler")));
}

TEST_F(CudaLinker, OtherFailuresAreTheDevices) {
  fake().next_status["cuLinkComplete"] = CUDA_ERROR_OUT_OF_MEMORY;
  EXPECT_EQ(error_of([&] { (void)image_of(kernel_); }).code(), ErrorCode::out_of_memory);
}

TEST_F(CudaLinker, IdentitiesTellCompilersApart) {
  EXPECT_THAT(device_->compiler_identity(Dialect::ptx), AllOf(StartsWith("cuda|sm_"), HasSubstr("|driver ")));
  EXPECT_NE(device_->compiler_identity(Dialect::ptx), device_->compiler_identity(Dialect::cuda));
}

TEST_F(CudaLinker, OpenClIsRefused) {
  const Error error = error_of([&] { device_->compile({Dialect::opencl, kernel_}, "scale"); });
  EXPECT_EQ(error.code(), ErrorCode::internal);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("cuda:0"), HasSubstr("opencl")));
}

}  // namespace
}  // namespace papilio::backend::cuda
