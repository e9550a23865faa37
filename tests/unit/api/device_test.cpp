// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>
#include <vector>

#include "api/access.hpp"

namespace papilio {
namespace {

ErrorCode code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode{0};
}

class DeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    const DeviceList list = list_devices();
    if (list.devices.empty()) GTEST_SKIP() << "no device: " << testing::PrintToString(list.notes);
  }
};

TEST(Handles, NoneIsAnErrorAndNotACrash) {
  const Device device;
  const Stream stream;
  const Buffer buffer;
  EXPECT_FALSE(device || stream || buffer);
  EXPECT_EQ(buffer.size_bytes(), 0U);
  EXPECT_EQ(code_of([&] { (void)device.info(); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { const Buffer made(device, 16); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { const Stream made(device); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { stream.synchronize(); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { opencl::wrap_buffer(device, nullptr); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { opencl::wrap_queue(device, nullptr); }), ErrorCode::invalid_argument);
}

TEST(Handles, UnknownBackendsAreNoDevice) {
  for (const char* selector : {"", "CUDA", "cuda0", "OpenCL", "gpu"}) {
    EXPECT_EQ(code_of([&] { const Device device(selector); }), ErrorCode::no_device) << selector;
  }
}

TEST_F(DeviceTest, SelectorsAgree) {
  const Device best("auto");
  const Device same(to_string(best.info().backend));
  const Device by_id(best.info().id);
  EXPECT_EQ(api::HandleAccess::pointer(best), api::HandleAccess::pointer(same));
  EXPECT_EQ(api::HandleAccess::pointer(best), api::HandleAccess::pointer(by_id));
  const DeviceList list = list_devices();
  // A CUDA GPU counts only if its compiler is installed; unit_cuda tests that.
  const bool opencl_gpu = std::any_of(list.devices.begin(), list.devices.end(), [](const DeviceInfo& info) {
    return info.kind == DeviceKind::gpu && info.backend == Backend::opencl;
  });
  EXPECT_TRUE(best.info().kind == DeviceKind::gpu || !opencl_gpu);
}

TEST_F(DeviceTest, UploadsAndDownloads) {
  const Device device("auto");
  const Stream stream(device);
  const Buffer buffer(device, 64);
  EXPECT_EQ(buffer.size_bytes(), 64U);
  const std::vector<int> numbers = {1, 2, 3, 4};
  stream.upload(buffer, numbers.data(), 16, 48);
  std::vector<int> back(2);
  stream.download(buffer, back.data(), 8, 52);
  stream.synchronize();
  EXPECT_THAT(back, testing::ElementsAre(2, 3));
  EXPECT_EQ(code_of([&] { stream.upload(buffer, numbers.data(), 16, 49); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { stream.download({}, back.data(), 8); }), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio
