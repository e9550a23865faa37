// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Products of channels and matrices in the interpreter, and as PTX: against sums in double precision.
#include "kernel/modes/channel_product.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>

#include "support/ptx_comparison.hpp"
#include "support/stored_numbers.hpp"

namespace papilio::test {
namespace {

using kernel::ChannelSizes;
using kernel::ChannelSpec;

class ChannelProducts : public testing::TestWithParam<std::tuple<int, Precision>> {
 protected:
  void SetUp() override {
    const auto [threads, precision] = GetParam();
    spec_ = {.precision = precision, .lanes = threads == 1 ? 4 : 2, .threads = threads};
  }

  static std::vector<double> numbers(std::int64_t complex, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<double> values;
    for (std::int64_t i = 0; i < 2 * complex; ++i)
      values.push_back(static_cast<float>(std::uniform_real_distribution<double>(-1, 1)(random)));
    return values;
  }

  static std::complex<double> at(const std::vector<double>& values, std::int64_t i) {
    return {values[static_cast<std::size_t>(2 * i)], values[static_cast<std::size_t>(2 * i + 1)]};
  }

  void expect_sums(const ChannelSizes& sizes) const {
    SCOPED_TRACE(testing::Message() << sizes.batch << " arrays, " << sizes.in << " to " << sizes.out << " channels, "
                                    << sizes.modes << " modes");
    const std::int64_t results = sizes.batch * sizes.out * sizes.modes;
    const std::vector<double> x = numbers(sizes.batch * sizes.in * sizes.modes, 3);
    const std::vector<double> w = numbers(sizes.in * sizes.out * sizes.modes, 4);
    std::vector<double> placed(static_cast<std::size_t>(2 * kernel::weight_places(spec_, sizes)));
    for (std::int64_t i = 0; i < std::ssize(w) / 2; ++i) {
      const kernel::WeightAt weight{i / sizes.modes / sizes.out, i / sizes.modes % sizes.out, i % sizes.modes};
      const auto to = static_cast<std::size_t>(2 * kernel::place_of_weight(spec_, sizes, weight));
      placed[to] = at(w, i).real();
      placed[to + 1] = at(w, i).imag();
    }
    std::vector<Bytes> buffers = {
        stored(spec_.precision, x), stored(spec_.precision, placed),
        stored(spec_.precision, std::vector<double>(static_cast<std::size_t>(2 * results), std::nan("")))};
    std::vector<ir::Binding> bindings;
    for (Bytes& buffer : buffers) bindings.push_back(binding(buffer, spec_.precision));
    const std::int64_t units = kernel::channel_units(spec_, sizes);
    const std::int64_t repeat = spec_.on_cpu() ? 2 : 1;
    const std::int64_t scalars[] = {sizes.batch, sizes.in, sizes.out, repeat, sizes.modes, units};
    const std::int64_t groups = (units + repeat - 1) / repeat;
    const ir::Module module = kernel::build_channel_product(spec_);
    if (spec_.on_cpu()) {
      EXPECT_EQ(ir::interpret(module, bindings, scalars, 0, groups).faults, std::vector<std::string>{});
    } else {
      EXPECT_EQ(run_as_ptx_too(module, bindings, scalars, groups), std::vector<std::string>{});
    }
    // A sum of as many products has at most as many roundings, each of a number below 2 * in.
    const double bound =
        std::ldexp(static_cast<double>(2 * sizes.in * sizes.in), spec_.precision == Precision::f32 ? -24 : -53);
    for (std::int64_t i = 0; i < results; ++i) {
      const std::int64_t b = i / (sizes.out * sizes.modes);
      const std::int64_t o = i / sizes.modes % sizes.out;
      const std::int64_t k = i % sizes.modes;
      std::complex<double> sum;
      for (std::int64_t c = 0; c < sizes.in; ++c)
        sum += at(x, (b * sizes.in + c) * sizes.modes + k) * at(w, (c * sizes.out + o) * sizes.modes + k);
      const auto place = static_cast<std::size_t>(2 * i);
      ASSERT_NEAR(number_at(spec_.precision, buffers[2], place), sum.real(), bound) << i;
      ASSERT_NEAR(number_at(spec_.precision, buffers[2], place + 1), sum.imag(), bound) << i;
    }
  }

  ChannelSpec spec_;
};

TEST_P(ChannelProducts, AreSumsOverTheInputs) {
  expect_sums({.batch = 2, .in = 3, .out = 4, .modes = 8});
  expect_sums({.batch = 5, .in = 4, .out = 6, .modes = 7});
  expect_sums({.batch = 1, .in = 1, .out = 1, .modes = 1});
  expect_sums({.batch = 3, .in = 9, .out = 5, .modes = 43});
}

INSTANTIATE_TEST_SUITE_P(CpuAndGpu, ChannelProducts,
                         testing::Combine(testing::Values(1, 32), testing::Values(Precision::f32, Precision::f64)));

}  // namespace
}  // namespace papilio::test
