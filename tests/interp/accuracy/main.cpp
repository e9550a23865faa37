// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// accuracy_table DEVICE KIND PRECISION FIRST LAST [STEP]: the relative L2 error of Papilio's plans for a preset of a
// device, in the interpreter, which rounds as devices do: lines of "LENGTH ERROR", the root of the mean of the squares
// over some transforms of random numbers. scripts/accuracy compares them with pocketfft.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <papilio/problem.hpp>

#include "core/device_caps.hpp"
#include "support/transform_error.hpp"

namespace papilio {
namespace {

int run(int count, char** arguments) {
  if (count < 6) {
    fmt::print(stderr, "usage: accuracy_table DEVICE KIND PRECISION FIRST LAST [STEP]\n");
    return 2;
  }
  const DeviceCaps caps = caps_preset(arguments[1]);
  const std::int64_t step = count > 6 ? std::atoll(arguments[6]) : 1;
  for (std::int64_t n = std::atoll(arguments[4]); n <= std::atoll(arguments[5]); n += std::max<std::int64_t>(step, 1)) {
    const Problem problem = Problem::parse(fmt::format("{}:{}:{}", arguments[2], arguments[3], n));
    fmt::print("{} {:.4e}\n", n, test::transform_error(problem, caps, test::transforms_for(n)));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace papilio

int main(int count, char** arguments) {
  try {
    return papilio::run(count, arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "accuracy_table: {}\n", error.what());
    return 1;
  }
}
