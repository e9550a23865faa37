// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The first OpenCL device of this machine, or the one in PAPILIO_TEST_DEVICE ("opencl:1"), and a kernel small enough to
// be compiled many times.
#pragma once

#include <gmock/gmock.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "backend/opencl/backend.hpp"
#include "support/error_of.hpp"

namespace papilio::backend::opencl {

using test::error_of;

class OpenClTest : public testing::Test {
 protected:
  void SetUp() override {
    const DeviceList list = list_devices();
    if (list.devices.empty()) GTEST_SKIP() << "no OpenCL device: " << testing::PrintToString(list.notes);
    const char* chosen = std::getenv("PAPILIO_TEST_DEVICE");
    const bool is_ours = chosen != nullptr && std::string_view(chosen).starts_with("opencl:");
    device_ = open_device(is_ours ? chosen : list.devices.front().id);
    stream_ = device_->make_stream();
  }

  /// y[i] = a*x[i] + i for i < count; one work-item per work-group computes `repeat` elements.
  static constexpr const char* source = R"(
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void scale(__global const float* restrict x, __global float* restrict y, long a, long count, long repeat) {
  const long begin = get_group_id(0) * repeat;
  const long end = min(begin + repeat, count);
  for (long i = begin; i < end; ++i) y[i] = (float)a * x[i] + (float)i;
}
)";

  [[nodiscard]] std::unique_ptr<runtime::Program> make_program(const std::string& text = source,
                                                               const std::string& entry = "scale") const {
    return device_->load(device_->compile({Dialect::opencl, text}, entry), entry);
  }

  [[nodiscard]] bool is_pocl() const { return device_->info().platform == "Portable Computing Language"; }

  /// Launches scale() with work-groups of 10 elements.
  static void launch_scale(runtime::Stream& stream, const runtime::Program& program, const runtime::Memory& x,
                           const runtime::Memory& y, std::int64_t a) {
    const auto count = static_cast<std::int64_t>(x.size() / sizeof(float));
    const std::vector<runtime::Argument> arguments = {&x, &y, a, count, std::int64_t{10}};
    stream.launch({.program = &program, .groups = (count + 9) / 10, .threads = 1, .arguments = arguments});
  }

  static std::vector<float> ramp(std::size_t n) {
    std::vector<float> x(n);
    std::iota(x.begin(), x.end(), 0.0F);
    return x;
  }

  [[nodiscard]] std::shared_ptr<runtime::Memory> upload(const std::vector<float>& x) const {
    auto memory = device_->allocate(x.size() * sizeof(float));
    stream_->write(*memory, 0, x.data(), x.size() * sizeof(float));
    return memory;
  }

  std::shared_ptr<runtime::Device> device_;
  std::shared_ptr<runtime::Stream> stream_;
};

}  // namespace papilio::backend::opencl
