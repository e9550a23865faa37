// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Callbacks: every number passes them exactly once, whatever kernels a plan has.
#include <gtest/gtest.h>

#include <cmath>
#include <papilio/papilio.hpp>
#include <string>
#include <vector>

#include "core/error_bound.hpp"
#include "core/storage.hpp"
#include "device/fixture.hpp"
#include "support/arrays.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

constexpr double gain = 0.25;
constexpr int window = 7;

constexpr const char* load_complex = R"(
PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data user) {
  const papilio_real w = 1 + GAIN * user[i % 7];
  return PAPILIO_COMPLEX(x.x * w, x.y * w + i % 3);
})";
constexpr const char* load_real = R"(
PAPILIO_FUNCTION papilio_real papilio_load(papilio_real x, papilio_index i, papilio_data user) {
  return x * (1 + GAIN * user[i % 7]);
})";
constexpr const char* store_complex = R"(
PAPILIO_FUNCTION papilio_complex papilio_store(papilio_complex x, papilio_index i, papilio_data user) {
  return PAPILIO_COMPLEX(x.y * user[i % 7], -x.x);
})";
constexpr const char* store_real = R"(
PAPILIO_FUNCTION papilio_real papilio_store(papilio_real x, papilio_index i, papilio_data user) {
  return x * user[i % 7];
})";

/// The element that a number of a side belongs to.
std::int64_t element_of(const Problem& problem, End end, std::int64_t number) {
  const bool input = end == End::input;
  const bool real = input ? problem.real_input() : problem.real_output();
  if (real) return number;
  if ((input ? problem.in_layout : problem.out_layout) == ComplexLayout::interleaved) return number / 2;
  return number % (input ? problem.input_elements() : problem.output_elements());
}

class CallbacksOnDevice : public OnDevice, public testing::WithParamInterface<const char*> {
 protected:
  Buffer upload(const Stream& stream, const std::vector<std::byte>& bytes) {
    Buffer buffer(device_, bytes.size());
    stream.upload(buffer, bytes.data(), bytes.size());
    return buffer;
  }
  static std::vector<std::byte> encoded(const Numbers& numbers, Storage storage, Precision precision) {
    const auto width = static_cast<std::size_t>(bytes_of(storage, precision));
    std::vector<std::byte> bytes(numbers.size() * width);
    for (std::size_t i = 0; i < numbers.size(); ++i) store_number(storage, precision, numbers[i], &bytes[i * width]);
    return bytes;
  }
  static Numbers decoded(const std::vector<std::byte>& bytes, Storage storage, Precision precision) {
    const auto width = static_cast<std::size_t>(bytes_of(storage, precision));
    Numbers numbers;
    for (std::size_t i = 0; i < bytes.size(); i += width) numbers.push_back(load_number(storage, precision, &bytes[i]));
    return numbers;
  }

  /// The largest relative error of a transform between callbacks.
  static double error_of(const Problem& p, const Numbers& input, const Numbers& output, const Numbers& data) {
    const std::vector<Places> from = places_of(p, End::input);
    const std::vector<Places> to = places_of(p, End::output);
    double worst = 0;
    for (std::size_t t = 0; t < to.size(); ++t) {
      std::vector<long double> x;
      for (const std::int64_t at : from[t]) {
        const std::int64_t i = element_of(p, End::input, at);
        const bool imaginary = !p.real_input() && x.size() % 2 == 1;
        x.push_back(input[at] * (1 + gain * data[i % window]) + (imaginary ? static_cast<double>(i % 3) : 0.0));
      }
      const std::vector<long double> y = reference_transform(p, x);
      const auto scale = static_cast<long double>(p.scale_factor());
      std::vector<LongComplex> expected;
      std::vector<LongComplex> got;
      const std::size_t width = p.real_output() ? 1 : 2;
      for (std::size_t k = 0; k < y.size(); k += width) {
        const long double w = data[element_of(p, End::output, to[t][k]) % window];
        expected.push_back(width == 1 ? LongComplex(y[k] * w * scale)
                                      : LongComplex(y[k + 1] * w * scale, -y[k] * scale));
        got.push_back(width == 1 ? LongComplex(output[to[t][k]]) : LongComplex(output[to[t][k]], output[to[t][k + 1]]));
      }
      worst = std::max(worst, relative_l2(got, expected));
    }
    return worst;
  }
};

