// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Executions behind the beginning of their buffers (Operands::in_offset and its relatives), compared with those at the
// beginning.
#include <gtest/gtest.h>

#include "device/fixture.hpp"
#include "support/arrays.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

class Offsets : public OnDevice {
 protected:
  /// The plan's results of numbers that begin `skipped` elements later, in an output that begins `behind` later.
  std::vector<float> executed(const Plan& plan, std::int64_t skipped, std::int64_t behind, std::int64_t position = 0,
                              float factor = 1) {
    const Problem& problem = plan.problem();
    const std::int64_t in_width = problem.real_input() ? 1 : 2;
    const std::int64_t out_width = problem.real_output() ? 1 : 2;
    const Numbers input = random_input(problem, 5);
    std::vector<float> numbers(static_cast<std::size_t>(skipped * in_width), std::numeric_limits<float>::quiet_NaN());
    numbers.insert(numbers.end(), input.begin(), input.end());
    for (float& number : numbers) number *= factor;
    std::vector<float> results(static_cast<std::size_t>((behind + problem.output_elements()) * out_width), 77);
    const Stream stream(device_);
    const Buffer in(device_, numbers.size() * sizeof(float));
    const Buffer out(device_, results.size() * sizeof(float));
    stream.upload(in, numbers.data(), in.size_bytes());
    stream.upload(out, results.data(), out.size_bytes());
    plan.execute(stream, {.in = in, .out = out, .in_offset = skipped, .out_offset = behind, .in_position = position});
    stream.download(out, results.data(), out.size_bytes());
    for (std::int64_t i = 0; i < behind * out_width; ++i) EXPECT_EQ(results[static_cast<std::size_t>(i)], 77) << i;
    return {results.begin() + behind * out_width, results.end()};
  }
};

TEST_F(Offsets, GiveTheSameBits) {
  for (const char* token : {"c2c:f32:60*3", "c2c:f32:64*9:idist=16", "r2c:f32:64*3", "r2c:f32:100*5:idist=28",
                            "c2c:f32:65536*2", "c2c:f32:64*3:window=hann:omap=power"}) {
    const Plan plan(device_, Problem::parse(token));
    const std::vector<float> expected = executed(plan, 0, 0);
    EXPECT_EQ(executed(plan, 4, 0), expected) << token;
    EXPECT_EQ(executed(plan, 12, 7), expected) << token;
  }
  const Plan odd(device_, Problem::parse("r2c:f32:64*5:idist=32:window=hann:taps=2"));
  EXPECT_EQ(executed(odd, 3, 5), executed(odd, 0, 0));
}

/// Sums are taken where the arrays are, by the passes or by kernels of their own.
TEST_F(Offsets, OfVerifiedPlans) {
  for (const char* token : {"c2c:f32:64*3", "r2c:f32:64*3", "c2r:f32:64*3", "c2c:f32:30x20*2", "c2c:f32:65536"}) {
    const Plan plan(device_, Problem::parse(token), Verification::on);
    const std::vector<float> expected = executed(plan, 0, 0);
    EXPECT_EQ(executed(plan, 64, 0), expected) << token;
    EXPECT_EQ(executed(plan, 12, 8), expected) << token;
    constexpr float large = 1e22F;  // squares beyond f32, which are summed once more
    EXPECT_EQ(executed(plan, 12, 8, 0, large), executed(plan, 0, 0, 0, large)) << token;
  }
}

/// A buffer that begins at number p of the signal has the phases of one whose first element is skipped p times.
TEST_F(Offsets, PositionsMoveThePhase) {
  const Plan plan(device_, Problem::parse("c2c:f32:16*9:idist=12:window=hann:taps=3:phase=signal"));
  EXPECT_EQ(executed(plan, 0, 0, 5), executed(plan, 5, 0));
  EXPECT_EQ(executed(plan, 0, 0, 160), executed(plan, 0, 0));
  EXPECT_NE(executed(plan, 0, 0, 1), executed(plan, 0, 0));
}

TEST_F(Offsets, OutsideTheBuffersAreRefused) {
  const Plan plan(device_, Problem::parse("c2c:f32:64*3"));
  const Stream stream(device_);
  const Buffer in(device_, 200 * 8);
  const Buffer out(device_, 200 * 8);
  const auto message = [&](const Plan& own, std::int64_t skipped, std::int64_t behind, std::int64_t position) {
    return test::message_of(ErrorCode::invalid_argument, [&] {
      own.execute(stream, {.in = in, .out = out, .in_offset = skipped, .out_offset = behind, .in_position = position});
    });
  };
  EXPECT_EQ(message(plan, 8, 8, 0), "");
  EXPECT_NE(message(plan, 9, 0, 0), "");
  EXPECT_NE(message(plan, 0, 9, 0), "");
  EXPECT_NE(message(plan, -1, 0, 0).find("-1 elements"), std::string::npos);
  EXPECT_NE(message(plan, 0, 0, -1).find("number -1"), std::string::npos);
  EXPECT_NE(message(Plan(device_, Problem::parse("r2c:f32:64*3")), 2, 0, 0).find("multiples of 4"), std::string::npos);
  EXPECT_NE(message(Plan(device_, Problem::parse("c2c:f32:64*2:planar")), 4, 0, 0).find("planar"), std::string::npos);
  stream.synchronize();
}

}  // namespace
}  // namespace papilio::test
