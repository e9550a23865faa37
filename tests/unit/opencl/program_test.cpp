// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/program.hpp"

#include <cstdlib>
#include <fstream>
#include <thread>

#include "fixture.hpp"

namespace papilio::backend::opencl {
namespace {

using testing::AllOf, testing::HasSubstr, testing::Not;

std::vector<float> expected(const std::vector<float>& x, float a) {
  std::vector<float> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = a * x[i] + static_cast<float>(i);
  return y;
}

TEST_F(OpenClTest, CompilesLoadsAndLaunches) {
  const auto program = make_program();
  ASSERT_NE(program, nullptr);
  const std::vector<float> x = ramp(1234);
  const auto in = upload(x);
  const auto out = device_->allocate(x.size() * sizeof(float));
  launch_scale(*stream_, *program, *in, *out, 3);
  std::vector<float> y(x.size());
  stream_->read(*out, 0, y.data(), y.size() * sizeof(float));
  EXPECT_EQ(y, expected(x, 3));
}

TEST_F(OpenClTest, TellsOfAKernelWhatOpenClCanSay) {
  const char* staged = R"(
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void staged(__global float* x, long n) {
  __local float tile[64];
  tile[get_local_id(0)] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = tile[63 - get_local_id(0)] + (float)n;
}
)";
  const auto program = make_program(staged, "staged");
  const auto resources = program->resources(64, 0);
  ASSERT_TRUE(resources.has_value());
  // PoCL 5 does not count arrays that a kernel declares.
  EXPECT_TRUE(resources->local_memory == 0 || resources->local_memory >= 256) << resources->local_memory;
  EXPECT_LT(resources->local_memory, 4096);
  EXPECT_GE(resources->max_threads, 64);
  EXPECT_GE(resources->thread_multiple.value_or(1), 1);
  EXPECT_FALSE(resources->registers.has_value());
  EXPECT_FALSE(resources->groups_per_unit.has_value());
}

TEST_F(OpenClTest, KernelsOfManyWorkItemsWork) {
  const char* reverse = R"(
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void reverse(__global float* x, long n) {
  __local float tile[64];
  const int i = (int)get_local_id(0);
  tile[63 - i] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if ((long)get_global_id(0) < n) x[get_global_id(0)] = tile[i];
})";
  const auto program = make_program(reverse, "reverse");
  ASSERT_NE(program, nullptr);
  const auto memory = upload(ramp(256));
  const std::vector<runtime::Argument> arguments = {memory.get(), std::int64_t{256}};
  stream_->launch({.program = program.get(), .groups = 4, .threads = 64, .arguments = arguments});
  std::vector<float> y(256);
  stream_->read(*memory, 0, y.data(), 1024);
  for (std::size_t i = 0; i < 256; ++i) {
    const std::size_t mirrored = i / 64 * 64 + 63 - i % 64;
    EXPECT_EQ(y[i], static_cast<float>(mirrored)) << i;
  }
}

TEST_F(OpenClTest, EmptyLaunchDoesNothing) {
  const auto program = make_program();
  stream_->launch({.program = program.get(), .groups = 0, .threads = 1, .arguments = {}});
  stream_->synchronize();
}

TEST_F(OpenClTest, BadSourceNamesTheError) {
  unsetenv("PAPILIO_DEBUG");
  const auto compile = [&] { (void)make_program("__kernel void f(__global float* x) { x[0] = undeclared; }", "f"); };
  const Error error = error_of(compile);
  EXPECT_EQ(error.code(), ErrorCode::build_failed);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("'f'"), HasSubstr("undeclared"), HasSubstr("PAPILIO_DEBUG"), Not(HasSubstr("\n"))));
  setenv("PAPILIO_DEBUG", "1", 1);
  EXPECT_THAT(error_of(compile).what(), HasSubstr("\n"));
  unsetenv("PAPILIO_DEBUG");
}

TEST_F(OpenClTest, MissingEntryIsABuildError) {
  const Error error = error_of([&] { (void)make_program(source, "other"); });
  EXPECT_EQ(error.code(), ErrorCode::build_failed);
  EXPECT_THAT(error.what(), HasSubstr("'other'"));
}

TEST_F(OpenClTest, AnotherDialectIsRefused) {
  EXPECT_EQ(error_of([&] { device_->compile({Dialect::ptx, source}, "scale"); }).code(), ErrorCode::internal);
}

TEST_F(OpenClTest, BinariesThatAreNotOursLoadAsNull) {
  std::vector<std::byte> binary = device_->compile({Dialect::opencl, source}, "scale");
  EXPECT_EQ(device_->load({}, "scale"), nullptr);
  EXPECT_EQ(device_->load(std::vector<std::byte>(1000, std::byte{0x5a}), "scale"), nullptr);
  if (!is_pocl()) {  // otherwise MissingEntryIsABuildError
    EXPECT_EQ(device_->load(binary, "other"), nullptr);
  }
  EXPECT_NE(device_->load(binary, "scale"), nullptr);
  const std::span<const std::byte> whole = binary;
  for (std::size_t n = 0; n < whole.size(); n += 1 + n / 3) EXPECT_EQ(device_->load(whole.first(n), "scale"), nullptr);
  binary[binary.size() / 2] ^= std::byte{1};
  EXPECT_EQ(device_->load(binary, "scale"), nullptr);
}

