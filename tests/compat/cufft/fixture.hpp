// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Device memory and plans on the fake driver, and a check that a test leaves nothing behind.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "compat/cufft/abi.hpp"
#include "compat/cufft/interface.hpp"
#include "support/fake_cuda/fake_cuda.hpp"

extern "C" {
int cudaSetDevice(int device);
int cudaMalloc(void** data, std::size_t bytes);
int cudaFree(void* data);
int cudaStreamCreateWithFlags(papilio::backend::cuda::CUstream* stream, unsigned flags);
int cudaStreamDestroy(papilio::backend::cuda::CUstream stream);
}

namespace papilio::compat::cufft {

/// Must run before the library opens its driver. No cache, because an image from it need not have its text.
inline const bool fake_driver_is_chosen =
    setenv("PAPILIO_CUDA_LIBRARY", PAPILIO_FAKE_CUDART, 1) == 0 && setenv("PAPILIO_CACHE", "off", 1) == 0;

inline test::FakeCuda& fake() { return *fake_cuda_state(); }

/// Memory of the fake device, which is memory of the host.
template <typename T>
class Array {
 public:
  explicit Array(std::size_t count) : count_(count) {
    void* data = nullptr;
    EXPECT_EQ(cudaMalloc(&data, count * sizeof(T)), 0);
    data_ = static_cast<T*>(data);
    std::fill(data_, data_ + count, T{});
  }
  ~Array() { cudaFree(data_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};

using Complex = std::complex<float>;

class CufftTest : public testing::Test {
 protected:
  void SetUp() override {
    cudaSetDevice(0);  // device 0 is current from here on
    allocations_ = fake().allocations.size();
    context_ = fake_cuda_current();
    run_ = fake().run;
    fake().next_status.clear();
    fake().calls.clear();
    fake().launches.clear();
  }
  void TearDown() override {
    fake().run = run_;
    EXPECT_EQ(fake().allocations.size(), allocations_);
    EXPECT_EQ(fake().temporaries.size(), 0U);
    EXPECT_EQ(fake().streams.size(), 0U);
    EXPECT_EQ(fake().modules.size(), 0U);
    EXPECT_EQ(fake().pools.size(), 0U);
    EXPECT_EQ(fake().primary_references[0], 1) << "that of the runtime";
    EXPECT_EQ(fake().primary_references[1], 0);
    EXPECT_EQ(fake_cuda_current(), context_);
    EXPECT_EQ(fake().calls_in_callbacks, 0);
  }

 private:
  std::size_t allocations_ = 0;
  void* context_ = nullptr;
  void (*run_)(const test::FakeRun&) = nullptr;
};

}  // namespace papilio::compat::cufft
