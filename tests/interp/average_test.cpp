// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels of averaged spectra in the interpreter, and as PTX: against their definition in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernel/frames/average_kernels.hpp"
#include "support/ptx_comparison.hpp"
#include "support/stored_numbers.hpp"

namespace papilio::test {
namespace {

using kernel::FrameSpec;
using kernel::SegmentRows;

class AverageKernels : public testing::TestWithParam<std::tuple<int, Precision>> {
 protected:
  void SetUp() override {
    const auto [threads, precision] = GetParam();
    spec_ = {.precision = precision, .parts = 1, .lanes = threads == 1 ? 4 : 1, .threads = threads};
    bound_ = precision == Precision::f32 ? 1e-6 : 1e-15;
  }

  static std::vector<double> numbers(std::size_t count, double low = -1) {
    std::mt19937_64 random(5);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
      values.push_back(static_cast<float>(std::uniform_real_distribution<double>(low, 1)(random)));
    return values;
  }

  [[nodiscard]] Bytes bytes_of(const std::vector<double>& values) const { return stored(spec_.precision, values); }
  [[nodiscard]] Bytes poisoned(std::int64_t count) const {
    return bytes_of(std::vector<double>(static_cast<std::size_t>(count), std::nan("")));
  }

  /// Runs the kernel, on GPUs as PTX too, on buffers that it may change. `stored` integers are buffer 0.
  void run(const ir::Module& module, std::initializer_list<Bytes*> buffers, const std::vector<std::int64_t>& scalars,
           std::int64_t groups) const {
    std::vector<ir::Binding> bindings;
    for (Bytes* const buffer : buffers) bindings.push_back(binding(*buffer, spec_.precision));
    run_bound(module, bindings, scalars, groups);
  }
  void run_bound(const ir::Module& module, std::vector<ir::Binding> bindings, const std::vector<std::int64_t>& scalars,
                 std::int64_t groups) const {
    if (spec_.on_cpu()) {
      EXPECT_EQ(ir::interpret(module, bindings, scalars, 0, groups).faults, std::vector<std::string>{});
    } else {
      EXPECT_EQ(run_as_ptx_too(module, bindings, scalars, groups), std::vector<std::string>{});
    }
  }
  [[nodiscard]] double at(const Bytes& buffer, std::int64_t i) const {
    return number_at(spec_.precision, buffer, static_cast<std::size_t>(i));
  }
  /// Units that a work-group does, and work-groups.
  [[nodiscard]] std::int64_t repeat() const { return spec_.on_cpu() ? 2 : 1; }
  [[nodiscard]] std::int64_t groups(std::int64_t units) const { return (units + repeat() - 1) / repeat(); }

  void expect_segments(int parts, std::int64_t length, std::int64_t hop, std::int64_t padded,
                       kernel::SegmentMean mean) {
    SCOPED_TRACE(testing::Message() << parts << " parts, length " << length << " hop " << hop << " to " << padded);
    constexpr std::int64_t count = 3;
    constexpr std::int64_t first = 5;
    kernel::SegmentSpec spec{.frames = spec_, .mean = mean};
    spec.frames.parts = parts;
    spec.frames.lanes = spec_.on_cpu() ? 4 : parts;
    std::vector<double> x = numbers(static_cast<std::size_t>((first + 2 * hop + length) * parts));
    for (double& number : x) number = static_cast<float>(number + 3);
    Bytes in = bytes_of(x);
    Bytes inverse = bytes_of({1.0 / static_cast<double>(length)});
    Bytes out = poisoned(count * padded * parts);
    std::vector<ir::Binding> bindings = {binding(in, spec_.precision)};
    if (mean == kernel::SegmentMean::removed) bindings.push_back(binding(inverse, spec_.precision));
    bindings.push_back(binding(out, spec_.precision));
    run_bound(kernel::build_segments(spec), bindings,
              {hop * parts, padded * parts, first * parts, repeat(), length * parts, count}, groups(count));
    for (std::int64_t s = 0; s < count; ++s) {
      for (int part = 0; part < parts; ++part) {
        const auto sample = [&](std::int64_t j) {
          return x[static_cast<std::size_t>((first + s * hop + j) * parts + part)];
        };
        double sum = 0;
        for (std::int64_t j = 0; j < length; ++j) sum += sample(j);
        const double removed = mean == kernel::SegmentMean::removed ? sum / static_cast<double>(length) : 0;
        for (std::int64_t j = 0; j < padded; ++j) {
          const double expected = j < length ? sample(j) - removed : 0;
          ASSERT_NEAR(at(out, (s * padded + j) * parts + part), expected, removed == 0 ? 0 : 8 * bound_)
              << s << " " << j;
        }
      }
    }
  }

