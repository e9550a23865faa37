// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/handle.hpp"
#include "backend/opencl/query.hpp"
#include "fixture.hpp"

namespace papilio::backend::opencl {
namespace {

/// OpenCL objects as a program creates them.
class OpenClWrapTest : public OpenClTest {
 protected:
  void SetUp() override {
    OpenClTest::SetUp();
    if (IsSkipped()) return;
    std::vector<std::string> notes;
    for (const ClListEntry& found : enumerate(default_library(), notes)) {
      if (found.id == device_->info().id) found_ = found;
    }
    context_ = make_context();
    device_ = wrap_device(context_.get(), found_.device);
  }

  [[nodiscard]] const ClSymbols& cl() const { return default_library().symbols(); }
  [[nodiscard]] ClContextHandle make_context() const {
    return {&cl(), cl().clCreateContext(nullptr, 1, &found_.device, nullptr, nullptr, nullptr)};
  }
  [[nodiscard]] ClQueueHandle make_queue(cl_context context, cl_command_queue_properties properties) const {
    return {&cl(), cl().clCreateCommandQueue(context, found_.device, properties, nullptr)};
  }
  [[nodiscard]] cl_uint references(cl_command_queue queue) const {
    cl_uint count = 0;
    cl().clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof(count), &count, nullptr);
    return count;
  }

  ClListEntry found_;
  ClContextHandle context_;
};

TEST_F(OpenClWrapTest, WorksOnNativeObjects) {
  EXPECT_EQ(device_->info().id, found_.id);
  const ClQueueHandle queue = make_queue(context_.get(), 0);
  ClMemoryHandle native(&cl(), cl().clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, 400, nullptr, nullptr));
  stream_ = wrap_queue(device_, queue.get());
  auto out = wrap_buffer(device_, native.get());
  EXPECT_EQ(out->size(), 400U);
  native = {};  // Papilio holds its own reference
  const auto program = make_program();
  ASSERT_NE(program, nullptr);
  const auto in = upload(ramp(100));
  const auto begin = stream_->record();  // a queue without profiling
  launch_scale(*stream_, *program, *in, *out, 2);
  const auto end = stream_->record();
  EXPECT_GT(end->seconds_since(*begin), 0.0);
  std::vector<float> y(100);
  stream_->read(*out, 0, y.data(), 400);
  EXPECT_EQ(y[99], 2 * 99 + 99);
}

TEST_F(OpenClWrapTest, RetainsAndReleases) {
  const ClQueueHandle queue = make_queue(context_.get(), CL_QUEUE_PROFILING_ENABLE);
  const cl_uint before = references(queue.get());
  auto stream = wrap_queue(device_, queue.get());
  EXPECT_EQ(references(queue.get()), before + 1);
  stream.reset();
  EXPECT_EQ(references(queue.get()), before);
}

TEST_F(OpenClWrapTest, RefusesWhatItCannotUse) {
  const auto code = [](const std::function<void()>& action) { return error_of(action).code(); };
  constexpr ErrorCode invalid = ErrorCode::invalid_argument;
  EXPECT_EQ(code([&] { wrap_device(nullptr, found_.device); }), invalid);
  EXPECT_EQ(code([&] { wrap_device(context_.get(), nullptr); }), invalid);
  EXPECT_EQ(code([&] { wrap_queue(device_, nullptr); }), invalid);
  EXPECT_EQ(code([&] { wrap_buffer(device_, nullptr); }), invalid);
  EXPECT_EQ(code([&] { wrap_queue(nullptr, nullptr); }), invalid);
  const ClContextHandle other = make_context();
  const ClQueueHandle foreign = make_queue(other.get(), 0);
  EXPECT_EQ(code([&] { wrap_queue(device_, foreign.get()); }), invalid);
  const ClMemoryHandle memory(&cl(), cl().clCreateBuffer(other.get(), CL_MEM_READ_WRITE, 400, nullptr, nullptr));
  EXPECT_EQ(code([&] { wrap_buffer(device_, memory.get()); }), invalid);
}

TEST_F(OpenClWrapTest, RefusesQueuesThatRunOutOfOrder) {
  const ClQueueHandle queue = make_queue(context_.get(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  if (!queue) GTEST_SKIP() << "this device has no out-of-order queues";
  const Error error = error_of([&] { wrap_queue(device_, queue.get()); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), testing::HasSubstr("out of order"));
}

}  // namespace
}  // namespace papilio::backend::opencl
