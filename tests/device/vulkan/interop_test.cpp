// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The caller's objects. examples/vulkan_record.cpp makes them all itself; here they are those of a device of Papilio's.
#include <papilio/vulkan.h>

#include <complex>
#include <papilio/vulkan.hpp>
#include <vector>

#include "api/access.hpp"
#include "backend/vulkan/device.hpp"
#include "backend/vulkan/library.hpp"
#include "backend/vulkan/status.hpp"
#include "device/vulkan/fixture.hpp"

namespace papilio::test {
namespace {

namespace vk = backend::vulkan;
using Signal = std::vector<std::complex<float>>;

class Interop : public OnVulkan {
 protected:
  void SetUp() override {
    OnVulkan::SetUp();
    if (IsSkipped()) return;
    owner_ = Device(id_);
    native_ = dynamic_cast<const vk::VulkanDevice*>(api::HandleAccess::pointer(owner_).get());
    handles_.instance = vk::default_library().instance();
    handles_.physical_device = native_->physical();
    handles_.device = native_->native();
    handles_.queue = native_->queue();
    handles_.queue_family = native_->family();
    const vk::VulkanFeatures has = vk::features(native_->vk(), native_->physical());
    handles_.enabled = {has.int64, has.f64, has.storage_16, has.storage_8, has.addresses, true};
  }

  [[nodiscard]] static std::uint64_t handle_of(const Buffer& buffer) {
    return (std::uint64_t) dynamic_cast<const vk::VulkanMemory&>(api::unwrap(buffer)).native();  // NOLINT
  }

  /// A command buffer in the recording state.
  VkCommandBuffer begin() {
    const vk::VulkanSymbols& vk = native_->vk();
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.queueFamilyIndex = native_->family();
    VkCommandPool made = VK_NULL_HANDLE;
    vk::check(vk.vkCreateCommandPool(native_->native(), &pool, nullptr, &made), "pool");
    pool_ = vk::VulkanCommandPoolHandle(native_->shared(), made);
    VkCommandBufferAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    allocate.commandPool = made;
    allocate.commandBufferCount = 1;
    VkCommandBuffer commands = nullptr;
    vk::check(vk.vkAllocateCommandBuffers(native_->native(), &allocate, &commands), "commands");
    VkCommandBufferBeginInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    vk::check(vk.vkBeginCommandBuffer(commands, &info), "begin");
    return commands;
  }
  void submit(VkCommandBuffer commands) {
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    native_->submit(info, VK_NULL_HANDLE);
    vk::check(native_->vk().vkDeviceWaitIdle(native_->native()), "waiting");
  }

