// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/device.hpp"

#include "backend/vulkan/library.hpp"
#include "backend/vulkan/status.hpp"
#include "fixture.hpp"

namespace papilio::backend::vulkan {
namespace {

using testing::HasSubstr;

TEST(VulkanLibrary, SaysWhatIsMissing) {
  const std::vector<std::string> names = {"libno-vulkan.so.1"};
  const DeviceList list = list_devices(VulkanLibrary(names));
  EXPECT_TRUE(list.devices.empty());
  ASSERT_EQ(list.notes.size(), 1);
  EXPECT_THAT(list.notes[0], HasSubstr("libno-vulkan.so.1"));
  EXPECT_THAT(list.notes[0], HasSubstr("install libvulkan1"));
}

TEST(VulkanStatus, HasNamesAndBecomesErrors) {
  EXPECT_EQ(status_name(VK_ERROR_DEVICE_LOST), "VK_ERROR_DEVICE_LOST");
  EXPECT_EQ(status_name(static_cast<VkResult>(-9999)), "Vulkan result -9999");
  EXPECT_NO_THROW(check(VK_SUCCESS, "nothing"));
  EXPECT_EQ(error_of([] { check(VK_ERROR_OUT_OF_DEVICE_MEMORY, "x"); }).code(), ErrorCode::out_of_memory);
  EXPECT_EQ(error_of([] { check(VK_ERROR_DEVICE_LOST, "x"); }).code(), ErrorCode::device_failed);
}

TEST_F(VulkanTest, DescribesTheDevice) {
  EXPECT_THAT(device_->info().id, testing::StartsWith("vulkan:"));
  EXPECT_EQ(device_->info().backend, Backend::vulkan);
  EXPECT_FALSE(device_->info().name.empty());
  EXPECT_GE(device_->caps().max_threads, 128);  // what every Vulkan device has
  EXPECT_GE(device_->caps().local_memory, 16384);
  EXPECT_EQ(open_device(device_->info().id), device_);
  EXPECT_THAT(error_of([] { open_device("vulkan:99"); }).what(), HasSubstr("this machine has vulkan:0"));
}

TEST_F(VulkanTest, KernelsRun) {
  const auto program = make_program();
  ASSERT_NE(program, nullptr);
  const std::vector<float> x = ramp(640);
  const auto in = upload(x);
  const auto out = device_->allocate(x.size() * sizeof(float));
  launch(*stream_, *program, *in, *out, 3);
  launch(*stream_, *program, *out, *in, 4);
  EXPECT_EQ(download(*out), expected(x, 3));
  EXPECT_EQ(download(*in), expected(expected(x, 3), 4));
}

/// More work-groups than one dimension of a grid may have on any device.
TEST_F(VulkanTest, GridsHaveTwoDimensionsWhereTheyMust) {
  const auto program = make_program();
  const std::vector<float> x = ramp(std::size_t{65537} * threads);
  const auto in = upload(x);
  const auto out = device_->allocate(x.size() * sizeof(float));
  launch(*stream_, *program, *in, *out, 1);
  EXPECT_EQ(download(*out), expected(x, 1));
}

TEST_F(VulkanTest, DamagedBinariesAreMisses) {
  std::vector<std::byte> binary = device_->compile(source(), "reverse");
  EXPECT_NE(device_->load(binary, "reverse"), nullptr);
  binary[binary.size() / 2] ^= std::byte{1};
  EXPECT_EQ(device_->load(binary, "reverse"), nullptr);
  binary.resize(7);
  EXPECT_EQ(device_->load(binary, "reverse"), nullptr);
  EXPECT_EQ(error_of([&] { device_->compile({Dialect::opencl, ""}, "x"); }).code(), ErrorCode::internal);
}

TEST_F(VulkanTest, CopiesWithOffsets) {
  const auto memory = upload(ramp(100));
  const std::vector<float> patch = {-1, -2, -3};
  stream_->write(*memory, 40 * sizeof(float), patch.data(), 3 * sizeof(float));
  const auto other = device_->allocate(400);
  stream_->copy(*memory, *other, 42 * sizeof(float));
  stream_->clear(*other, 4, 8);
  std::vector<float> back(4);
  stream_->read(*other, 39 * sizeof(float), back.data(), 3 * sizeof(float));
  EXPECT_THAT(back, testing::ElementsAre(39, -1, -2, 0));
  stream_->read(*other, 0, back.data(), 4 * sizeof(float));
  EXPECT_THAT(back, testing::ElementsAre(0, 0, 0, 3));
}

TEST_F(VulkanTest, CopiesOutsideABufferThrow) {
  const auto memory = device_->allocate(16);
  const auto small = device_->allocate(8);
  char bytes[32] = {};
  EXPECT_THROW(stream_->write(*memory, 0, bytes, 17), Error);
  EXPECT_THROW(stream_->read(*memory, 8, bytes, SIZE_MAX), Error);
  EXPECT_THROW(stream_->copy(*memory, *small, 16), Error);
  EXPECT_NO_THROW(stream_->read(*memory, 16, bytes, 0));
}

TEST_F(VulkanTest, CompletionsComeInOrderAndBuffersOutliveTheirHandles) {
  const auto program = make_program();
  const std::vector<float> x = ramp(6400);
  const auto out = device_->allocate(x.size() * sizeof(float));
  std::vector<int> order;
  for (int i = 0; i < 100; ++i) {
    const auto in = upload(x);
    launch(*stream_, *program, *in, *out, i);
    stream_->on_completion([&order, i] { order.push_back(i); });
  }
  EXPECT_EQ(download(*out), expected(x, 99));
  stream_.reset();  // waits for the completions
  ASSERT_EQ(order.size(), 100);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(VulkanTest, EventsMeasureTime) {
  const auto program = make_program();
  const auto in = upload(ramp(1 << 18));
  const auto out = device_->allocate(in->size());
  const auto begin = stream_->record();
  for (int i = 0; i < 20; ++i) launch(*stream_, *program, *in, *out, 1);
  const auto end = stream_->record();
  const double seconds = end->seconds_since(*begin);
  EXPECT_GT(seconds, 0);
  EXPECT_LT(seconds, 60);
}

}  // namespace
}  // namespace papilio::backend::vulkan
