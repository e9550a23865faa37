// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Data that 32 bits cannot address: more than 4 GiB, and more than 2^31 elements. Compares samples with long double:
// the first transform, the last one, and those where a 32-bit index or address would overflow.
#include <gtest/gtest.h>

#include <cstdlib>
#include <papilio/papilio.hpp>
#include <set>

#include "core/number_theory.hpp"
#include "device/fixture.hpp"

namespace papilio::test {
namespace {

/// The input of a whole batch: one block of transforms, repeated. The number of transforms in the block is an odd
/// prime, so that a transform 2^32 bytes or 2^31 elements away differs.
template <typename T>
class RepeatedInput {
 public:
  explicit RepeatedInput(const Problem& problem) : points_(problem.points()) {
    constexpr std::int64_t block_bytes = 32 << 20;
    transforms_ = std::max<std::int64_t>(3, block_bytes / (points_ * problem.element_bytes()));
    while (transforms_ % 2 == 0 || !is_prime(transforms_)) --transforms_;
    for (const LongComplex& value : random_signal(transforms_ * points_, problem.precision, 7))
      block_.emplace_back(static_cast<T>(value.real()), static_cast<T>(value.imag()));
  }

  void upload(const Stream& stream, const Buffer& to) const {
    const std::size_t block_bytes = block_.size() * sizeof(block_[0]);
    for (std::size_t offset = 0; offset < to.size_bytes(); offset += block_bytes)
      stream.upload(to, block_.data(), std::min(block_bytes, to.size_bytes() - offset), offset);
  }
  [[nodiscard]] std::vector<LongComplex> transform(std::int64_t index) const {
    const auto begin = block_.begin() + index % transforms_ * points_;
    return {begin, begin + points_};
  }

 private:
  std::int64_t points_;
  std::int64_t transforms_ = 0;
  std::vector<std::complex<T>> block_;
};

/// Transforms to compare: both ends, the middle, and the neighbours of each index where a 32-bit number overflows.
std::set<std::int64_t> samples_of(const Problem& problem) {
  const std::int64_t last = problem.batch - 1;
  std::set<std::int64_t> samples = {0, last / 2, last - 1, last};
  const std::int64_t transform_bytes = problem.points() * problem.element_bytes();
  for (const std::int64_t bytes : {std::int64_t{1} << 31, std::int64_t{1} << 32, problem.element_bytes() << 31}) {
    for (const std::int64_t index :
         {bytes / transform_bytes - 1, bytes / transform_bytes, bytes / transform_bytes + 1}) {
      if (index >= 0 && index <= last) samples.insert(index);
    }
  }
  return samples;
}

template <typename T>
void expect_correct(const Device& device, const Problem& problem) {
  const Plan plan(device, problem);
  const Problem& p = plan.problem();
  const auto bytes = static_cast<std::size_t>(p.input_elements() * p.element_bytes());
  const bool in_place = p.placement == Placement::in_place;
  const Buffer in(device, bytes);
  const Buffer out = in_place ? in : Buffer(device, bytes);
  const Buffer scratch = plan.scratch_bytes() > 0 ? Buffer(device, plan.scratch_bytes()) : Buffer();
  const Stream stream(device);
  const RepeatedInput<T> input(p);
  input.upload(stream, in);
  plan.execute(stream, in, out, scratch);
  std::vector<std::complex<T>> got(static_cast<std::size_t>(p.points()));
  for (const std::int64_t index : samples_of(p)) {
    const std::size_t transform_bytes = got.size() * sizeof(got[0]);
    stream.download(out, got.data(), transform_bytes, static_cast<std::size_t>(index) * transform_bytes);
    EXPECT_LE(relative_l2(std::vector<LongComplex>(got.begin(), got.end()),
                          reference_dft(input.transform(index), p.direction)),
              error_bound(p.points(), p.precision))
        << "transform " << index << " of " << p.batch;
  }
}

class Large : public OnDevice, public testing::WithParamInterface<const char*> {};

TEST_P(Large, SampledTransformsAreRight) {
  if (IsSkipped()) return;
  const bool asked_for = std::getenv("PAPILIO_TEST_LARGE") != nullptr;
  if (device_.info().kind != DeviceKind::gpu && !asked_for)
    GTEST_SKIP() << "slow without a GPU; set PAPILIO_TEST_LARGE to run it";
  const Problem problem = Problem::parse(GetParam());
  if (problem.precision == Precision::f64 && !device_.info().f64) GTEST_SKIP() << "no double precision";
  try {
    if (problem.precision == Precision::f32) {
      expect_correct<float>(device_, problem);
    } else {
      expect_correct<double>(device_, problem);
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
    GTEST_SKIP() << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Beyond4GiB, Large,
                         testing::Values("c2c:f32:4096*200000",          // one pass
                                         "c2c:f32:8*100000001:inplace",  // many short ones
                                         "c2c:f64:1009*300001:inplace",  // Rader
                                         "c2c:f32:1018*600001:inplace",  // Bluestein
                                         "c2c:f32:2^20*601:inplace"));   // two passes and scratch
INSTANTIATE_TEST_SUITE_P(Beyond31Bits, Large,
                         testing::Values("c2c:f32:4096*524291:inplace",  // slightly more than 16 GiB
                                         "c2c:f32:2^20*2051:inplace"));  // the same, and as much scratch

}  // namespace
}  // namespace papilio::test