constexpr const char* by_window = R"(
PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data w) {
  return PAPILIO_COMPLEX(x.x * w[i] * SCALE, x.y * w[i] * SCALE);
})";
constexpr const char* real_by_window = R"(
PAPILIO_FUNCTION papilio_real papilio_load(papilio_real x, papilio_index i, papilio_data w) { return x * w[i]; }
)";
constexpr const char* store_by_window = R"(
PAPILIO_FUNCTION papilio_complex papilio_store(papilio_complex x, papilio_index i, papilio_data w) {
  return PAPILIO_COMPLEX(x.x * w[i] * SCALE, x.y * w[i] * SCALE);
})";
constexpr const char* real_store_by_window = R"(
PAPILIO_FUNCTION papilio_real papilio_store(papilio_real x, papilio_index i, papilio_data w) { return x * w[i]; }
)";
constexpr const char* real_by_scale = R"(
PAPILIO_FUNCTION papilio_real papilio_store(papilio_real x, papilio_index i, papilio_data w) { return x * SCALE; }
)";
class HostCallbacks : public OnDevice {};

/// Expects that a host execution gives `right`, the result of the execution on buffers, except in gaps of the output.
void expect_same_on_host(const Plan& plan, const std::vector<std::byte>& input, const std::vector<std::byte>& data,
                         const std::vector<std::byte>& right) {
  std::vector<std::byte> got = input;
  if (plan.problem().placement == Placement::in_place) {
    plan.execute({.out = got, .load_data = data, .store_data = data});
  } else {
    got = right;
    for (std::byte& value : got) value ^= std::byte{0xff};
    plan.execute({.in = input, .out = got, .load_data = data, .store_data = data});
  }
  const auto width = static_cast<std::size_t>(plan.problem().output_element_bytes());
  std::size_t different = 0;
  for (std::size_t at = plan.problem().out_offset * width; at < got.size(); ++at)
    different += got[at] != right[at] ? 1 : 0;
  EXPECT_EQ(different, 0U) << "bytes of a host execution";
}

TEST_P(CallbacksOnDevice, EveryNumberPassesThem) {
  const Problem problem = Problem::parse(GetParam());
  if (problem.precision == Precision::f64 && !device_.info().f64) GTEST_SKIP() << "no double precision";
  Callbacks callbacks;
  callbacks.load = problem.real_input() ? load_real : load_complex;
  callbacks.store = problem.real_output() ? store_real : store_complex;
  callbacks.parameters = {{"GAIN", gain}};
  const Plan plan(device_, problem, callbacks);
  const Problem& p = plan.problem();

  const Numbers data = {0.5, 1, 0.25, 2, 1.5, -1, 0.75};
  const Numbers input = random_input(p, 5);
  const bool in_place = p.placement == Placement::in_place;
  const Stream stream(device_);
  Operands operands;
  operands.in = upload(stream, encoded(input, p.in_storage, p.precision));
  const Numbers poisoned(static_cast<std::size_t>(buffer_numbers(p, End::output)), std::nan(""));
  operands.out = in_place ? operands.in : upload(stream, encoded(poisoned, p.out_storage, p.precision));
  operands.load_data = operands.store_data = upload(stream, encoded(data, Storage::native, p.precision));
  plan.execute(stream, operands);

  std::vector<std::byte> bytes(operands.out.size_bytes());
  stream.download(operands.out, bytes.data(), bytes.size());
  const Numbers output = decoded(bytes, p.out_storage, p.precision);
  // The callbacks themselves round a few times.
  EXPECT_LE(error_of(p, input, output, data), 3 * error_bound(p));
  expect_same_on_host(plan, encoded(input, p.in_storage, p.precision), encoded(data, Storage::native, p.precision),
                      bytes);
}

TEST_F(HostCallbacks, TakeDataOfAnySizeAgainAndAgain) {
  const Plan plan(device_, Problem::parse("c2c:f32:8"),
                  {.load = by_window, .store = {}, .parameters = {{"SCALE", 0.5}}});
  const std::vector<std::complex<float>> in(8, 1);
  for (const std::size_t size : {std::size_t{8}, std::size_t{100000}, std::size_t{8}}) {
    const std::vector<float> weights(size, 3);
    std::vector<std::complex<float>> out(8);
    plan.execute({.in = in, .out = out, .load_data = weights});
    EXPECT_NEAR(out[0].real(), 12, 1e-5);
    EXPECT_NEAR(std::abs(out[1]), 0, 1e-5);
  }
}

TEST_F(HostCallbacks, DataIsWholeNumbers) {
  const Plan plan(device_, Problem::parse("c2c:f32:8"),
                  {.load = by_window, .store = {}, .parameters = {{"SCALE", 0.5}}});
  const std::vector<std::complex<float>> x(8);
  const std::vector<std::byte> bytes(33);
  std::vector<std::complex<float>> out(8);
  const Error error = test::error_of([&] { plan.execute({.in = x, .out = out, .load_data = bytes}); });
  EXPECT_NE(std::string(error.what()).find("load callback data of 33 bytes"), std::string::npos) << error.what();
}

