// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/memory/shared_segment.hpp"

#include <gtest/gtest.h>

#include <papilio/error.hpp>
#include <random>

#include "support/error_of.hpp"

namespace papilio::mpi {
namespace {

TEST(SharedSegment, IsTheSameMemoryByItsName) {
  const std::string name = shared_name(std::random_device()());
  const std::shared_ptr<std::byte> memory = create_shared(name, 5000);
  const std::shared_ptr<std::byte> other = open_shared(name, 5000);
  remove_shared(name);
  EXPECT_NE(memory.get(), other.get());
  memory.get()[4999] = std::byte{7};
  EXPECT_EQ(other.get()[4999], std::byte{7});
  EXPECT_THROW((void)open_shared(name, 5000), Error) << "the name is gone";
}

TEST(SharedSegment, SaysAtOnceThatMemoryIsShort) {
  const std::string name = shared_name(std::random_device()());
  const Error error = test::error_of([&] { (void)create_shared(name, std::size_t{1} << 50); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
  EXPECT_THROW((void)open_shared(name, 1), Error) << "nothing is left of it";
}

}  // namespace
}  // namespace papilio::mpi
