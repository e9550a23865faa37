// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/program.hpp"

#include "fixture.hpp"

namespace papilio::backend::cuda {
namespace {

using testing::HasSubstr;

TEST_F(CudaTest, LaunchesAsAsked) {
  const auto program = device_->load(fake_binary(), "scale");
  ASSERT_NE(program, nullptr);
  const auto x = device_->allocate(64);
  const auto y = device_->allocate(64);
  const std::vector<runtime::Argument> arguments = {x.get(), y.get(), std::int64_t{-3}};
  stream_->launch({.program = program.get(), .groups = 7, .threads = 96, .arguments = arguments});
  ASSERT_EQ(fake().launches.size(), 1U);
  const test::FakeLaunch& launch = fake().launches[0];
  EXPECT_EQ(launch.kernel, "scale");
  EXPECT_EQ(launch.groups, 7U);
  EXPECT_EQ(launch.threads, 96U);
  EXPECT_EQ(launch.dynamic_shared, 0U);
  EXPECT_EQ(launch.stream, native_stream());
  EXPECT_EQ(launch.parameters[0], dynamic_cast<CuMemory&>(*x).native());
  EXPECT_EQ(launch.parameters[1], dynamic_cast<CuMemory&>(*y).native());
  EXPECT_EQ(launch.parameters[2], static_cast<std::uint64_t>(-3));
  EXPECT_EQ(launch.parameters[3], 0U) << "missing arguments are zeros";
  EXPECT_FALSE(fake().attributes_set.contains("scale"));
}

TEST_F(CudaTest, LaunchesPushAContextOnlyWhereAnotherIsCurrent) {
  const auto program = device_->load(fake_binary(), "scale");
  const auto launch = [&] { stream_->launch({.program = program.get(), .groups = 1, .threads = 32, .arguments = {}}); };
  const int before = fake().pushes;
  launch();
  EXPECT_EQ(fake().pushes, before + 1);
  EXPECT_EQ(fake_cuda_current(), nullptr);
  {
    const ContextGuard guard(*dynamic_cast<CuDevice&>(*device_).context());
    const int pushed = fake().pushes;
    launch();
    EXPECT_EQ(fake().pushes, pushed);
  }
  EXPECT_EQ(fake().launches.size(), 2U);
}

TEST_F(CudaTest, EmptyLaunchDoesNothing) {
  const auto program = device_->load(fake_binary(), "scale");
  stream_->launch({.program = program.get(), .groups = 0, .threads = 1, .arguments = {}});
  EXPECT_TRUE(fake().launches.empty());
}

TEST_F(CudaTest, LocalMemoryBeyondTheDefaultIsOptedInTo) {
  const auto program = device_->load(fake_binary(), "big");
  const auto launch = [&](std::int64_t bytes) {
    stream_->launch({.program = program.get(), .groups = 1, .threads = 64, .arguments = {}, .local_memory = bytes});
  };
  launch(100'000);
  EXPECT_EQ(fake().attributes_set["big"], 100'000);
  launch(60'000);  // covered already
  EXPECT_EQ(fake().attributes_set["big"], 100'000);
  launch(232'448);
  EXPECT_EQ(fake().attributes_set["big"], 232'448);
  EXPECT_EQ(fake().launches[1].dynamic_shared, 60'000U);
  const Error error = error_of([&] { launch(232'449); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("232449"));
}

TEST_F(CudaTest, GridsAreLimited) {
  const auto program = device_->load(fake_binary(), "scale");
  const Error error = error_of([&] {
    stream_->launch({.program = program.get(), .groups = std::int64_t{1} << 31, .threads = 1, .arguments = {}});
  });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("smaller batch"));
}

TEST_F(CudaTest, BinariesThatAreNotOursLoadAsNull) {
  std::vector<std::byte> binary = fake_binary();
  EXPECT_EQ(device_->load({}, "scale"), nullptr);
  EXPECT_EQ(device_->load(std::vector<std::byte>(1000, std::byte{0x5a}), "scale"), nullptr);
  EXPECT_EQ(device_->load(binary, "missing"), nullptr);
  EXPECT_NE(device_->load(binary, "scale"), nullptr);
  const std::span<const std::byte> whole = binary;
  for (std::size_t n = 0; n < whole.size(); ++n) EXPECT_EQ(device_->load(whole.first(n), "scale"), nullptr);
  const char foreign[] = "no image, but sealed";
  EXPECT_EQ(device_->load(runtime::seal(std::as_bytes(std::span(foreign))), "scale"), nullptr);
  for (const CUresult status : {CUDA_ERROR_NO_BINARY_FOR_GPU, CUDA_ERROR_UNSUPPORTED_PTX_VERSION}) {
    fake().next_status["cuModuleLoadData"] = status;
    EXPECT_EQ(device_->load(binary, "scale"), nullptr) << status;
  }
}

TEST_F(CudaTest, LoadingThatFailsForAnotherReasonThrows) {
  fake().next_status["cuModuleLoadData"] = CUDA_ERROR_OUT_OF_MEMORY;
  EXPECT_EQ(error_of([&] { device_->load(fake_binary(), "scale"); }).code(), ErrorCode::out_of_memory);
}

TEST_F(CudaTest, ThingsOfAnotherDeviceAreRefused) {
  const auto other = open_device("cuda:1");
  const auto program = device_->load(fake_binary(), "scale");
  const auto foreign_program = other->load(fake_binary(), "scale");
  const auto foreign = other->allocate(16);
  const auto launch = [&](const runtime::Program& which, const runtime::Memory* memory) {
    const std::vector<runtime::Argument> arguments = {memory};
    stream_->launch({.program = &which, .groups = 1, .threads = 1, .arguments = arguments});
  };
  const Error buffer = error_of([&] { launch(*program, foreign.get()); });
  EXPECT_EQ(buffer.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(buffer.what(), HasSubstr("cuda:1"));
  EXPECT_EQ(error_of([&] { launch(*foreign_program, nullptr); }).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] { launch(*program, nullptr); }).code(), ErrorCode::internal);
  char byte = 0;
  EXPECT_EQ(error_of([&] { stream_->write(*foreign, 0, &byte, 1); }).code(), ErrorCode::invalid_argument);
  EXPECT_TRUE(fake().launches.empty());
}

TEST_F(CudaTest, TellsWhatAKernelTakes) {
  const auto program = device_->load(fake_binary(), "scale");
  const auto resources = program->resources(128, 100'000);
  ASSERT_TRUE(resources.has_value());
  EXPECT_EQ(resources->registers, 40);
  EXPECT_EQ(resources->private_memory, 16);
  EXPECT_EQ(resources->local_memory, 101'000);
  EXPECT_EQ(resources->max_threads, 256);
  EXPECT_EQ(resources->thread_multiple, 32);
  EXPECT_EQ(resources->groups_per_unit, 16);
}

}  // namespace
}  // namespace papilio::backend::cuda
