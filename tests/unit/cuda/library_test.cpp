// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/library.hpp"

#include <cstdlib>
#include <filesystem>

#include "backend/cuda/status.hpp"
#include "fixture.hpp"

namespace papilio::backend::cuda {
namespace {

using testing::AllOf, testing::ElementsAre, testing::HasSubstr, testing::Not, testing::StartsWith;

CuLibrary driver(const std::string& name) {
  const std::vector<std::string> names = {name};
  return CuLibrary(names);
}

const NvrtcLibrary& no_nvrtc() {
  static const std::vector<std::string> names = {"libpapilio-no-nvrtc.so.1"};
  static const NvrtcLibrary library{names};
  return library;
}

TEST(CudaLibrary, MissingDriverIsANote) {
  const DeviceList list = list_devices(driver("libpapilio-no-cuda.so.1"), no_nvrtc);
  EXPECT_TRUE(list.devices.empty());
  ASSERT_EQ(list.notes.size(), 1U);
  EXPECT_THAT(list.notes[0], AllOf(StartsWith("cuda: "), HasSubstr("libpapilio-no-cuda.so.1 (cannot open"),
                                   HasSubstr("install NVIDIA's driver"), Not(HasSubstr("\n"))));
}

TEST(CudaLibrary, AnotherLibraryIsANote) {
  EXPECT_THAT(driver("libm.so.6").problem(), AllOf(HasSubstr("libm.so.6"), HasSubstr("lacks cuInit, ")));
  const std::vector<std::string> names = {"libm.so.6"};
  EXPECT_THAT(NvrtcLibrary(names).problem(), AllOf(HasSubstr("libm.so.6"), HasSubstr("lacks nvrtcVersion, ")));
}

TEST(CudaLibrary, DriversThatDoNotStart) {
  fake().reset();
  fake().next_status["cuInit"] = CUDA_ERROR_NO_DEVICE;
  EXPECT_THAT(list_devices(driver(PAPILIO_FAKE_CUDA), no_nvrtc).notes,
              ElementsAre(AllOf(HasSubstr("does not start: CUDA_ERROR_NO_DEVICE"), HasSubstr("CUDA_VISIBLE_DEVICES"))));
  fake().version = 11010;
  EXPECT_THAT(driver(PAPILIO_FAKE_CUDA).problem(), HasSubstr("a driver of CUDA 11.1 and Papilio needs 11.2"));
  fake().version = 11020;
  EXPECT_EQ(driver(PAPILIO_FAKE_CUDA).problem(), "");
  EXPECT_EQ(driver(PAPILIO_FAKE_CUDA).version(), 11020);
}

TEST(CudaLibrary, TheToolkitsStubIsNoDriver) {
  const std::string stub = "/usr/local/cuda/lib64/stubs/libcuda.so";
  if (!std::filesystem::exists(stub)) GTEST_SKIP() << "no " << stub;
  EXPECT_THAT(driver(stub).problem(), HasSubstr("does not start"));
}

TEST(CudaLibrary, NoDeviceIsANote) {
  fake().reset();
  const CuLibrary library = driver(PAPILIO_FAKE_CUDA);
  fake().devices = 0;
  const DeviceList list = list_devices(library, no_nvrtc);
  EXPECT_TRUE(list.devices.empty());
  EXPECT_THAT(list.notes, ElementsAre(AllOf(HasSubstr("lists no device"), HasSubstr("CUDA_VISIBLE_DEVICES"))));
}

TEST(CudaLibrary, DevicesWithoutNvrtcComeWithANote) {
  fake().reset();
  const DeviceList list = list_devices(driver(PAPILIO_FAKE_CUDA), no_nvrtc);
  ASSERT_EQ(list.devices.size(), 2U);
  const DeviceInfo& info = list.devices[1];
  EXPECT_EQ(info.id, "cuda:1");
  EXPECT_EQ(info.name, "Fake GPU 1");
  EXPECT_EQ(info.backend, Backend::cuda);
  EXPECT_EQ(info.platform, "NVIDIA CUDA");
  EXPECT_EQ(info.driver, "CUDA 13.0");
  EXPECT_EQ(info.kind, DeviceKind::gpu);
  EXPECT_EQ(info.compute_units, 132);
  EXPECT_EQ(info.global_memory, 1 << 30);
  EXPECT_EQ(info.local_memory, 232448);
  EXPECT_TRUE(info.f64);
  EXPECT_THAT(list.notes, ElementsAre(AllOf(HasSubstr("libpapilio-no-nvrtc.so.1"), HasSubstr("install NVRTC"))));
  EXPECT_EQ(fake().primary_references[0], 0) << "listing makes no context";
}

TEST(CudaLibrary, NvrtcOfTheDriversVersionComesFirst) {
  for (const char* variable : {"PAPILIO_NVRTC_LIBRARY", "CUDA_HOME", "CUDA_PATH"}) unsetenv(variable);
  EXPECT_THAT(nvrtc_names(12040), ElementsAre("libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so.12",
                                              "libnvrtc.so.11.2", "/usr/local/cuda/lib64/libnvrtc.so.11.2",
                                              "libnvrtc.so.13", "/usr/local/cuda/lib64/libnvrtc.so.13"));
  EXPECT_EQ(nvrtc_names(14000).front(), "libnvrtc.so.13");
  setenv("CUDA_HOME", "/opt/cuda", 1);
  EXPECT_EQ(nvrtc_names(13000)[1], "/opt/cuda/lib64/libnvrtc.so.13");
  unsetenv("CUDA_HOME");
  setenv("PAPILIO_NVRTC_LIBRARY", "/my/libnvrtc.so", 1);
  EXPECT_THAT(nvrtc_names(13000), ElementsAre("/my/libnvrtc.so"));
  unsetenv("PAPILIO_NVRTC_LIBRARY");
}

/// Runs in a separate process, because a process opens its driver only once.
[[noreturn]] void open_with(const char* library) {
  setenv("PAPILIO_CUDA_LIBRARY", library, 1);
  try {
    open_device("cuda:0");
  } catch (const Error& error) {
    std::fprintf(stderr, "%d %s\n", static_cast<int>(error.code()), error.what());
    std::exit(list_devices().notes.empty() ? 2 : 3);
  }
  std::exit(1);
}

TEST(CudaLibraryDeathTest, ChosenLibraryThatIsMissing) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(open_with("/nowhere/libcuda.so.1"), testing::ExitedWithCode(3),
              "^5 device 'cuda:0': .*/nowhere/libcuda.so.1 .*install NVIDIA's driver");
}

/// A static object of a program may do this in its destructor: open a device, and release one that was open.
std::shared_ptr<runtime::Device>& kept_to_the_end() {
  static auto* const device = new std::shared_ptr<runtime::Device>;
  return *device;
}

/// Runs in a separate process, whose static objects are destroyed in reverse order of construction.
[[noreturn]] void use_devices_at_exit() {
  fake().reset();
  // Registered before the backend creates its map of open devices, so it runs after such a map would be destroyed.
  std::atexit([] {
    const bool same = open_device("cuda:0") == kept_to_the_end();
    const bool other = open_device("cuda:1") != kept_to_the_end();
    kept_to_the_end().reset();
    std::_Exit(same && other && fake().primary_references[0] == 0 ? 0 : 1);
  });
  kept_to_the_end() = open_device("cuda:0");
  std::exit(2);
}

TEST(CudaLibraryDeathTest, DevicesWorkWhileTheProcessExits) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(use_devices_at_exit(), testing::ExitedWithCode(0), "");
}

