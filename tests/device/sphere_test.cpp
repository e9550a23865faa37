// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plane waves in a sphere against transforms of the dense box in long double; any triplets; the same bits in every
// execution; misuse.
#include <gtest/gtest.h>

#include <cmath>

#include "device/fixture.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

using Triplets = std::vector<std::array<std::int32_t, 3>>;

/// Triplets within `radius`, centred at 0, in a scrambled order.
Triplets ball(double radius) {
  Triplets triplets;
  const int most = static_cast<int>(radius);
  for (int x = -most; x <= most; ++x) {
    for (int y = -most; y <= most; ++y) {
      for (int z = -most; z <= most; ++z) {
        if (x * x + y * y + z * z <= radius * radius) triplets.push_back({x, y, z});
      }
    }
  }
  for (std::size_t i = 0; i < triplets.size(); ++i) std::swap(triplets[i], triplets[i * 7919 % triplets.size()]);
  return triplets;
}

std::size_t place_in_box(const SphereProblem& sphere, const std::array<std::int32_t, 3>& triplet) {
  std::int64_t place = 0;
  for (std::size_t axis = 3; axis-- > 0;)
    place = place * sphere.box[axis] + (triplet[axis] + sphere.box[axis]) % sphere.box[axis];
  return static_cast<std::size_t>(place);
}

template <class Real>
class SphereRun {
 public:
  using Number = std::complex<Real>;
  SphereRun(const Device& device, const SphereProblem& problem) : sphere_(device, problem) {}

  [[nodiscard]] std::vector<Number> random(std::int64_t count) const {
    std::vector<Number> numbers;
    for (const LongComplex& x : random_signal(count, sphere_.problem().precision, 3)) numbers.emplace_back(x);
    return numbers;
  }
  /// The output, which was NaN before.
  [[nodiscard]] std::vector<Number> run(const std::vector<Number>& in, bool forward) const {
    const SphereProblem& p = sphere_.problem();
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    const std::size_t each = forward ? p.triplets.size() : static_cast<std::size_t>(p.box_elements());
    std::vector<Number> out(each * static_cast<std::size_t>(p.batch), Number(nan, nan));
    forward ? sphere_.forward(in, std::span(out)) : sphere_.backward(in, std::span(out));
    return out;
  }
  /// The dense transform of band `b`, in long double.
  [[nodiscard]] std::vector<LongComplex> dense(std::vector<LongComplex> box, Direction direction) const {
    const SphereProblem& p = sphere_.problem();
    std::vector<long double> numbers;
    for (const LongComplex& x : box) numbers.insert(numbers.end(), {x.real(), x.imag()});
    numbers = reference_transform(Problem::c2c(p.precision, {p.box[2], p.box[1], p.box[0]}, 1, direction), numbers);
    for (std::size_t i = 0; i < box.size(); ++i) box[i] = {numbers[2 * i], numbers[2 * i + 1]};
    return box;
  }
  void expect_accurate(double bound) const {
    const SphereProblem& p = sphere_.problem();
    SCOPED_TRACE(sphere_.describe());
    const std::size_t count = p.triplets.size();
    const auto points = static_cast<std::size_t>(p.box_elements());
    const std::vector<Number> coefficients = random(p.batch * static_cast<std::int64_t>(count));
    const std::vector<Number> space = run(coefficients, false);
    const std::vector<Number> field = random(p.batch * p.box_elements());
    const std::vector<Number> back = run(field, true);
    const long double scale = p.scale == Scale::none ? 1 : 1 / static_cast<long double>(points);
    for (std::size_t b = 0; b < static_cast<std::size_t>(p.batch); ++b) {
      std::vector<LongComplex> box(points);
      for (std::size_t g = 0; g < count; ++g) box[place_in_box(p, p.triplets[g])] = coefficients[b * count + g];
      const auto part = [](const std::vector<Number>& all, std::size_t first, std::size_t many) {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
        return std::vector<LongComplex>(begin, begin + static_cast<std::ptrdiff_t>(many));
      };
      EXPECT_LE(relative_l2(part(space, b * points, points), dense(box, Direction::inverse)), bound);
      const std::vector<LongComplex> spectrum = dense(part(field, b * points, points), Direction::forward);
      std::vector<LongComplex> expected;
      for (const auto& triplet : p.triplets) expected.push_back(spectrum[place_in_box(p, triplet)] * scale);
      EXPECT_LE(relative_l2(part(back, b * count, count), expected), bound);
    }
    for (int again = 0; again < 2; ++again) {
      const std::vector<Number> other = run(coefficients, false);
      EXPECT_EQ(std::memcmp(other.data(), space.data(), space.size() * sizeof(Number)), 0);
      const std::vector<Number> others = run(field, true);
      EXPECT_EQ(std::memcmp(others.data(), back.data(), back.size() * sizeof(Number)), 0);
    }
  }
  [[nodiscard]] const Sphere& sphere() const { return sphere_; }