TEST_F(HostCallbacks, ParametersAreExact) {
  for (const double whole : {3e9, 1e10}) {  // beyond what an integer of 32 bits holds
    const Callbacks callbacks = {.load = by_window, .store = {}, .parameters = {{"SCALE", whole}}};
    std::vector<std::complex<float>> out(1);
    Plan(device_, Problem::parse("c2c:f32:1"), callbacks)
        .execute({.in = std::vector<std::complex<float>>{1}, .out = out, .load_data = std::vector<float>{1}});
    EXPECT_EQ(out[0].real(), static_cast<float>(whole));
  }
  constexpr double third = 1.0 / 3;
  const Callbacks callbacks = {.load = by_window, .store = {}, .parameters = {{"SCALE", third}}};
  const std::vector<std::complex<float>> in = {1, 0};
  std::vector<std::complex<float>> out(2);
  const std::vector<float> ones(2, 1);
  Plan(device_, Problem::parse("c2c:f32:2"), callbacks).execute({.in = in, .out = out, .load_data = ones});
  EXPECT_EQ(out[0].real(), static_cast<float>(third));
  if (!device_.info().f64) GTEST_SKIP() << "no double precision";
  const std::vector<std::complex<double>> wide_in = {1, 0};
  std::vector<std::complex<double>> wide(2);
  const std::vector<double> wide_ones(2, 1);
  Plan(device_, Problem::parse("c2c:f64:2"), callbacks).execute({.in = wide_in, .out = wide, .load_data = wide_ones});
  EXPECT_EQ(wide[0].real(), third);
}

TEST_F(HostCallbacks, OfAConvolution) {
  const ConvolutionProblem problem = ConvolutionProblem::parse("conv:f32:5*2:kernel=2:in=u8:out=f16");
  const Callbacks callbacks = {.load = real_by_window, .store = real_by_scale, .parameters = {{"SCALE", 0.5}}};
  const Convolution convolution(device_, problem, callbacks);
  const std::vector<float> kernel = {1, 2};
  const std::vector<std::uint8_t> signal = {1, 2, 3, 4, 5, 250, 1, 0, 0, 8};
  const std::vector<float> weights = {1, 2, 3, 4, 5, 1, 2, 3, 4, 5};
  const std::vector<float> right = {0.5, 3, 8.5, 17, 28.5, 25, 125, 251, 2, 0, 20, 40};
  std::vector<std::uint16_t> out(right.size(), 0x7e00);
  const Filter filter = convolution.filter(std::span<const float>(kernel));
  convolution.execute(filter, {.in = std::as_bytes(std::span(signal)),
                               .out = std::as_writable_bytes(std::span(out)),
                               .load_data = weights,
                               .store_data = {}});
  for (std::size_t i = 0; i < right.size(); ++i) EXPECT_NEAR(from_f16(out[i]), right[i], 0.02 + right[i] / 2000) << i;
}

// Across lanes and along lanes, real transforms of half length, Rader, Bluestein, passes, axes, kinds, layouts, storage
// types.
INSTANTIATE_TEST_SUITE_P(Kernels, CallbacksOnDevice,
                         testing::Values("c2c:f32:64*9", "c2c:f32:1000*3:inverse:scale=1/n", "c2c:f32:1009*3",
                                         "c2c:f32:503*2:inplace", "c2c:f64:240*3", "c2c:f32:4096*2:ioffset=3:ooffset=1",
                                         "r2c:f32:100*5", "r2c:f32:25*4", "c2r:f32:96*4", "r2c:f32:12x20*2",
                                         "c2r:f32:12x20*2", "dct2:f32:30*3", "dst4:f32:8x9", "c2c:f32:16x12x10",
                                         "c2c:f32:16x12x10:axes=1:inplace", "c2c:f32:300x4:axes=0",
                                         "c2c:f32:360*3:planar", "c2c:f32:128*6:in=f16", "r2c:f32:64*3:in=f64",
                                         "c2c:f32:65536", "r2c:f32:8192"));

/// The numbers of a convolution, multiplied by the callbacks' factors.
std::vector<float> weighed(std::vector<float> numbers, const ConvolutionProblem& problem,
                           const std::vector<float>& data) {
  const std::size_t width = problem.field == Field::real ? 1 : 2;
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] *= data[i / width];
  return numbers;
}

