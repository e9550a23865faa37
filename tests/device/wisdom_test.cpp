// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/measure/wisdom.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <complex>
#include <cstdlib>
#include <filesystem>
#include <papilio/papilio.hpp>
#include <vector>

#include "api/access.hpp"
#include "api/measure/decisions.hpp"
#include "api/measure/trial.hpp"
#include "api/measure/tuner.hpp"
#include "device/fixture.hpp"
#include "plan/alternatives.hpp"

namespace papilio::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr, ::testing::Not;

class Wisdom : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    file_ = fs::temp_directory_path() / ("papilio-device-wisdom-" + std::to_string(::getpid()));
    ::setenv("PAPILIO_WISDOM", file_.c_str(), 1);
    forget_wisdom();
  }
  void TearDown() override {
    fs::remove(file_);
    fs::remove(file_.string() + ".lock");
    ::setenv("PAPILIO_WISDOM", "off", 1);
    forget_wisdom();
    OnDevice::TearDown();
  }
  fs::path file_;
};

TEST_F(Wisdom, PlansThatMeasureRememberWhatTheyFound) {
  const Problem problem = Problem::parse("c2c:f32:60*7");
  EXPECT_THAT(Plan(device_, problem).describe(), Not(HasSubstr("from=wisdom")));
  EXPECT_EQ(wisdom_state().lines, 0U);
  const Plan measured(device_, problem, Effort::measure);
  EXPECT_THAT(measured.describe(), HasSubstr("from=wisdom"));
  EXPECT_EQ(wisdom_state().lines, 1U);
  EXPECT_THAT(export_wisdom(), HasSubstr(" c2c:f32:60*7 "));
  EXPECT_TRUE(fs::exists(file_));
  EXPECT_THAT(Plan(device_, problem).describe(), HasSubstr("from=wisdom"));
  const std::string text = export_wisdom();
  (void)Plan(device_, problem, Effort::measure);  // knows
  EXPECT_EQ(export_wisdom(), text);
  forget_wisdom();
  EXPECT_THAT(Plan(device_, problem).describe(), Not(HasSubstr("from=wisdom")));
}

/// No later process could read their token.
TEST_F(Wisdom, WindowsOfNumbersAreRememberedInThisProcessAlone) {
  Problem problem = Problem::parse("c2c:f32:60*7");
  problem.window = {.kind = WindowFunction::values, .values = std::vector<double>(60, 0.5)};
  EXPECT_THAT(Plan(device_, problem, Effort::measure).describe(), HasSubstr("from=wisdom"));
  EXPECT_THAT(export_wisdom(), Not(HasSubstr("60*7")));
  forget_wisdom();
  EXPECT_EQ(wisdom_state().lines, 0U);
  EXPECT_THAT(wisdom_state().refused, testing::IsEmpty());
}

/// One-liners keep their plans; roundings tell which one was used. Small transforms share a program instead.
TEST_F(Wisdom, OneLinersFollowIt) {
  const Device device("auto");
  const DeviceCaps& caps = api::unwrap(device).caps();
  const Problem problem = Problem::parse("c2c:f32:6000");
  Signal signal;
  for (int i = 0; i < 6000; ++i) signal.emplace_back(std::sin(0.1F * static_cast<float>(i * i)), std::cos(i));
  const auto planned = [&] {
    Signal result(signal.size());
    Plan(device, problem).execute(signal, result);
    return result;
  };
  const Signal before = planned();
  EXPECT_EQ(fft(signal), before);
  for (const plan::PlanNode& other : plan::other_shapes(problem, caps, api::untuned_plan(problem, caps), 0, 12)) {
    import_wisdom(api::wisdom_identity(device.info(), caps) + " c2c:f32:6000 " +
                  plan::shape_tokens(other, caps.compute_units) + " 1us");
    const Signal after = planned();
    EXPECT_EQ(fft(signal), after);
    if (after == before) continue;  // the same roundings in another order
    forget_wisdom();
    EXPECT_EQ(fft(signal), before);
    return;
  }
  GTEST_SKIP() << "all shapes round alike";
}

/// Whatever a search may try computes the same, on every side and in every placement.
TEST_F(Wisdom, OtherPlansHaveTheSameResults) {
  for (const char* token :
       {"c2c:f32:1000*5", "c2c:f32:4096*3:inplace", "r2c:f32:256*9", "c2r:f32:256*9", "c2r:f32:30x16*3",
        "c2r:f32:30x16*3:modes=7x5", "dct2:f32:128*5", "c2c:f32:127*4", "c2c:f32:16x64*3"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const DeviceCaps& caps = api::unwrap(device_).caps();
    api::TrialBench bench(device_, problem);
    const plan::PlanNode untuned = api::untuned_plan(problem, caps);
    const auto reference = bench.make(untuned);
    bench.set_reference(*reference);
    EXPECT_TRUE(bench.is_right(*reference));
    std::vector<plan::PlanNode> others = plan::other_shapes(problem, caps, untuned, 0, 5);
    for (plan::PlanNode& split : plan::other_splits(problem, caps, untuned, 2)) others.push_back(std::move(split));
    for (plan::PlanNode& other : others) EXPECT_TRUE(bench.is_right(*bench.make(other))) << other.to_string();
    // A plan of something else is not.
    Problem scaled = problem;
    scaled.factor = 1.001;
    EXPECT_FALSE(bench.is_right(*bench.make(api::untuned_plan(scaled, caps))));
  }
}

TEST_F(Wisdom, ASearchKeepsToItsTimeAndCanBeStopped) {
  const Problem problem = Problem::parse("c2c:f32:64*3").normalised();
  api::TuneLimits limits;
  limits.stopped = [] { return true; };
  const api::TuneResult result = api::tune(device_, problem, limits);
  EXPECT_TRUE(result.tried.empty());
  EXPECT_FALSE(result.better);
  EXPECT_FALSE(result.complete);
  EXPECT_FALSE(result.line.exhaustive);
  EXPECT_EQ(result.line.shapes, plan::shape_tokens(api::untuned_plan(problem, api::unwrap(device_).caps()),
                                                   api::unwrap(device_).caps().compute_units));
  EXPECT_GT(result.line.microseconds, 0);
}

}  // namespace
}  // namespace papilio::test
