// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The first CUDA device, accessed through the backend's interface and through the driver itself.
#pragma once

#include <gmock/gmock.h>

#include <papilio/cuda.hpp>

#include "api/access.hpp"
#include "backend/cuda/compiler.hpp"
#include "backend/cuda/device.hpp"
#include "backend/cuda/library.hpp"
#include "device/fixture.hpp"
#include "runtime/binary.hpp"
#include "runtime/device.hpp"
#include "support/library.hpp"

namespace papilio::test {

namespace cu = backend::cuda;

/// Driver functions that only programs call: their own contexts, and graphs.
class Driver {
 public:
  Driver() : library_(Library::first_of(std::vector<std::string>{cu::default_library().name()})) {}

  template <typename... Arguments>
  void operator()(const char* name, Arguments... arguments) const {
    const int status = library_.get<int (*)(Arguments...)>(name)(arguments...);
    ASSERT_EQ(status, 0) << name;
  }

 private:
  Library library_;
};

class CudaDevice : public testing::Test {
 protected:
  void SetUp() override {
    const DeviceList list = list_devices();
    const bool any = std::any_of(list.devices.begin(), list.devices.end(),
                                 [](const DeviceInfo& info) { return info.id == "cuda:0"; });
    if (!any) GTEST_SKIP() << "no CUDA device: " << testing::PrintToString(list.notes);
    device_ = Device("cuda:0");
    stream_ = Stream(device_);
  }

  [[nodiscard]] runtime::Device& backend() const { return api::unwrap(device_); }
  [[nodiscard]] std::shared_ptr<runtime::Program> program(const std::string& source, const std::string& entry) const {
    return backend().load(backend().compile({Dialect::cuda, source}, entry), entry);
  }
  static void launch(const Stream& stream, const runtime::Program& program, std::int64_t groups, int threads,
                     const std::vector<runtime::Argument>& arguments, std::int64_t local_memory = 0) {
    api::unwrap(stream).launch({&program, groups, threads, arguments, local_memory});
  }
  [[nodiscard]] Buffer upload(const std::vector<float>& x) const {
    Buffer buffer(device_, x.size() * sizeof(float));
    stream_.upload(buffer, x.data(), x.size() * sizeof(float));
    return buffer;
  }
  [[nodiscard]] static std::vector<float> download(const Stream& stream, const Buffer& buffer) {
    std::vector<float> x(buffer.size_bytes() / sizeof(float));
    stream.download(buffer, x.data(), buffer.size_bytes());
    return x;
  }
  [[nodiscard]] const cu::Context& context() const { return *dynamic_cast<cu::CuDevice&>(backend()).context(); }
  /// Free bytes of the device, as the driver reports them.
  [[nodiscard]] std::int64_t free_memory() const {
    const cu::ContextGuard guard(context());
    std::size_t free = 0;
    std::size_t total = 0;
    EXPECT_EQ(context().cuda().cuMemGetInfo_v2(&free, &total), cu::CUDA_SUCCESS);
    return static_cast<std::int64_t>(free);
  }
  static const runtime::Memory* memory(const Buffer& buffer) { return api::HandleAccess::pointer(buffer).get(); }

  Device device_;
  Stream stream_;
};

/// y[i] = a*x[i] + i, work-groups of 64.
inline constexpr const char* scale_source = R"(
extern "C" __global__ __launch_bounds__(64) void scale(const float* x, float* y, long long a, long long n) {
  const long long i = blockIdx.x * 64LL + threadIdx.x;
  if (i < n) y[i] = (float)a * x[i] + (float)i;
}
)";
/// The same, after a wait of about `ticks` cycles.
inline constexpr const char* slow_source = R"(
extern "C" __global__ __launch_bounds__(64) void slow(const float* x, float* y, long long ticks) {
  const long long begin = clock64();
  while (clock64() - begin < ticks) {}
  y[threadIdx.x] = 2 * x[threadIdx.x];
}
)";

inline std::vector<float> ramp(std::size_t n) {
  std::vector<float> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  return x;
}

}  // namespace papilio::test
