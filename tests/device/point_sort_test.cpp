// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Points in device memory: sorted there, into the order and the bits of the host's sort, by the kernels of GPUs also
// where a CPU's driver runs them; and transforms at such points, which are those at the same points of the host.
#include <gtest/gtest.h>

#include <cstring>
#include <numbers>
#include <random>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/nufft/nufft_stage.hpp"
#include "device/fixture.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

using Coordinates = std::vector<std::vector<double>>;

Coordinates random_places(int axes, std::size_t count, double width = std::numbers::pi) {
  std::mt19937_64 random(count);
  std::uniform_real_distribution<double> angle(-width, width);
  Coordinates numbers(static_cast<std::size_t>(axes), std::vector<double>(count));
  for (auto& of_axis : numbers) {
    for (double& x : of_axis) x = angle(random);
  }
  return numbers;
}

template <class Real>
std::vector<Real> in_precision(const std::vector<double>& numbers) {
  return {numbers.begin(), numbers.end()};
}

/// Coordinates in device memory, and what the kernels make of them.
template <class Real>
class SortOnDevice {
 public:
  SortOnDevice(runtime::Device& device, int axes, const kernel::PerAxis& cells)
      : device_(device), spec_(spec_of(axes)), sort_(device, spec_) {
    grid_.axes = axes;
    grid_.width = spec_.width;
    grid_.cells = cells;
    grid_.bin = kernel::bin_cells(spec_);
  }

  /// False if the host has to see some of them.
  [[nodiscard]] bool sort(const Coordinates& numbers) {
    api::DeviceCoordinates points;
    points.count = static_cast<std::int64_t>(numbers.front().size());
    points.axes.resize(numbers.size());
    std::vector<std::shared_ptr<runtime::Memory>> memories;
    for (const std::vector<double>& of_axis : numbers) {
      memories.push_back(api::uploaded(device_, spec_.precision, of_axis));
      points.memories.push_back(memories.back().get());
    }
    std::vector<std::int32_t> geometry(grid_.cells.begin(), grid_.cells.end());
    for (const std::size_t axis : {0, 1, 2}) geometry.push_back(static_cast<std::int32_t>(grid_.bins(axis)));
    const auto numbers_of_grid = api::uploaded_integers(device_, geometry);
    const auto stream = device_.make_stream();
    const api::SortScratch scratch = sort_.enqueue(*stream, {grid_, *numbers_of_grid}, points, points_);
    std::int32_t placed = 0;
    stream->read(*points_.bins, static_cast<std::size_t>(grid_.all_bins()) * sizeof(placed), &placed, sizeof(placed));
    return placed == points.count;
  }

  void expect_order_of_host(const Coordinates& numbers) {
    SCOPED_TRACE(testing::Message() << numbers.front().size() << " points, " << grid_.all_bins() << " bins");
    std::vector<std::vector<Real>> on_host;
    std::vector<api::PointAxis> axes;
    for (const std::vector<double>& of_axis : numbers) on_host.push_back(in_precision<Real>(of_axis));
    for (const std::vector<Real>& of_axis : on_host) axes.push_back({of_axis});
    const auto count = static_cast<std::int64_t>(numbers.front().size());
    const api::SortedPoints expected = api::sorted_points(grid_, axes, count);
    for (int again = 0; again < 3; ++again) {
      ASSERT_TRUE(sort(numbers));
      expect_bytes(*points_.order, expected.order);
      expect_bytes(*points_.bins, expected.bins);
      expect_bytes(*points_.starts, expected.starts);
      expect_bytes(*points_.offsets, expected.offsets);
    }
  }

 private:
  static kernel::NufftSpec spec_of(int axes) {
    kernel::NufftSpec spec;
    spec.precision = sizeof(Real) == sizeof(float) ? Precision::f32 : Precision::f64;
    spec.axes = axes;
    spec.width = 7;
    spec.threads = 32;  // as on a GPU
    return spec;
  }
  template <class Number>
  void expect_bytes(const runtime::Memory& memory, const std::vector<Number>& expected) {
    std::vector<Number> got(expected.size());
    const std::size_t bytes = expected.size() * sizeof(Number);
    device_.make_stream()->read(memory, 0, got.data(), bytes);
    EXPECT_EQ(std::memcmp(got.data(), expected.data(), bytes), 0);
  }

  runtime::Device& device_;
  kernel::NufftSpec spec_;
  api::PointSort sort_;
  api::DevicePoints points_;  ///< memory that each sort uses again if it suffices
  api::FineGrid grid_;
};

class PointsOnDevice : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (!IsSkipped() && !device_.info().f64) GTEST_SKIP() << "places need double precision";
  }
};

TEST_F(PointsOnDevice, AreSortedAsOnTheHost) {
  runtime::Device& device = api::unwrap(device_);
  for (const std::int64_t cells : {3000, 300000})  // one digit of the bins, and three; below there are two
    SortOnDevice<float>(device, 1, {1, 1, cells}).expect_order_of_host(random_places(1, 5000));
  SortOnDevice<float> one(device, 1, {1, 1, 100000});
  for (const std::size_t count : {1, 2049, 20000}) one.expect_order_of_host(random_places(1, count));
  SortOnDevice<double> three(device, 3, {60, 50, 80});
  three.expect_order_of_host(random_places(3, 20000, 9));
  three.expect_order_of_host(random_places(3, 5000, 1e-3));
}

