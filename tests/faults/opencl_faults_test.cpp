// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <cstdio>

#include "fixture.hpp"
#include "support/faulty_opencl/faulty_opencl.hpp"

namespace papilio::test {
namespace {

/// Must run before the process opens its library.
const bool library_is_chosen = setenv("PAPILIO_OPENCL_LIBRARY", PAPILIO_FAULTY_OPENCL, 1) == 0;

FaultyOpenCl* faulty_opencl() {
  static auto* const state = state_of<decltype(faulty_opencl_state)>(PAPILIO_FAULTY_OPENCL, "faulty_opencl_state");
  return state;
}

class OpenClFaultsTest : public FaultyDriverTest {
 protected:
  OpenClFaultsTest() : FaultyDriverTest("opencl:0", faulty_opencl()), faulty_(faulty_opencl()) {}

  FaultyOpenCl* const faulty_;
};

TEST_F(OpenClFaultsTest, EveryCallWithEveryStatusFromTheCache) { fail_each(/*variants=*/99); }

TEST_F(OpenClFaultsTest, EveryCallWithoutACache) {
  setenv("PAPILIO_CACHE", "off", 1);
  fail_each(/*variants=*/1);
  unsetenv("PAPILIO_CACHE");
}

TEST_F(OpenClFaultsTest, TheDeviceIsLostInTheMiddle) { fail_each(/*variants=*/1, Fault::for_good); }

// docs/adr/0038
TEST_F(OpenClFaultsTest, PoclIsNeverAskedForABinary) {
  if (Device("opencl:0").info().platform != "Portable Computing Language") GTEST_SKIP() << "not PoCL";
  setenv("PAPILIO_CACHE", "off", 1);
  faulty_->watched = "clGetProgramInfo";
  whole_use("opencl:0", problem_, in_);
  EXPECT_EQ(faulty_->watched_calls, 0);
  unsetenv("PAPILIO_CACHE");
}

/// Memory on a page, as many bytes as a GPU that shares it wants: whole cache lines.
class Pages {
 public:
  explicit Pages(const Signal& values) {
    std::copy(values.begin(), values.end(), reinterpret_cast<std::complex<float>*>(bytes_));
  }
  std::span<std::complex<float>> numbers(std::size_t count, std::size_t from = 0) {
    return {reinterpret_cast<std::complex<float>*>(bytes_) + from, count};
  }

 private:
  alignas(4096) std::byte bytes_[4096] = {};
};

class CopiesTest : public OpenClFaultsTest {
 protected:
  void TearDown() override {
    if (faulty_ == nullptr) return;
    faulty_->watched.clear();
    faulty_->as_gpu = false;
  }

