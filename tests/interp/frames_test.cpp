// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels of short-time transforms in the interpreter, and as PTX: against their definition in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "kernel/frames/feature_kernels.hpp"
#include "kernel/frames/frame_kernels.hpp"
#include "support/ptx_comparison.hpp"
#include "support/stored_numbers.hpp"

namespace papilio::test {
namespace {

using kernel::FrameSpec;
using kernel::Surround;

class FrameKernels : public testing::TestWithParam<std::tuple<int, int, Precision>> {
 protected:
  void SetUp() override {
    const auto [parts, threads, precision] = GetParam();
    spec_ = {.precision = precision, .parts = parts, .lanes = threads == 1 ? 4 : parts, .threads = threads};
  }

  static std::vector<double> numbers(std::int64_t count) {
    std::mt19937_64 random(5);
    std::vector<double> values;
    for (std::int64_t i = 0; i < count; ++i)
      values.push_back(static_cast<float>(std::uniform_real_distribution<double>(-1, 1)(random)));
    return values;
  }

  /// Runs the kernel, on GPUs as PTX too, and returns its output, which was NaN before. The kernel of bands has
  /// integers in buffer 2.
  std::vector<double> run(const ir::Module& module, const std::vector<std::vector<double>>& inputs,
                          const std::vector<std::int64_t>& scalars, std::int64_t groups, std::int64_t results,
                          const std::vector<std::int32_t>& ranges = {}) const {
    std::vector<Bytes> buffers;
    for (const std::vector<double>& input : inputs) buffers.push_back(stored(spec_.precision, input));
    buffers.push_back(stored(spec_.precision, std::vector<double>(static_cast<std::size_t>(results), std::nan(""))));
    std::vector<ir::Binding> bindings;
    for (Bytes& buffer : buffers) bindings.push_back(binding(buffer, spec_.precision));
    std::vector<std::int32_t> integers = ranges;
    if (!ranges.empty()) {
      bindings.insert(bindings.begin() + 2,
                      ir::Binding{reinterpret_cast<std::byte*>(integers.data()), std::ssize(integers)});
    }
    if (spec_.on_cpu()) {
      EXPECT_EQ(ir::interpret(module, bindings, scalars, 0, groups).faults, std::vector<std::string>{});
    } else {
      EXPECT_EQ(run_as_ptx_too(module, bindings, scalars, groups), std::vector<std::string>{});
    }
    std::vector<double> out;
    for (std::int64_t i = 0; i < results; ++i)
      out.push_back(number_at(spec_.precision, buffers.back(), static_cast<std::size_t>(i)));
    return out;
  }

  struct PaddedSignals {
    std::int64_t samples;
    std::int64_t before;
    std::int64_t distance;  ///< from one padded signal to the next
    std::int64_t first;     ///< position of the first sample to write
    std::int64_t count;
  };

  /// Two signals, of which memory lacks the first sample if that is not read.
  void expect_padded(const PaddedSignals& shape, Surround surround) {
    SCOPED_TRACE(testing::Message() << "samples " << shape.samples << " before " << shape.before << " distance "
                                    << shape.distance << " first " << shape.first);
    const std::int64_t parts = spec_.parts;
    const std::vector<double> signals = numbers(2 * shape.samples * parts);
    std::vector<double> expected;
    for (std::int64_t p = shape.first; p < shape.first + shape.count; ++p) {
      std::int64_t t = p % shape.distance - shape.before;
      const bool near = t < shape.samples + shape.before && surround == Surround::reflected;
      if (near && t < 0) t = -t;
      if (near && t >= shape.samples) t = 2 * (shape.samples - 1) - t;
      const std::int64_t from = (p / shape.distance * shape.samples + t) * parts;
      for (std::int64_t part = 0; part < parts; ++part)
        expected.push_back(t >= 0 && t < shape.samples ? signals[static_cast<std::size_t>(from + part)] : 0);
    }
    const std::int64_t units = (shape.count + kernel::pad_chunk - 1) / kernel::pad_chunk;
    const std::int64_t repeat = spec_.on_cpu() ? 2 : 1;
    const std::int64_t held = shape.first > shape.before + shape.distance ? shape.samples : 0;
    const std::vector<std::int64_t> scalars = {shape.count, shape.samples, shape.distance, held,
                                               shape.first, repeat,        shape.before,   units};
    EXPECT_EQ(run(kernel::build_pad(spec_, surround), {{signals.begin() + held * parts, signals.end()}}, scalars,
                  (units + repeat - 1) / repeat, shape.count * parts),
              expected);
  }