/// A million points in the first bin: 3906 work-groups of 256 points for the first tile, one for each of the others.
TEST_F(PointsOnDevice, ShareOutTheirTile) {
  runtime::Device& device = api::unwrap(device_);
  kernel::NufftSpec spec;
  spec.width = 6;
  spec.threads = 32;  // as on a GPU
  const api::FineGrid grid{1, spec.width, {1, 1, 2000}, kernel::bin_cells(spec)};
  std::vector<std::int32_t> bins(static_cast<std::size_t>(grid.all_bins() + 1), 1'000'000);
  bins[0] = 0;
  const auto memory = api::uploaded_integers(device, bins);
  const auto geometry = api::uploaded_integers(device, {1, 1, 2000, 1, 1, 32, 1, 1, 8});
  const api::SpreadTasks tasks(device, spec, 8);
  const auto stream = device.make_stream();
  tasks.enqueue(*stream, *memory, *geometry);
  const api::TaskCounts counts = tasks.read_counts(*stream);
  constexpr std::int32_t parts = 3906;
  EXPECT_EQ(counts.tasks, parts + 7);
  EXPECT_EQ(counts.partials, parts);
  EXPECT_EQ(counts.split_tiles, 1);
  EXPECT_EQ(counts.placed, 1'000'000);
  std::vector<std::int32_t> expected;
  for (std::int32_t part = 0; part < parts; ++part) expected.insert(expected.end(), {0, part, parts, part});
  for (std::int32_t tile = 1; tile < 8; ++tile) expected.insert(expected.end(), {tile, 0, 1, 0});
  std::vector<std::int32_t> got(expected.size());
  stream->read(tasks.tasks(), 0, got.data(), got.size() * sizeof(got[0]));
  EXPECT_EQ(got, expected);
  got.resize(3);
  stream->read(tasks.split(), 0, got.data(), got.size() * sizeof(got[0]));
  EXPECT_EQ(got, (std::vector<std::int32_t>{0, 0, parts}));
}

TEST_F(PointsOnDevice, AreLeftToTheHostIfTheyAreStrange) {
  SortOnDevice<double> sort(api::unwrap(device_), 2, {1, 30, 30});
  for (const double strange : {std::nan(""), HUGE_VAL, 1e5}) {
    Coordinates numbers = random_places(2, 100);
    numbers[1][70] = strange;
    EXPECT_FALSE(sort.sort(numbers)) << strange;
  }
}

/// The same bits as at points of the host, one of which is many turns from 0.
TEST_F(PointsOnDevice, GiveTheSameTransforms) {
  for (const char* token : {"nufft1:f32:20x30:eps=1e-4", "nufft2:f32:20x30:eps=1e-4"}) {
    Coordinates numbers = random_places(2, 3000);
    for (const double last : {0.5, 123456.0}) {
      numbers[0].back() = last;
      Nufft nufft(device_, NufftProblem::parse(token));
      const std::vector<float> x = in_precision<float>(numbers[0]);
      const std::vector<float> y = in_precision<float>(numbers[1]);
      nufft.set_points(x, y);
      const bool first = nufft.problem().type == NufftType::type1;
      const Signal in = random_f32(first ? 3000 : 600, 5);
      Signal expected(first ? 600 : 3000, poison());
      nufft.execute(in, std::span(expected));

      const Stream stream(device_);
      const std::size_t bytes = x.size() * sizeof(float);
      const Buffer of_x(device_, bytes + 4);
      const Buffer of_y(device_, bytes);
      stream.upload(of_x, x.data(), bytes);
      stream.upload(of_y, y.data(), bytes);
      const std::size_t held = nufft.device_bytes();
      nufft.set_points(stream, 2000, of_x, of_y);
      nufft.set_points(stream, 3000, of_x, of_y);
      EXPECT_EQ(nufft.points(), 3000);
      EXPECT_EQ(nufft.device_bytes(), held) << "the memory of the points before is used again";
      for (int again = 0; again < 3; ++again) {
        Signal out(expected.size(), poison());
        nufft.execute(in, std::span(out));
        EXPECT_TRUE(same_bits(out, expected)) << token;
      }
    }
  }
}

TEST_F(PointsOnDevice, AreRefusedIfBuffersDoNotHoldThem) {
  Nufft nufft(device_, NufftProblem::parse("nufft1:f32:10x10"));
  const Stream stream(device_);
  const Buffer ten(device_, 10 * sizeof(float));
  const Buffer nine(device_, 9 * sizeof(float));
  const auto refusal = [&](std::int64_t count, const Buffer& x, const Buffer& y, const Buffer& z = {}) {
    std::string message = message_of(ErrorCode::invalid_argument, [&] { nufft.set_points(stream, count, x, y, z); });
    EXPECT_EQ(nufft.points(), 0);
    return message;
  };
  nufft.set_points(stream, 10, ten, ten);
  EXPECT_EQ(refusal(10, ten, nine),
            "coordinate y of points: its buffer has 36 bytes, and 10 points need 40; give a larger buffer");
  EXPECT_NE(refusal(10, ten, {}).find("its buffer has 0 bytes"), std::string::npos);
  EXPECT_NE(refusal(10, ten, ten, ten).find("leave it out"), std::string::npos);
  EXPECT_NE(refusal(-1, ten, ten).find("-1 points"), std::string::npos);
  std::vector<float> numbers(10, 1);
  numbers[7] = std::nanf("");
  stream.upload(nine, numbers.data(), nine.size_bytes());
  EXPECT_EQ(refusal(9, ten, nine), "point 7 of a non-uniform transform: its coordinate y is nan; give finite numbers");
  nufft.set_points(stream, 0, {}, {});
  EXPECT_EQ(nufft.points(), 0);
  Nufft type3(device_, NufftProblem::parse("nufft3:f32:1d"));
  EXPECT_EQ(code_of([&] { type3.set_points(stream, 10, ten); }), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio::test
