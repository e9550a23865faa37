// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Executions with another batch than the plan's. The arrays of a batch do not depend on each other, so the first of
// them come out of every batch with the same bits.
#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <papilio/papilio.hpp>
#include <vector>

#include "device/fixture.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

class Batches : public OnDevice, public testing::WithParamInterface<const char*> {
 protected:
  using Bytes = std::vector<std::byte>;

  /// Numbers of all storages: small floats, and any integers.
  static Bytes input_of(const Problem& problem) {
    const auto bytes = static_cast<std::size_t>(problem.input_elements() * problem.input_element_bytes());
    const Signal numbers = random_f32(static_cast<std::int64_t>(bytes / 8 + 1), 7);
    const auto* begin = reinterpret_cast<const std::byte*>(numbers.data());
    return {begin, begin + bytes};
  }
  static std::size_t output_bytes(const Problem& problem) {
    return static_cast<std::size_t>(problem.output_elements() * problem.output_element_bytes());
  }
  static Problem with_batch(Problem problem, std::int64_t batch) {
    problem.batch = batch;
    return problem;
  }

  /// The result for a buffer that is filled with a pattern before.
  [[nodiscard]] Bytes run(const Plan& plan, const Bytes& in, std::size_t bytes, std::int64_t batch) const {
    const bool in_place = plan.problem().placement == Placement::in_place;
    const Stream stream(device_);
    const std::size_t size = in_place ? std::max(in.size(), bytes) : bytes;
    const Buffer out(device_, size);
    const Bytes pattern(size, std::byte{0x5a});
    stream.upload(out, pattern.data(), size);
    const Buffer from = in_place ? out : Buffer(device_, in.size());
    stream.upload(from, in.data(), in.size());
    plan.execute(stream, from, out, {}, batch);
    Bytes result(size);
    stream.download(out, result.data(), size);
    return result;
  }
};

/// The result of a plan whose problem has this batch.
TEST_P(Batches, SmallerAndLargerOnes) {
  const Problem problem = Problem::parse(GetParam());
  const std::int64_t planned = problem.batch;
  const Plan plan(device_, problem);
  const BatchLimits limits = plan.batch_limits();
  ASSERT_EQ(limits.least, 1);
  if (plan.scratch_bytes() == 0) {
    ASSERT_GT(limits.most, planned + 3);
  } else {
    ASSERT_EQ(limits.most, planned);
  }
  const std::int64_t largest = std::min(planned + 3, limits.most);
  const Bytes in = input_of(with_batch(problem, largest));
  const Bytes all = run(plan, in, output_bytes(with_batch(problem, largest)), largest);
  // The last arrays, which a larger batch has more of, as a batch of the plan's own size.
  const std::int64_t shift = (largest - planned) * problem.in_distance * problem.input_element_bytes();
  const Bytes last(in.begin() + shift, in.end());
  const Bytes own = run(plan, last, output_bytes(problem), 0);
  if (problem.placement == Placement::out_of_place && problem.out_layout == ComplexLayout::interleaved &&
      problem.in_layout == ComplexLayout::interleaved) {
    const std::int64_t at = (largest - planned) * problem.out_distance * problem.output_element_bytes();
    EXPECT_TRUE(std::equal(own.begin(), own.end(), all.begin() + at)) << "batch " << largest;
  }
  if (problem.in_layout == ComplexLayout::planar) return;  // planes begin elsewhere
  for (std::int64_t batch = 1; batch < largest; ++batch) {
    const Bytes some = run(plan, in, all.size(), batch);
    const auto end = static_cast<std::ptrdiff_t>(output_bytes(with_batch(problem, batch)));
    const auto mine = problem.placement == Placement::in_place ? in : Bytes(all.size(), std::byte{0x5a});
    EXPECT_TRUE(std::equal(some.begin(), some.begin() + end, all.begin())) << "batch " << batch;
    EXPECT_TRUE(
        std::equal(some.begin() + end, some.begin() + static_cast<std::ptrdiff_t>(mine.size()), mine.begin() + end))
        << "batch " << batch << " wrote beyond its arrays";
  }
}