  struct AddedFrames {
    std::int64_t frames;
    std::int64_t length;
    std::int64_t hop;
    std::int64_t first;  ///< position of the first sample
    std::int64_t samples;
  };

  void expect_added(const AddedFrames& shape) {
    SCOPED_TRACE(testing::Message() << "length " << shape.length << " hop " << shape.hop << " frames " << shape.frames);
    const std::int64_t parts = spec_.parts;
    const std::vector<double> frames = numbers(2 * shape.frames * shape.length * parts);
    std::vector<double> window;
    for (const double number : numbers(shape.length))
      window.insert(window.end(), static_cast<std::size_t>(parts), static_cast<float>(1 + 0.5 * number));
    std::vector<double> inverses;
    for (std::int64_t r = 0; r < shape.hop * parts; ++r) {
      double sum = 0;
      for (std::int64_t j = r; j < std::ssize(window); j += shape.hop * parts)
        sum += window[static_cast<std::size_t>(j)] * window[static_cast<std::size_t>(j)];
      inverses.push_back(1 / sum);
    }
    std::vector<double> expected;
    for (std::int64_t i = 0; i < 2 * shape.samples * parts; ++i) {
      const std::int64_t signal = i / parts / shape.samples;
      const std::int64_t position = shape.first + i / parts % shape.samples;
      double sum = 0;
      double weight = 0;
      for (std::int64_t f = 0; f < shape.frames; ++f) {
        const std::int64_t j = position - f * shape.hop;
        if (j < 0 || j >= shape.length) continue;
        const double w = window[static_cast<std::size_t>(j * parts)];
        const std::int64_t at = ((signal * shape.frames + f) * shape.length + j) * parts + i % parts;
        sum += w * frames[static_cast<std::size_t>(at)];
        weight += w * w;
      }
      expected.push_back(sum / weight);
    }
    const std::int64_t count = shape.samples * parts;
    const std::int64_t chunk = kernel::overlap_add_chunk(spec_);
    const std::int64_t units = (count + chunk - 1) / chunk;
    const std::int64_t repeat = spec_.on_cpu() ? 2 : 1;
    const std::vector<std::int64_t> scalars = {
        2, shape.frames, count, shape.first * parts, repeat, shape.length * parts, shape.hop * parts, units};
    const std::vector<double> got = run(kernel::build_overlap_add(spec_), {frames, window, inverses}, scalars,
                                        (2 * units + repeat - 1) / repeat, 2 * count);
    const double bound = spec_.precision == Precision::f32 ? 1e-6 : 1e-15;
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(got[i], expected[i], 4 * bound) << i;
  }

