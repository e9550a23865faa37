// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DeviceCaps of GPUs that this machine lacks, derived from the answers of their drivers.
#include "backend/opencl/query.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

namespace papilio::backend::opencl {
namespace {

/// The answers of one driver. Every number is 8 bytes wide here and truncated to the size that the query asks for.
struct Driver {
  std::string extensions;
  std::map<cl_device_info, std::uint64_t> numbers;
};
const Driver* answering = nullptr;

cl_int CL_API_CALL device_info_of(cl_device_id /*device*/, cl_device_info what, std::size_t size, void* value,
                                  std::size_t* needed) {
  if (what == CL_DEVICE_EXTENSIONS) {
    const std::size_t length = answering->extensions.size() + 1;
    if (needed != nullptr) *needed = length;
    if (value != nullptr) std::memcpy(value, answering->extensions.c_str(), std::min(size, length));
    return CL_SUCCESS;
  }
  const auto found = answering->numbers.find(what);
  if (found == answering->numbers.end()) return CL_INVALID_VALUE;
  std::memcpy(value, &found->second, std::min(size, sizeof(found->second)));
  return CL_SUCCESS;
}

DeviceCaps caps_of(Driver driver, std::uint64_t local_memory) {
  driver.numbers[CL_DEVICE_TYPE] = CL_DEVICE_TYPE_GPU;
  driver.numbers[CL_DEVICE_MAX_COMPUTE_UNITS] = 132;
  driver.numbers[CL_DEVICE_LOCAL_MEM_SIZE] = local_memory;
  answering = &driver;
  ClSymbols cl;
  cl.clGetDeviceInfo = device_info_of;
  return device_caps(cl, nullptr);
}

// The answers of NVIDIA's driver for a chip of compute capability 9.0.
const Driver hopper = {"cl_khr_fp64 cl_nv_device_attribute_query cl_nv_pragma_unroll",
                       {{CL_DEVICE_VENDOR_ID, 0x10de},
                        {CL_DEVICE_MAX_WORK_GROUP_SIZE, 1024},
                        {0x4000, 9},      // compute capability
                        {0x4001, 0},      //
                        {0x4002, 65536},  // registers per block
                        {0x4003, 32}}};   // warp size

TEST(OpenClQuery, NvidiaTellsItsRegisters) {
  const DeviceCaps caps = caps_of(hopper, 48 << 10);
  EXPECT_EQ(caps.device_class, DeviceClass::gpu);
  EXPECT_EQ(caps.max_threads, 1024);
  EXPECT_EQ(caps.local_memory, 48 << 10);
  EXPECT_EQ(caps.warp, 32);
  EXPECT_EQ(caps.registers, 255);
  EXPECT_EQ(caps.unit_registers, 65536);
  EXPECT_EQ(caps.unit_threads, 2048);
  EXPECT_EQ(caps.unit_local_memory, 228 << 10);
  EXPECT_FALSE(caps.holds_addresses);
  EXPECT_EQ(caps.architecture, 0) << "OpenCL C has no Hopper instructions";
  EXPECT_EQ(caps.lanes_f32, 1);
}

TEST(OpenClQuery, NvidiaOfOtherGenerations) {
  Driver driver = hopper;
  const auto unit_threads = [&](std::uint64_t major, std::uint64_t minor) {
    driver.numbers[0x4000] = major;
    driver.numbers[0x4001] = minor;
    return caps_of(driver, 48 << 10).unit_threads;
  };
  EXPECT_EQ(unit_threads(7, 0), 2048);
  EXPECT_EQ(unit_threads(7, 5), 1024);
  EXPECT_EQ(unit_threads(8, 6), 1536);
  EXPECT_EQ(unit_threads(10, 3), 2048);
  EXPECT_EQ(unit_threads(12, 1), 1536);
  unit_threads(3, 0);
  EXPECT_EQ(caps_of(driver, 48 << 10).registers, DeviceCaps().registers) << "compute capability 3.0 has 63";
}

TEST(OpenClQuery, NvidiaWithoutTheExtensionKeepsTheDefaults) {
  Driver driver = hopper;
  driver.extensions = "cl_khr_fp64";  // Mesa's driver for the same cards
  const DeviceCaps caps = caps_of(driver, 48 << 10);
  EXPECT_EQ(caps.warp, 32);
  EXPECT_EQ(caps.registers, DeviceCaps().registers);
  EXPECT_EQ(caps.unit_threads, 1024);
}

TEST(OpenClQuery, AmdTellsItsWavefront) {
  Driver driver = {"cl_khr_fp64 cl_amd_device_attribute_query",
                   {{CL_DEVICE_VENDOR_ID, 0x1002}, {CL_DEVICE_MAX_WORK_GROUP_SIZE, 256}, {0x4043, 32}}};
  EXPECT_EQ(caps_of(driver, 64 << 10).warp, 32);
  EXPECT_EQ(caps_of(driver, 64 << 10).registers, 256);
  EXPECT_TRUE(caps_of(driver, 64 << 10).holds_addresses);
  driver.extensions = "cl_khr_fp64";
  EXPECT_EQ(caps_of(driver, 64 << 10).warp, 64);
}

/// Sizes of subgroups are an array in the driver's answer; the numbers of this driver are its first element.
TEST(OpenClQuery, DriversWithChosenSubgroupsTellTheNarrowest) {
  Driver driver = {"cl_khr_fp64 cl_intel_required_subgroup_size",
                   {{CL_DEVICE_VENDOR_ID, 0x8086}, {CL_DEVICE_MAX_WORK_GROUP_SIZE, 1024}, {0x4108, 16}}};
  EXPECT_EQ(caps_of(driver, 128 << 10).warp, 16);
  EXPECT_EQ(caps_of(driver, 128 << 10).required_warp, 16);
  EXPECT_EQ(caps_of(driver, 128 << 10).unit_registers, 1024 * 128) << "each work-item has its own";
  EXPECT_TRUE(caps_of(driver, 128 << 10).holds_addresses);
  driver.numbers[0x4108] = 8;
  EXPECT_EQ(caps_of(driver, 64 << 10).warp, 8);
  EXPECT_EQ(caps_of(driver, 64 << 10).required_warp, 0) << "the compiler chooses well there";
  EXPECT_TRUE(caps_of(driver, 64 << 10).holds_addresses);
  driver.numbers.erase(0x4108);
  EXPECT_EQ(caps_of(driver, 64 << 10).warp, 16);
  EXPECT_EQ(caps_of(driver, 64 << 10).registers, DeviceCaps().registers);
}

TEST(OpenClQuery, AnyGpuHoldsAtLeastOneWorkGroup) {
  const Driver driver = {"", {{CL_DEVICE_VENDOR_ID, 0x8086}, {CL_DEVICE_MAX_WORK_GROUP_SIZE, 2048}}};
  const DeviceCaps caps = caps_of(driver, 128 << 10);
  EXPECT_EQ(caps.warp, 16);
  EXPECT_EQ(caps.registers, DeviceCaps().registers);
  EXPECT_GE(caps.unit_threads, caps.max_threads);
  EXPECT_GE(caps.unit_local_memory, caps.local_memory);
}

}  // namespace
}  // namespace papilio::backend::opencl