 private:
  Sphere sphere_;
};

class SphereOnDevice : public OnDevice {};

TEST_F(SphereOnDevice, IsTheDenseTransform) {
  SphereRun<float>(device_, {Precision::f32, {16, 12, 20}, ball(4), 3}).expect_accurate(4e-7);
  if (device_.info().f64) {
    SphereRun<double>(device_, {Precision::f64, {16, 12, 20}, ball(4), 2, Scale::inverse_n}).expect_accurate(1e-15);
  }
}

/// Positive indices beyond the middle; coefficients with frequency 0 left out; a single one; all of a box.
TEST_F(SphereOnDevice, TakesAnyTriplets) {
  SphereRun<float>(device_, {Precision::f32, {8, 6, 9}, {{7, 5, 8}, {3, 2, 4}, {-1, 0, -4}, {4, 3, 5}}, 2})
      .expect_accurate(4e-7);
  SphereRun<float>(device_, {Precision::f32, {8, 6, 9}, {{1, -2, 3}}}).expect_accurate(4e-7);
  Triplets all;
  for (std::int32_t x = 0; x < 4; ++x) {
    for (std::int32_t y = 0; y < 3; ++y) all.push_back({x, y, 0});
  }
  SphereRun<float>(device_, {Precision::f32, {4, 3, 1}, all}).expect_accurate(4e-7);
}

TEST_F(SphereOnDevice, ExecutesOnAStream) {
  const SphereRun<float> run(device_, {Precision::f32, {16, 12, 20}, ball(4), 3});
  const SphereProblem& p = run.sphere().problem();
  const auto coefficients = run.random(p.batch * static_cast<std::int64_t>(p.triplets.size()));
  const std::vector<std::complex<float>> space = run.run(coefficients, false);
  const std::vector<std::complex<float>> expected = run.run(space, true);
  const Stream stream(device_);
  const Buffer packed(device_, coefficients.size() * sizeof(coefficients[0]));
  const Buffer box(device_, space.size() * sizeof(space[0]));
  stream.upload(packed, coefficients.data(), packed.size_bytes());
  run.sphere().backward(stream, packed, box);
  run.sphere().forward(stream, box, packed);
  Signal got(coefficients.size());
  stream.download(packed, got.data(), packed.size_bytes());
  EXPECT_TRUE(same_bits(got, expected));
}

TEST_F(SphereOnDevice, RefusesWhatIsNone) {
  const auto expect = [&](const SphereProblem& problem, const char* words) {
    const std::string message = message_of([&] { Sphere(device_, problem); });
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  expect({Precision::f32, {8, 8, 8}, {}}, "at least one triplet");
  expect({Precision::f32, {8, 0, 8}, {{0, 0, 0}}}, "an edge of the box is 0");
  expect({Precision::f32, {8, 8, 8}, {{0, 0, 0}, {0, -4, 0}}}, "index y of triplet 1 is -4; give -3 to 7");
  expect({Precision::f32, {8, 8, 8}, {{0, 0, 8}}}, "index z of triplet 0 is 8");
  expect({Precision::f32, {8, 8, 8}, {{1, 2, 3}, {1, -6 + 4, 3}, {1, 6, 3}}}, "triplets 1 and 2 are the same place");
  expect({Precision::f32, {8, 8, 8}, {{1, 2, 3}}, 0}, "the batch is 0");
  EXPECT_EQ(code_of([] { static_cast<void>(Sphere().device_bytes()); }), ErrorCode::invalid_argument);
  const Sphere sphere(device_, {Precision::f32, {8, 6, 9}, {{1, -2, 3}}});
  Signal coefficient(1);
  Signal space(431);
  EXPECT_EQ(code_of([&] { sphere.backward(coefficient, std::span(space)); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { sphere.forward(space, std::span(coefficient)); }), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio::test
