// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transforms between points against their definition in long double: tolerances, axes, far and tiny extents, extents
// of 0, points and frequencies at the edges, none; the same bits; misuse.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "device/fixture.hpp"
#include "support/error_of.hpp"
#include "support/nonuniform.hpp"

namespace papilio::test {
namespace {

using Coordinates3 = std::vector<std::vector<double>>;  ///< of each axis

/// Random coordinates about a center, which f32 rounds.
Coordinates3 random_coordinates(const NufftProblem& problem, std::size_t count, double half, double center = 0) {
  std::mt19937_64 random(count + 31);
  std::uniform_real_distribution<double> number(center - half, center + half);
  Coordinates3 result(static_cast<std::size_t>(problem.axes), std::vector<double>(count));
  for (auto& axis : result) {
    for (double& x : axis) {
      x = number(random);
      if (problem.precision == Precision::f32) x = static_cast<float>(x);
    }
  }
  return result;
}

Angles as_long(const Coordinates3& coordinates) {
  Angles result;
  for (const auto& axis : coordinates) result.emplace_back(axis.begin(), axis.end());
  return result;
}

template <class Real>
class Type3Run {
 public:
  using Number = std::complex<Real>;
  Type3Run(const Device& device, const NufftProblem& problem, Coordinates3 points, Coordinates3 frequencies)
      : nufft_(device, problem), points_(std::move(points)), frequencies_(std::move(frequencies)) {
    const auto from = numbers(points_);
    const auto to = numbers(frequencies_);
    nufft_.set_points_and_frequencies({from[0], from[1], from[2]}, {to[0], to[1], to[2]});
    for (const LongComplex& x : random_signal(problem.batch * nufft_.points(), problem.precision, 7))
      strengths_.emplace_back(x);
  }
  [[nodiscard]] std::vector<Number> run() const {
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    std::vector<Number> out(static_cast<std::size_t>(nufft_.problem().batch * nufft_.frequencies()), Number(nan, nan));
    nufft_.execute(strengths_, std::span(out));
    return out;
  }
  void expect_accurate() const {
    const std::vector<Number> out = run();
    const auto expected = nonuniform_sum(nufft_.problem(), as_long(points_), {strengths_.begin(), strengths_.end()},
                                         as_long(frequencies_));
    const double error = relative_l2(std::vector<LongComplex>(out.begin(), out.end()), expected);
    EXPECT_LE(error, nufft_.problem().tolerance) << nufft_.describe();
    const std::vector<Number> other = run();
    EXPECT_EQ(std::memcmp(out.data(), other.data(), out.size() * sizeof(Number)), 0) << nufft_.describe();
  }
  [[nodiscard]] const Nufft& nufft() const { return nufft_; }
  [[nodiscard]] const std::vector<Number>& strengths() const { return strengths_; }

 private:
  static std::vector<std::vector<Real>> numbers(const Coordinates3& coordinates) {
    std::vector<std::vector<Real>> result(3);
    for (std::size_t axis = 0; axis < coordinates.size(); ++axis)
      result[axis].assign(coordinates[axis].begin(), coordinates[axis].end());
    return result;
  }

