// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A device of the fake driver, and a check that a test leaves nothing behind.
#pragma once

#include <gmock/gmock.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <papilio/error.hpp>
#include <string>
#include <vector>

#include "backend/cuda/backend.hpp"
#include "backend/cuda/context.hpp"
#include "runtime/binary.hpp"
#include "support/error_of.hpp"
#include "support/fake_cuda/fake_cuda.hpp"

namespace papilio::backend::cuda {

/// Must run before the process opens its driver.
inline const bool fake_driver_is_chosen = setenv("PAPILIO_CUDA_LIBRARY", PAPILIO_FAKE_CUDA, 1) == 0;

/// The error of one line that `action` throws; fails the test if it throws none.
inline Error error_of(const std::function<void()>& action) {
  Error error = test::error_of(action);
  EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
  return error;
}

inline test::FakeCuda& fake() { return *fake_cuda_state(); }

/// A binary that the fake driver loads.
inline std::vector<std::byte> fake_binary() {
  const char image[] = "// a kernel";
  return runtime::seal(std::as_bytes(std::span(image)));
}

class CudaTest : public testing::Test {
 protected:
  void SetUp() override {
    fake().reset();
    device_ = open_device("cuda:0");
    stream_ = device_->make_stream();
  }

  void TearDown() override {
    stream_.reset();
    device_.reset();
    dispose_deferred();
    EXPECT_EQ(fake().allocations.size() + fake().host_allocations.size(), 0U);
    EXPECT_EQ(fake().temporaries.size(), 0U);
    EXPECT_EQ(fake().pools.size(), 0U);
    EXPECT_EQ(fake().streams.size(), 0U);
    EXPECT_EQ(fake().events.size(), 0U);
    EXPECT_EQ(fake().modules.size(), 0U);
    EXPECT_EQ(fake().primary_references[0], 0);
    EXPECT_EQ(fake().primary_references[1], 0);
    EXPECT_EQ(fake().pushes, fake().pops);
    EXPECT_EQ(fake().calls_in_callbacks, 0);
    EXPECT_EQ(fake_cuda_current(), nullptr);
  }

  /// The fake driver's handle of stream_, if there is only one stream.
  [[nodiscard]] static CUstream native_stream() { return fake().streams.begin()->first; }
  static void capture(CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_ACTIVE) {
    fake().capture[native_stream()] = status;
  }

  std::shared_ptr<runtime::Device> device_;
  std::shared_ptr<runtime::Stream> stream_;
};

/// A stream and 400 bytes that the caller made in `context_`, and that Papilio must leave.
class CudaOfCallerTest : public CudaTest {
 protected:
  void make(unsigned flags) {
    cuda().cuCtxPushCurrent_v2(context_);
    cuda().cuStreamCreate(&native_, flags);
    cuda().cuMemAlloc_v2(&address_, 400);
    pop();
  }
  void TearDown() override {
    cuda().cuCtxPushCurrent_v2(context_);
    EXPECT_EQ(cuda().cuStreamDestroy_v2(native_), CUDA_SUCCESS) << "Papilio destroyed what is the caller's";
    EXPECT_EQ(cuda().cuMemFree_v2(address_), CUDA_SUCCESS) << "Papilio freed what is the caller's";
    pop();
    CudaTest::TearDown();
  }
  [[nodiscard]] static const CuSymbols& cuda() { return default_library().symbols(); }
  static void pop() {
    CUcontext popped = nullptr;
    cuda().cuCtxPopCurrent_v2(&popped);
  }
  [[nodiscard]] void* pointer(std::size_t offset = 0) const {
    return reinterpret_cast<void*>(address_ + offset);  // NOLINT(performance-no-int-to-ptr)
  }

  CUcontext context_ = nullptr;
  CUstream native_ = nullptr;
  CUdeviceptr address_ = 0;
};

}  // namespace papilio::backend::cuda
