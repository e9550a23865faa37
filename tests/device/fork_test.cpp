// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Children of fork() whose parent has used the device: every use fails at once, and objects may be destroyed.
#include <gtest/gtest.h>

#include <papilio/papilio.hpp>
#include <string>
#include <vector>

#include "device/fixture.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/wait.h>
#include <unistd.h>

namespace papilio::test {
namespace {

class Fork : public OnDevice {};

/// 0 where f() throws the error that names fork().
template <typename Function>
int refusal(Function f) {
  try {
    f();
  } catch (const Error& error) {
    return error.code() == ErrorCode::device_failed && std::string(error.what()).find("fork()") != std::string::npos
               ? 0
               : 1;
  }
  return 1;
}

TEST_F(Fork, ChildrenAreRefusedAtOnce) {
  const Signal in = random_f32(64, 1);
  Signal out(64);
  auto plan = Plan(device_, Problem::parse("c2c:f32:64"));
  auto stream = Stream(device_);
  auto buffer = Buffer(device_, 64 * sizeof(in[0]));
  plan.execute(in, std::span(out));
  stream.upload(buffer, in.data(), buffer.size_bytes());
  {  // Vulkan has a thread for each stream that has had scratch
    const Plan with_scratch(device_, Problem::parse("c2c:f32:16384:inplace"));
    const Buffer data(device_, 16384 * sizeof(in[0]));
    with_scratch.execute(stream, data, data);
    stream.synchronize();
  }
  Nufft nufft(device_, NufftProblem::parse("nufft1:f32:16:eps=1e-3"));
  const std::vector<float> angles(3, 0.5F);
  nufft.set_points(angles);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60);
    int wrong = refusal([&] { plan.execute(in, std::span(out)); });
    wrong += refusal([&] { plan.execute(stream, buffer, buffer); });
    wrong += refusal([&] { Plan(device_, Problem::parse("c2c:f32:128")); });
    wrong += refusal([&] { Plan(device_, Problem::parse("c2c:f32:128"), Effort::measure); });
    wrong += refusal([&] { Convolution(device_, ConvolutionProblem{}); });
    wrong += refusal([&] { stream.download(buffer, out.data(), buffer.size_bytes()); });
    wrong += refusal([&] { stream.synchronize(); });
    wrong += refusal([&] { nufft.set_points(angles); });
    wrong += refusal([&] { Buffer(device_, 16); });
    wrong += refusal([&] { Stream{device_}; });
    wrong += refusal([&] { Device("auto"); });
    wrong += refusal([] { list_devices(); });
    wrong += refusal([&] { papilio::fft(std::span<const std::complex<float>>(in)); });
    if (device_.info().id.empty()) ++wrong;  // values are still there
    plan = Plan();
    buffer = Buffer();
    nufft = Nufft();
    stream = Stream();
    device_ = Device();
    std::_Exit(wrong);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "it hangs";
  EXPECT_EQ(WEXITSTATUS(status), 0);
  plan.execute(in, std::span(out));  // the parent goes on
  EXPECT_LT(error_of(in, out, Direction::forward), 4e-7);
}

}  // namespace
}  // namespace papilio::test
#endif