  /// Segments in two pieces, the first of `first` ones.
  std::vector<double> means_of(SegmentRows rows, std::int64_t bins, std::int64_t segments, std::int64_t first,
                               int parts, std::int64_t row) const {
    const std::int64_t unit = rows == SegmentRows::powers ? 1 : 2;
    const std::int64_t columns = kernel::rows_of(rows) * bins;
    const auto size = static_cast<std::size_t>(segments * bins * unit);
    const std::vector<double> x = numbers(size, rows == SegmentRows::powers ? 0 : -1);
    const std::vector<double> y(x.rbegin(), x.rend());
    Bytes held = bytes_of(std::vector<double>(static_cast<std::size_t>(columns)));
    Bytes totals = bytes_of(std::vector<double>(static_cast<std::size_t>(2 * columns)));
    const std::int64_t sums = rows == SegmentRows::powers ? bins : columns;
    const auto chunks_of = [&](std::int64_t count) {
      return (count + kernel::bins_chunk(spec_) - 1) / kernel::bins_chunk(spec_);
    };
    for (std::int64_t done = 0; done < segments;) {
      const std::int64_t count = done == 0 && first > 0 ? first : segments - done;
      const auto part = [&](const std::vector<double>& all) {
        const auto begin = all.begin() + done * bins * unit;
        return bytes_of({begin, begin + count * bins * unit});
      };
      const std::int64_t open = done % kernel::block_segments;
      const std::int64_t blocks = (open + count + kernel::block_segments - 1) / kernel::block_segments;
      const std::int64_t rest = (open + count) % kernel::block_segments == 0 ? 0 : 1;
      Bytes in = part(x);
      Bytes second = part(y);
      Bytes sums_of_blocks = poisoned(blocks * columns);
      const std::int64_t units = chunks_of(bins) * blocks;
      const std::vector<std::int64_t> scalars = {count, bins, open, repeat(), chunks_of(bins), units};
      const ir::Module module = kernel::build_blocks(spec_, rows);
      if (unit == 1) {
        run(module, {&in, &held, &sums_of_blocks}, scalars, groups(units));
      } else {
        run(module, {&in, &second, &held, &sums_of_blocks}, scalars, groups(units));
      }
      run(kernel::build_totals(spec_), {&sums_of_blocks, &totals, &held},
          {blocks - rest, columns, sums, repeat(), rest, chunks_of(columns)}, groups(chunks_of(columns)));
      done += count;
    }
    FrameSpec spec = spec_;
    spec.parts = parts;
    Bytes factors = bytes_of(std::vector<double>(static_cast<std::size_t>(bins), 2));
    Bytes out = poisoned(bins * parts);
    const std::int64_t units = chunks_of(bins * parts);
    run(kernel::build_means(spec), {&totals, &held, &factors, &out},
        {bins * parts, columns, row * bins, segments, repeat(), bins, units, 0}, groups(units));
    std::vector<double> means;
    for (std::int64_t i = 0; i < bins * parts; ++i) means.push_back(at(out, i) / 2);
    return means;
  }

  FrameSpec spec_;
  double bound_ = 0;
};

TEST_P(AverageKernels, CutSegments) {
  for (const int parts : {1, 2}) {
    for (const auto mean : {kernel::SegmentMean::kept, kernel::SegmentMean::removed}) {
      expect_segments(parts, 64, 32, 64, mean);
      expect_segments(parts, 301, 7, 320, mean);
      expect_segments(parts, 1, 1, 3, mean);
    }
  }
}

TEST_P(AverageKernels, SumPowersAndFindTheirMaxima) {
  constexpr std::int64_t bins = 37;
  constexpr std::int64_t segments = 150;
  const std::vector<double> x = numbers(static_cast<std::size_t>(segments * bins), 0);
  const std::vector<double> means = means_of(SegmentRows::powers, bins, segments, 0, 1, 0);
  const std::vector<double> peaks = means_of(SegmentRows::powers, bins, segments, 0, 1, 1);
  for (std::int64_t k = 0; k < bins; ++k) {
    double sum = 0;
    double most = 0;
    for (std::int64_t s = 0; s < segments; ++s) {
      sum += x[static_cast<std::size_t>(s * bins + k)];
      most = std::max(most, x[static_cast<std::size_t>(s * bins + k)]);
    }
    EXPECT_NEAR(means[static_cast<std::size_t>(k)], sum / segments, bound_);
    EXPECT_NEAR(peaks[static_cast<std::size_t>(k)] * segments, most, bound_ * segments);
  }
  for (const std::int64_t first : {1, 63, 64, 65, 149}) {
    EXPECT_EQ(means_of(SegmentRows::powers, bins, segments, first, 1, 0), means) << first;
    EXPECT_EQ(means_of(SegmentRows::powers, bins, segments, first, 1, 1), peaks) << first;
  }
}

TEST_P(AverageKernels, SumProductsOfTwoSpectra) {
  constexpr std::int64_t bins = 21;
  constexpr std::int64_t segments = 70;
  const std::vector<double> x = numbers(static_cast<std::size_t>(2 * segments * bins));
  const std::vector<double> y(x.rbegin(), x.rend());
  const std::vector<double> cross = means_of(SegmentRows::pairs, bins, segments, 13, 2, 2);
  const std::vector<double> second = means_of(SegmentRows::pairs, bins, segments, 13, 1, 1);
  for (std::int64_t k = 0; k < bins; ++k) {
    std::complex<double> sum = 0;
    double power = 0;
    for (std::int64_t s = 0; s < segments; ++s) {
      const auto i = static_cast<std::size_t>(2 * (s * bins + k));
      sum += std::conj(std::complex(x[i], x[i + 1])) * std::complex(y[i], y[i + 1]);
      power += std::norm(std::complex(y[i], y[i + 1]));
    }
    const auto own = static_cast<std::size_t>(k);
    EXPECT_NEAR(cross[2 * own], sum.real() / segments, 2 * bound_);
    EXPECT_NEAR(cross[2 * own + 1], sum.imag() / segments, 2 * bound_);
    EXPECT_NEAR(second[own], power / segments, 2 * bound_);
  }
  EXPECT_EQ(means_of(SegmentRows::pairs, bins, segments, 64, 2, 2), cross);
}

INSTANTIATE_TEST_SUITE_P(CpuAndGpu, AverageKernels,
                         testing::Combine(testing::Values(1, 32), testing::Values(Precision::f32, Precision::f64)));

}  // namespace
}  // namespace papilio::test
