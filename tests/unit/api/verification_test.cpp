// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/verification.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <bit>
#include <complex>
#include <functional>
#include <random>
#include <thread>

#include "api/access.hpp"
#include "api/verified/checksum_weights.hpp"
#include "core/roots.hpp"
#include "ir/verify.hpp"
#include "support/interpreter.hpp"
#include "support/test_device.hpp"

namespace papilio::api {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A transform of 64 points in f32, as rounded results, and its sums.
struct Case {
  Problem problem = Problem::parse("c2c:f32:64");
  ChecksumWeights weights = checksum_weights(problem);
  ChecksumRule rule{problem, Precision::f64, problem.scale_factor()};
  std::vector<float> x, y;

  explicit Case(unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<std::complex<long double>> signal(64);
    for (auto& value : signal) {
      x.push_back(normal(random));
      x.push_back(normal(random));
      value = {x[x.size() - 2], x.back()};
    }
    for (const auto& value : host_fft<long double>(signal, Direction::forward)) {
      y.push_back(static_cast<float>(value.real()));
      y.push_back(static_cast<float>(value.imag()));
    }
  }
  static SideSums sums(const std::vector<float>& data, const std::vector<double>& weights) {
    SideSums result;
    for (std::size_t i = 0; i < data.size(); ++i) {
      result.functional += static_cast<double>(static_cast<float>(weights[i])) * data[i];
      result.squares += static_cast<double>(data[i]) * data[i];
    }
    return result;
  }
  [[nodiscard]] std::string fault() const { return rule.fault(sums(x, weights.input), sums(y, weights.output)); }
};

TEST(ChecksumRule, AcceptsARightResult) {
  for (unsigned seed = 0; seed < 200; ++seed) EXPECT_THAT(Case(seed).fault(), IsEmpty()) << seed;
}

TEST(ChecksumRule, FindsEveryFlippedBitOfTheExponentAndOfTheUpperMantissa) {
  const Case right(1);
  for (std::size_t i = 0; i < right.y.size(); ++i) {
    if (std::abs(right.y[i]) < 1) continue;  // of a typical 8: a change must show beside the others
    for (int bit = 14; bit < 32; ++bit) {
      Case wrong = right;
      wrong.y[i] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(right.y[i]) ^ (1U << bit));
      EXPECT_FALSE(wrong.fault().empty()) << "number " << i << ", bit " << bit;
    }
  }
}

TEST(ChecksumRule, FindsSwappedElementsAndUnwrittenOnes) {
  Case wrong(2);
  std::swap(wrong.y[10], wrong.y[20]);
  EXPECT_THAT(wrong.fault(), HasSubstr("functional deviates by"));
  wrong = Case(2);
  std::fill(wrong.y.begin(), wrong.y.end(), 0.0F);
  EXPECT_FALSE(wrong.fault().empty());
  wrong.y[3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(wrong.fault(), HasSubstr("not finite"));
}

TEST(ChecksumRule, FindsAWrongInput) {
  Case wrong(3);
  wrong.x[5] += 0.01F;
  EXPECT_FALSE(wrong.fault().empty());
}

/// Runs the kernel on `batch` transforms whose numbers are i+1, with weights 2 and multiples 3.
void expect_sums(const kernel::ChecksumSpec& spec, std::int64_t batch, std::int64_t repeat) {
  const ir::Module module = kernel::build_checksum(spec);
  EXPECT_THAT(ir::verify(module), IsEmpty());
  const std::int64_t offset = 3;
  const std::int64_t distance = spec.reals + 5;
  std::vector<float> x(static_cast<std::size_t>(offset + (batch - 1) * distance + spec.reals), 1e30F);
  std::vector<float> w(static_cast<std::size_t>(spec.reals), 2);
  std::vector<float> m(w.size(), 3);
  for (std::int64_t t = 0; t < batch; ++t)
    for (std::int64_t i = 0; i < spec.reals; ++i) x[offset + t * distance + i] = static_cast<float>((i % 17) + t);
  std::vector<double> sums(static_cast<std::size_t>(2 * batch * spec.chunks()), -1);
  const auto bound = [](auto& v) {
    return ir::Binding{reinterpret_cast<std::byte*>(v.data()), static_cast<std::int64_t>(v.size())};
  };
  std::vector<ir::Binding> buffers = {bound(x), bound(w)};
  if (spec.multiplied) buffers.push_back(bound(m));
  buffers.push_back(bound(sums));
  const std::int64_t groups = (batch * spec.chunks() + repeat - 1) / repeat;
  const std::int64_t scalars[] = {batch, distance, offset, repeat};
  EXPECT_THAT(ir::interpret(module, buffers, scalars, 0, groups).faults, IsEmpty());
  for (std::int64_t t = 0; t < batch; ++t) {
    double functional = 0, squares = 0, got_functional = 0, got_squares = 0;
    for (std::int64_t i = 0; i < spec.reals; ++i) {
      const double value = x[offset + t * distance + i];
      functional += 2 * value;
      squares += value * value * (spec.multiplied ? 9 : 1);
    }
    for (std::int64_t c = 0; c < spec.chunks(); ++c) {
      got_functional += sums[t * spec.chunks() + c];
      got_squares += sums[(batch + t) * spec.chunks() + c];
    }
    EXPECT_EQ(got_functional, functional) << spec.name() << " transform " << t;
    EXPECT_EQ(got_squares, squares) << spec.name() << " transform " << t;
  }
}

/// Executions after each of which the host may change a number of the output.
class Verifier : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    device_ = test::open_test_device(why);
    if (!device_) GTEST_SKIP() << why;
  }

  struct Executions {
    Executions(const Device& device, const char* token, std::int64_t interval)
        : problem(Problem::parse(token).normalised()),
          plan(device, problem, Verification::off),
          verifier(unwrap(device), problem, interval),
          stream(device),
          in_bytes(static_cast<std::size_t>(problem.input_elements() * problem.input_element_bytes())),
          out_bytes(static_cast<std::size_t>(problem.output_elements() * problem.output_element_bytes())),
          in(device, in_bytes),
          out(device, out_bytes) {
      std::vector<float> x(in_bytes / sizeof(float));
      std::mt19937 random(5);
      for (float& each : x) each = std::uniform_real_distribution<float>(1, 2)(random);
      stream.upload(in, x.data(), in_bytes);
    }

    /// One execution; `change` gets the output.
    void run(const std::function<void(std::vector<float>&)>& change) const {
      Memories memories;
      memories.in = HandleAccess::pointer(in).get();
      memories.out = HandleAccess::pointer(out).get();
      const auto transform = [&](const Memories&) {
        plan.execute(stream, in, out);
        std::vector<float> y(out_bytes / sizeof(float));
        stream.download(out, y.data(), out_bytes);
        change(y);
        stream.upload(out, y.data(), out_bytes);
      };
      verifier.run(unwrap(stream), memories, {problem.batch, problem.batch}, {transform});
    }

    Problem problem;
    Plan plan;
    api::Verifier verifier;
    Stream stream;
    std::size_t in_bytes, out_bytes;
    Buffer in, out;
  };

  Device device_;
};

