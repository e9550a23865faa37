// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/host_arena.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <papilio/error.hpp>
#include <thread>

#include "support/error_of.hpp"

namespace papilio::bench {
namespace {

TEST(HostArena, HoldsWhatIsWrittenAndCopiesIt) {
  HostArena arena;
  arena.reserve(8);
  const std::array bytes = {std::byte{1}, std::byte{2}, std::byte{3}};
  arena.write(Part::input, 5, bytes);
  arena.copy(8);
  std::array<std::byte, 3> read{};
  arena.read(Part::output, 5, read);
  EXPECT_EQ(read, bytes);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.input()) % 128, 0U);
}

TEST(HostArena, NeverShrinks) {
  HostArena arena;
  arena.reserve(1000);
  const std::byte* const input = arena.input();
  arena.reserve(10);
  EXPECT_EQ(arena.capacity(), 1000U);
  EXPECT_EQ(arena.input(), input);
}

TEST(HostArena, TooMuchIsOutOfMemory) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "AddressSanitizer ends the process where there is no memory";
#endif
  HostArena arena;
  const Error error = test::error_of([&] { arena.reserve(std::size_t{1} << 60); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  EXPECT_EQ(arena.capacity(), 0U);
}

TEST(HostArena, TakesTheTimeOfAllExecutions) {
  HostArena arena;
  int count = 0;
  const auto nap = [&] {
    ++count;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  const Took took = arena.time(nap, 3);
  EXPECT_GE(took.seconds, 6e-3);
  EXPECT_FALSE(took.calling_seconds);  // the calling thread does the work
  EXPECT_EQ(count, 3);
}

}  // namespace
}  // namespace papilio::bench
