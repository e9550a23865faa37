// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Non-uniform transforms against their definition in long double; the same bits in every execution; points at the edges
// of the period, in clusters, and none; misuse.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/nufft/nufft_stage.hpp"
#include "device/fixture.hpp"
#include "support/error_of.hpp"
#include "support/nonuniform.hpp"

namespace papilio::test {
namespace {

constexpr double pi = std::numbers::pi;

/// Random angles of each axis, each as the precision has it.
Angles random_points(const NufftProblem& problem, std::size_t count, double width = pi) {
  std::mt19937_64 random(count + problem.modes.size());
  std::uniform_real_distribution<double> angle(-width, width);
  Angles points(problem.modes.size(), std::vector<long double>(count));
  for (auto& axis : points) {
    for (auto& x : axis) {
      const double value = angle(random);
      x = problem.precision == Precision::f32 ? static_cast<long double>(static_cast<float>(value)) : value;
    }
  }
  return points;
}

template <class Real>
class NufftRun {
 public:
  using Number = std::complex<Real>;
  NufftRun(const Device& device, const NufftProblem& problem, const Angles& points)
      : nufft_(device, problem), points_(points) {
    set_points();
  }
  void set_points() {
    std::vector<std::vector<Real>> axes(3);
    for (std::size_t axis = 0; axis < points_.size(); ++axis)
      axes[axis].assign(points_[axis].begin(), points_[axis].end());
    nufft_.set_points(axes[0], axes[1], axes[2]);
  }
  [[nodiscard]] std::vector<Number> input() const {
    const NufftProblem& p = nufft_.problem();
    const std::int64_t each = p.type == NufftType::type1 ? nufft_.points() : p.points_of_grid();
    std::vector<Number> result;
    for (const LongComplex& x : random_signal(p.batch * each, p.precision, 7)) result.emplace_back(x);
    return result;
  }
  /// The output, which was poison before.
  [[nodiscard]] std::vector<Number> run(const std::vector<Number>& in) const {
    const NufftProblem& p = nufft_.problem();
    const std::int64_t each = p.type == NufftType::type2 ? nufft_.points() : p.points_of_grid();
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    std::vector<Number> out(static_cast<std::size_t>(p.batch * each), Number(nan, nan));
    nufft_.execute(in, std::span(out));
    return out;
  }
  [[nodiscard]] double error(const std::vector<Number>& in, const std::vector<Number>& out) const {
    const auto expected = nonuniform_sum(nufft_.problem(), points_, {in.begin(), in.end()});
    return relative_l2(std::vector<LongComplex>(out.begin(), out.end()), expected);
  }
  /// Checks one execution against the definition, and two more against its bits.
  void expect_accurate() const {
    const std::vector<Number> in = input();
    const std::vector<Number> out = run(in);
    EXPECT_LE(error(in, out), nufft_.problem().tolerance) << nufft_.describe();
    for (int again = 0; again < 2; ++again) {
      const std::vector<Number> other = run(in);
      EXPECT_EQ(std::memcmp(out.data(), other.data(), out.size() * sizeof(Number)), 0) << nufft_.describe();
    }
  }
  [[nodiscard]] const Nufft& nufft() const { return nufft_; }