/// Callbacks on both sides: short, long, several axes, real and complex, one kernel and many.
TEST_F(HostCallbacks, OfAnyConvolutionAreThoseBeforeAndAfterIt) {
  for (const char* token :
       {"conv:f32:100*3:kernel=7:same", "corr:f32:20x30*2:kernel=3x5*2:complex", "conv:f32:5000:kernel=65",
        "corr:f32:6x7x8:kernel=2x3x2:valid", "conv:f32:97*2:kernel=10:circular:complex"}) {
    SCOPED_TRACE(token);
    const ConvolutionProblem problem = ConvolutionProblem::parse(token);
    const bool real = problem.field == Field::real;
    const Callbacks callbacks = {.load = real ? real_by_window : by_window,
                                 .store = real ? real_store_by_window : store_by_window,
                                 .parameters = {{"SCALE", 1}}};
    const auto ramp = [](std::int64_t count, int period) {
      std::vector<float> result(static_cast<std::size_t>(count));
      for (std::int64_t i = 0; i < count; ++i)
        result[i] = static_cast<float>(i * 7 % period) / static_cast<float>(period) - 0.4F;
      return result;
    };
    const std::int64_t width = real ? 1 : 2;
    const std::vector<float> signal = ramp(width * problem.signal_elements(), 23);
    const std::vector<float> kernel = ramp(width * problem.kernel_elements(), 11);
    const std::vector<float> before = ramp(problem.signal_elements(), 13);
    const std::vector<float> after = ramp(problem.output_elements(), 17);
    const auto run = [&](const Convolution& convolution, const std::vector<float>& in, HostOperands data) {
      std::vector<float> out(static_cast<std::size_t>(width * problem.output_elements()));
      data.in = std::as_bytes(std::span(in));
      data.out = std::as_writable_bytes(std::span(out));
      convolution.execute(convolution.filter(std::as_bytes(std::span(kernel))), data);
      return out;
    };
    const std::vector<float> got = run(Convolution(device_, problem, callbacks), signal,
                                       {.load_data = before, .store_data = std::as_bytes(std::span(after))});
    const std::vector<float> plain = run(Convolution(device_, problem), weighed(signal, problem, before), {});
    const std::vector<float> right = weighed(plain, problem, after);
    double worst = 0;
    double largest = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
      worst = std::max(worst, std::abs(static_cast<double>(got[i]) - static_cast<double>(right[i])));
      largest = std::max(largest, std::abs(static_cast<double>(right[i])));
    }
    EXPECT_LE(worst, 1e-6 * largest);  // a few roundings of f32, which differ between the two
    EXPECT_GT(largest, 0.01);
  }
}

class BadCallbacks : public OnDevice {
 protected:
  std::string message_of(const Callbacks& callbacks) {
    try {
      (void)Plan(device_, Problem::parse("c2c:f32:48"), callbacks);
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      return error.what();
    }
    return "no error";
  }
};

TEST_F(BadCallbacks, CompilersNameTheLineOfTheUser) {
  Callbacks callbacks;
  callbacks.parameters = {{"ONE", 1}, {"TWO", 2}};
  callbacks.load =
      "// a comment\n"
      "PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data user) {\n"
      "  return x * nobody_knows_this;\n"
      "}";
  const std::string message = message_of(callbacks);
  EXPECT_NE(message.find("load callback"), std::string::npos) << message;
  EXPECT_NE(message.find("nobody_knows_this"), std::string::npos) << message;
  EXPECT_TRUE(message.find("load callback:3") != std::string::npos ||
              message.find("load callback(3)") != std::string::npos)
      << message;
}

TEST_F(BadCallbacks, ParametersDoNotReachTheKernel) {
  Callbacks callbacks;
  callbacks.load = load_complex;
  callbacks.parameters = {{"GAIN", 1}, {"batch", 8}, {"in", 1}, {"repeat", 2}};
  EXPECT_EQ(message_of(callbacks), "no error");
}

TEST_F(BadCallbacks, AreRefused) {
  EXPECT_NE(message_of({.load = "int x;", .store = {}, .parameters = {}}).find("does not define papilio_load"),
            std::string::npos);
  EXPECT_NE(message_of({.load = "int papilio_loader;", .store = {}, .parameters = {}}).find("does not define"),
            std::string::npos);
  EXPECT_NE(message_of({.load = {}, .store = {}, .parameters = {{"2x", 1.0}}}).find("no identifier"),
            std::string::npos);
  EXPECT_NE(message_of({.load = {}, .store = {}, .parameters = {{"X", 1.0}, {"X", 2.0}}}).find("twice"),
            std::string::npos);
  EXPECT_NE(message_of({.load = {}, .store = {}, .parameters = {{"X", std::nan("")}}}).find("not finite"),
            std::string::npos);
}

}  // namespace
}  // namespace papilio::test