  Nufft nufft_;
  Coordinates3 points_;
  Coordinates3 frequencies_;
  std::vector<Number> strengths_;
};

class NufftType3OnDevice : public OnDevice {
 protected:
  void expect_accurate(const std::string& token, const std::function<Coordinates3(const NufftProblem&)>& points,
                       const std::function<Coordinates3(const NufftProblem&)>& frequencies) {
    const NufftProblem problem = NufftProblem::parse(token);
    SCOPED_TRACE(token);
    if (problem.precision == Precision::f32) {
      Type3Run<float>(device_, problem, points(problem), frequencies(problem)).expect_accurate();
    } else if (device_.info().f64) {
      Type3Run<double>(device_, problem, points(problem), frequencies(problem)).expect_accurate();
    }
  }
  /// Coordinates about 0 of these half extents.
  void expect_accurate(const std::string& token, double points, double frequencies) {
    expect_accurate(
        token, [&](const NufftProblem& problem) { return random_coordinates(problem, 90, points); },
        [&](const NufftProblem& problem) { return random_coordinates(problem, 70, frequencies); });
  }
};

TEST_F(NufftType3OnDevice, ReachesEachToleranceAlongOneAxis) {
  for (const char* tolerance : {"1e-1", "1e-2", "1e-3", "1e-4", "1e-5", "1e-6"})
    expect_accurate(std::string("nufft3:f32:1d:eps=") + tolerance, 3, 30);
  for (const char* tolerance : {"1e-1", "1e-3", "1e-6", "1e-9", "1e-12", "1e-14"})
    expect_accurate(std::string("nufft3:f64:1d:eps=") + tolerance, 0.01, 5000);
}

TEST_F(NufftType3OnDevice, ReachesTheToleranceInTwoAndThreeAxes) {
  expect_accurate("nufft3:f32:2d:eps=1e-4", 2, 12);
  expect_accurate("nufft3:f32:3d:eps=1e-3", 1, 8);
  expect_accurate("nufft3:f64:2d:eps=1e-9:forward", 100, 0.3);
  expect_accurate("nufft3:f64:3d:eps=1e-6", 2, 3);
}

TEST_F(NufftType3OnDevice, TakesBothSignsAndBatches) {
  for (const char* token : {"nufft3:f32:1d*3:eps=1e-4:forward", "nufft3:f32:2d*2:eps=1e-3"})
    expect_accurate(token, 2, 5);
}

/// Phases of 10^13 radians in the middle, which are reduced exactly.
TEST_F(NufftType3OnDevice, TakesPointsAndFrequenciesFarFromZero) {
  expect_accurate(
      "nufft3:f64:2d:eps=1e-10", [](const NufftProblem& problem) { return random_coordinates(problem, 60, 4, 3e6); },
      [](const NufftProblem& problem) { return random_coordinates(problem, 50, 6, -4e6); });
  expect_accurate(
      "nufft3:f32:1d:eps=1e-5", [](const NufftProblem& problem) { return random_coordinates(problem, 60, 100, 3e4); },
      [](const NufftProblem& problem) { return random_coordinates(problem, 50, 0.2, 50); });
}

TEST_F(NufftType3OnDevice, TakesExtentsOfZeroAndExtremeOnes) {
  const auto at = [](double x, std::size_t count) {
    return [=](const NufftProblem& problem) {
      return Coordinates3(static_cast<std::size_t>(problem.axes), std::vector<double>(count, x));
    };
  };
  const auto random = [](double half) {
    return [=](const NufftProblem& problem) { return random_coordinates(problem, 30, half); };
  };
  for (const char* token : {"nufft3:f32:1d:eps=1e-4", "nufft3:f64:2d:eps=1e-8"}) {
    expect_accurate(token, at(0.75, 1), at(-3, 1));
    expect_accurate(token, at(0, 3), at(0, 2));
    expect_accurate(token, at(0.75, 4), random(20));
    expect_accurate(token, random(20), at(1.25, 2));
    expect_accurate(token, random(1e-18), random(1e19));
  }
  expect_accurate("nufft3:f64:1d:eps=1e-8", random(1e-200), random(1e201));
  expect_accurate("nufft3:f64:1d:eps=1e-8", random(1e-310), random(1e-310));
  expect_accurate("nufft3:f64:1d:eps=1e-8", random(1e300), at(0.5, 1));
  const auto farthest = [](const NufftProblem&) { return Coordinates3{{-1.7e308, 1.7e308, 5}}; };
  expect_accurate("nufft3:f64:1d:eps=1e-8", farthest, at(0.5, 2));
  expect_accurate("nufft3:f64:1d:eps=1e-8", at(0.5, 2), farthest);
  expect_accurate("nufft3:f64:1d:eps=1e-8", at(-2, 3), random(1e300));
}

TEST_F(NufftType3OnDevice, ReachesTheToleranceForManyInputs) {
  for (std::size_t count = 40; count < 80; ++count) {
    expect_accurate(
        "nufft3:f64:1d:eps=1e-12", [&](const NufftProblem& problem) { return random_coordinates(problem, count, 3); },
        [&](const NufftProblem& problem) { return random_coordinates(problem, count + 10, 40); });
  }
}

/// The middle of such coordinates rounds to one of them.
TEST_F(NufftType3OnDevice, TakesCoordinatesThatDifferByRounding) {
  const auto ulps = [](double x, int steps) {  // x and the numbers after it
    return [=](const NufftProblem& problem) {
      const bool single = problem.precision == Precision::f32;
      std::vector<double> numbers = {single ? static_cast<float>(x) : x};
      for (int i = 0; i < steps; ++i) {
        numbers.push_back(single ? std::nextafter(static_cast<float>(numbers.back()), 1e9F)
                                 : std::nextafter(numbers.back(), 1e9));
      }
      return Coordinates3(static_cast<std::size_t>(problem.axes), numbers);
    };
  };
  const auto random = [](double half) {
    return [=](const NufftProblem& problem) { return random_coordinates(problem, 30, half); };
  };
  for (const char* token : {"nufft3:f64:1d:eps=1e-9", "nufft3:f64:2d:eps=1e-9"}) {
    for (const int steps : {1, 2, 3, 5}) {
      expect_accurate(token, random(3), ulps(0.3, steps));
      expect_accurate(token, ulps(0.3, steps), random(1e17));
    }
  }
  expect_accurate("nufft3:f32:1d:eps=1e-5", random(3), ulps(0.3, 1));
}

/// All points at both ends, and all frequencies too: nothing but the highest modes.
TEST_F(NufftType3OnDevice, ReachesTheToleranceAtTheEdges) {
  const auto ends = [](double half) {
    return [=](const NufftProblem& problem) {
      Coordinates3 result(static_cast<std::size_t>(problem.axes));
      for (std::size_t i = 0; i < 32; ++i) {
        const std::size_t step = i / 4;
        for (std::size_t axis = 0; axis < result.size(); ++axis)
          result[axis].push_back((i >> axis & 1 ? half : -half) * (1 - 0.001 * static_cast<double>(step)));
      }
      for (auto& axis : result)
        for (double& x : axis)
          if (problem.precision == Precision::f32) x = static_cast<float>(x);
      return result;
    };
  };
  for (const char* tolerance : {"1e-2", "1e-4", "1e-6"})
    expect_accurate(std::string("nufft3:f32:1d:eps=") + tolerance, ends(2), ends(40));
  for (const char* tolerance : {"1e-3", "1e-7", "1e-11", "1e-14"})
    expect_accurate(std::string("nufft3:f64:1d:eps=") + tolerance, ends(2), ends(40));
  for (const char* tolerance : {"1e-3", "1e-7", "1e-12"})
    expect_accurate(std::string("nufft3:f64:2d:eps=") + tolerance, ends(3), ends(7));
}

TEST_F(NufftType3OnDevice, GivesZerosForNoPointsAndTakesNewOnes) {
  Nufft nufft(device_, NufftProblem::parse("nufft3:f32:1d*2:eps=1e-3"));
  const std::vector<float> none;
  const std::vector<float> two = {0.5F, 2};
  nufft.set_points_and_frequencies({none}, {two});
  Signal out(4, poison());
  nufft.execute(Signal{}, std::span(out));
  for (const std::complex<float> f : out) EXPECT_EQ(f, 0.0F);
  nufft.set_points_and_frequencies({two}, {none});
  Signal nothing;
  nufft.execute(Signal(4), std::span(nothing));
  nufft.set_points_and_frequencies({two}, {two});
  nufft.execute(Signal{1, 0, 0, 1}, std::span(out));
  const std::complex<float> i(0, 1);
  EXPECT_NEAR(std::abs(out[1] - std::exp(1.0F * i)), 0, 2e-3);
  EXPECT_NEAR(std::abs(out[3] - std::exp(4.0F * i)), 0, 2e-3);
  EXPECT_EQ(nufft.points(), 2);
  EXPECT_EQ(nufft.frequencies(), 2);
  EXPECT_GT(nufft.device_bytes(), 0U);
}

TEST_F(NufftType3OnDevice, TakesDeviceMemory) {
  const NufftProblem problem = NufftProblem::parse("nufft3:f32:2d*2:eps=1e-3");
  const Type3Run<float> run(device_, problem, random_coordinates(problem, 40, 2), random_coordinates(problem, 30, 3));
  const Signal expected = run.run();
  const Stream stream(device_);
  const Buffer from(device_, run.strengths().size() * sizeof(expected[0]));
  const Buffer to(device_, expected.size() * sizeof(expected[0]));
  stream.upload(from, run.strengths().data(), from.size_bytes());
  run.nufft().execute(stream, from, to);
  Signal out(expected.size(), poison());
  stream.download(to, out.data(), to.size_bytes());
  EXPECT_TRUE(same_bits(out, expected));
  EXPECT_TRUE(message_of([&] { run.nufft().execute(stream, from, from); }).ends_with("give two buffers"));
}

TEST_F(NufftType3OnDevice, RefusesWhatItCannotTransform) {
  Nufft nufft(device_, NufftProblem::parse("nufft3:f32:2d:eps=1e-3"));
  const std::vector<float> two = {0, 1};
  const std::vector<float> three = {0, 1, 2};
  const std::vector<float> bad = {0, std::numeric_limits<float>::quiet_NaN()};
  const std::vector<float> far = {-1e6F, 1e6F};
  const auto refusal = [&](const NufftCoordinates& points, const NufftCoordinates& frequencies) {
    return message_of([&] { nufft.set_points_and_frequencies(points, frequencies); });
  };
  EXPECT_EQ(refusal({two, two}, {two, bad}),
            "frequency 1 of a non-uniform transform: its coordinate t is nan; give finite numbers");
  EXPECT_EQ(refusal({bad, two}, {two, two}),
            "point 1 of a non-uniform transform: its coordinate x is nan; give finite numbers");
  EXPECT_NE(refusal({two, two}, {two, three}).find("coordinate t of frequencies: it has 3 numbers, and s has 2"),
            std::string::npos);
  EXPECT_NE(refusal({two, far}, {two, far}).find("y extends over 2e+06 and t over 2e+06, which needs more than 2^26"),
            std::string::npos)
      << refusal({two, far}, {two, far});
  EXPECT_NE(message_of([&] { nufft.set_points(two, two); }).find("call set_points_and_frequencies()"),
            std::string::npos);
  Signal out(2);
  EXPECT_NE(message_of([&] { nufft.execute(Signal(2), std::span(out)); }).find("set its points and frequencies first"),
            std::string::npos);
  Nufft many(device_, NufftProblem::parse("nufft3:f32:1d*1099511627776:eps=1e-3"));
  const std::vector<float> zeros(257);
  const std::string sizes = message_of([&] { many.set_points_and_frequencies({two}, {zeros}); });
  EXPECT_TRUE(sizes.starts_with("257 frequencies: with the batch of 1099511627776")) << sizes;
  EXPECT_TRUE(sizes.ends_with("make the batch at most 1095233372415")) << sizes;
  Nufft other(device_, NufftProblem::parse("nufft1:f32:8"));
  EXPECT_NE(message_of([&] { other.set_points_and_frequencies({two}, {two}); }).find("only type 3 has frequencies"),
            std::string::npos);
}

TEST_F(NufftType3OnDevice, RefusesPhasesBeyondTheLargestDouble) {
  if (!device_.info().f64) GTEST_SKIP() << "floats have no such product";
  Nufft nufft(device_, NufftProblem::parse("nufft3:f64:1d:eps=1e-3"));
  const std::vector<double> far = {1e160};
  const std::string refusal = message_of([&] { nufft.set_points_and_frequencies({far}, {far}); });
  EXPECT_NE(refusal.find("x reaches 1e+160 and s 1e+160, whose product exceeds the largest double; move points"),
            std::string::npos)
      << refusal;
}

}  // namespace
}  // namespace papilio::test