  /// Signals of `wanted` rows, `distance` apart, of 20 columns each; the matrix has 2 * lanes + 1 rows of 5 neighbours.
  void expect_bands(kernel::BandsStep step, std::int64_t first, std::int64_t count) {
    constexpr std::int64_t columns = 20;
    constexpr std::int64_t wanted = 3;
    constexpr std::int64_t distance = 4;
    SCOPED_TRACE(testing::Message() << "step " << static_cast<int>(step) << " first " << first << " count " << count);
    const std::int64_t lanes = spec_.lanes;
    const std::int64_t bands = 2 * lanes + 1;
    const std::int64_t blocks = (bands + lanes - 1) / lanes;
    const std::vector<double> in = numbers(count * columns);
    std::vector<double> weights;  // column i of block k has those of its rows
    std::vector<std::int32_t> ranges;
    for (std::int64_t k = 0; k < blocks; ++k) {
      ranges.insert(ranges.end(), {static_cast<std::int32_t>(3 * k), static_cast<std::int32_t>(5 * k)});
      for (std::int64_t i = 0; i < 5 * lanes; ++i) weights.push_back(1.0 + static_cast<double>((k + i) % 7));
    }
    ranges.insert(ranges.end(), {0, static_cast<std::int32_t>(5 * blocks)});
    const std::vector<double> of_step =
        step == kernel::BandsStep::levels ? std::vector<double>{0.5, 3, 1} : std::vector<double>{0.25};
    const std::int64_t signals = (first + count + distance - 1) / distance;
    std::vector<double> peaks;
    for (std::int64_t s = 0; s < signals; ++s) peaks.push_back(0.5 + 0.125 * static_cast<double>(s));
    std::vector<double> expected(static_cast<std::size_t>(signals * wanted * bands), std::nan(""));
    for (std::int64_t row = 0; row < count; ++row) {
      const std::int64_t signal = (first + row) / distance;
      const std::int64_t frame = (first + row) % distance;
      for (std::int64_t b = 0; b < bands && frame < wanted; ++b) {
        double sum = 0;
        for (std::int64_t i = 0; i < 5; ++i) {
          double x = in[static_cast<std::size_t>(row * columns + b / lanes * 3 + i)];
          if (step == kernel::BandsStep::limited) x = std::max(x, peaks[static_cast<std::size_t>(signal)] - 0.25);
          sum += x * weights[static_cast<std::size_t>((b / lanes * 5 + i) * lanes + b % lanes)];
        }
        if (step == kernel::BandsStep::levels) sum = 3 * std::log(std::max(sum, 0.5)) + 1;
        expected[static_cast<std::size_t>((signal * wanted + frame) * bands + b)] = sum;
      }
    }
    std::vector<std::vector<double>> inputs = {in, weights};
    if (step != kernel::BandsStep::sums) inputs.push_back(of_step);
    if (step == kernel::BandsStep::limited) inputs.push_back(peaks);
    const std::int64_t chunk = kernel::bands_chunk(spec_);
    const std::int64_t units = ((spec_.on_cpu() ? count : count * bands) + chunk - 1) / chunk;
    const std::int64_t repeat = spec_.on_cpu() ? 2 : 1;
    const std::vector<double> got =
        run(kernel::build_bands(spec_, step), inputs, {count, columns, bands, first, repeat, distance, wanted, units},
            (units + repeat - 1) / repeat, std::ssize(expected), ranges);
    const double bound = spec_.precision == Precision::f32 ? 2e-6 : 2e-15;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(std::isnan(got[i]), std::isnan(expected[i])) << i;
      if (std::isnan(expected[i])) continue;
      ASSERT_NEAR(got[i], expected[i], 20 * bound) << i;
    }
  }