/// The numbers are right, and not merely the same.
TEST_P(Batches, OfHostMemoryAreThoseOfTheirOwnPlan) {
  const Problem problem = Problem::parse(GetParam());
  const Plan plan(device_, problem);
  const Problem fewer = with_batch(problem, 2);
  const Bytes in = input_of(fewer);
  const std::size_t bytes = std::max(output_bytes(fewer), problem.placement == Placement::in_place ? in.size() : 0);
  Bytes got(bytes);
  Bytes right(bytes);
  const Plan own(device_, fewer);
  if (problem.placement == Placement::in_place) {
    got = right = in;
    got.resize(bytes);
    right.resize(bytes);
    plan.execute({.out = got, .batch = 2});
    own.execute(right);
  } else {
    plan.execute({.in = in, .out = got, .batch = 2});
    own.execute(in, right);
  }
  ASSERT_EQ(problem.output_element_bytes() % 4, 0) << "floats";
  std::vector<LongComplex> a(bytes / 4);
  std::vector<LongComplex> b(bytes / 4);
  for (std::size_t i = 0; i < bytes / 4; ++i) {
    float x[2];
    std::memcpy(&x[0], got.data() + 4 * i, 4);
    std::memcpy(&x[1], right.data() + 4 * i, 4);
    a[i] = x[0];
    b[i] = x[1];
  }
  EXPECT_LT(relative_l2(a, b), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Plans, Batches,
                         testing::Values("c2c:f32:64*7", "c2c:f32:7*70:inplace", "c2c:f32:1000*5:idist=1024:odist=1001",
                                         "c2c:f32:64*7:planar", "r2c:f32:100*6", "c2r:f32:100*6",
                                         "r2c:f32:100*6:inplace", "c2r:f32:101*5", "r2c:f32:4096*6:in=i16",
                                         "dct2:f32:60*5", "dst4:f32:33*5", "dct1:f32:65*4", "dht:f32:48*9",
                                         "c2c:f32:65536*4", "c2c:f32:65536*4:inplace", "c2c:f32:1009*5",
                                         "c2c:f32:10007*4", "c2c:f32:32x48*5", "r2c:f32:32x48*5", "c2r:f32:16x12x20*4",
                                         "c2c:f32:8x6x10*4:axes=1", "c2c:f32:16x64*4:axes=1",
                                         "c2c:f32:32x48*5:zero=[8,16)x-", "r2c:f32:64*6:skip=[20,33)", "r2c:f32:2^18*3",
                                         "c2r:f32:2^18*3", "c2r:f32:300000*2", "dct2:f32:2^18*3", "dct3:f32:2^18*3",
                                         "dht:f32:2^18*2"));

TEST_F(Batches, OfInterleavedArraysAreFixed) {
  const Plan plan(device_, Problem::parse("c2c:f32:64*8:idist=1:odist=1:istrides=8:ostrides=8"));
  EXPECT_EQ(plan.batch_limits().least, 8);
  EXPECT_EQ(plan.batch_limits().most, 8);
  const Stream stream(device_);
  const Buffer in(device_, 64 * 8 * 8);
  const Buffer out(device_, 64 * 8 * 8);
  EXPECT_NO_THROW(plan.execute(stream, in, out, {}, 8));
  const Error error = test::error_of([&] { plan.execute(stream, in, out, {}, 4); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), testing::HasSubstr("an execution with a batch of 4"));
  EXPECT_THAT(error.what(), testing::HasSubstr("takes 8 only"));
}

TEST_F(Batches, BeyondTheLimitsAreRefused) {
  const Plan plan(device_, of_several_passes("*2:inplace"));
  ASSERT_GT(plan.scratch_bytes(), 0U);
  const Stream stream(device_);
  const Buffer data(device_, 3 * several_passes * 8);
  const Error error = test::error_of([&] { plan.execute(stream, data, data, {}, 3); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), testing::HasSubstr("takes 1 to 2"));
  EXPECT_EQ(code_of([&] { plan.execute(stream, data, data, {}, -1); }), ErrorCode::invalid_argument);
  const Plan single(device_, Problem::parse("c2c:f32:64*2"));
  const Buffer small(device_, 3 * 64 * 8 - 8);
  EXPECT_EQ(code_of([&] { single.execute(stream, small, data, {}, 3); }), ErrorCode::invalid_argument) << "too small";
  EXPECT_EQ(code_of([&] { single.execute(stream, small, data, {}, std::numeric_limits<std::int64_t>::max()); }),
            ErrorCode::invalid_argument);
  const Plan one(device_, Problem::parse("c2c:f32:64"));
  EXPECT_EQ(code_of([&] { one.execute(stream, data, small, {}, 2); }), ErrorCode::invalid_argument);
  const Convolution convolution(device_, ConvolutionProblem::parse("conv:f32:64*2:kernel=3"));
  const Filter filter = convolution.filter(std::vector<float>(3));
  Operands operands;
  operands.in = data;
  operands.out = small;
  operands.batch = 1;
  EXPECT_EQ(code_of([&] { convolution.execute(stream, filter, operands); }), ErrorCode::unsupported);
}

}  // namespace
}  // namespace papilio::test
