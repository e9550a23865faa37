// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// plan_soak [PLANS] [FRESH]: makes, executes and destroys PLANS plans whose programs the device keeps, then FRESH plans
// that load theirs from the compile cache, and fails if the process grows. Exit code 77: no device, skipped.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <papilio/papilio.hpp>

#include "api/access.hpp"
#include "device/fixture.hpp"
#include "device/resident.hpp"
#include "runtime/device.hpp"

namespace papilio::test {
namespace {

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;

/// Runs `cycle` `count` times, after a tenth of that to warm up; true if the process grew by no more than `bound`.
bool soak(const char* what, int count, std::int64_t bound, const std::function<void(int)>& cycle) {
  for (int i = 0; i < count / 10; ++i) cycle(i);
  const std::int64_t before = resident_bytes();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) cycle(i);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  const std::int64_t grown = resident_bytes() - before;
  fmt::print("{}: {} plans in {:.1f} s, resident {:.1f} MiB + {:.2f} MiB (at most {:.0f})\n", what, count,
             taken.count(), static_cast<double>(before) / mebibyte, static_cast<double>(grown) / mebibyte,
             static_cast<double>(bound) / mebibyte);
  return grown <= bound;
}

int soak_all(int shared_plans, int fresh_plans) {
  std::string why;
  const Device device = open_test_device(why);
  if (!device) {
    fmt::print("plan_soak: skipped, {}\n", why);
    return 77;
  }
  const std::array problems = {Problem::parse("c2c:f32:64*5"), Problem::parse("c2c:f32:100*3"),
                               Problem::parse("c2c:f32:1009*3")};  // the last one has tables
  const Signal in = random_f32(3 * 1009, 1);
  Signal out(in.size());
  const auto cycle = [&](int i) {
    const Plan plan(device, problems[i % problems.size()]);
    const auto n = static_cast<std::size_t>(plan.problem().input_elements());
    plan.execute(std::span(in).first(n), std::span(out).first(n));
  };
  const bool held = soak("kept programs", shared_plans, 2 * mebibyte, cycle);
  const auto fresh_cycle = [&](int i) {
    papilio::api::unwrap(device).shared_objects().let_go();
    cycle(i);
  };
  return soak("programs from the cache", fresh_plans, 4 * mebibyte, fresh_cycle) && held ? 0 : 1;
}

}  // namespace
}  // namespace papilio::test

int main(int argc, char** argv) try {
  return papilio::test::soak_all(argc > 1 ? std::atoi(argv[1]) : 10000, argc > 2 ? std::atoi(argv[2]) : 300);
} catch (const std::exception& error) {
  fmt::print(stderr, "plan_soak: {}\n", error.what());
  return 1;
}
