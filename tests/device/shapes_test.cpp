// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plans with chosen shapes, and host memory as buffers.
#include <gtest/gtest.h>

#include <complex>
#include <papilio/opencl.hpp>
#include <papilio/papilio.hpp>
#include <vector>

#include "device/fixture.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

class Shapes : public OnDevice {
 protected:
  /// By a plan with these shapes.
  Signal transformed(const Problem& problem, const papilio::Shapes& shapes, const Signal& in) {
    Signal out(static_cast<std::size_t>(problem.output_elements()));
    Plan(device_, problem, shapes).execute(in, out);
    return out;
  }
};

TEST_F(Shapes, OfAPlanMakeTheSamePlan) {
  const Problem problem = Problem::parse("c2c:f32:480*64");
  const papilio::Shapes shapes = shapes_of(device_, problem);
  EXPECT_FALSE(shapes.tokens.empty());
  EXPECT_EQ(Plan(device_, problem, shapes).describe(), Plan(device_, problem).describe());
}

/// The shapes of a column pass serve any number of columns, and give each the same bits.
TEST_F(Shapes, MakeTheSameBitsOfAColumnInAnyBatch) {
  const Problem many = Problem::parse("c2c:f32:480x64:axes=0");
  const papilio::Shapes shapes = shapes_of(device_, many);
  const Signal in = random_f32(480 * 64, 1);
  const Signal whole = transformed(many, shapes, in);
  const Problem few = Problem::parse("c2c:f32:480x24:axes=0:istrides=64,1:ostrides=24,1");
  const Signal part = transformed(few, shapes, Signal(in.begin(), in.begin() + few.input_elements()));
  for (std::size_t row = 0; row < 480; ++row)
    EXPECT_TRUE(same_bits(std::span(whole).subspan(row * 64, 24), std::span(part).subspan(row * 24, 24))) << row;
}

TEST_F(Shapes, ThatDoNotFitAreErrors) {
  const Problem problem = Problem::parse("c2c:f32:480*64");
  EXPECT_THROW(Plan(device_, problem, papilio::Shapes{"8x"}), TokenError);
  const Error error =
      test::error_of([&] { const Plan plan(device_, problem, shapes_of(device_, Problem::parse("c2c:f32:512*64"))); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_THROW(shapes_of(Device{}, problem), Error);
}

TEST_F(Shapes, HostMemoryIsABufferOfADeviceThatComputesInIt) {
  alignas(64) static std::complex<float> in[64];
  alignas(64) static std::complex<float> out[64];
  if (!opencl::shares_host_memory(device_)) {
    EXPECT_THROW(opencl::wrap_host_memory(device_, in, sizeof(in)), Error);
    return;
  }
  in[0] = 1;
  const Plan plan(device_, Problem::c2c(Precision::f32, 64));
  const Stream stream(device_);
  plan.execute(stream, opencl::wrap_host_memory(device_, in, sizeof(in)),
               opencl::wrap_host_memory(device_, out, sizeof(out)));
  stream.synchronize();
  for (const std::complex<float>& number : out) EXPECT_EQ(number, std::complex<float>(1));
  EXPECT_THROW(opencl::wrap_host_memory(device_, nullptr, 64), Error);
  EXPECT_THROW(opencl::wrap_host_memory(device_, reinterpret_cast<std::byte*>(in) + 4, 64), Error);
}

}  // namespace
}  // namespace papilio::test
