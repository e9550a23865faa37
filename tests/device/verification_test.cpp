// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions: what is right raises no alarm, and what the rule of the checks must find, it finds. The rule is
// tested with sums of results that are changed on the host; the kernels by executions, which use the same sums.
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <thread>

#include "api/run/execution.hpp"
#include "backend/opencl/device.hpp"
#include "device/fixture.hpp"
#include "support/error_of.hpp"
#include "support/fewer.hpp"

namespace papilio::test {
namespace {

using testing::HasSubstr;

class VerificationOnDevice : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped()) return;
    random_.seed(7);
  }
  void TearDown() override { ::unsetenv("PAPILIO_VERIFY"); }

  template <typename Real>
  std::vector<Real> numbers(std::size_t count, double magnitude) {
    std::normal_distribution<double> normal;
    std::vector<Real> result(count);
    for (Real& x : result) x = static_cast<Real>(normal(random_) * magnitude);
    return result;
  }

  template <typename Real>
  void run(const Problem& problem, double magnitude) {
    const Plan plan(device_, problem, Verification::on);
    const auto in_bytes = static_cast<std::size_t>(problem.input_elements() * problem.input_element_bytes());
    const auto out_bytes = static_cast<std::size_t>(problem.output_elements() * problem.output_element_bytes());
    const bool in_place = problem.placement == Placement::in_place;
    std::vector<Real> in = numbers<Real>(std::max(in_bytes, in_place ? out_bytes : 0) / sizeof(Real), magnitude);
    std::vector<Real> out(out_bytes / sizeof(Real));
    SCOPED_TRACE(problem.token());
    if (in_place) {
      EXPECT_NO_THROW((void)plan.execute({.out = std::as_writable_bytes(std::span(in))}));
    } else {
      EXPECT_NO_THROW((void)plan.execute(std::as_bytes(std::span(in)), std::as_writable_bytes(std::span(out))));
    }
  }

  std::mt19937_64 random_;
};

TEST_F(VerificationOnDevice, RaisesNoFalseAlarm) {
  for (const std::string& rest : test::fewer(
           {"1*5", "2*3", "7*9", "8*64", "23*11", "64*100", "64*100:inverse", "1000*3:inverse:scale=1/n", "4099*2",
            "262144", "12x10*7", "64x96:inverse", "6x5x4*3", "64*10:inplace", "30*4:idist=40:odist=33:ioffset=2"})) {
    run<float>(Problem::parse("c2c:f32:" + rest), 1);
    run<double>(Problem::parse("c2c:f64:" + rest), 1);
  }
  for (const std::string& rest :
       test::fewer({"1*5", "2*3", "9*7", "64*100", "1000*3", "12x10*7", "5x9", "65536", "100*5:inplace"})) {
    run<float>(Problem::parse("r2c:f32:" + rest), 1);
    run<double>(Problem::parse("c2r:f64:" + rest), 1);
    run<float>(Problem::parse("c2r:f32:" + rest), 1);
  }
}

TEST_F(VerificationOnDevice, HoldsForAllMagnitudes) {
  for (const double magnitude : {0.0, 1e-45, 1e-40, 1e-38, 1e-30, 1e-20, 1e-10, 1e10, 1e20, 1e30, 1e37, 3e38}) {
    run<float>(Problem::parse("c2c:f32:64*20"), magnitude);
    run<float>(Problem::parse("r2c:f32:1000*3"), magnitude);
    run<float>(Problem::parse("c2c:f32:60*3:factor=-0.5"), magnitude);
  }
  for (const double magnitude :
       {0.0, 4e-324, 1e-310, 1e-300, 1e-170, 1e-30, 1e30, 1e150, 1e152, 5e152, 1e153, 1e170, 1e300, 1e308})
    run<double>(Problem::parse("c2c:f64:64*20"), magnitude);
}

/// Also of sums that are out of the range of the numbers' type before they are scaled, or after.
TEST_F(VerificationOnDevice, HoldsForAllScales) {
  for (const char* rest : {"1024*2:inplace:scale=1/n", "64*4:factor=1e-22", "64*4:factor=1e-21:inplace",
                           "64*4:factor=1e20:inplace", "32x32:factor=1e-22", "32x32*2:factor=1e20:inplace"}) {
    const Problem problem = Problem::parse(std::string("c2c:f32:") + rest);
    for (const double magnitude : {1e-12, 1e-8, 1.0, 1e5, 1e10, 1e13, 2e16}) run<float>(problem, magnitude);
  }
  for (const char* rest : {"64*4:factor=1e-157", "64*4:factor=1e-161:inplace", "64*4:factor=1e155"}) {
    const Problem problem = Problem::parse(std::string("c2c:f64:") + rest);
    for (const double magnitude : {1e-5, 1.0, 1e10, 1e150}) run<double>(problem, magnitude);
  }
}