TEST(CudaStatus, NamesAndErrors) {
  fake().reset();
  const CuLibrary library = driver(PAPILIO_FAKE_CUDA);
  const CuSymbols& cuda = library.symbols();
  EXPECT_EQ(status_name(cuda, static_cast<CUresult>(12345)), "CUDA status 12345");
  EXPECT_NO_THROW(check(cuda, CUDA_SUCCESS, "x"));
  const Error failed = error_of([&] { check(cuda, CUDA_ERROR_ILLEGAL_ADDRESS, "launching a kernel"); });
  EXPECT_EQ(failed.code(), ErrorCode::device_failed);
  EXPECT_STREQ(failed.what(),
               "CUDA, launching a kernel: CUDA_ERROR_ILLEGAL_ADDRESS (as the fake driver tells); the context is lost, "
               "start the process again");
  EXPECT_EQ(error_of([&] { check(cuda, CUDA_ERROR_OUT_OF_MEMORY, "x"); }).code(), ErrorCode::out_of_memory);
  EXPECT_EQ(error_of([&] { check(cuda, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, "x"); }).code(),
            ErrorCode::invalid_argument);
  EXPECT_TRUE(means_lost(CUDA_ERROR_LAUNCH_FAILED));
  EXPECT_FALSE(means_lost(CUDA_ERROR_OUT_OF_MEMORY));
}

}  // namespace
}  // namespace papilio::backend::cuda
