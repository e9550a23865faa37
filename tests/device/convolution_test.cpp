// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolutions on the real device: compared with the defining sums in long double, three times on outputs filled with
// NaN; streams, overlap-save, one-liners, misuse.
#include <gtest/gtest.h>

#include "device/fixture.hpp"
#include "support/convolutions.hpp"
#include "support/error_of.hpp"

namespace papilio {
namespace {

using test::Numbers;

/// Numbers as elements of type T, and back.
template <class T>
std::vector<T> elements(const Numbers& numbers) {
  std::vector<T> result;
  if constexpr (std::is_floating_point_v<T>) {
    for (const double number : numbers) result.push_back(static_cast<T>(number));
  } else {
    using Part = typename T::value_type;
    for (std::size_t i = 0; i < numbers.size(); i += 2)
      result.emplace_back(static_cast<Part>(numbers[i]), static_cast<Part>(numbers[i + 1]));
  }
  return result;
}

template <class T>
Numbers numbers(std::span<const T> from) {
  Numbers result;
  for (const T& value : from) {
    if constexpr (std::is_floating_point_v<T>) {
      result.push_back(static_cast<double>(value));
    } else {
      result.insert(result.end(), {static_cast<double>(value.real()), static_cast<double>(value.imag())});
    }
  }
  return result;
}

template <class T>
T not_a_number() {
  return T(std::numeric_limits<double>::quiet_NaN());
}
template <>
std::complex<float> not_a_number() {
  return test::poison();
}
template <>
std::complex<double> not_a_number() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  return {nan, nan};
}

enum class FilterFrom { kernels, spectra };

/// A filter of the kernels' exact spectra.
template <class T>
Filter of_spectra(const Convolution& convolution, const Numbers& kernels) {
  const ConvolutionProblem& problem = convolution.problem();
  Problem transform;
  transform.kind = problem.field == Field::real ? Kind::r2c : Kind::c2c;
  transform.lengths = problem.kernel_lengths;
  transform.axes = problem.axes;
  transform.batch = problem.kernels * problem.out_channels * problem.in_channels;
  const std::vector<long double> exact = test::reference_transform(transform, {kernels.begin(), kernels.end()});
  using Part = decltype(std::abs(T()));
  return convolution.filter_of_spectrum(elements<std::complex<Part>>(Numbers(exact.begin(), exact.end())));
}

template <class T>
void expect_sum(const Device& device, const ConvolutionProblem& problem, FilterFrom from) {
  const Convolution convolution(device, problem);
  SCOPED_TRACE(convolution.describe());
  const Numbers signal = test::random_elements(problem, problem.signal_elements(), 1);
  const Numbers kernel = test::random_elements(problem, problem.kernel_elements(), 2);
  const std::vector<T> in = elements<T>(signal);
  const std::vector<T> h = elements<T>(kernel);
  const Filter filter =
      from == FilterFrom::kernels ? convolution.filter(std::span<const T>(h)) : of_spectra<T>(convolution, kernel);
  std::vector<T> first;
  for (int run = 0; run < 3; ++run) {
    std::vector<T> out(static_cast<std::size_t>(problem.output_elements()), not_a_number<T>());
    convolution.execute(filter, std::span<const T>(in), std::span<T>(out));
    if (run == 0) {
      first = out;
      const Numbers got = numbers(std::span<const T>(out));
      for (const auto& fault :
           test::faults_of_convolution(problem, convolution.padded_lengths(), signal, kernel, got)) {
        ADD_FAILURE() << fault;
      }
    } else {
      EXPECT_EQ(std::memcmp(first.data(), out.data(), out.size() * sizeof(T)), 0)
          << "execution " << run + 1 << " differs";
    }
  }
}

class ConvolutionTest : public test::OnDevice {
 protected:
  void expect_all_correct(const std::vector<std::string>& tokens, FilterFrom from = FilterFrom::kernels) const {
    for (const std::string& token : tokens) {
      SCOPED_TRACE(token);
      const ConvolutionProblem problem = ConvolutionProblem::parse(token);
      const bool real = problem.field == Field::real;
      if (problem.precision == Precision::f64 && !device_.info().f64) continue;
      if (problem.precision == Precision::f32) {
        real ? expect_sum<float>(device_, problem, from) : expect_sum<std::complex<float>>(device_, problem, from);
      } else {
        real ? expect_sum<double>(device_, problem, from) : expect_sum<std::complex<double>>(device_, problem, from);
      }
    }
  }
};

TEST_F(ConvolutionTest, IsTheDefinitionsSum) {
  expect_all_correct({"conv:f32:1000*7:kernel=100", "corr:f32:1000*7:kernel=100*7:same",
                      "conv:f32:1000*3:kernel=101:valid", "conv:f32:1009*2:kernel=30:circular:complex",
                      "corr:f64:500*5:kernel=500*5:complex", "conv:f32:60x50*3:kernel=5x7:same",
                      "corr:f32:40x40:kernel=9x9:valid:complex", "conv:f64:10x12x14:kernel=3x4x5",
                      "conv:f32:8192:kernel=65:same"});
}

TEST_F(ConvolutionTest, FiltersMayBeMadeFromSpectra) {
  expect_all_correct({"conv:f32:96*3:kernel=96:circular", "corr:f64:45*2:kernel=45*2:circular",
                      "conv:f64:50:kernel=50:circular:complex", "corr:f32:3x32:kernel=3x32:axes=1:circular:complex",
                      "conv:f32:101*3:kernel=101*3:circular", "conv:f32:32x3:kernel=32x1:axes=0:circular",
                      "conv:f32:1*4:kernel=1:circular"},
                     FilterFrom::spectra);
}

TEST_F(ConvolutionTest, FiltersOfSeveralAxesMayBeMadeFromSpectra) {
  expect_all_correct({"conv:f32:24x20*2:kernel=24x20*2:circular", "corr:f64:15x9:kernel=15x9:circular",
                      "corr:f32:16x21:kernel=16x21:circular:complex", "conv:f32:37x8:kernel=37x8:circular",
                      "conv:f32:6x7x8:kernel=6x7x8:circular", "conv:f64:5x6x4:kernel=5x6x4:circular:complex",
                      "corr:f32:8x3x10:kernel=8x1x10:axes=0,2:circular", "conv:f32:8x1:kernel=8x1:circular",
                      "conv:f32:1x9:kernel=1x9:circular"},
                     FilterFrom::spectra);
}

TEST_F(ConvolutionTest, FiltersWithChannelsMayBeMadeFromSpectra) {
  expect_all_correct(
      {"conv:f32:30*2:kernel=30:circular:channels=3x2", "corr:f32:8x6*2:kernel=8x6*2:circular:channels=2x3",
       "conv:f32:12:kernel=12:circular:channels=1x4:complex"},
      FilterFrom::spectra);
}

TEST_F(ConvolutionTest, SpectraThatDoNotFitAreRefused) {
  for (const char* token :
       {"conv:f32:96:kernel=96", "conv:f32:96:kernel=5:circular", "conv:f32:8x8:kernel=8x5:circular"}) {
    const Convolution convolution(device_, ConvolutionProblem::parse(token));
    const Error error =
        test::error_of([&] { (void)convolution.filter_of_spectrum(std::vector<std::complex<float>>(49)); });
    EXPECT_EQ(error.code(), ErrorCode::unsupported) << error.what();
  }
  const Convolution convolution(device_, ConvolutionProblem::parse("conv:f32:96:kernel=96:circular"));
  EXPECT_THROW((void)convolution.filter_of_spectrum(std::vector<std::complex<float>>(48)), Error);
}

TEST_F(ConvolutionTest, RunsOnDeviceBuffersAndTouchesNothingElse) {
  const ConvolutionProblem problem = ConvolutionProblem::parse("conv:f32:500*4:kernel=33:same");
  const Convolution convolution(device_, problem);
  const Numbers signal = test::random_elements(problem, problem.signal_elements(), 3);
  const Numbers kernel = test::random_elements(problem, problem.kernel_elements(), 4);
  std::vector<float> in = elements<float>(signal);
  const std::vector<float> h = elements<float>(kernel);
  constexpr std::size_t guard = 64;
  in.resize(in.size() + guard, std::numeric_limits<float>::quiet_NaN());
  std::vector<float> out(static_cast<std::size_t>(problem.output_elements()) + guard,
                         std::numeric_limits<float>::quiet_NaN());
  const Stream stream(device_);
  const Buffer from(device_, in.size() * sizeof(float));
  const Buffer to(device_, out.size() * sizeof(float));
  const Buffer scratch(device_, convolution.scratch_bytes());
  for (const Buffer& given : {Buffer(), scratch}) {
    stream.upload(from, in.data(), in.size() * sizeof(float));
    stream.upload(to, out.data(), out.size() * sizeof(float));
    convolution.execute(stream, convolution.filter(std::span<const float>(h)), from, to, given);
    std::vector<float> got(out.size());
    stream.download(to, got.data(), got.size() * sizeof(float));
    for (std::size_t i = got.size() - guard; i < got.size(); ++i) EXPECT_TRUE(std::isnan(got[i])) << i;
    got.resize(got.size() - guard);
    const Numbers result = numbers(std::span<const float>(got));
    for (const auto& fault :
         test::faults_of_convolution(problem, convolution.padded_lengths(), signal, kernel, result)) {
      ADD_FAILURE() << fault;
    }
  }
}

TEST_F(ConvolutionTest, RefusesSpansThatAreStoredOtherwise) {
  const Convolution convolution(device_, ConvolutionProblem::parse("conv:f32:100:kernel=5:in=i16"));
  const std::vector<float> kernel(5, 1);
  const std::vector<float> in(100, 1);
  std::vector<float> out(104);
  const Filter filter = convolution.filter(std::span<const float>(kernel));
  const Error error =
      test::error_of([&] { convolution.execute(filter, std::span<const float>(in), std::span<float>(out)); });
  EXPECT_NE(std::string(error.what()).find("is i16; give a span of std::byte"), std::string::npos) << error.what();
  EXPECT_THROW(convolution.execute(filter, std::as_bytes(std::span(in)), std::as_writable_bytes(std::span(out))),
               Error);
  EXPECT_THROW((void)convolution.filter(std::as_bytes(std::span(in))), Error);
}

TEST_F(ConvolutionTest, MisuseIsAnErrorOfOneLine) {
  const Convolution one(device_, ConvolutionProblem::parse("conv:f32:100:kernel=5"));
  const Convolution other(device_, ConvolutionProblem::parse("conv:f32:100:kernel=6"));
  const std::vector<float> five(5, 1);
  const std::vector<float> in(100, 1);
  std::vector<float> out(104);
  const Filter filter = one.filter(std::span<const float>(five));
  std::vector<float> six_out(105);
  EXPECT_THROW(other.execute(filter, std::span<const float>(in), std::span<float>(six_out)), Error);
  EXPECT_THROW(one.execute({}, std::span<const float>(in), std::span<float>(out)), Error);
  EXPECT_THROW((void)one.filter(std::span<const float>(in)), Error);
  EXPECT_THROW((void)one.filter(std::span<const double>(std::vector<double>(5))), Error);
  EXPECT_THROW(one.execute(filter, std::span<const float>(out).first(100), std::span<float>(out)), Error);
  const Operator laplacian(device_, OperatorProblem::real(Precision::f32, {100}), Spectrum::laplacian());
  const Stream stream(device_);
  const Buffer a(device_, 200 * sizeof(float));
  const Buffer b(device_, 200 * sizeof(float));
  for (const Operands& moved :
       {Operands{.in = a, .out = b, .in_offset = 4}, Operands{.in = a, .out = b, .out_offset = 4},
        Operands{.in = a, .out = b, .in_position = 4}}) {
    const Error refused = test::error_of([&] { one.execute(stream, filter, moved); });
    EXPECT_EQ(refused.code(), ErrorCode::invalid_argument);
    EXPECT_NE(std::string(refused.what()).find("beginning of their buffers"), std::string::npos) << refused.what();
    EXPECT_THROW(laplacian.execute(stream, moved), Error);
  }
  EXPECT_THROW((void)Convolution().problem(), Error);
  EXPECT_THROW(Convolution(Device(), one.problem()), Error);
}

template <class T>
void expect_pieces_correct(const Device& device, Operation operation, std::int64_t block) {
  ConvolutionProblem problem;
  problem.operation = operation;
  problem.precision =
      std::is_same_v<T, float> || std::is_same_v<T, std::complex<float>> ? Precision::f32 : Precision::f64;
  problem.field = std::is_floating_point_v<T> ? Field::real : Field::complex;
  problem.lengths = {5000};
  problem.kernel_lengths = {37};
  const Numbers signal = test::random_elements(problem, 5000, 5);
  const Numbers kernel = test::random_elements(problem, 37, 6);
  const std::vector<T> in = elements<T>(signal);
  const std::vector<T> h = elements<T>(kernel);
  OverlapSave<T> stream(device, std::span<const T>(h), operation, block);
  for (int signal_number = 0; signal_number < 2; ++signal_number) {  // the second must not depend on the first
    std::vector<T> results;
    std::span<const T> rest(in);
    for (std::size_t piece = 1; !rest.empty(); piece = piece * 3 + 1) {
      const std::span<const T> part = rest.first(std::min(piece, rest.size()));
      rest = rest.subspan(part.size());
      stream.push(part);
      if (piece == 40) stream.flush();
      std::vector<T> some(stream.available());
      EXPECT_EQ(stream.pull(std::span<T>(some)), some.size());
      results.insert(results.end(), some.begin(), some.end());
      if (piece == 40) {
        EXPECT_EQ(results.size(), in.size() - rest.size());
      }
    }
    stream.finish();
    std::vector<T> some(stream.available() + 10);
    some.resize(stream.pull(std::span<T>(some)));
    results.insert(results.end(), some.begin(), some.end());
    ASSERT_EQ(static_cast<std::int64_t>(results.size()), problem.output_elements());
    const Numbers got = numbers(std::span<const T>(results));
    const std::vector<std::int64_t> whole = {problem.output_elements()};
    for (const auto& fault : test::faults_of_convolution(problem, whole, signal, kernel, got)) ADD_FAILURE() << fault;
  }
}

TEST_F(ConvolutionTest, PiecesOfAnyLengthMakeTheWhole) {
  expect_pieces_correct<float>(device_, Operation::convolve, 0);
  expect_pieces_correct<float>(device_, Operation::correlate, 100);
  expect_pieces_correct<std::complex<float>>(device_, Operation::convolve, 700);
  if (device_.info().f64) expect_pieces_correct<double>(device_, Operation::correlate, 2000);
}

TEST_F(ConvolutionTest, StreamsShareAConvolution) {
  const std::vector<float> two = {2, 0, 1};
  const std::vector<float> three = {3, 1, 0};
  const OverlapSave<float> first(device_, std::span<const float>(two), Operation::convolve, 8);
  OverlapSave<float> second(first.convolution(), std::span<const float>(three));
  EXPECT_EQ(second.block(), first.block());
  second.push(std::vector<float>{1, 2});
  second.finish();
  std::vector<float> results(4);
  EXPECT_EQ(second.pull(std::span<float>(results)), 4U);
  const std::vector<float> right = {3, 7, 2, 0};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(results[i], right[i], 1e-6) << i;
  for (const char* token : {"conv:f32:100:kernel=3", "conv:f32:100*2:kernel=3*2:valid", "conv:f16:100:kernel=3:valid",
                            "conv:f32:9x9:kernel=1x3:valid"}) {
    const Convolution other(device_, ConvolutionProblem::parse(token));
    EXPECT_THROW(OverlapSave<float>(other, std::span<const float>(three)), Error) << token;
  }
}

TEST_F(ConvolutionTest, AKernelOfOneElementIsAFactor) {
  const std::vector<float> two = {2};
  OverlapSave<float> stream(device_, std::span<const float>(two), Operation::convolve, 8);
  stream.push(std::vector<float>{1, 2, 3});
  stream.finish();
  std::vector<float> results(3);
  EXPECT_EQ(stream.pull(std::span<float>(results)), 3U);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(results[i], 2.0F * static_cast<float>(i + 1), 1e-6);
}

TEST(ConvolveOneLiner, IsSciPys) {
  std::string why;
  if (!test::open_test_device(why)) GTEST_SKIP() << why;
  const std::vector<float> a = {1, 2, 3, 4};
  const std::vector<float> b = {1, 0, -1};
  const auto expect = [](const std::vector<float>& got, const std::vector<float>& right) {
    ASSERT_EQ(got.size(), right.size());
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], right[i], 1e-5) << i;
  };
  const std::span<const float> x(a);
  const std::span<const float> h(b);
  expect(convolve(x, h), {1, 2, 2, 2, -3, -4});
  expect(convolve(x, h, ConvolutionMode::same), {2, 2, 2, -3});
  expect(convolve(x, h, ConvolutionMode::valid), {2, 2});
  expect(correlate(x, h), {-1, -2, -2, -2, 3, 4});
  expect(convolve(x, h, ConvolutionMode::circular), {-2, -2, 2, 2});
  expect(correlate(x, h, ConvolutionMode::circular), {-2, -2, 2, 2});
  EXPECT_THROW((void)convolve(x, x.first(0)), Error);
}