  FrameSpec spec_;
};

TEST_P(FrameKernels, PutZerosAroundSignals) {
  expect_padded({.samples = 100, .before = 16, .distance = 140, .first = 0, .count = 280}, Surround::zeros);
  expect_padded({.samples = 3, .before = 16, .distance = 40, .first = 0, .count = 80}, Surround::zeros);
  expect_padded({.samples = 5000, .before = 7, .distance = 5021, .first = 0, .count = 10035}, Surround::zeros);
  expect_padded({.samples = 5000, .before = 7, .distance = 5021, .first = 5100, .count = 4942}, Surround::zeros);
  expect_padded({.samples = 5000, .before = 7, .distance = 4016, .first = 0, .count = 8032}, Surround::zeros);
}

TEST_P(FrameKernels, ReflectSignals) {
  expect_padded({.samples = 100, .before = 16, .distance = 140, .first = 0, .count = 280}, Surround::reflected);
  expect_padded({.samples = 9, .before = 8, .distance = 40, .first = 0, .count = 80}, Surround::reflected);
  expect_padded({.samples = 5000, .before = 700, .distance = 6500, .first = 0, .count = 13000}, Surround::reflected);
  expect_padded({.samples = 5000, .before = 7, .distance = 5021, .first = 5028, .count = 5014}, Surround::reflected);
}

/// Half of a window's squares are missing everywhere: each sample sums up the others.
TEST_P(FrameKernels, AnInfiniteNumberStaysOneAtTheEdges) {
  const auto parts = static_cast<std::size_t>(spec_.parts);
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> frame(4 * parts, 3);
  frame[0] = infinity;
  std::vector<double> expected(4 * parts, 1.5);
  expected[0] = infinity;
  const std::int64_t count = 4 * spec_.parts;
  const std::vector<double> window(4 * parts, 2);
  const std::vector<double> inverses(2 * parts, 0.125);
  EXPECT_EQ(run(kernel::build_overlap_add(spec_), {frame, window, inverses}, {1, 1, count, 0, 1, count, count / 2, 1},
                1, count),
            expected);
}

TEST_P(FrameKernels, AddFramesInOrder) {
  expect_added({.frames = 9, .length = 16, .hop = 4, .first = 8, .samples = 32});
  expect_added({.frames = 7, .length = 13, .hop = 5, .first = 0, .samples = 43});     // borders within a hop
  expect_added({.frames = 5, .length = 31, .hop = 31, .first = 15, .samples = 100});  // no overlap
  expect_added({.frames = 40, .length = 9, .hop = 1, .first = 4, .samples = 40});
  expect_added({.frames = 2, .length = 4001, .hop = 1900, .first = 2000, .samples = 3800});  // several chunks
  expect_added({.frames = 1, .length = 1, .hop = 1, .first = 0, .samples = 1});
}

/// Rows are real.
class FeatureKernels : public FrameKernels {};

TEST_P(FeatureKernels, SumBandsOfRows) {
  for (const auto step : {kernel::BandsStep::sums, kernel::BandsStep::levels, kernel::BandsStep::limited}) {
    expect_bands(step, 0, 3);
    expect_bands(step, 0, 8);
    expect_bands(step, 6, 35);  // several chunks, and a rest
  }
}

/// Logarithms from the least number to the largest, of 0, infinity and NaN.
TEST_P(FeatureKernels, LevelsHaveAllMagnitudes) {
  const bool single = spec_.precision == Precision::f32;
  const int least = single ? -149 : -1074;
  const int most = single ? 127 : 1023;
  std::vector<double> in = {0, std::numeric_limits<double>::infinity(), std::nan(""), 1};
  for (int exponent = least; exponent <= most; exponent += single ? 3 : 23) {
    for (const double mantissa : {1.0, 1.25, 1.4140625, 1.421875, 1.9921875})
      if (exponent >= least + 8 || mantissa == 1) in.push_back(std::ldexp(mantissa, exponent));
  }
  for (const double near : {1 - std::ldexp(1, -24), 1 + std::ldexp(1, -23), 0.999, 1.001})
    in.push_back(single ? static_cast<float>(near) : near);
  in.push_back(single ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max());
  const auto count = std::ssize(in);
  const std::vector<double> weights(static_cast<std::size_t>(spec_.lanes), 1);
  const std::int64_t chunk = kernel::bands_chunk(spec_);
  const std::int64_t units = (count + chunk - 1) / chunk;
  const std::vector<double> got = run(kernel::build_bands(spec_, kernel::BandsStep::levels), {in, weights, {0, 1, 0}},
                                      {count, 1, 1, 0, 1, count, count, units}, units, count, {0, 0, 0, 1});
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double expected = std::log(in[i]);
    if (!std::isfinite(expected)) {
      EXPECT_TRUE(std::isnan(expected) ? std::isnan(got[i]) : got[i] == expected) << in[i] << " gives " << got[i];
    } else {
      EXPECT_NEAR(got[i], expected, (single ? 2.4e-7 : 4.5e-16) * std::abs(expected)) << in[i];
    }
  }
}

TEST_P(FeatureKernels, FindTheLargestNumbers) {
  constexpr std::int64_t count = 1000;
  constexpr std::int64_t results = 33;
  constexpr std::int64_t each = (count + results - 1) / results;
  const std::vector<double> in = numbers(2 * count);
  for (const bool apart : {false, true}) {
    std::vector<double> expected;
    for (std::int64_t w = 0; w < 2 * results; ++w) {
      double most = -2;
      for (std::int64_t k = 0; k < each; ++k) {
        const std::int64_t at = apart ? w % results + k * results : w % results * each + k;
        most = std::max(most, in[static_cast<std::size_t>(w / results * count + std::min(at, count - 1))]);
      }
      expected.push_back(most);
    }
    const std::int64_t units = (results + spec_.threads - 1) / spec_.threads;
    const std::int64_t repeat = spec_.on_cpu() ? 3 : 1;
    EXPECT_EQ(run(kernel::build_peaks(spec_), {in},
                  {2, count, results, each, repeat, apart ? 1 : each, apart ? results : 1, units},
                  (2 * units + repeat - 1) / repeat, 2 * results),
              expected);
  }
}

INSTANTIATE_TEST_SUITE_P(CpuAndGpu, FrameKernels,
                         testing::Combine(testing::Values(1, 2), testing::Values(1, 32),
                                          testing::Values(Precision::f32, Precision::f64)));
INSTANTIATE_TEST_SUITE_P(CpuAndGpu, FeatureKernels,
                         testing::Combine(testing::Values(1), testing::Values(1, 32),
                                          testing::Values(Precision::f32, Precision::f64)));

}  // namespace
}  // namespace papilio::test