 private:
  Nufft nufft_;
  Angles points_;
};

void expect_accurate(const Device& device, const NufftProblem& problem, const Angles& points) {
  SCOPED_TRACE(problem.token());
  if (problem.precision == Precision::f32) {
    NufftRun<float>(device, problem, points).expect_accurate();
  } else if (device.info().f64) {
    NufftRun<double>(device, problem, points).expect_accurate();
  }
}

class NufftOnDevice : public OnDevice {
 protected:
  void expect_accurate(const std::string& token, std::size_t points, double width = pi) {
    const NufftProblem problem = NufftProblem::parse(token);
    test::expect_accurate(device_, problem, random_points(problem, points, width));
  }
};

TEST_F(NufftOnDevice, ReachesEachToleranceAlongOneAxis) {
  for (const char* type : {"nufft1", "nufft2"}) {
    for (const char* tolerance : {"1e-1", "1e-3", "1e-6"})
      expect_accurate(std::string(type) + ":f32:61:eps=" + tolerance, 200);
    for (const char* tolerance : {"1e-2", "1e-5", "1e-9", "1e-14"})
      expect_accurate(std::string(type) + ":f64:400:eps=" + tolerance, 301);
  }
}

TEST_F(NufftOnDevice, ReachesTheToleranceInTwoAndThreeAxes) {
  for (const char* type : {"nufft1", "nufft2"}) {
    expect_accurate(std::string(type) + ":f32:36x25:eps=1e-4", 300);
    expect_accurate(std::string(type) + ":f32:9x12x17:eps=1e-5", 250);
    expect_accurate(std::string(type) + ":f64:31x44:eps=1e-8", 300);
    expect_accurate(std::string(type) + ":f64:10x9x13:eps=1e-12", 250);
  }
}

TEST_F(NufftOnDevice, TakesBothSignsAndOrdersAndBatches) {
  for (const char* type : {"nufft1", "nufft2"}) {
    for (const char* options : {":forward", ":inverse", ":order=fft", ":forward:order=fft"}) {
      expect_accurate(std::string(type) + ":f32:12x15*3:eps=1e-3" + options, 50);
      expect_accurate(std::string(type) + ":f32:7x8x9:eps=1e-3" + options, 50);
    }
    expect_accurate(std::string(type) + ":f32:1:eps=1e-3", 20);
    expect_accurate(std::string(type) + ":f32:1x2x3:eps=1e-3", 20);
  }
}

TEST_F(NufftOnDevice, TakesClustersAndOnePoint) {
  for (const char* type : {"nufft1", "nufft2"}) {
    expect_accurate(std::string(type) + ":f32:40x40:eps=1e-4", 1000, 1e-3);
    expect_accurate(std::string(type) + ":f32:12x12x12:eps=1e-4", 1);
    expect_accurate(std::string(type) + ":f32:500:eps=1e-4", 3000, 1e-5);
  }
}

/// More than one work-group adds up on a GPU.
TEST_F(NufftOnDevice, TakesPointsOfOneTile) {
  expect_accurate("nufft1:f32:20*2:eps=1e-3", 5000, 1e-2);
  expect_accurate("nufft1:f64:6x7:eps=1e-3", 2500);
}

/// Grid points, both ends of the period, angles one unit in the last place beside them, and other periods.
TEST_F(NufftOnDevice, TakesPointsOnTheEdgesOfThePeriodAndFarOutside) {
  NufftProblem problem = NufftProblem::parse("nufft1:f32:30x20:eps=1e-4");
  std::vector<long double> edges;
  for (const float angle : {0.0F, static_cast<float>(pi), static_cast<float>(-pi), static_cast<float>(2 * pi),
                            static_cast<float>(-2 * pi), 9.0F, -31.0F}) {
    for (const float x : {angle, std::nextafter(angle, 100.0F), std::nextafter(angle, -100.0F)}) edges.push_back(x);
  }
  for (int cell = 0; cell < 60; ++cell) edges.push_back(static_cast<float>(2 * pi * cell / 60));
  Angles points(2);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    points[0].push_back(edges[i]);
    points[1].push_back(edges[(7 * i + 3) % edges.size()]);
  }
  for (const NufftType type : {NufftType::type1, NufftType::type2}) {
    problem.type = type;
    test::expect_accurate(device_, problem, points);
  }
}

TEST_F(NufftOnDevice, TakesAnglesOfManyTurns) {
  for (const char* token : {"nufft1:f64:16:eps=1e-9", "nufft2:f64:16:eps=1e-9"})
    test::expect_accurate(device_, NufftProblem::parse(token), {{1e4, -12345.678, 1e8, -1e12, 1e16, 1e300, 3}});
  for (const char* token : {"nufft1:f32:16:eps=1e-6", "nufft2:f32:16:eps=1e-6"})
    test::expect_accurate(device_, NufftProblem::parse(token), {{10000, -12345.75, 1e8, -0x1p60, 0x1p100, 3}});
}

/// Tiles and bins of the fine grid: more than one along each axis.
TEST_F(NufftOnDevice, AddsTheTilesOfLargerGrids) {
  for (const char* type : {"nufft1", "nufft2"}) {
    expect_accurate(std::string(type) + ":f32:3000:eps=1e-4", 400);
    expect_accurate(std::string(type) + ":f32:90x130:eps=1e-4", 300);
    expect_accurate(std::string(type) + ":f32:20x24x70:eps=1e-3", 100);
  }
}

TEST_F(NufftOnDevice, GivesZerosForNoPoints) {
  Nufft nufft(device_, NufftProblem::parse("nufft1:f32:6x5*2"));
  const std::vector<float> none;
  nufft.set_points(none, none);
  Signal out(60, poison());
  nufft.execute(Signal{}, std::span(out));
  for (const std::complex<float> f : out) EXPECT_EQ(f, 0.0F);
  const Stream stream(device_);
  Buffer modes(device_, out.size() * sizeof(out[0]));
  out.assign(60, poison());
  stream.upload(modes, out.data(), modes.size_bytes());
  nufft.execute(stream, Buffer(device_, 4), modes);
  stream.download(modes, out.data(), modes.size_bytes());
  for (const std::complex<float> f : out) EXPECT_EQ(f, 0.0F);
}

TEST_F(NufftOnDevice, TakesNewPointsAndDeviceMemory) {
  const NufftProblem problem = NufftProblem::parse("nufft2:f32:50*2:eps=1e-4");
  NufftRun<float> first(device_, problem, random_points(problem, 40));
  first.expect_accurate();
  NufftRun<float> other(device_, problem, random_points(problem, 70));
  const Signal in = other.input();
  const Signal expected = other.run(in);
  const Stream stream(device_);
  const Buffer from(device_, in.size() * sizeof(in[0]));
  const Buffer to(device_, expected.size() * sizeof(in[0]));
  stream.upload(from, in.data(), from.size_bytes());
  other.nufft().execute(stream, from, to);
  Signal out(expected.size(), poison());
  stream.download(to, out.data(), to.size_bytes());
  EXPECT_TRUE(same_bits(out, expected));
}

/// <type 1 c, f> = <c, type 2 f> with the other sign.
TEST_F(NufftOnDevice, TypesAreAdjoint) {
  NufftProblem problem = NufftProblem::parse("nufft1:f32:20x14:eps=1e-5");
  const Angles points = random_points(problem, 90);
  const NufftRun<float> forward(device_, problem, points);
  problem.type = NufftType::type2;
  problem.direction = Direction::forward;
  const NufftRun<float> adjoint(device_, problem, points);
  const Signal c = forward.input();
  const Signal f = adjoint.input();
  const Signal modes = forward.run(c);
  const Signal values = adjoint.run(f);
  std::complex<double> left = 0;
  std::complex<double> right = 0;
  double norm = 0;
  for (std::size_t k = 0; k < f.size(); ++k)
    left += std::complex<double>(modes[k]) * std::conj(std::complex<double>(f[k]));
  for (std::size_t j = 0; j < c.size(); ++j) {
    right += std::complex<double>(c[j]) * std::conj(std::complex<double>(values[j]));
    norm += std::abs(c[j]) * std::abs(values[j]);
  }
  EXPECT_LT(std::abs(left - right), 1e-5 * norm);
}

TEST_F(NufftOnDevice, RefusesWhatItCannotTransform) {
  const auto problem = NufftProblem::parse("nufft1:f32:10x10");
  Nufft nufft(device_, problem);
  Signal in(2);
  Signal out(100);
  const auto has_no_points = [&] {
    return message_of(ErrorCode::invalid_argument, [&] {
             nufft.execute(in, std::span(out));
           }).find("set its points first") != std::string::npos;
  };
  EXPECT_TRUE(has_no_points());
  const std::vector<float> two = {0, 1};
  const std::vector<float> bad = {0, std::numeric_limits<float>::infinity()};
  const std::vector<float> three = {0, 1, 2};
  const std::vector<double> doubles = {0, 1};
  const auto refusal = [&](const auto& x, const auto& y, const auto& z) {
    return message_of(
        ErrorCode::invalid_argument, [&] { nufft.set_points(x, y, z); }, "none");
  };
  const std::vector<float> none;
  EXPECT_EQ(refusal(two, bad, none),
            "point 1 of a non-uniform transform: its coordinate y is inf; give finite numbers");
  EXPECT_NE(refusal(two, three, none).find("it has 3 numbers, and x has 2"), std::string::npos);
  EXPECT_NE(refusal(two, doubles, none).find("give numbers of float"), std::string::npos);
  EXPECT_NE(refusal(two, two, two).find("coordinate z"), std::string::npos);
  for (const std::vector<float>& y : {bad, three, none}) {
    nufft.set_points(two, two);
    EXPECT_NE(refusal(two, y, none), "none");
    EXPECT_TRUE(has_no_points());
  }
  nufft.set_points(two, two);
  Signal wrong(99);
  EXPECT_NE(message_of(ErrorCode::invalid_argument, [&] { nufft.execute(in, std::span(wrong)); }).find("99"),
            std::string::npos);
  EXPECT_EQ(code_of([] { static_cast<void>(Nufft().points()); }), ErrorCode::invalid_argument);
  Nufft many(device_, NufftProblem::parse("nufft2:f32:1*1099511627776"));
  EXPECT_NE(message_of([&] { many.set_points(std::vector<float>(300)); }).find("these are more than 2^48 numbers"),
            std::string::npos);
}

/// Several turns of spreading and merging, one for each transform, have the bits of one for all.
TEST_F(NufftOnDevice, TakesPointsInTurnsIfThereAreManyPartialSums) {
  runtime::Device& device = api::unwrap(device_);
  if (device.caps().device_class == DeviceClass::cpu) GTEST_SKIP() << "CPUs have no partial sums";
  const NufftProblem problem = NufftProblem::parse("nufft1:f32:20x20*3:eps=1e-3");
  constexpr std::int64_t count = 5000;  // in one bin, so that its tile has several parts
  const std::vector<float> x(count, 0.5F);
  const std::vector<float> y(count, -0.25F);
  const std::vector<LongComplex> strengths = random_signal(problem.batch * count, problem.precision, 7);
  const std::vector<std::complex<float>> in(strengths.begin(), strengths.end());
  const api::NufftChoice choice = api::choose_nufft(problem, api::nufft_choices(problem), count, device.caps());
  std::size_t memory_of_stage = 0;
  const auto grids = [&](std::int64_t max_partial_bytes) {
    api::PointStage stage(device_, {.step = api::NufftStep::spread,
                                    .precision = problem.precision,
                                    .choice = choice,
                                    .tolerance = problem.tolerance,
                                    .together = problem.batch,
                                    .max_partial_bytes = max_partial_bytes});
    stage.set_points({{.coordinates = x}, {.coordinates = y}}, count);
    memory_of_stage = stage.device_bytes();
    std::vector<std::complex<float>> out(static_cast<std::size_t>(problem.batch * stage.grid().all_cells()));
    const std::size_t in_bytes = in.size() * sizeof(in[0]);
    const std::size_t out_bytes = out.size() * sizeof(out[0]);
    const std::shared_ptr<runtime::Memory> from = api::allocate(device, in_bytes);
    const std::shared_ptr<runtime::Memory> to = api::allocate(device, out_bytes);
    const std::shared_ptr<runtime::Stream> stream = device.make_stream();
    stream->write(*from, 0, in.data(), in_bytes);
    stage.enqueue(*stream, *from, *to, {.batch = problem.batch});
    stream->read(*to, 0, out.data(), out_bytes);
    return out;
  };
  const auto together = grids(std::int64_t{1} << 28);
  const std::size_t memory_together = memory_of_stage;
  const auto in_turns = grids(1);
  EXPECT_LT(memory_of_stage, memory_together);
  EXPECT_EQ(std::memcmp(together.data(), in_turns.data(), together.size() * sizeof(together[0])), 0);
}

}  // namespace
}  // namespace papilio::test
