// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The first Vulkan device of this machine, or the one in PAPILIO_TEST_DEVICE ("vulkan:1"), and a small kernel.
#pragma once

#include <gmock/gmock.h>

#include <cstdlib>
#include <memory>
#include <numeric>
#include <string_view>
#include <vector>

#include "backend/vulkan/backend.hpp"
#include "emit/emit.hpp"
#include "ir/builder.hpp"
#include "ir/operators.hpp"
#include "support/error_of.hpp"

namespace papilio::backend::vulkan {

using test::error_of;

class VulkanTest : public testing::Test {
 protected:
  static constexpr int threads = 64;

  void SetUp() override {
    const DeviceList list = list_devices();
    if (list.devices.empty()) GTEST_SKIP() << "no Vulkan device: " << testing::PrintToString(list.notes);
    const char* chosen = std::getenv("PAPILIO_TEST_DEVICE");
    const bool is_ours = chosen != nullptr && std::string_view(chosen).starts_with("vulkan:");
    device_ = open_device(is_ours ? chosen : list.devices.front().id);
    stream_ = device_->make_stream();
  }

  /// out[i] = in[63 - i] + batch in each work-group of 64 numbers, through shared memory.
  static ir::Module reverse_module() {
    ir::Builder b("reverse", threads);
    const ir::Buffer* in = b.input(ir::ScalarKind::f32, true);
    const ir::Buffer* out = b.output(ir::ScalarKind::f32, true);
    const ir::Value batch = b.scalar(ir::Scalar::batch);
    const ir::Buffer* tile = b.shared("tile", ir::ScalarKind::f32, threads);
    const ir::Value own = b.let("own", b.thread_id() + b.group_id() * std::int64_t{threads});
    b.store(tile, b.thread_id(), b.load(in, own));
    b.barrier();
    const ir::Value there = b.let("there", b.load(tile, std::int64_t{threads - 1} - b.thread_id()));
    b.store(out, own, there + b.cast(batch, ir::ScalarKind::f32));
    return b.finish();
  }

  [[nodiscard]] Source source() const {
    return emit::emit(reverse_module(), Dialect::spirv, emit::Target(device_->caps()));
  }
  [[nodiscard]] std::unique_ptr<runtime::Program> make_program() const {
    return device_->load(device_->compile(source(), "reverse"), "reverse");
  }

  static void launch(runtime::Stream& stream, const runtime::Program& program, const runtime::Memory& in,
                     const runtime::Memory& out, std::int64_t add) {
    const std::vector<runtime::Argument> arguments = {&in, &out, add};
    const auto groups = static_cast<std::int64_t>(in.size() / sizeof(float) / threads);
    stream.launch({.program = &program, .groups = groups, .threads = threads, .arguments = arguments});
  }

  static std::vector<float> ramp(std::size_t n) {
    std::vector<float> x(n);
    std::iota(x.begin(), x.end(), 0.0F);
    return x;
  }
  static std::vector<float> expected(const std::vector<float>& x, float add) {
    std::vector<float> y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i / threads * threads + threads - 1 - i % threads] + add;
    return y;
  }

  [[nodiscard]] std::shared_ptr<runtime::Memory> upload(const std::vector<float>& x) const {
    auto memory = device_->allocate(x.size() * sizeof(float));
    stream_->write(*memory, 0, x.data(), x.size() * sizeof(float));
    return memory;
  }
  [[nodiscard]] std::vector<float> download(const runtime::Memory& memory) const {
    std::vector<float> x(memory.size() / sizeof(float));
    stream_->read(memory, 0, x.data(), memory.size());
    return x;
  }

  std::shared_ptr<runtime::Device> device_;
  std::shared_ptr<runtime::Stream> stream_;
};

}  // namespace papilio::backend::vulkan
