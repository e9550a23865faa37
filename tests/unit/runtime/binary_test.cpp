// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/binary.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <papilio/error.hpp>
#include <string_view>

namespace papilio::runtime {
namespace {

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Binary, SealsAndUnseals) {
  constexpr std::string_view text = "machine code";
  std::vector<std::byte> sealed = seal(std::as_bytes(std::span(text)));
  EXPECT_EQ(text_of(unseal(sealed)), text);
  const std::span<const std::byte> whole = sealed;
  for (std::size_t n = 0; n < whole.size(); ++n) EXPECT_TRUE(unseal(whole.first(n)).empty()) << n;
  for (std::byte& byte : sealed) {
    byte ^= std::byte{1};
    EXPECT_TRUE(unseal(sealed).empty());
    byte ^= std::byte{1};
  }
  EXPECT_TRUE(unseal(seal({})).empty());
}

TEST(Binary, TheFirstMessageIsTheFirstError) {
  EXPECT_EQ(first_message("a.cu(1): warning: x\na.cu(2): error: y\na.cu(3): error: z\n"), "a.cu(2): error: y");
  EXPECT_EQ(first_message("\n  something\nelse"), "  something");
  EXPECT_EQ(first_message(" \n"), "the compiler gave no reason");
}

TEST(Binary, BuildFailuresShowTheLogOnDemand) {
  DeviceInfo device;
  device.id = "cuda:0";
  device.name = "A GPU";
  const auto message = [&] {
    try {
      throw_build_failed(device, "scale", "why", "line 1\nline 2");
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::build_failed);
      return std::string(error.what());
    }
  };
  unsetenv("PAPILIO_DEBUG");
  EXPECT_EQ(message(),
            "compiling kernel 'scale' for cuda:0 (A GPU): why; set PAPILIO_DEBUG=1 to see the compiler's whole log");
  setenv("PAPILIO_DEBUG", "1", 1);
  EXPECT_NE(message().find("\nline 1\nline 2"), std::string::npos);
  unsetenv("PAPILIO_DEBUG");
}

}  // namespace
}  // namespace papilio::runtime
