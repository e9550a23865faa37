// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory: requests that exceed the device, and memory left behind by destroyed plans.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <papilio/papilio.hpp>

#include "device/fixture.hpp"
#include "device/resident.hpp"

namespace papilio::test {
namespace {

using Memory = OnDevice;

/// Addresses without memory: a span may be larger than the machine's memory as long as nothing reads it.
class Reserved {
 public:
  explicit Reserved(std::size_t bytes)
      : bytes_(bytes), address_(mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~Reserved() {
    if (*this) munmap(address_, bytes_);
  }
  Reserved(const Reserved&) = delete;
  Reserved& operator=(const Reserved&) = delete;
  explicit operator bool() const { return address_ != MAP_FAILED; }
  [[nodiscard]] std::span<std::complex<float>> elements() const {
    return {static_cast<std::complex<float>*>(address_), bytes_ / 8};
  }

 private:
  std::size_t bytes_;
  void* address_;
};

TEST_F(Memory, MoreThanTheDeviceHas) {
  const std::int64_t limit = device_.info().global_memory;
  EXPECT_EQ(code_of([&] { Buffer(device_, static_cast<std::size_t>(2 * limit)); }), ErrorCode::out_of_memory);

  const Plan plan(device_, Problem::c2c(Precision::f32, 64, 2 * limit / (64 * 8)));  // planning needs no such memory
  const auto bytes = static_cast<std::size_t>(plan.problem().input_elements() * 8);
  const Reserved in(bytes);
  const Reserved out(bytes);
  if (!in || !out) GTEST_SKIP() << "this machine reserves no " << bytes << " bytes of addresses";
  EXPECT_EQ(code_of([&] { plan.execute(in.elements(), out.elements()); }), ErrorCode::out_of_memory);

  const Plan next(device_, Problem::parse("c2c:f32:64*5"));
  const Signal signal = random_f32(320, 1);
  const Signal spectrum = run(next, signal);
  EXPECT_LT(error_of(std::span(signal).first(64), std::span(spectrum).first(64), Direction::forward),
            error_bound(64, Precision::f32));
}

TEST_F(Memory, PlansThatAreGoneLeaveNothing) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "AddressSanitizer keeps what was freed for a while, ThreadSanitizer what it knows of it; the former "
                  "looks for leaks itself";
#endif
  const std::array problems = {Problem::parse("c2c:f32:64*5"), Problem::parse("c2c:f32:100*3")};
  const Signal in = random_f32(320, 1);
  Signal out(320);
  const auto cycle = [&](int plans) {
    for (int i = 0; i < plans; ++i) {
      const Plan plan(device_, problems[i % 2]);
      const auto n = static_cast<std::size_t>(plan.problem().input_elements());
      plan.execute(std::span(in).first(n), std::span(out).first(n));
    }
  };
  cycle(100);  // lets pools and arenas reach their final size
  const std::int64_t before = resident_bytes();
  cycle(300);
  const std::int64_t grown = resident_bytes() - before;
  EXPECT_LT(grown, std::int64_t{2} << 20) << "300 plans left " << grown << " bytes";
}

}  // namespace
}  // namespace papilio::test