/// True if a file whose path contains `name` is mapped into this process.
bool is_mapped(const std::string& name) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(name) != std::string::npos) return true;
  }
  return false;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

// docs/adr/0038: loading compiles for the work-group size, and no version for any size is made.
TEST_F(OpenClTest, PoclKernelsAreSpecialisedWhenLoadedAndOnlyThen) {
  if (!is_pocl()) GTEST_SKIP() << "not PoCL";
  const std::string text = replaced(source, "scale", "specialised_scale");
  const std::vector<std::byte> binary = device_->compile({Dialect::opencl, text}, "specialised_scale");
  EXPECT_FALSE(is_mapped("/specialised_scale/"));
  const auto program = device_->load(binary, "specialised_scale");
  ASSERT_NE(program, nullptr);
  EXPECT_TRUE(is_mapped("/specialised_scale/1-1-1-goffs0-smallgrid/"));
  EXPECT_FALSE(is_mapped("/specialised_scale/0-0-0/"));
  EXPECT_FALSE(is_mapped("/specialised_scale/1-1-1/"));
}

// PoCL counts the users of a loaded kernel wrongly where equal kernels are compiled, or launched with different grids,
// while they run, and aborts.
TEST_F(OpenClTest, EqualKernelsInManyThreads) {
  for (int round = 0; round < 4; ++round) {
    const std::string text = replaced(source, "(float)i", "(float)i + " + std::to_string(round));
    std::vector<int> wrong(4);
    const auto work = [&](int t) {
      const auto stream = device_->make_stream();
      const auto program = make_program(text);
      for (int i = 1; i <= 20; ++i) {
        const std::size_t count = 7 * i * (t + 1);
        const std::vector<float> x = ramp(count);
        const auto in = device_->allocate(count * sizeof(float));
        const auto out = device_->allocate(count * sizeof(float));
        stream->write(*in, 0, x.data(), count * sizeof(float));
        launch_scale(*stream, *program, *in, *out, 2);
        std::vector<float> y(count);
        stream->read(*out, 0, y.data(), count * sizeof(float));
        const float last = 3 * x.back() + static_cast<float>(round);
        if (y.back() != last) ++wrong[t];
      }
    };
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) threads.emplace_back(work, t);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, std::vector<int>(4));
  }
}

TEST_F(OpenClTest, LaunchesWithWrongArgumentsThrow) {
  const auto program = make_program();
  const auto memory = device_->allocate(4);
  const std::vector<runtime::Argument> too_many(9, std::int64_t{0});
  const auto launch = [&](std::span<const runtime::Argument> arguments) {
    stream_->launch({.program = program.get(), .groups = 1, .threads = 1, .arguments = arguments});
  };
  EXPECT_THROW(launch(too_many), Error);
  const std::vector<runtime::Argument> none = {static_cast<const runtime::Memory*>(nullptr)};
  EXPECT_THROW(launch(none), Error);
}

TEST_F(OpenClTest, CreateAndDestroyAHundredTimes) {
  const std::vector<std::byte> binary = device_->compile({Dialect::opencl, source}, "scale");
  const std::vector<float> x = ramp(100);
  for (int i = 0; i < 100; ++i) {
    const auto stream = device_->make_stream();
    const auto program = device_->load(binary, "scale");
    ASSERT_NE(program, nullptr);
    const auto in = upload(x);
    const auto out = device_->allocate(400);
    launch_scale(*stream, *program, *in, *out, i);
    std::vector<float> y(100);
    stream->read(*out, 0, y.data(), 400);
    ASSERT_EQ(y, expected(x, static_cast<float>(i)));
  }
}

TEST_F(OpenClTest, OneProgramOnTwoStreamsFromTwoThreads) {
  const auto program = make_program();
  const std::vector<float> x = ramp(500);
  int wrong[2] = {0, 0};
  const auto work = [&](int t) {
    const auto stream = device_->make_stream();
    const auto in = device_->allocate(2000);
    const auto out = device_->allocate(2000);
    stream->write(*in, 0, x.data(), 2000);
    for (int i = 0; i < 200; ++i) {
      const int a = 2 * i + t;
      launch_scale(*stream, *program, *in, *out, a);
      std::vector<float> y(500);
      stream->read(*out, 0, y.data(), 2000);
      if (y != expected(x, static_cast<float>(a))) ++wrong[t];
    }
  };
  std::thread first(work, 0);
  std::thread second(work, 1);
  first.join();
  second.join();
  EXPECT_EQ(wrong[0], 0);
  EXPECT_EQ(wrong[1], 0);
}

}  // namespace
}  // namespace papilio::backend::opencl
