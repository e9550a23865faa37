// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Handles that do not belong together, and empty handles.
#include <gtest/gtest.h>

#include <papilio/opencl.hpp>
#include <papilio/papilio.hpp>

#include "api/access.hpp"
#include "backend/opencl/device.hpp"
#include "backend/opencl/handle.hpp"
#include "backend/opencl/query.hpp"
#include "device/fixture.hpp"

namespace papilio::test {
namespace {

namespace cl = backend::opencl;
using Foreign = OnDevice;

TEST(EmptyPlan, IsAnErrorAndNotACrash) {
  const Plan none;
  Signal x(64);
  Signal y(64);
  EXPECT_FALSE(none);
  EXPECT_EQ(code_of([&] { (void)none.problem(); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { (void)none.device(); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { (void)none.describe(); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { (void)none.scratch_bytes(); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { none.execute(x, std::span(y)); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { none.execute(std::span(x)); }), ErrorCode::invalid_argument);
}

TEST_F(Foreign, EmptyPlanOnAStream) {
  const Stream stream(device_);
  const Buffer a(device_, 64);
  const Buffer b(device_, 64);
  EXPECT_EQ(code_of([&] { Plan().execute(stream, a, b); }), ErrorCode::invalid_argument);
}

TEST_F(Foreign, ScratchThatIsTheData) {
  const Plan plan(device_, of_several_passes(":inplace"));
  ASSERT_GT(plan.scratch_bytes(), 0U);
  const Stream stream(device_);
  const Buffer data(device_, std::max<std::size_t>(several_passes * 8, plan.scratch_bytes()));
  EXPECT_EQ(code_of([&] { plan.execute(stream, data, data, data); }), ErrorCode::invalid_argument);
}

TEST_F(Foreign, ObjectsOfAnotherContext) {
  std::vector<std::string> notes;
  const std::vector<cl::ClListEntry> all = cl::enumerate(cl::default_library(), notes);
  if (all.empty()) GTEST_SKIP() << "no OpenCL device: " << testing::PrintToString(notes);
  const cl::ClSymbols& symbols = cl::default_library().symbols();
  const cl::ClContextHandle context(&symbols,
                                    symbols.clCreateContext(nullptr, 1, &all[0].device, nullptr, nullptr, nullptr));
  const Device other = opencl::wrap_device(context.get(), all[0].device);
  const Plan plan(device_, Problem::parse("c2c:f32:64*5"));
  const Stream stream(device_);
  const Stream foreign(other);
  const Buffer a(device_, 2560);
  const Buffer b(device_, 2560);
  const Buffer x(other, 2560);
  const Buffer y(other, 2560);
  EXPECT_EQ(code_of([&] { plan.execute(stream, a, b); }), ErrorCode{0});
  EXPECT_EQ(code_of([&] { plan.execute(stream, x, b); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(stream, a, y); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(foreign, a, b); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(foreign, x, y); }), ErrorCode::invalid_argument);
  float number = 0;
  EXPECT_EQ(code_of([&] { stream.upload(x, &number, 4); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { stream.download(x, &number, 4); }), ErrorCode::invalid_argument);
}

TEST_F(Foreign, NativeHandlesInsteadOfBuffers) {
  if (device_.info().backend != Backend::opencl) GTEST_SKIP() << "the handles are those of OpenCL";
  const auto native = [](const Buffer& buffer) {
    return dynamic_cast<const cl::ClMemory&>(api::unwrap(buffer)).native();
  };
  const Plan plan(device_, of_several_passes(":inplace"));
  ASSERT_GT(plan.scratch_bytes(), 0U);
  const Signal in = random_f32(several_passes, 3);
  const Stream stream(device_);
  const Buffer data(device_, several_passes * 8);
  const Buffer scratch(device_, plan.scratch_bytes());
  for (const cl_mem work : {native(scratch), cl_mem{}}) {
    stream.upload(data, in.data(), several_passes * 8);
    plan.execute(stream, native(data), native(data), work);
    Signal out(several_passes, poison());
    stream.download(data, out.data(), several_passes * 8);
    EXPECT_LT(error_of(in, out, Direction::forward), error_bound(several_passes, Precision::f32));
  }
  const Buffer small(device_, several_passes * 8 - 8);
  EXPECT_EQ(code_of([&] { plan.execute(stream, native(small), native(small)); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(stream, native(data), native(data), native(data)); }),
            ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(stream, native(data), nullptr); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { Plan().execute(stream, native(data), native(data)); }), ErrorCode::invalid_argument);
  const Plan apart(device_, of_several_passes());
  EXPECT_EQ(code_of([&] { apart.execute(stream, native(data), native(data)); }), ErrorCode::invalid_argument);
}

TEST_F(Foreign, NativeHandlesOfAConvolution) {
  if (device_.info().backend != Backend::opencl) GTEST_SKIP() << "the handles are those of OpenCL";
  const auto native = [](const Buffer& buffer) {
    return dynamic_cast<const cl::ClMemory&>(api::unwrap(buffer)).native();
  };
  const Convolution convolution(device_, ConvolutionProblem::parse("conv:f32:8:kernel=2:same"));
  const std::vector<float> kernel = {1, 10};
  const std::vector<float> signal = {1, 2, 3, 4, 5, 6, 7, 8};
  const Filter filter = convolution.filter(kernel);
  const Stream stream(device_);
  const Buffer in(device_, 32);
  const Buffer out(device_, 32);
  stream.upload(in, signal.data(), 32);
  convolution.execute(stream, filter, native(in), native(out));
  std::vector<float> result(8);
  stream.download(out, result.data(), 32);
  for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(result[k], signal[k] + (k > 0 ? 10 * signal[k - 1] : 0), 1e-4) << k;
  EXPECT_EQ(code_of([&] { convolution.execute(stream, filter, native(in), native(in)); }), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio::test
