// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spectral convolutions against their definition in long double: whole transforms, matrices at the kept frequencies, 0
// at the others.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/number_theory.hpp"
#include "device/fixture.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

using Layer = SpectralConvolutionProblem;
using Numbers = std::vector<LongComplex>;

Layer layer_of(Precision precision, Field field, const std::vector<std::int64_t>& lengths,
               const std::vector<std::int64_t>& modes) {
  return {.precision = precision,
          .field = field,
          .lengths = lengths,
          .modes = modes,
          .in_channels = 3,
          .out_channels = 5,
          .batch = 3};
}

/// The number of mode `at` among the frequencies of a whole transform.
std::int64_t frequency_of_mode(const Layer& layer, std::int64_t at) {
  std::int64_t frequency = 0;
  std::int64_t apart = 1;
  for (std::size_t axis = layer.lengths.size(); axis-- > 0; apart *= layer.lengths[axis], at /= layer.modes[axis]) {
    const std::int64_t m = layer.modes[axis];
    const std::int64_t k = at % m;
    const bool half = layer.field == Field::real && axis + 1 == layer.lengths.size();
    frequency += apart * (half || k < (m + 1) / 2 ? k : layer.lengths[axis] - m + k);
  }
  return frequency;
}

Numbers whole_transform(std::span<const LongComplex> x, const Layer& layer, Direction direction) {
  std::vector<long double> parts;
  for (const LongComplex& value : x) parts.insert(parts.end(), {value.real(), value.imag()});
  parts = reference_transform(Problem::c2c(Precision::f64, layer.lengths, 1, direction), std::move(parts));
  Numbers result;
  for (std::size_t i = 0; i < parts.size(); i += 2) result.emplace_back(parts[i], parts[i + 1]);
  return result;
}

/// A half spectrum of real arrays lacks the conjugates of what it has: the real part of twice the sum over
/// all frequencies but those that are their own opposites along the last axis.
Numbers layer_result(const Layer& layer, const Numbers& x, const Numbers& w) {
  const std::int64_t points = product(layer.lengths);
  const std::int64_t modes = product(layer.modes);
  const std::int64_t last = layer.lengths.back();
  Numbers y;
  for (std::int64_t b = 0; b < layer.batch; ++b) {
    std::vector<Numbers> spectra;
    for (std::int64_t i = 0; i < layer.in_channels; ++i)
      spectra.push_back(
          whole_transform(std::span(x).subspan(static_cast<std::size_t>((b * layer.in_channels + i) * points),
                                               static_cast<std::size_t>(points)),
                          layer, Direction::forward));
    for (std::int64_t o = 0; o < layer.out_channels; ++o) {
      Numbers product(static_cast<std::size_t>(points));
      for (std::int64_t k = 0; k < modes; ++k) {
        const std::int64_t at = frequency_of_mode(layer, k);
        LongComplex sum = 0;
        for (std::int64_t i = 0; i < layer.in_channels; ++i)
          sum += spectra[static_cast<std::size_t>(i)][static_cast<std::size_t>(at)] *
                 w[static_cast<std::size_t>((i * layer.out_channels + o) * modes + k)];
        const bool twice = layer.field == Field::real && at % last != 0 && 2 * (at % last) != last;
        product[static_cast<std::size_t>(at)] = sum * (twice ? 2.0L : 1.0L) / static_cast<long double>(points);
      }
      for (const LongComplex& value : whole_transform(product, layer, Direction::inverse))
        y.push_back(layer.field == Field::real ? LongComplex(value.real()) : value);
    }
  }
  return y;
}

template <class T>
std::vector<T> as_elements(const Numbers& values) {
  std::vector<T> result;
  for (const LongComplex& value : values) {
    if constexpr (std::is_floating_point_v<T>) {
      result.push_back(static_cast<T>(value.real()));
    } else {
      using Part = typename T::value_type;
      result.emplace_back(static_cast<Part>(value.real()), static_cast<Part>(value.imag()));
    }
  }
  return result;
}

/// Numbers of a layer, real where its arrays are, and the bits that the device has of them.
template <class T>
struct DrawnLayer {
  using Weight = std::complex<decltype(std::real(T{}))>;
  std::vector<T> x;
  std::vector<Weight> w;

  DrawnLayer(const Layer& layer, std::uint64_t seed)
      : x(as_elements<T>(random_signal(layer.input_elements(), layer.precision, seed))),
        w(as_elements<Weight>(random_signal(layer.weight_elements(), layer.precision, seed + 1))) {}

  [[nodiscard]] Numbers expected(const Layer& layer) const {
    return layer_result(layer, {x.begin(), x.end()}, {w.begin(), w.end()});
  }
};

template <class T>
std::vector<T> applied(const SpectralConvolution& convolution, const std::vector<T>& x) {
  std::vector<T> first;
  for (int run = 0; run < 3; ++run) {
    std::vector<T> y(static_cast<std::size_t>(convolution.problem().output_elements()), T(std::nanf("")));
    convolution.execute(x, std::span(y));
    if (run == 0) first = y;
    EXPECT_EQ(std::memcmp(first.data(), y.data(), y.size() * sizeof(T)), 0) << "execution " << run + 1;
  }
  return first;
}

class SpectralConvolutionTest : public OnDevice {
 protected:
  template <class T>
  void expect_layer(const Layer& layer) const {
    SCOPED_TRACE(layer.description());
    const DrawnLayer<T> drawn(layer, 7);
    const std::vector<T> y = applied(SpectralConvolution(device_, layer, drawn.w), drawn.x);
    // Two transforms, and for each product and sum over the channels half a unit of the last place.
    const double sums =
        std::ldexp(static_cast<double>(layer.in_channels), layer.precision == Precision::f32 ? -24 : -53);
    EXPECT_LE(relative_l2(Numbers(y.begin(), y.end()), drawn.expected(layer)),
              2 * error_bound(product(layer.lengths), layer.precision) + sums);
  }

