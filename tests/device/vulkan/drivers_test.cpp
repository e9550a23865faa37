// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Devices other than lavapipe, made by tests/support/other_vulkan. Each test runs under one value of
// PAPILIO_OTHER_VULKAN and is skipped under others.
#include <algorithm>
#include <cstdlib>

#include "backend/vulkan/backend.hpp"
#include "device/vulkan/fixture.hpp"
#include "plan/plan.hpp"
#include "plan/tuned/tuned_shapes.hpp"
#include "runtime/device.hpp"

namespace papilio::test {
namespace {

using testing::HasSubstr;

class Driver : public OnVulkan {
 protected:
  void needs(std::string_view value) {
    if (!id_.empty() && other_vulkan() != value) GTEST_SKIP() << "PAPILIO_OTHER_VULKAN is not " << value;
  }
};

TEST_F(Driver, ThatComputesWrongResultsIsRefused) {
  needs("wrong");
  if (IsSkipped()) return;
  ::setenv("PAPILIO_CACHE", "off", 1);  // no pass of another driver is remembered
  const Error error = error_of([&] { const Device device(id_); });
  EXPECT_EQ(error.code(), ErrorCode::device_failed);
  EXPECT_THAT(error.what(), HasSubstr("a driver that computes wrong results"));
  EXPECT_THAT(error.what(), HasSubstr("c2c:f32:8*41"));
  EXPECT_THAT(error.what(), HasSubstr("PAPILIO_TRUST_DEVICE=1"));
  ::setenv("PAPILIO_TRUST_DEVICE", "1", 1);
  EXPECT_NO_THROW(const Device device(id_));
  ::setenv("PAPILIO_TRUST_DEVICE", "yes", 1);
  EXPECT_THROW(const Device device(id_), Error);
}

/// "auto" prefers a discrete one (tests/unit/api/backends_test.cpp).
TEST_F(Driver, OfAnIntegratedGpuSaysSo) {
  needs("v3d4");
  if (IsSkipped()) return;
  EXPECT_THAT(backend::vulkan::integrated_gpus(), testing::Contains(id_));
}

const DeviceInfo& info_of(const DeviceList& list, const std::string& id) {
  return *std::ranges::find(list.devices, id, &DeviceInfo::id);
}

TEST_F(Driver, OfNvidiaReportsItsComputeUnits) {
  needs("nvidia");
  if (IsSkipped()) return;
  EXPECT_EQ(info_of(list_devices(), id_).compute_units, 132);
}

TEST_F(Driver, OfNvidiaIsPlannedWithMeasuredShapes) {
  needs("nvidia");
  if (IsSkipped()) return;
  const DeviceCaps caps = backend::vulkan::open_device(id_)->caps();
  EXPECT_EQ(caps.registers, 255);
  EXPECT_EQ(caps.unit_threads, 2048);
  EXPECT_EQ(caps.architecture, 0) << "its kernels are no PTX";
  plan::PlanNode plan = plan::make_plan(Problem::parse("c2c:f32:256*262144"), caps);
  plan::mark_tuned(plan, caps);
  ASSERT_EQ(plan.passes().size(), 1);
  EXPECT_EQ(plan.passes().front()->origin, plan::ShapeOrigin::table);
}

TEST_F(Driver, WithoutExtensionsLeavesComputeUnitsUnknown) {
  needs("v3d4");
  if (IsSkipped()) return;
  EXPECT_EQ(info_of(list_devices(), id_).compute_units, 0);
}

TEST_F(Driver, WithoutAddressesSaysWhatTooLargeBuffersNeed) {
  needs("no-addresses");
  if (IsSkipped()) return;
  EXPECT_THAT(backend::vulkan::integrated_gpus(), testing::IsEmpty()) << "a CPU is none";
  const Device device(id_);
  EXPECT_EQ(error_of([&] { const Plan plan(device, Problem::parse("c2c:f32:4096*4194304:inplace")); }).code(),
            ErrorCode::unsupported);
  EXPECT_THAT(error_of([&] { const Plan plan(device, Problem::parse("c2c:f32:4096*4194304:inplace")); }).what(),
              HasSubstr("maxStorageBufferRange"));
  EXPECT_NO_THROW(Plan(device, Problem::parse("c2c:f32:64*3")));
}

}  // namespace
}  // namespace papilio::test
