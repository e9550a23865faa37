// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Frames of one signal that overlap: problems whose arrays share elements of the input (`idist` smaller than the
// length). Compared with long double, three times on outputs filled with NaN; the signal stays as it was.
#include <gtest/gtest.h>

#include <limits>

#include "device/fixture.hpp"
#include "support/arrays.hpp"

namespace papilio::test {
namespace {

template <class T>
void expect_correct_frames(const Device& device, const Problem& problem) {
  const Plan plan(device, problem);
  SCOPED_TRACE(plan.describe());
  const Numbers input = random_input(problem, 3);
  const std::vector<T> signal(input.begin(), input.end());
  const std::vector<T> before(input.begin(), input.end());
  std::vector<T> first;
  for (int run = 0; run < 3; ++run) {
    std::vector<T> out(static_cast<std::size_t>(buffer_numbers(problem, End::output)),
                       std::numeric_limits<T>::quiet_NaN());
    plan.execute(std::as_bytes(std::span(signal)), std::as_writable_bytes(std::span(out)));
    if (run > 0) {
      ASSERT_EQ(std::memcmp(first.data(), out.data(), out.size() * sizeof(T)), 0) << "execution " << run + 1;
      continue;
    }
    first = out;
    for (const std::string& fault : faults_of_output(problem, input, {out.begin(), out.end()})) ADD_FAILURE() << fault;
  }
  EXPECT_EQ(std::memcmp(signal.data(), before.data(), signal.size() * sizeof(T)), 0);
}

class OverlappingFrames : public OnDevice, public testing::WithParamInterface<const char*> {};

TEST_P(OverlappingFrames, AreReadInPlace) {
  const Problem problem = Problem::parse(GetParam());
  if (problem.precision == Precision::f64 && !device_.info().f64) GTEST_SKIP() << "the device has no f64";
  problem.precision == Precision::f32 ? expect_correct_frames<float>(device_, problem)
                                      : expect_correct_frames<double>(device_, problem);
}

// Powers of two, odd and prime lengths and hops, a hop of one, several passes; real ones, which are read in pairs, at
// odd places; arrays of several axes.
INSTANTIATE_TEST_SUITE_P(
    Layouts, OverlappingFrames,
    testing::Values("c2c:f32:1024*100:idist=256", "c2c:f64:1024*20:idist=512", "c2c:f32:1000*9:idist=333",
                    "c2c:f32:97*50:idist=1", "c2c:f32:1009*7:idist=100", "c2c:f32:65536*3:idist=1000",
                    "c2c:f32:64*9:idist=16:iplanar", "r2c:f32:1024*100:idist=256", "r2c:f64:512*21:idist=128",
                    "r2c:f32:1024*9:idist=255:ioffset=3", "r2c:f32:100*33:idist=25", "r2c:f32:101*12:idist=7",
                    "r2c:f32:8192*5:idist=2048", "r2c:f32:16384*4:idist=1001:ioffset=1", "r2c:f32:65536*3:idist=4097",
                    "r2c:f32:16x20*6:idist=40", "dct2:f32:64*20:idist=32"));

TEST_F(OverlappingFrames, OfWhatWouldBeWrittenAreRefused) {
  for (const char* token : {"c2c:f32:64*3:inplace:idist=16:odist=16", "c2c:f32:64*3:odist=16"})
    EXPECT_EQ(code_of([&] { (void)Problem::parse(token); }), ErrorCode::invalid_argument) << token;
}

}  // namespace
}  // namespace papilio::test