  void expect_layers(const std::vector<std::int64_t>& lengths, const std::vector<std::int64_t>& modes) const {
    std::vector<std::int64_t> half = modes;
    half.back() = std::min(half.back(), lengths.back() / 2 + 1);
    expect_layer<float>(layer_of(Precision::f32, Field::real, lengths, half));
    expect_layer<std::complex<float>>(layer_of(Precision::f32, Field::complex, lengths, modes));
    if (!device_.info().f64) return;
    expect_layer<double>(layer_of(Precision::f64, Field::real, lengths, half));
    expect_layer<std::complex<double>>(layer_of(Precision::f64, Field::complex, lengths, modes));
  }
};

TEST_F(SpectralConvolutionTest, IsItsDefinition) {
  expect_layers({24}, {9});
  expect_layers({15}, {4});
  expect_layers({12, 10}, {5, 4});
  expect_layers({9, 8}, {4, 5});
  expect_layers({6, 5, 8}, {3, 2, 3});
}

TEST_F(SpectralConvolutionTest, OfAllModes) {
  expect_layers({16}, {16});
  expect_layers({6, 9}, {6, 9});
}

TEST_F(SpectralConvolutionTest, OfManyChannels) {
  Layer layer = layer_of(Precision::f32, Field::real, {32, 24}, {12, 7});
  layer.in_channels = 17;
  layer.out_channels = 10;
  expect_layer<float>(layer);
}

/// <g, A x> = <A* g, x>, where A* has the conjugate weights with inputs and outputs in each other's places.
TEST_F(SpectralConvolutionTest, AdjointsHaveConjugateWeights) {
  const Layer layer = layer_of(Precision::f32, Field::real, {12, 10}, {4, 6});
  Layer back = layer;
  std::swap(back.in_channels, back.out_channels);
  const DrawnLayer<float> drawn(layer, 7);
  const std::vector<float> g = DrawnLayer<float>(back, 9).x;
  Signal conjugate;
  const auto modes = static_cast<std::size_t>(product(layer.modes));
  for (std::size_t o = 0; o < 5; ++o) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < modes; ++k) conjugate.push_back(std::conj(drawn.w[(i * 5 + o) * modes + k]));
    }
  }
  const auto inner = [](const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return sum;
  };
  const double forth = inner(g, applied(SpectralConvolution(device_, layer, drawn.w), drawn.x));
  EXPECT_GT(std::abs(forth), 1);
  EXPECT_NEAR(inner(applied(SpectralConvolution(device_, back, conjugate), g), drawn.x), forth, 1e-4 * std::abs(forth));
}

TEST_F(SpectralConvolutionTest, RunsOnStreamsAndTakesOtherWeights) {
  const Layer layer = layer_of(Precision::f32, Field::real, {20, 16}, {7, 5});
  const DrawnLayer<float> drawn(layer, 7);
  const DrawnLayer<float> other(layer, 19);
  const SpectralConvolution convolution(device_, layer, drawn.w);
  EXPECT_EQ(applied(convolution.with(other.w), drawn.x),
            applied(SpectralConvolution(device_, layer, other.w), drawn.x));
  std::vector<float> got(static_cast<std::size_t>(layer.output_elements()));
  const Buffer from(device_, drawn.x.size() * sizeof(float));
  const Buffer to(device_, got.size() * sizeof(float));
  const Stream stream(device_);
  stream.upload(from, drawn.x.data(), from.size_bytes());
  convolution.execute(stream, from, to);
  stream.download(to, got.data(), to.size_bytes());
  EXPECT_EQ(got, applied(convolution, drawn.x));
}

TEST_F(SpectralConvolutionTest, MisuseNamesTheReason) {
  const Layer good = layer_of(Precision::f32, Field::real, {8, 8}, {3, 5});
  const Signal weights(static_cast<std::size_t>(good.weight_elements()));
  const auto refused = [&](Layer layer, ErrorCode code, const char* word) {
    const std::string message = message_of(code, [&] { (void)SpectralConvolution(device_, layer, weights); });
    EXPECT_NE(message.find(word), std::string::npos) << message;
  };
  Layer layer = good;
  layer.in_channels = 0;
  refused(layer, ErrorCode::invalid_argument, "0 input channels");
  layer = good;
  layer.modes = {3, 6};
  refused(layer, ErrorCode::invalid_argument, "6");
  layer.modes = {3};
  refused(layer, ErrorCode::invalid_argument, "modes");
  layer = good;
  layer.lengths = layer.modes = {2, 2, 2, 2};
  refused(layer, ErrorCode::unsupported, "4 axes");
  layer = good;
  layer.out_channels = 4;
  refused(layer, ErrorCode::invalid_argument, "channels=4x3");
  const SpectralConvolution convolution(device_, good, weights);
  std::vector<float> y(static_cast<std::size_t>(good.output_elements()));
  EXPECT_THROW(convolution.execute(std::vector<float>(3), std::span(y)), Error);
  EXPECT_THROW((void)convolution.with(std::vector<float>(weights.size())), Error);
  EXPECT_THROW((void)SpectralConvolution().problem(), Error);
  EXPECT_THROW((void)SpectralConvolution({}, good, weights), Error);
  EXPECT_NE(convolution.describe().find("modes=3x5 channels=5x3"), std::string::npos) << convolution.describe();
}

}  // namespace
}  // namespace papilio::test
