// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The API on a real device: misuse, streams and scratch, many threads at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <papilio/papilio.hpp>
#include <thread>
#include <vector>

#include "api/access.hpp"
#include "api/run/kernels.hpp"
#include "device/fixture.hpp"
#include "plan/plan.hpp"
#include "runtime/device.hpp"

namespace papilio::test {
namespace {

using Misuse = OnDevice;
using Execution = OnDevice;
using OneLiners = OnDevice;

TEST_F(Misuse, SpansOfTheWrongSize) {
  const Plan plan(device_, Problem::parse("c2c:f32:64*5:idist=70"));
  Signal in(4 * 70 + 64);
  Signal out(5 * 64);
  EXPECT_EQ(code_of([&] { plan.execute(in, std::span(out)); }), ErrorCode{0});
  const auto first = [](auto& signal, std::size_t n) { return std::span(signal).first(n); };
  EXPECT_EQ(code_of([&] { plan.execute(first(in, in.size() - 1), out); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(in, first(out, 64)); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(in, std::span<std::complex<float>>()); }), ErrorCode::invalid_argument);
  Signal longer(5 * 70);
  EXPECT_EQ(code_of([&] { plan.execute(longer, std::span(out)); }), ErrorCode::invalid_argument);
}

TEST_F(Misuse, SpansThatOverlap) {
  const Plan plan(device_, Problem::parse("c2c:f32:64*5"));
  Signal memory(2 * 320);
  const std::span all(memory);
  EXPECT_EQ(code_of([&] { plan.execute(all.first(320), all.last(320)); }), ErrorCode{0});
  EXPECT_EQ(code_of([&] { plan.execute(all.last(320), all.first(320)); }), ErrorCode{0});
  for (const std::size_t offset : {0, 1, 160, 319}) {
    EXPECT_EQ(code_of([&] { plan.execute(all.first(320), all.subspan(offset, 320)); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code_of([&] { plan.execute(all.subspan(offset, 320), all.first(320)); }), ErrorCode::invalid_argument);
  }
}

TEST_F(Misuse, ThePrecisionOfAnother) {
  const Plan plan(device_, Problem::parse("c2c:f32:64*5"));
  std::vector<std::complex<double>> in(320);
  std::vector<std::complex<double>> out(320);
  EXPECT_EQ(code_of([&] { plan.execute(in, std::span(out)); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(std::span(out)); }), ErrorCode::invalid_argument);
}

TEST_F(Misuse, ThePlacementOfAnother) {
  const Plan out_of_place(device_, Problem::parse("c2c:f32:64*5"));
  const Plan in_place(device_, Problem::parse("c2c:f32:64*5:inplace"));
  Signal x(320);
  Signal y(320);
  EXPECT_EQ(code_of([&] { out_of_place.execute(std::span(x)); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { in_place.execute(x, std::span(y)); }), ErrorCode::invalid_argument);
  const Stream stream(device_);
  const Buffer a(device_, 320 * 8);
  const Buffer b(device_, 320 * 8);
  EXPECT_EQ(code_of([&] { out_of_place.execute(stream, a, a); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { in_place.execute(stream, a, b); }), ErrorCode::invalid_argument);
}

TEST_F(Misuse, EmptyHandles) {
  EXPECT_EQ(code_of([] { Plan({}, Problem::parse("c2c:f32:64")); }), ErrorCode::invalid_argument);
  const Plan plan(device_, Problem::parse("c2c:f32:64*5"));
  const Stream stream(device_);
  const Buffer a(device_, 320 * 8);
  const Buffer b(device_, 320 * 8);
  EXPECT_EQ(code_of([&] { plan.execute({}, a, b); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(stream, {}, b); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(stream, a, {}); }), ErrorCode::invalid_argument);
}

TEST_F(Misuse, NullPointers) {
  const Plan plan(device_, Problem::parse("c2c:f32:64*5"));
  Signal x(320);
  const std::span<const std::complex<float>> nothing(static_cast<const std::complex<float>*>(nullptr), 320);
  EXPECT_EQ(code_of([&] { plan.execute(nothing, std::span(x)); }), ErrorCode::invalid_argument);
  const Stream stream(device_);
  const Buffer buffer(device_, 64);
  EXPECT_EQ(code_of([&] { stream.upload(buffer, nullptr, 64); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { stream.download(buffer, nullptr, 64); }), ErrorCode::invalid_argument);
  EXPECT_NO_THROW(stream.upload(buffer, nullptr, 0));
}

TEST_F(Misuse, BuffersAndScratchThatAreTooSmall) {
  const Plan plan(device_, of_several_passes(":inplace"));
  ASSERT_GT(plan.scratch_bytes(), 0U);
  const Stream stream(device_);
  const Buffer data(device_, several_passes * 8);
  const Buffer small(device_, several_passes * 8 - 8);
  const Buffer small_scratch(device_, plan.scratch_bytes() - 1);
  EXPECT_EQ(code_of([&] { plan.execute(stream, small, small); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(stream, data, data, small_scratch); }), ErrorCode::invalid_argument);
}

TEST_F(Misuse, ProblemsThatNoPlanTakes) {
  const auto code = [&](const Problem& problem) { return code_of([&] { Plan(device_, problem); }); };
  EXPECT_EQ(code(Problem::c2c(Precision::f32, 0)), ErrorCode::invalid_argument);
  EXPECT_EQ(code(Problem::c2c(Precision::f32, -64)), ErrorCode::invalid_argument);
  EXPECT_EQ(code(Problem::c2c(Precision::f32, 64, 0)), ErrorCode::invalid_argument);
  EXPECT_EQ(code(Problem::c2c(Precision::f32, (1 << 27) + 1)), ErrorCode::unsupported);
  Problem overlapping = Problem::c2c(Precision::f32, 64, 2);
  overlapping.out_distance = 63;
  EXPECT_EQ(code(overlapping), ErrorCode::invalid_argument);
  Problem uneven = Problem::c2c(Precision::f32, 64, 2);
  uneven.placement = Placement::in_place;
  uneven.in_distance = 65;
  EXPECT_EQ(code(uneven), ErrorCode::invalid_argument);
}

TEST_F(Execution, ScratchOfTheCaller) {
  const Plan plan(device_, of_several_passes(":inplace"));
  const Signal in = random_f32(several_passes, 1);
  Signal expected = in;
  plan.execute(std::span(expected));
  EXPECT_LT(error_of(in, expected, Direction::forward), error_bound(several_passes, Precision::f32));

  const Stream stream(device_);
  const Buffer data(device_, several_passes * 8);
  const Buffer scratch(device_, plan.scratch_bytes());
  for (const Buffer& given : {scratch, Buffer()}) {
    stream.upload(data, in.data(), several_passes * 8);
    plan.execute(stream, data, data, given);
    Signal out(several_passes, poison());
    stream.download(data, out.data(), several_passes * 8);
    EXPECT_TRUE(same_bits(out, expected)) << (given ? "the caller's scratch" : "scratch of its own");
  }
}

TEST_F(Execution, TwoStreamsAtOnce) {
  const Plan plan(device_, of_several_passes());
  const std::array<Stream, 2> streams = {Stream(device_), Stream(device_)};
  const std::array<Signal, 2> in = {random_f32(several_passes, 1), random_f32(several_passes, 2)};
  std::array<Buffer, 2> from;
  std::array<Buffer, 2> to;
  for (int s = 0; s < 2; ++s) {
    from[s] = Buffer(device_, several_passes * 8);
    to[s] = Buffer(device_, several_passes * 8);
    streams[s].upload(from[s], in[s].data(), several_passes * 8);
  }
  for (int round = 0; round < 4; ++round) {
    for (int s = 0; s < 2; ++s) plan.execute(streams[s], from[s], to[s]);
  }
  for (int s = 0; s < 2; ++s) {
    Signal out(several_passes, poison());
    Signal kept(several_passes, poison());
    streams[s].synchronize();
    streams[s].download(to[s], out.data(), several_passes * 8);
    streams[s].download(from[s], kept.data(), several_passes * 8);
    EXPECT_TRUE(same_bits(out, run(plan, in[s]))) << "stream " << s;
    EXPECT_TRUE(same_bits(kept, in[s])) << "stream " << s << ": the input changed";
  }
}

TEST_F(Execution, HandlesMayGoWhileWorkRuns) {
  const Signal in = random_f32(several_passes, 1);
  const Stream stream(device_);
  const Buffer out(device_, several_passes * 8);
  {
    const Plan plan(device_, of_several_passes());
    const Buffer from(device_, several_passes * 8);
    stream.upload(from, in.data(), several_passes * 8);
    for (int i = 0; i < 20; ++i) plan.execute(stream, from, out);
  }
  Signal got(several_passes, poison());
  stream.download(out, got.data(), several_passes * 8);
  EXPECT_LT(error_of(in, got, Direction::forward), error_bound(several_passes, Precision::f32));
}

TEST_F(Execution, SixteenThreadsPlanAndExecute) {
  const std::vector<Problem> problems = {Problem::parse("c2c:f32:64*5"), Problem::parse("c2c:f32:100*3"),
                                         of_several_passes()};
  std::vector<Plan> shared;
  std::vector<std::vector<Signal>> inputs(problems.size());
  std::vector<std::vector<Signal>> expected(problems.size());
  constexpr int signals = 4;
  for (std::size_t p = 0; p < problems.size(); ++p) {
    shared.emplace_back(device_, problems[p]);
    for (int s = 0; s < signals; ++s) {
      inputs[p].push_back(random_f32(problems[p].input_elements(), 10 * p + s));
      expected[p].push_back(run(shared[p], inputs[p][s]));
      const auto n = static_cast<std::size_t>(problems[p].points());
      ASSERT_LT(error_of(std::span(inputs[p][s]).first(n), std::span(expected[p][s]).first(n), Direction::forward),
                error_bound(problems[p].points(), Precision::f32));
    }
  }
  std::atomic<int> wrong = 0;
  std::atomic<int> done = 0;
  const auto work = [&](int thread) {
    for (int i = 0; i < 6; ++i) {
      const std::size_t p = (thread + i) % problems.size();
      const int s = (thread / 3 + i) % signals;
      // Every other round uses the shared plan, the others a plan that this thread makes now.
      const Plan plan = i % 2 == 0 ? shared[p] : Plan(device_, problems[p]);
      if (!same_bits(run(plan, inputs[p][s]), expected[p][s])) ++wrong;
      ++done;
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) threads.emplace_back(work, t);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(done, 16 * 6);
}

TEST_F(OneLiners, ThereAndBack) {
  for (const std::int64_t n : {1, 64, 100}) {
    const Signal signal = random_f32(n, 3);
    const Signal spectrum = fft(signal);
    EXPECT_LE(error_of(signal, spectrum, Direction::forward), error_bound(n, Precision::f32)) << n;
    const Signal back = ifft(spectrum);
    EXPECT_LE(relative_l2(std::vector<LongComplex>(back.begin(), back.end()),
                          std::vector<LongComplex>(signal.begin(), signal.end())),
              2 * error_bound(n, Precision::f32))
        << n;
  }
  EXPECT_TRUE(fft(Signal()).empty());
  EXPECT_TRUE(ifft(std::vector<std::complex<double>>()).empty());
}

TEST_F(OneLiners, KeepTheirPlans) {
  constexpr std::int64_t n = 5000;  // too long for a general program
  runtime::Device& device = api::unwrap(Device("auto"));
  const Signal signal = random_f32(n, 5);
  const Signal first = fft(signal);
  device.shared_objects().let_go();  // the device keeps programs as well
  const plan::PlanNode tree = plan::make_plan(Problem::c2c(Precision::f32, n, 1), device.caps());
  EXPECT_NE(api::loaded_program_of(device, tree.launches().front().kernel()), nullptr) << "no plan holds it";
  EXPECT_TRUE(same_bits(fft(signal), first));
  EXPECT_LT(error_of(ifft(first), first, Direction::forward), error_bound(n, Precision::f32));
}

TEST_F(OneLiners, DoublePrecision) {
  if (!device_.info().f64) GTEST_SKIP() << device_.info().name << " has no double precision";
  const std::vector<LongComplex> drawn = random_signal(100, Precision::f64, 4);
  std::vector<std::complex<double>> signal;
  for (const LongComplex& x : drawn) signal.emplace_back(static_cast<double>(x.real()), static_cast<double>(x.imag()));
  const std::vector<std::complex<double>> spectrum = fft(signal);
  const std::vector<LongComplex> got(spectrum.begin(), spectrum.end());
  EXPECT_LT(relative_l2(got, reference_dft(drawn, Direction::forward)), error_bound(100, Precision::f64));
  const std::vector<std::complex<double>> back = ifft(spectrum);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_LT(std::abs(back[i] - signal[i]), 1e-15) << i;
}

}  // namespace
}  // namespace papilio::test
