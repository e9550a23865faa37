// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// All kernels of a plan on simulated work-groups: results compared with long double, no races, no access out of bounds.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <papilio/problem.hpp>

#include "plan/solver.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

void expect_correct(const Problem& wanted, const DeviceCaps& caps) { expect_interpreted(wanted.normalised(), caps); }

class Plans : public ::testing::TestWithParam<DeviceCaps> {};

TEST_P(Plans, EveryLengthTo130) {
  for (std::int64_t n = 1; n <= 130; ++n) {
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      if (precision == Precision::f64 && !GetParam().f64) continue;
      expect_correct(Problem::c2c(precision, n, 3), GetParam());
      if (HasFailure()) return;
    }
  }
}

struct Lengths {
  const char* device;
  Precision precision;
  std::int64_t first, last;
};

void PrintTo(const Lengths& part, std::ostream* out) { *out << part.device << " " << part.first << ".." << part.last; }

class EveryLength : public ::testing::TestWithParam<Lengths> {};

// A device would have to compile thousands of kernels for this; the interpreter compiles none.
TEST_P(EveryLength, IsCorrect) {
  for (std::int64_t n = GetParam().first; n <= GetParam().last; ++n) {
    expect_correct(Problem::c2c(GetParam().precision, n, 1), caps_preset(GetParam().device));
    if (HasFailure()) return;
  }
}

/// 131 to 2048 in parts of about equal work, which ctest runs in parallel.
std::vector<Lengths> parts() {
  std::vector<Lengths> result;
  for (const char* device : {"cpu", "gpu"}) {
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      std::int64_t first = 131;
      for (const std::int64_t last : {1100, 1600, 2048}) {
        result.push_back({device, precision, first, last});
        first = last + 1;
      }
    }
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(To2048, EveryLength, ::testing::ValuesIn(parts()), [](const auto& param_info) {
  const Lengths& part = param_info.param;
  return std::string(part.device) + (part.precision == Precision::f32 ? "_f32_" : "_f64_") +
         std::to_string(part.first) + "_" + std::to_string(part.last);
});

TEST_P(Plans, LongerLengths) {
  for (const std::int64_t n : {169,  243,  256,  360,  512,  509,  625,  1000, 1001, 1009, 1024,
                               1155, 1331, 1458, 2018, 2048, 2187, 3000, 4096, 4099, 6000, 8192}) {
    expect_correct(Problem::c2c(Precision::f32, n, 2), GetParam());
    if (GetParam().f64) expect_correct(Problem::c2c(Precision::f64, n, 1), GetParam());
    if (HasFailure()) return;
  }
}

TEST_P(Plans, DirectionsPlacementsScalesAndDistances) {
  for (const std::int64_t n : {1, 2, 7, 16, 37, 60, 64, 100, 211, 1000, 1009, 4096}) {
    for (const Direction direction : {Direction::forward, Direction::inverse}) {
      for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
        Problem problem = Problem::c2c(Precision::f32, n, 5, direction);
        problem.placement = placement;
        problem.scale = direction == Direction::forward ? Scale::inverse_sqrt_n : Scale::inverse_n;
        problem.in_distance = n + 3;
        problem.out_distance = placement == Placement::in_place ? n + 3 : n + 7;
        expect_correct(problem, GetParam());
        if (HasFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Plans,
                         ::testing::Values(cpu_preset(), test::tiny_cpu_caps(), gpu_preset(), v3d_preset(),
                                           test::tiny_gpu_caps()),
                         [](const auto& param_info) {
                           std::string name = param_info.param.name;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

}  // namespace
}  // namespace papilio
