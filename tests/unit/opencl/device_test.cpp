// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/device.hpp"

#include <cstdlib>
#include <filesystem>
#include <set>

#include "backend/opencl/status.hpp"
#include "fixture.hpp"

namespace papilio::backend::opencl {
namespace {

using testing::AllOf, testing::HasSubstr, testing::Not;

TEST(OpenClLibrary, MissingLibraryIsANote) {
  const std::vector<std::string> names = {"libpapilio-no-opencl.so.1"};
  const ClLibrary library(names);
  EXPECT_FALSE(library);
  const DeviceList list = list_devices(library);
  EXPECT_TRUE(list.devices.empty());
  ASSERT_EQ(list.notes.size(), 1U);
  EXPECT_THAT(list.notes[0], AllOf(HasSubstr("libpapilio-no-opencl.so.1"), HasSubstr("ocl-icd-libopencl1"),
                                   HasSubstr("pocl-opencl-icd"), Not(HasSubstr("\n"))));
}

TEST(OpenClLibrary, AnotherLibraryIsANote) {
  const std::vector<std::string> names = {"libm.so.6"};
  const ClLibrary library(names);
  EXPECT_FALSE(library);
  EXPECT_THAT(library.problem(), AllOf(HasSubstr("libm.so.6"), HasSubstr("clGetPlatformIDs")));
}

/// Runs in a separate process, because a process opens its OpenCL library only once.
[[noreturn]] void open_with(const char* variable, const char* value) {
  setenv(variable, value, 1);
  try {
    open_device("opencl:0");
  } catch (const Error& error) {
    std::fprintf(stderr, "%d %s\n", static_cast<int>(error.code()), error.what());
    std::exit(list_devices().notes.empty() ? 2 : 3);
  }
  std::exit(1);
}

TEST(OpenClLibraryDeathTest, ChosenLibraryThatIsMissing) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(open_with("PAPILIO_OPENCL_LIBRARY", "/nowhere/libOpenCL.so"), testing::ExitedWithCode(3),
              "^5 device 'opencl:0': .*/nowhere/libOpenCL.so .*install ocl-icd-libopencl1");
}

/// Also in a separate process: PoCL checks its cache directory only once.
[[noreturn]] void list_without_pocl_cache() {
  setenv("POCL_CACHE_DIR", "/proc/papilio", 1);
  for (const std::string& note : list_devices().notes) std::fprintf(stderr, "%s\n", note.c_str());
  std::exit(0);
}

TEST(OpenClLibraryDeathTest, PoclThatCannotMakeItsCache) {
  if (!std::filesystem::exists("/etc/OpenCL/vendors/pocl.icd")) GTEST_SKIP() << "no PoCL";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(list_without_pocl_cache(), testing::ExitedWithCode(0), "no device .*; PoCL compiles in .POCL_CACHE_DIR");
}

TEST(OpenClLibraryDeathTest, LoaderWithoutDrivers) {
  if (!default_library()) GTEST_SKIP() << default_library().problem();
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(open_with("OCL_ICD_VENDORS", "/nowhere"), testing::ExitedWithCode(3),
              "^5 device 'opencl:0': .*found no driver .*/etc/OpenCL/vendors.*install pocl-opencl-icd");
}

TEST(OpenClStatus, NamesAndErrors) {
  EXPECT_EQ(status_name(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
  EXPECT_EQ(status_name(-9999), "OpenCL status -9999");
  EXPECT_NO_THROW(check(CL_SUCCESS, "x"));
  const Error failed = error_of([] { check(CL_INVALID_KERNEL_ARGS, "launching a kernel"); });
  EXPECT_EQ(failed.code(), ErrorCode::device_failed);
  EXPECT_STREQ(failed.what(), "OpenCL, launching a kernel: CL_INVALID_KERNEL_ARGS");
  EXPECT_EQ(error_of([] { check(CL_MEM_OBJECT_ALLOCATION_FAILURE, "x"); }).code(), ErrorCode::out_of_memory);
}

TEST_F(OpenClTest, EnumeratesEveryDeviceOnce) {
  const DeviceList list = list_devices();
  std::set<std::string> ids;
  for (std::size_t i = 0; i < list.devices.size(); ++i) {
    const DeviceInfo& info = list.devices[i];
    EXPECT_EQ(info.id, "opencl:" + std::to_string(i));
    EXPECT_EQ(info.backend, Backend::opencl);
    EXPECT_NE(info.name, "");
    EXPECT_NE(info.platform, "");
    EXPECT_GE(info.compute_units, 1);
    EXPECT_GT(info.global_memory, 0);
  }
}

TEST_F(OpenClTest, CapsFitTheDevice) {
  const DeviceCaps& caps = device_->caps();
  EXPECT_EQ(caps.name, device_->info().name);
  EXPECT_GE(caps.max_threads, 1);
  EXPECT_GE(caps.local_memory, 16384);
  EXPECT_LE(caps.max_allocation, caps.global_memory);
  if (device_->info().kind == DeviceKind::cpu) {
    EXPECT_EQ(caps.device_class, DeviceClass::cpu);
    EXPECT_GE(caps.fast_memory, 64 << 10);
    EXPECT_GE(caps.l2_memory, caps.fast_memory / 4);
    EXPECT_THAT(caps.lanes_f32, testing::AnyOf(4, 8));
    EXPECT_THAT(caps.lanes_f64, testing::AnyOf(caps.lanes_f32 / 2, 8));
  } else {
    EXPECT_EQ(caps.device_class, DeviceClass::gpu);
    EXPECT_EQ(caps.lanes_f32, 1);
    EXPECT_EQ(caps.lanes_f64, 1);
  }
  EXPECT_EQ(device_->dialect(), Dialect::opencl);
  EXPECT_THAT(device_->compiler_identity(Dialect::opencl), AllOf(HasSubstr(caps.name), HasSubstr("-cl-std=CL1.2")));
}

TEST_F(OpenClTest, OneObjectForOneOpenDevice) { EXPECT_EQ(open_device("opencl:0"), open_device("opencl:0")); }

TEST_F(OpenClTest, UnknownIdsSayWhatThereIs) {
  for (const char* id : {"opencl:99", "opencl:", "opencl:-1", "opencl:00", "opencl:0x"}) {
    const Error error = error_of([&] { open_device(id); });
    EXPECT_EQ(error.code(), ErrorCode::no_device) << id;
    EXPECT_THAT(error.what(), HasSubstr("opencl:0"));
  }
}

TEST_F(OpenClTest, AbsurdAllocationFailsAndTheNextOneWorks) {
  const std::size_t absurd = std::size_t{1} << 50;
  const Error error = error_of([&] { device_->allocate(absurd); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  EXPECT_THAT(error.what(), AllOf(HasSubstr(std::to_string(absurd)),
                                  HasSubstr(std::to_string(device_->info().max_allocation)), HasSubstr("CL_")));
  EXPECT_EQ(device_->allocate(1000)->size(), 1000U);
  EXPECT_EQ(device_->allocate(0)->size(), 0U);
}

// Otherwise PoCL would allocate at the first use, and abort if memory is short.
TEST_F(OpenClTest, AProcessorsMemoryIsAllocatedAtOnce) {
  const auto memory = std::dynamic_pointer_cast<ClMemory>(device_->allocate(1000));
  ASSERT_NE(memory, nullptr);
  cl_mem_flags flags = 0;
  ASSERT_EQ(memory->device().cl().clGetMemObjectInfo(memory->native(), CL_MEM_FLAGS, sizeof(flags), &flags, nullptr),
            CL_SUCCESS);
  EXPECT_EQ((flags & CL_MEM_ALLOC_HOST_PTR) != 0, device_->caps().device_class == DeviceClass::cpu);
}

TEST_F(OpenClTest, OpenAndCloseAHundredTimes) {
  const std::string id = device_->info().id;
  for (int i = 0; i < 100; ++i) {
    stream_.reset();
    device_.reset();
    device_ = open_device(id);
    stream_ = device_->make_stream();
    const auto memory = upload({1, 2, 3});
    std::vector<float> back(3);
    stream_->read(*memory, 0, back.data(), 12);
    ASSERT_THAT(back, testing::ElementsAre(1, 2, 3));
  }
}

}  // namespace
}  // namespace papilio::backend::opencl