/// The same handle twice is in place: the input is gone when the sums are judged.
TEST_F(VerificationOnDevice, KnowsThatHandlesAreOfTheSameMemory) {
  if (device_.info().backend != Backend::opencl) GTEST_SKIP() << "OpenCL's handles";
  const Plan plan(device_, Problem::parse("c2c:f32:1024*4:inplace"), Verification::on);
  for (const double magnitude : {1e-15, 1.0, 1e16}) {
    std::vector<float> own = numbers<float>(std::size_t{2} * 1024 * 4, magnitude);
    if (magnitude == 1) own[2] = std::numeric_limits<float>::quiet_NaN();
    const std::size_t bytes = own.size() * sizeof(float);
    const Buffer memory(device_, bytes);
    const Stream stream(device_);
    stream.upload(memory, own.data(), bytes, 0);
    const auto* native = dynamic_cast<const backend::opencl::ClMemory*>(api::memory_of(memory));
    ASSERT_NE(native, nullptr);
    void* const handle = native->native();
    EXPECT_NO_THROW(plan.execute(stream, static_cast<const void*>(handle), handle, nullptr)) << magnitude;
  }
}

TEST_F(VerificationOnDevice, SaysNothingAboutInputThatIsNotFinite) {
  const Problem problem = Problem::parse("c2c:f32:64*3");
  const Plan plan(device_, problem, Verification::on);
  Signal in = random_f32(64 * 3, 1);
  in[70] = {std::numeric_limits<float>::quiet_NaN(), 0};
  in[150] = {std::numeric_limits<float>::infinity(), 0};
  Signal out(in.size());
  EXPECT_NO_THROW((void)plan.execute(in, out));
}

TEST_F(VerificationOnDevice, ChecksABatchOfAnotherSize) {
  for (const char* token : {"c2c:f32:64*4", "c2c:f32:8x9*4", "c2c:f32:24x3*4"}) {
    SCOPED_TRACE(token);
    const Plan plan(device_, Problem::parse(token), Verification::on);
    for (const std::int64_t batch : {1, 2, 5}) {
      Signal in = random_f32(plan.problem().points() * batch, 1);
      Signal out(in.size());
      EXPECT_NO_THROW((void)plan.execute({.in = in, .out = out, .batch = batch}));
    }
  }
}

TEST_F(VerificationOnDevice, OfEveryFewExecutionsRaisesNoFalseAlarmInThreads) {
  for (const char* token : {"c2c:f32:64*4", "r2c:f32:12x10*3", "c2c:f32:2^15"}) {
    const Problem problem = Problem::parse(token);
    const Plan plan(device_, problem, Verification::every(3));
    const auto execute = [&] {
      std::vector<float> in(static_cast<std::size_t>(problem.input_elements() * problem.input_element_bytes()) / 4,
                            1.5F);
      std::vector<float> out(static_cast<std::size_t>(problem.output_elements() * problem.output_element_bytes()) / 4);
      for (int i = 0; i < 7; ++i)
        EXPECT_NO_THROW((void)plan.execute(std::as_bytes(std::span(in)), std::as_writable_bytes(std::span(out))));
      EXPECT_NEAR(out[0], 1.5F * static_cast<float>(problem.points()), 1e-3F * static_cast<float>(problem.points()));
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back(execute);
    for (std::thread& each : threads) each.join();
  }
}

TEST_F(VerificationOnDevice, RefusesWhatItCannotCheck) {
  EXPECT_THROW((void)Verification::every(0), Error);

  const Error error =
      test::error_of([&] { const Plan plan(device_, Problem::parse("dct2:f32:64"), Verification::on); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("only c2c, r2c and c2r"));
}

TEST_F(VerificationOnDevice, TheEnvironmentAsksForIt) {
  EXPECT_THAT(Plan(device_, Problem::parse("c2c:f32:64")).describe(), testing::Not(HasSubstr("verified")));
  ::setenv("PAPILIO_VERIFY", "1", 1);
  EXPECT_THAT(Plan(device_, Problem::parse("c2c:f32:64")).describe(), HasSubstr("executions are verified"));
  EXPECT_THAT(Plan(device_, Problem::parse("dct2:f32:64")).describe(), HasSubstr("not verified: only c2c"));
  ::setenv("PAPILIO_VERIFY", "yes", 1);
  EXPECT_THAT(Plan(device_, Problem::parse("c2c:f32:64")).describe(), HasSubstr("executions are verified"));
  ::setenv("PAPILIO_VERIFY", "16", 1);
  EXPECT_THAT(Plan(device_, Problem::parse("c2c:f32:64")).describe(), HasSubstr("one execution in 16 is verified"));
  for (const char* no : {"", "0", "off"}) {
    ::setenv("PAPILIO_VERIFY", no, 1);
    EXPECT_THAT(Plan(device_, Problem::parse("c2c:f32:64")).describe(), testing::Not(HasSubstr("verified"))) << no;
  }
}

}  // namespace
}  // namespace papilio::test
