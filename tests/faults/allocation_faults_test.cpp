// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Through the C API, which has no exceptions: every failure must arrive as a status.
#include <dlfcn.h>
#include <papilio/papilio.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>

#include "backend/cuda/context.hpp"
#include "fixture.hpp"
#include "support/fake_cuda/fake_cuda.hpp"
#include "support/faulty_opencl/faulty_opencl.hpp"
#include "support/faulty_vulkan/faulty_vulkan.hpp"

namespace {

std::atomic<long> allocations{0};
std::atomic<long> live{0};     ///< allocated and not freed
std::atomic<long> fail_at{0};  ///< 0: none
bool (*is_inside_driver)() = nullptr;

/// Memory begins with a mark: those of a driver are neither counted nor failed.
void* allocate(std::size_t bytes, std::size_t alignment) {
  const bool counts = is_inside_driver != nullptr && !is_inside_driver();
  if (counts && ++allocations == fail_at) throw std::bad_alloc();
  const std::size_t size = (bytes + alignment - 1) / alignment * alignment;
  auto* memory = static_cast<char*>(std::aligned_alloc(alignment, alignment + size));
  if (memory == nullptr) throw std::bad_alloc();
  *memory = static_cast<char>(counts);
  if (counts) ++live;
  return memory + alignment;
}

void deallocate(void* memory, std::size_t alignment) {
  if (memory == nullptr) return;
  char* const begin = static_cast<char*>(memory) - alignment;
  if (*begin != 0) --live;
  std::free(begin);
}

constexpr std::size_t usual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t bytes) { return allocate(bytes, usual); }
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
// The C++ library's calls the one above. That of the address sanitizer does not, but what it returns is deleted here.
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
  try {
    return allocate(bytes, usual);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { deallocate(memory, usual); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*bytes*/) noexcept { deallocate(memory, usual); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t alignment) noexcept {
  deallocate(memory, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t alignment) noexcept {
  deallocate(memory, static_cast<std::size_t>(alignment));
}

namespace papilio::test {
namespace {

const bool libraries_are_chosen = setenv("PAPILIO_OPENCL_LIBRARY", PAPILIO_FAULTY_OPENCL, 1) == 0 &&
                                  setenv("PAPILIO_CUDA_LIBRARY", PAPILIO_FAKE_CUDA, 1) == 0 &&
                                  setenv("PAPILIO_VULKAN_LIBRARY", PAPILIO_FAULTY_VULKAN, 1) == 0;

/// On a device of one driver.
class AllocationFaultsTest : public testing::Test {
 protected:
  explicit AllocationFaultsTest(const char* device) : device_(device) {}

  /// Of the driver, that have not been released.
  [[nodiscard]] virtual std::size_t objects() const = 0;
  /// Where it does not, outputs are not looked at.
  [[nodiscard]] virtual bool computes() const = 0;

  void SetUp() override {
    if (use() == PAPILIO_NO_DEVICE) GTEST_SKIP() << papilio_get_last_error();
    for (int i = 0; i < 2; ++i) ASSERT_EQ(use(), PAPILIO_OK) << papilio_get_last_error();
    expected_ = out_;
  }
  void TearDown() override { is_inside_driver = nullptr; }

  /// The status of the first function that failed. out_ is the output.
  papilio_status use() {
    papilio_device* device = nullptr;
    papilio_plan* plan = nullptr;
    papilio_status status = papilio_device_open(device_, &device);
    if (status == PAPILIO_OK) status = papilio_plan_create_from_token(device, "c2c:f32:12*3", &plan);
    std::fill(out_.begin(), out_.end(), 0);
    if (status == PAPILIO_OK) {
      status = papilio_plan_execute_f32(plan, reinterpret_cast<const float*>(in_.data()),
                                        reinterpret_cast<float*>(out_.data()), nullptr);
    }
    papilio_plan_destroy(plan);
    papilio_device_destroy(device);
    return status;
  }

  /// Fails allocation number `i`. True if that made a function fail.
  bool fails_well(long i) {
    allocations = 0;
    fail_at = i;
    const papilio_status status = use();
    fail_at = 0;
    if (status == PAPILIO_OK) {
      if (computes()) {
        EXPECT_EQ(out_, expected_) << "allocation " << i;
      }
    } else {
      EXPECT_EQ(status, PAPILIO_OUT_OF_MEMORY) << "allocation " << i << ": " << papilio_get_last_error();
    }
    return status != PAPILIO_OK;
  }

  void fail_each() {
    allocations = 0;
    ASSERT_EQ(use(), PAPILIO_OK);
    const long count = allocations;
    ASSERT_GT(count, 100);
    int failed = 0;
    const std::size_t before = objects();
    for (long i = 1; i <= count; i += faults_step()) {
      // What is made once for the process may be made now, or later, where threads allocate in another order; a leak
      // comes every time.
      long blocks = -1;
      for (int attempt = 0; attempt < 5 && live > blocks; ++attempt) {
        blocks = live;
        if (fails_well(i)) ++failed;
      }
      ASSERT_LE(live, blocks) << "blocks of memory, allocation " << i;
      ASSERT_EQ(objects(), before) << "allocation " << i;
      if (i % 16 == 0) {
        ASSERT_EQ(use(), PAPILIO_OK) << "after allocation " << i;
      }
    }
    ASSERT_EQ(use(), PAPILIO_OK);
    if (computes()) {
      EXPECT_EQ(out_, expected_);
    }
    EXPECT_GT(failed, 0);
    std::printf("%ld allocations, %d failed\n", count, failed);
  }

 private:
  const char* const device_;
  Signal in_ = ramp(36);
  Signal out_ = Signal(36);
  Signal expected_;
};

class OpenClAllocationFaultsTest : public AllocationFaultsTest {
 protected:
  OpenClAllocationFaultsTest() : AllocationFaultsTest("opencl:0") {}

  void SetUp() override {
    void* const library = dlopen(PAPILIO_FAULTY_OPENCL, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    faulty_ = state_of<decltype(faulty_opencl_state)>(PAPILIO_FAULTY_OPENCL, "faulty_opencl_state");
    is_inside_driver = reinterpret_cast<decltype(&faulty_opencl_is_inside)>(dlsym(library, "faulty_opencl_is_inside"));
    AllocationFaultsTest::SetUp();
  }
  [[nodiscard]] std::size_t objects() const override { return static_cast<std::size_t>(faulty_->live); }
  [[nodiscard]] bool computes() const override { return true; }

 private:
  FaultyOpenCl* faulty_ = nullptr;
};

/// Nothing is left of it after each use, except what waits to be destroyed in its context.
class CudaAllocationFaultsTest : public AllocationFaultsTest {
 protected:
  CudaAllocationFaultsTest() : AllocationFaultsTest("cuda:0") {}

  void SetUp() override {
    fake_cuda_state()->reset();
    is_inside_driver = &fake_cuda_is_inside;
    AllocationFaultsTest::SetUp();
  }
  [[nodiscard]] std::size_t objects() const override {
    backend::cuda::dispose_deferred();
    FakeCuda& fake = *fake_cuda_state();
    const int references = fake.primary_references[0];
    return fake.allocations.size() + fake.host_allocations.size() + fake.temporaries.size() + fake.pools.size() +
           fake.streams.size() + fake.events.size() + fake.modules.size() +
           static_cast<std::size_t>(fake.pushes - fake.pops + references);
  }
  [[nodiscard]] bool computes() const override { return false; }
};

/// Only what the test's thread allocates outside of the driver: lavapipe compiles in threads of its own.
class VulkanAllocationFaultsTest : public AllocationFaultsTest {
 protected:
  VulkanAllocationFaultsTest() : AllocationFaultsTest("vulkan:0") {}

  void SetUp() override {
    void* const library = dlopen(PAPILIO_FAULTY_VULKAN, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    faulty_ = state_of<decltype(faulty_vulkan_state)>(PAPILIO_FAULTY_VULKAN, "faulty_vulkan_state");
    is_inside_vulkan = reinterpret_cast<decltype(&faulty_vulkan_is_inside)>(dlsym(library, "faulty_vulkan_is_inside"));
    test_thread = std::this_thread::get_id();
    is_inside_driver = [] { return std::this_thread::get_id() != test_thread || is_inside_vulkan(); };
    AllocationFaultsTest::SetUp();
  }
  [[nodiscard]] std::size_t objects() const override { return static_cast<std::size_t>(faulty_->live); }
  [[nodiscard]] bool computes() const override { return true; }

 private:
  static inline bool (*is_inside_vulkan)() = nullptr;
  static inline std::thread::id test_thread;
  FaultyDriver* faulty_ = nullptr;
};

TEST_F(VulkanAllocationFaultsTest, EveryAllocationOfOpenPlanAndExecute) { fail_each(); }
TEST_F(OpenClAllocationFaultsTest, EveryAllocationOfOpenPlanAndExecute) { fail_each(); }
TEST_F(CudaAllocationFaultsTest, EveryAllocationOfOpenPlanAndExecute) { fail_each(); }

}  // namespace
}  // namespace papilio::test