  Device owner_;
  const vk::VulkanDevice* native_ = nullptr;
  vulkan::Handles handles_;
  vk::VulkanCommandPoolHandle pool_;
};

Signal ramp(std::size_t n) {
  Signal x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = {static_cast<float>(i % 17), static_cast<float>(i % 5) - 2};
  return x;
}

Signal spectrum(const Device& device, const std::string& token, const Signal& x) {
  Signal y(x.size());
  Plan(device, Problem::parse(token)).execute(x, std::span(y));
  return y;
}

TEST_F(Interop, SubmitsToTheCallersQueue) {
  const Device device = vulkan::wrap_device(handles_);
  const Buffer whole(owner_, 3 * 4096 * 8);
  const Buffer in = vulkan::wrap_buffer(device, handle_of(whole), 4096 * 8, 4096 * 8);
  const Buffer out = vulkan::wrap_buffer(device, handle_of(whole), 2 * 4096 * 8, 4096 * 8);
  const Stream stream(device);
  const Signal x = ramp(4096);
  stream.upload(in, x.data(), x.size() * 8);
  Plan(device, Problem::parse("c2c:f32:4096")).execute(stream, in, out);
  Signal y(4096);
  stream.download(out, y.data(), y.size() * 8);
  EXPECT_EQ(y, spectrum(owner_, "c2c:f32:4096", x));
}

TEST_F(Interop, RecordsOnceAndExecutesOften) {
  const Device device = vulkan::wrap_device(handles_);
  const Plan plan(device, Problem::parse("c2c:f32:2^16:inplace"));
  ASSERT_GT(plan.scratch_bytes(), 0U);
  const Signal x = ramp(65536);
  const Buffer data(owner_, x.size() * 8);
  const Buffer scratch(owner_, plan.scratch_bytes());
  const Stream host(owner_);
  host.upload(data, x.data(), x.size() * 8);
  VkCommandBuffer commands = begin();
  const Stream recording = vulkan::wrap_command_buffer(device, commands);
  const Buffer wrapped = vulkan::wrap_buffer(device, handle_of(data), 0, x.size() * 8);
  EXPECT_EQ(error_of([&] { plan.execute(recording, wrapped, wrapped); }).code(), ErrorCode::invalid_argument);
  plan.execute(recording, wrapped, wrapped, vulkan::wrap_buffer(device, handle_of(scratch), 0, plan.scratch_bytes()));
  for (const auto& action :
       std::initializer_list<std::function<void()>>{[&] { recording.synchronize(); }, [&] { (void)recording.record(); },
                                                    [&] { recording.upload(wrapped, x.data(), 8); }}) {
    EXPECT_EQ(error_of(action).code(), ErrorCode::invalid_argument);
  }
  vk::check(native_->vk().vkEndCommandBuffer(commands), "end");
  Signal y(x.size());
  Signal expected = x;
  for (int run = 0; run < 2; ++run) {
    submit(commands);
    host.download(data, y.data(), y.size() * 8);
    expected = spectrum(owner_, "c2c:f32:2^16", expected);
    const std::vector<LongComplex> got(y.begin(), y.end());
    EXPECT_LT(relative_l2(got, std::vector<LongComplex>(expected.begin(), expected.end())), 1e-6) << run;
  }
}

/// Kernels of the same driver with other features are others, in the cache too.
TEST_F(Interop, FeaturesThatAreNotEnabledAreNotUsed) {
  vulkan::Handles fewer = handles_;
  fewer.enabled = {};
  const Device device = vulkan::wrap_device(fewer);
  EXPECT_FALSE(api::unwrap(device).caps().shader.int64);
  EXPECT_NE(api::unwrap(device).compiler_identity(Dialect::spirv),
            api::unwrap(owner_).compiler_identity(Dialect::spirv));
  const Signal x = ramp(4096);
  const Signal y = spectrum(device, "c2c:f32:4096", x);
  const std::vector<LongComplex> got(y.begin(), y.end());
  const Signal expected = spectrum(owner_, "c2c:f32:4096", x);
  EXPECT_LT(relative_l2(got, std::vector<LongComplex>(expected.begin(), expected.end())), 1e-6);
}

TEST_F(Interop, HandlesThatCannotBeAreErrors) {
  vulkan::Handles none;
  EXPECT_EQ(error_of([&] { vulkan::wrap_device(none); }).code(), ErrorCode::invalid_argument);
  none = handles_;
  none.queue_family = 99;
  EXPECT_EQ(error_of([&] { vulkan::wrap_device(none); }).code(), ErrorCode::invalid_argument);
  const Device device = vulkan::wrap_device(handles_);
  const Buffer data(owner_, 4096);
  EXPECT_EQ(error_of([&] { vulkan::wrap_buffer(device, 0, 0, 64); }).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] { vulkan::wrap_buffer(device, handle_of(data), 8, 64); }).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] { vulkan::wrap_command_buffer(device, nullptr); }).code(), ErrorCode::invalid_argument);
}

TEST_F(Interop, InC) {
  papilio_vulkan_handles handles{};
  handles.struct_size = sizeof(handles);
  papilio_device* device = nullptr;
  EXPECT_EQ(papilio_device_wrap_vulkan(&handles, &device), PAPILIO_INVALID_ARGUMENT);
  handles.instance = handles_.instance;
  handles.physical_device = handles_.physical_device;
  handles.device = handles_.device;
  handles.queue = handles_.queue;
  handles.queue_family = handles_.queue_family;
  ASSERT_EQ(papilio_device_wrap_vulkan(&handles, &device), PAPILIO_OK);
  const Buffer data(owner_, 4096);
  papilio_buffer* buffer = nullptr;
  ASSERT_EQ(papilio_buffer_wrap_vulkan(device, handle_of(data), 256, 1024, &buffer), PAPILIO_OK);
  std::size_t bytes = 0;
  EXPECT_EQ(papilio_buffer_get_size(buffer, &bytes), PAPILIO_OK);
  EXPECT_EQ(bytes, 1024U);
  papilio_stream* stream = nullptr;
  EXPECT_EQ(papilio_stream_wrap_vulkan(device, nullptr, &stream), PAPILIO_INVALID_ARGUMENT);
  VkCommandBuffer commands = begin();
  EXPECT_EQ(papilio_stream_wrap_vulkan(device, commands, &stream), PAPILIO_OK);
  papilio_stream_destroy(stream);
  papilio_buffer_destroy(buffer);
  papilio_device_destroy(device);
}

}  // namespace
}  // namespace papilio::test
