// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernel that puts complex numbers in another order, in the interpreter and as PTX: more than one chunk, places
// that are none, and the last element of each side.
#include "kernel/modes/gather.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/ptx_comparison.hpp"
#include "support/stored_numbers.hpp"

namespace papilio::test {
namespace {

class GatherKernel : public testing::TestWithParam<std::tuple<Precision, int>> {};

TEST_P(GatherKernel, PutsNumbersInTheirPlaces) {
  const auto [precision, threads] = GetParam();
  constexpr std::int64_t inputs = 700;
  constexpr std::int64_t outputs = kernel::gather_chunk + 77;
  constexpr std::int64_t batch = 2;
  std::vector<double> in;
  for (std::int64_t i = 0; i < 2 * batch * inputs; ++i) in.push_back(0.5 + static_cast<double>(i));
  std::vector<std::int32_t> places;
  for (std::int64_t i = 0; i < outputs; ++i)
    places.push_back(i % 3 == 1 ? -1 : static_cast<std::int32_t>((i * 13 + 5) % inputs));
  places.back() = inputs - 1;
  Bytes place_bytes(places.size() * sizeof(places[0]));
  std::memcpy(place_bytes.data(), places.data(), place_bytes.size());
  Bytes from = stored(precision, in);
  Bytes to = stored(precision, std::vector<double>(static_cast<std::size_t>(2 * batch * outputs), std::nan("")));
  const ir::Module module = kernel::build_gather({precision, threads});
  const std::vector<ir::Binding> bindings = {binding(from, precision), binding(place_bytes, Precision::f32),
                                             binding(to, precision)};
  const std::int64_t scalars[] = {batch, inputs, outputs, 1, outputs, 2};
  if (threads == 1) {
    EXPECT_EQ(ir::interpret(module, bindings, scalars, 0, 2 * batch).faults, std::vector<std::string>{});
  } else {
    EXPECT_EQ(run_as_ptx_too(module, bindings, scalars, 2 * batch), std::vector<std::string>{});
  }
  for (std::int64_t i = 0; i < batch * outputs; ++i) {
    const std::int32_t place = places[static_cast<std::size_t>(i % outputs)];
    for (std::int64_t part = 0; part < 2; ++part) {
      const double expected = place < 0 ? 0 : in[static_cast<std::size_t>(2 * (i / outputs * inputs + place) + part)];
      ASSERT_EQ(number_at(precision, to, static_cast<std::size_t>(2 * i + part)), expected) << i;
    }
  }
}

// Kernels in the cache are found by their names.
TEST(GatherName, HasThePrecision) {
  EXPECT_EQ((kernel::GatherSpec{Precision::f64, 32}.name()), "gather_f64_t32");
  EXPECT_EQ((kernel::GatherSpec{Precision::f64x2, 32}.name()), "gather_f64x2_t32");
}

INSTANTIATE_TEST_SUITE_P(CpuAndGpu, GatherKernel,
                         testing::Combine(testing::Values(Precision::f32, Precision::f64), testing::Values(1, 32)));

}  // namespace
}  // namespace papilio::test
