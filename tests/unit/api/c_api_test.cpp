// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The boundary of the C API: statuses, messages, structs, a program's own OpenCL objects. tests/device/c tests its use
// from C.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <papilio/papilio.h>

#include <cmath>
#include <papilio/papilio.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "api/c/c_support.hpp"
#include "backend/opencl/handle.hpp"
#include "backend/opencl/query.hpp"
#include "support/error_of.hpp"

namespace papilio {
namespace {

namespace cl = backend::opencl;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StrEq;

TEST(CStatus, EveryNumberHasItsName) {
  EXPECT_STREQ(papilio_status_get_name(PAPILIO_OK), "ok");
  EXPECT_STREQ(papilio_status_get_name(PAPILIO_INVALID_ARGUMENT), "invalid_argument");
  EXPECT_STREQ(papilio_status_get_name(PAPILIO_INTERNAL), "internal");
  for (int number = 2; number <= 11; ++number) {
    EXPECT_THAT(papilio_status_get_name(static_cast<papilio_status>(number)), Not(StrEq("unknown status"))) << number;
  }
  for (const int number : {-1, 1, 12}) {
    EXPECT_STREQ(papilio_status_get_name(static_cast<papilio_status>(number)), "unknown status");
  }
}

TEST(CStatus, EveryExceptionBecomesAStatusAndAMessage) {
  EXPECT_EQ(api::guarded([] { throw Error::build_failed("kernel", "no luck", "report it"); }), PAPILIO_BUILD_FAILED);
  EXPECT_STREQ(papilio_get_last_error(), "kernel: no luck; report it");
  EXPECT_EQ(api::guarded([] { throw std::bad_alloc(); }), PAPILIO_OUT_OF_MEMORY);
  EXPECT_THAT(papilio_get_last_error(), HasSubstr("host memory"));
  EXPECT_EQ(api::guarded([] { throw std::length_error("vector"); }), PAPILIO_OUT_OF_MEMORY);
  EXPECT_EQ(api::guarded([] { throw std::runtime_error("surprise"); }), PAPILIO_INTERNAL);
  EXPECT_STREQ(papilio_get_last_error(), "surprise");
  EXPECT_EQ(api::guarded([] { throw 7; }), PAPILIO_INTERNAL);
  EXPECT_EQ(api::guarded([] {}), PAPILIO_OK);
  EXPECT_THAT(papilio_get_last_error(), HasSubstr("unknown type")) << "success leaves the message";
  EXPECT_EQ(api::guarded([] { throw Error::build_failed("", "", "log\n" + std::string(5000, 'x')); }),
            PAPILIO_BUILD_FAILED);
  EXPECT_EQ(std::string(papilio_get_last_error()), "log\n" + std::string(1019, 'x'));
}

TEST(CStatus, MessagesBelongToTheirThread) {
  papilio_problem problem = papilio_problem_init();
  EXPECT_EQ(papilio_problem_parse("here", &problem), PAPILIO_INVALID_TOKEN);
  std::thread([&] {
    EXPECT_STREQ(papilio_get_last_error(), "");
    EXPECT_EQ(papilio_problem_parse("there", &problem), PAPILIO_INVALID_TOKEN);
    EXPECT_THAT(papilio_get_last_error(), HasSubstr("there"));
  }).join();
  EXPECT_THAT(papilio_get_last_error(), HasSubstr("here\""));
  EXPECT_THAT(papilio_get_last_error(), Not(HasSubstr("there")));
}

TEST(CApi, PairsAreNamedWhereThereAreNone) {
  const auto message = [](int value) {
    return test::message_of([&] {
      api::precision_of_floats(static_cast<papilio_precision>(value), "papilio_stft_options.precision", "STFTs");
    });
  };
  EXPECT_EQ(message(PAPILIO_F32), "");
  EXPECT_EQ(message(PAPILIO_F64), "");
  EXPECT_THAT(message(PAPILIO_F64X2), AllOf(HasSubstr("papilio_stft_options.precision PAPILIO_F64X2"),
                                            HasSubstr("no kernels for STFTs in f64x2")));
  EXPECT_THAT(message(PAPILIO_F32X2), HasSubstr("PAPILIO_F32X2"));
  EXPECT_THAT(message(7), HasSubstr("no such enumerator"));
}

TEST(CProblem, TokensBecomeStructsAndBack) {
  for (const char* token :
       {"c2c:f32:64", "c2c:f64:1009*64:inverse:inplace:scale=1/n", "c2c:f32:100*7:scale=1/sqrt(n):idist=128:odist=101",
        "r2c:f32:8x6:zero=[2,3)x-:skip=-x[1,4)", "r2c:f32:8x6:pad=5x6:modes=3x2", "c2c:f32:8:skip=[0,3):ocompact",
        "c2c:f32x2:8", "r2c:f64x2:8x6"}) {
    papilio_problem problem = papilio_problem_init();
    ASSERT_EQ(papilio_problem_parse(token, &problem), PAPILIO_OK);
    EXPECT_EQ(api::from_c(problem).normalised(), Problem::parse(token)) << token;
  }
  papilio_problem problem = papilio_problem_init();
  ASSERT_EQ(papilio_problem_parse("c2c:f64:100*7:inverse:odist=101", &problem), PAPILIO_OK);
  EXPECT_EQ(problem.precision, PAPILIO_F64);
  EXPECT_EQ(problem.rank, 1);
  EXPECT_EQ(problem.lengths[0], 100);
  EXPECT_EQ(problem.batch, 7);
  EXPECT_EQ(problem.in_distance, 100);
  EXPECT_EQ(problem.out_distance, 101);
  EXPECT_EQ(problem.direction, PAPILIO_INVERSE);
  EXPECT_EQ(problem.placement, PAPILIO_OUT_OF_PLACE);
  EXPECT_EQ(problem.scale, PAPILIO_SCALE_NONE);
  EXPECT_EQ(problem.in_strides[0], 1);
  EXPECT_EQ(api::from_c(papilio_problem_init_1d(PAPILIO_C2C, PAPILIO_F32, 64, 1)), Problem::c2c(Precision::f32, 64));
  EXPECT_EQ(api::from_c(papilio_problem_init_1d(PAPILIO_C2R, PAPILIO_F64, 64, 3)), Problem::c2r(Precision::f64, 64, 3));
}

TEST(CProblem, SidesBecomeCompact) {
  papilio_problem problem = papilio_problem_init();
  ASSERT_EQ(papilio_problem_parse("r2c:f32:16x8*3", &problem), PAPILIO_OK);
  const int64_t modes[] = {5, 4};
  const int64_t counts[] = {10, 7};
  ASSERT_EQ(papilio_problem_keep_modes(&problem, modes), PAPILIO_OK);
  ASSERT_EQ(papilio_problem_pad_input(&problem, counts), PAPILIO_OK);
  EXPECT_EQ(api::from_c(problem).token(), "r2c:f32:16x8*3:pad=10x7:modes=5x4");
  int64_t in = 0;
  int64_t out = 0;
  ASSERT_EQ(papilio_problem_get_elements(&problem, &in, &out), PAPILIO_OK);
  EXPECT_EQ(in, 3 * 10 * 7);
  EXPECT_EQ(out, 3 * 5 * 4);
  const int64_t many[] = {17, 4};
  EXPECT_EQ(papilio_problem_crop_output(&problem, many), PAPILIO_INVALID_ARGUMENT);
  EXPECT_THAT(papilio_get_last_error(), HasSubstr("crop of axis 0 is 17, and the axis has 16"));
  EXPECT_EQ(papilio_problem_keep_modes(nullptr, modes), PAPILIO_INVALID_ARGUMENT);
  EXPECT_EQ(papilio_problem_pad_input(&problem, nullptr), PAPILIO_INVALID_ARGUMENT);
}

TEST(CProblem, AFactorOf0SurvivesTheStruct) {
  papilio_problem problem = papilio_problem_init();
  ASSERT_EQ(papilio_problem_parse("c2c:f32:8:factor=0", &problem), PAPILIO_OK);
  EXPECT_TRUE(problem.factor == 0 && std::signbit(problem.factor));
  EXPECT_EQ(api::from_c(problem).factor, 0);
  EXPECT_FALSE(std::signbit(api::from_c(problem).factor));
  std::string token(100, '\0');
  size_t length = 0;
  ASSERT_EQ(papilio_problem_normalise(&problem), PAPILIO_OK);
  ASSERT_EQ(papilio_problem_to_token(&problem, token.data(), token.size(), &length), PAPILIO_OK);
  EXPECT_EQ(token.substr(0, length), "c2c:f32:8:factor=0");
  problem.factor = 0;  // the default
  EXPECT_EQ(api::from_c(problem).factor, 1);
}

TEST(CProblem, RefusesWhatIsNoEnumerator) {
  const auto refused = [](auto change, const char* field) {
    papilio_problem problem = papilio_problem_init_1d(PAPILIO_C2C, PAPILIO_F32, 64, 1);
    change(problem);
    EXPECT_EQ(api::guarded([&] { api::from_c(problem); }), PAPILIO_INVALID_ARGUMENT) << field;
    EXPECT_THAT(papilio_get_last_error(), HasSubstr(field));
  };
  refused([](papilio_problem& p) { p.kind = static_cast<papilio_kind>(12); }, "kind 12");
  refused([](papilio_problem& p) { p.precision = static_cast<papilio_precision>(4); }, "precision 4");
  refused([](papilio_problem& p) { p.direction = static_cast<papilio_direction>(-1); }, "direction -1");
  refused([](papilio_problem& p) { p.placement = static_cast<papilio_placement>(2); }, "placement 2");
  refused([](papilio_problem& p) { p.scale = static_cast<papilio_scale>(1 << 30); }, "scale 1073741824");
  refused([](papilio_problem& p) { p.norm = static_cast<papilio_norm>(4); }, "norm 4");
  refused([](papilio_problem& p) { p.struct_size = 7; }, "struct_size 7");
  refused([](papilio_problem& p) { p.rank = 0; }, "rank 0");
  refused([](papilio_problem& p) { p.rank = 9; }, "rank 9");
}

TEST(CProblem, MoreLengthsThanTheStructHolds) {
  Problem problem;
  problem.lengths.assign(9, 2);
  EXPECT_EQ(api::guarded([&] { api::to_c(problem); }), PAPILIO_UNSUPPORTED);
}

TEST(CDevices, TheListIsThatOfCpp) {
  const std::vector<DeviceInfo> devices = list_devices().devices;
  std::size_t count = 99;
  ASSERT_EQ(papilio_device_get_count(&count), PAPILIO_OK);
  ASSERT_EQ(count, devices.size());
  papilio_device_info info = papilio_device_info_init();
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(papilio_device_get_info_at(i, &info), PAPILIO_OK);
    EXPECT_EQ(devices[i].id, info.id);
    EXPECT_EQ(devices[i].name, info.name);
    EXPECT_EQ(to_string(devices[i].backend), info.backend);
    EXPECT_EQ(to_string(devices[i].kind), info.kind);
    EXPECT_EQ(devices[i].global_memory, info.global_memory);
    EXPECT_EQ(devices[i].f64, info.f64 == 1);
  }
  EXPECT_EQ(papilio_device_get_info_at(count, &info), PAPILIO_INVALID_ARGUMENT);
  info.struct_size = 0;
  EXPECT_EQ(papilio_device_get_info_at(0, &info), PAPILIO_INVALID_ARGUMENT);
  EXPECT_THAT(papilio_get_last_error(), HasSubstr("papilio_device_info_init()"));
}

TEST(CDevices, UnknownSelectorsSayWhatThereIs) {
  auto* device = reinterpret_cast<papilio_device*>(8);
  EXPECT_EQ(papilio_device_open("abacus", &device), PAPILIO_NO_DEVICE);
  EXPECT_EQ(device, nullptr);
  EXPECT_THAT(papilio_get_last_error(), HasSubstr("abacus"));
}

TEST(COpenCl, WorksOnAProgramsOwnObjects) {
  std::vector<std::string> notes;
  const std::vector<cl::ClListEntry> all = cl::enumerate(cl::default_library(), notes);
  if (all.empty()) GTEST_SKIP() << "no OpenCL device: " << testing::PrintToString(notes);
  const cl::ClSymbols& symbols = cl::default_library().symbols();
  const cl::ClContextHandle context(&symbols,
                                    symbols.clCreateContext(nullptr, 1, &all[0].device, nullptr, nullptr, nullptr));
  const cl::ClQueueHandle queue(&symbols, symbols.clCreateCommandQueue(context.get(), all[0].device, 0, nullptr));
  const cl::ClMemoryHandle memory(&symbols,
                                  symbols.clCreateBuffer(context.get(), CL_MEM_READ_WRITE, 8 * 60, nullptr, nullptr));
  papilio_device* device = nullptr;
  papilio_stream* stream = nullptr;
  papilio_buffer* buffer = nullptr;
  papilio_plan* plan = nullptr;
  ASSERT_EQ(papilio_device_wrap_opencl(context.get(), all[0].device, &device), PAPILIO_OK) << papilio_get_last_error();
  EXPECT_EQ(papilio_stream_wrap_opencl(device, queue.get(), &stream), PAPILIO_OK) << papilio_get_last_error();
  EXPECT_EQ(papilio_buffer_wrap_opencl(device, memory.get(), &buffer), PAPILIO_OK) << papilio_get_last_error();
  EXPECT_EQ(papilio_plan_create_from_token(device, "c2c:f32:60:inplace", &plan), PAPILIO_OK)
      << papilio_get_last_error();
  std::vector<float> x(120);
  x[0] = 3;
  EXPECT_EQ(papilio_stream_upload(stream, buffer, 0, x.data(), 480), PAPILIO_OK);
  EXPECT_EQ(papilio_plan_execute(plan, stream, buffer, buffer, nullptr), PAPILIO_OK) << papilio_get_last_error();
  papilio_plan_destroy(plan);
  papilio_device_destroy(device);
  symbols.clEnqueueReadBuffer(queue.get(), memory.get(), CL_TRUE, 0, 480, x.data(), 0, nullptr, nullptr);
  for (int k = 0; k < 60; ++k) EXPECT_NEAR(x[2 * k], 3, 1e-5) << k;
  papilio_buffer_destroy(buffer);
  papilio_stream_destroy(stream);
}

}  // namespace
}  // namespace papilio