TEST_F(Verifier, NamesTheTransformThatADeviceGotWrong) {
  const Executions executions(device_, "c2c:f32:64*30", 1);
  EXPECT_NO_THROW(executions.run([](std::vector<float>&) {}));
  try {
    executions.run([](std::vector<float>& y) { y[2 * (17 * 64 + 5)] += 0.01F; });
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::device_failed);
    EXPECT_THAT(error.what(), HasSubstr("transform 17 of the batch of c2c:f32:64*30"));
    EXPECT_THAT(error.what(), HasSubstr("bound"));
  }
}

// The first execution is checked, and then every third one. A failure is no reason to check the next one.
TEST_F(Verifier, FindsAFlippedBitInTheExecutionsThatItChecks) {
  for (const char* token : {"c2c:f32:64*30", "c2c:f32:16x24*5", "r2c:f32:24x20*3", "c2r:f32:100*7", "c2c:f32:1009*2"}) {
    const Executions executions(device_, token, 3);
    for (int i = 0; i < 8; ++i) {
      const bool wrong = i < 5;
      const auto flip = [&](std::vector<float>& y) {
        float& number = y[y.size() / 2];
        if (wrong) number = std::bit_cast<float>(std::bit_cast<std::uint32_t>(number) ^ (1U << 29U));
      };
      const auto run = [&] { executions.run(flip); };
      if (wrong && i % 3 == 0) {
        EXPECT_THROW(run(), Error) << token << ", execution " << i;
      } else {
        EXPECT_NO_THROW(run()) << token << ", execution " << i;
      }
    }
  }
}

TEST_F(Verifier, CountsTheExecutionsOfAllThreads) {
  constexpr int threads = 4;
  constexpr int executions_each = 11;
  constexpr int interval = 3;
  const Problem problem = Problem::parse("c2c:f32:8*2").normalised();
  const api::Verifier verifier(unwrap(device_), problem, interval);
  const std::size_t bytes = 2 * 8 * 2 * sizeof(float);
  std::atomic<int> checks = 0;
  const auto execute = [&] {
    const Stream stream(device_);
    const Buffer data(device_, bytes);
    const std::vector<float> zeros(bytes / sizeof(float));
    stream.upload(data, zeros.data(), bytes);
    Memories memories;
    memories.in = memories.out = HandleAccess::pointer(data).get();
    for (int i = 0; i < executions_each; ++i)
      verifier.run(unwrap(stream), memories, {2, 2}, {[](const Memories&) {}, [&] { ++checks; }});
  };
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) running.emplace_back(execute);
  for (std::thread& each : running) each.join();
  EXPECT_EQ(checks, (threads * executions_each + interval - 1) / interval);
}

TEST(ChecksumKernel, SumsEveryNumberOnce) {
  for (const std::int64_t reals : {1, 2, 31, 32, 33, 128, 8192, 8193, 20000}) {
    for (const bool multiplied : {false, true}) {
      const Precision f32 = Precision::f32;
      const Precision f64 = Precision::f64;
      expect_sums({.precision = f32, .sums = f64, .reals = reals, .multiplied = multiplied, .lanes = 8}, 3, 2);
      expect_sums({.precision = f32, .sums = f64, .reals = reals, .multiplied = multiplied, .threads = 2}, 2, 1);
      expect_sums({.precision = f32, .sums = f64, .reals = reals, .multiplied = multiplied, .threads = 128}, 2, 1);
    }
  }
}

}  // namespace
}  // namespace papilio::api