// As one transform, and in segments.
TEST(ConvolveOneLiner, OfALongSignal) {
  std::string why;
  if (!test::open_test_device(why)) GTEST_SKIP() << why;
  constexpr std::size_t n = (1U << 20U) + 123;
  std::vector<float> a(n);
  for (std::size_t i = 0; i < n; ++i) a[i] = static_cast<float>((i * 7919) % 257) / 257 - 0.5F;
  std::vector<float> b(64);
  for (std::size_t j = 0; j < b.size(); ++j) b[j] = static_cast<float>((j * 31) % 17) - 8;
  for (const ConvolutionMode mode : {ConvolutionMode::full, ConvolutionMode::same, ConvolutionMode::valid}) {
    const std::vector<float> y = convolve(std::span<const float>(a), std::span<const float>(b), mode);
    EXPECT_EQ(convolve(std::span<const float>(a), std::span<const float>(b), mode), y) << "the one that is kept";
    const std::size_t first = mode == ConvolutionMode::full ? 0 : mode == ConvolutionMode::same ? 31 : 63;
    ASSERT_EQ(y.size(), mode == ConvolutionMode::full ? n + 63 : mode == ConvolutionMode::same ? n : n - 63);
    for (std::size_t k = 0; k < y.size(); k += k < 200 || k + 200 > y.size() ? 1 : 997) {
      long double right = 0;
      for (std::size_t j = 0; j < b.size(); ++j) {
        const std::size_t i = k + first - j;
        if (i < n) right += static_cast<long double>(a[i]) * static_cast<long double>(b[j]);  // negative ones are huge
      }
      ASSERT_NEAR(y[k], static_cast<float>(right), 2e-4) << k;
    }
  }
}

}  // namespace
}  // namespace papilio