  /// Calls of the function while `plan` executes.
  int calls(const char* function, const Plan& plan, std::span<const std::complex<float>> in,
            std::span<std::complex<float>> out) {
    faulty_->watched_calls = 0;
    faulty_->watched = function;
    plan.execute(in, out);
    faulty_->watched.clear();
    return faulty_->watched_calls;
  }
};

TEST_F(CopiesTest, PoclComputesInVectorsOfTheHost) {
  const Device device("opencl:0");
  if (device.info().platform != "Portable Computing Language") GTEST_SKIP() << "not PoCL";
  for (const char* token : {"c2c:f32:12*3", "c2c:f32:2^15", "r2c:f32:36", "dct2:f32:1009"}) {
    const Plan plan(device, Problem::parse(token));
    const Problem& problem = plan.problem();
    std::vector<float> in(static_cast<std::size_t>(problem.input_elements()) * (problem.real_input() ? 1 : 2), 1);
    std::vector<float> out(static_cast<std::size_t>(problem.output_elements()) * (problem.real_output() ? 1 : 2));
    for (const char* copy : {"clEnqueueWriteBuffer", "clEnqueueReadBuffer", "clEnqueueCopyBuffer"}) {
      faulty_->watched_calls = 0;
      faulty_->watched = copy;
      plan.execute(std::as_bytes(std::span(in)), std::as_writable_bytes(std::span(out)));
      EXPECT_EQ(faulty_->watched_calls, 0) << token << " " << copy;
    }
  }
}

TEST_F(CopiesTest, UnalignedMemoryIsCopied) {
  const Plan plan(Device("opencl:0"), problem_);
  Pages in(in_);
  Signal shifted(in_.size() + 1);
  std::copy(in_.begin(), in_.end(), shifted.begin() + 1);
  Pages out{Signal{}};
  const auto to = out.numbers(36, 1);  // eight bytes behind a multiple of sixteen
  EXPECT_EQ(calls("clEnqueueWriteBuffer", plan, std::span(shifted).subspan(1), to), 1);
  EXPECT_EQ(calls("clEnqueueReadBuffer", plan, std::span(shifted).subspan(1), to), 1);
  EXPECT_EQ(Signal(to.begin(), to.end()), expected_);
}

TEST_F(CopiesTest, AGpuThatSharesTheHostsMemoryMapsIt) {
  const Problem problem = Problem::parse("c2c:f32:16*2");  // four cache lines
  const Signal input = ramp(32);
  Signal on_cpu(32);
  Plan(Device("opencl:0"), problem).execute(std::span(input), std::span(on_cpu));
  faulty_->as_gpu = true;
  const Device device("opencl:0");
  ASSERT_EQ(device.info().kind, DeviceKind::gpu);
  const Plan plan(device, problem);
  Pages in(input);
  Pages out{Signal{}};
  const auto from = in.numbers(32);
  const auto to = out.numbers(32);
  EXPECT_EQ(calls("clEnqueueWriteBuffer", plan, from, to), 0);
  EXPECT_EQ(calls("clEnqueueReadBuffer", plan, from, to), 0);
  EXPECT_EQ(calls("clEnqueueMapBuffer", plan, from, to), 1);
  const Signal shared(to.begin(), to.end());
  const auto within = out.numbers(32, 2);  // not on a page
  EXPECT_EQ(calls("clEnqueueWriteBuffer", plan, from, within), 0);
  EXPECT_EQ(calls("clEnqueueReadBuffer", plan, from, within), 1);
  EXPECT_EQ(Signal(within.begin(), within.end()), shared);
  EXPECT_LT(distance(shared, on_cpu), 1e-4);
}

/// In a process of its own, which cannot compile afterwards.
[[noreturn]] void lose_compiler(FaultyOpenCl& faulty, const Problem& problem, const Signal& in,
                                const Signal& expected) {
  const Device device("opencl:0");
  const Plan loaded(device, problem);
  std::vector<std::string> lines;
  faulty.throws = "clBuildProgram";
  for (int i = 0; i < 2; ++i) {
    try {
      const Plan plan(device, Problem::parse("c2c:f32:17"));
      lines.emplace_back("no error");
    } catch (const Error& error) {
      lines.push_back(std::to_string(static_cast<int>(error.code())) + " " + error.what());
    }
    faulty.throws.clear();  // the second attempt must not even call it
  }
  Signal out(in.size());
  loaded.execute(std::span(in), std::span(out));
  std::fprintf(stderr, "%s\n%s\n%s\n", lines[0].c_str(), lines[1].c_str(), out == expected ? "right" : "wrong");
  std::exit(0);
}

TEST_F(OpenClFaultsTest, AfterAnExceptionInPoclsCompilerPlansFailAtOnceAndLoadedOnesGoOn) {
  if (Device("opencl:0").info().platform != "Portable Computing Language") GTEST_SKIP() << "not PoCL";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(lose_compiler(*faulty_, problem_, in_, expected_), testing::ExitedWithCode(0),
              "^6 compiling a kernel: memory ran out inside PoCL.*\n6 compiling a kernel: memory ran out earlier.*\n"
              "right\n");
}

}  // namespace
}  // namespace papilio::test
