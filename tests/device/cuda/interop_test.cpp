// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Papilio with the program's own CUDA objects: contexts, streams, pointers, graphs; and several devices.
#include <array>
#include <optional>
#include <papilio/features.hpp>
#include <papilio/stft.hpp>
#include <thread>

#include "api/access.hpp"
#include "device/cuda/fixture.hpp"

namespace papilio::test {
namespace {

constexpr std::int64_t length = 1 << 17;  // two passes: scratch in place
constexpr std::size_t bytes = static_cast<std::size_t>(length) * 8;

Problem in_place_problem() {
  Problem problem = Problem::c2c(Precision::f32, length);
  problem.placement = Placement::in_place;
  return problem;
}

/// Owns a context; does not make it current.
class OwnContext {
 public:
  explicit OwnContext(const Driver& driver) : driver_(driver) {
    driver_("cuCtxCreate_v2", &context_, 0U, 0);
    pop();
  }
  ~OwnContext() { driver_("cuCtxDestroy_v2", context_); }
  OwnContext(const OwnContext&) = delete;
  OwnContext& operator=(const OwnContext&) = delete;
  [[nodiscard]] cu::CUcontext get() const { return context_; }
  void push() const { driver_("cuCtxPushCurrent_v2", context_); }
  void pop() const {
    cu::CUcontext popped = nullptr;
    driver_("cuCtxPopCurrent_v2", &popped);
    EXPECT_EQ(popped, context_) << "Papilio left another context";
  }

 private:
  const Driver& driver_;
  cu::CUcontext context_ = nullptr;
};

void expect_transformed(const Signal& in, const Signal& out) {
  EXPECT_LT(error_of(in, out, Direction::forward), error_bound(length, Precision::f32));
}

TEST_F(CudaDevice, WorksInAContextOfTheProgram) {
  const Driver driver;
  const OwnContext own(driver);
  cu::CUstream native = nullptr;
  cu::CUdeviceptr address = 0;
  own.push();
  driver("cuStreamCreate", &native, 0U);
  driver("cuMemAlloc_v2", &address, bytes);
  const Signal in = random_f32(length, 1);
  Signal out(in.size());
  {
    const Device device = papilio::cuda::wrap_device(own.get());
    const Stream stream = papilio::cuda::wrap_stream(device, native);
    const Buffer data = papilio::cuda::wrap_pointer(device, reinterpret_cast<void*>(address), bytes);
    const Plan plan(device, in_place_problem());
    for (const Stream& each : {stream, papilio::cuda::wrap_stream(device, nullptr)}) {
      stream.upload(data, in.data(), bytes);
      plan.execute(each, data, data);
      each.download(data, out.data(), bytes);
      expect_transformed(in, out);
    }
    EXPECT_EQ(code_of([&] { papilio::cuda::wrap_stream(device_, native); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code_of([&] { plan.execute(stream_, data, data); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code_of([&] { papilio::cuda::wrap_pointer(device, out.data(), 16); }), ErrorCode::invalid_argument);
  }
  driver("cuMemFree_v2", address);
  driver("cuStreamDestroy_v2", native);
  own.pop();
}

TEST_F(CudaDevice, DevicePointersInsteadOfBuffers) {
  const Plan plan(device_, in_place_problem());
  const Buffer data(device_, bytes);
  const Buffer scratch(device_, plan.scratch_bytes());
  const auto pointer = [&](const Buffer& buffer) {
    return reinterpret_cast<void*>(cu::address_in(context(), memory(buffer)));
  };
  const Signal in = random_f32(length, 4);
  Signal out(in.size());
  for (void* work : {pointer(scratch), static_cast<void*>(nullptr)}) {
    stream_.upload(data, in.data(), bytes);
    plan.execute(stream_, pointer(data), pointer(data), work);
    stream_.download(data, out.data(), bytes);
    expect_transformed(in, out);
  }
}

TEST_F(CudaDevice, ThePrimaryContextIsTheDeviceItself) {
  EXPECT_EQ(api::HandleAccess::pointer(papilio::cuda::wrap_device(context().get())),
            api::HandleAccess::pointer(device_));
  EXPECT_EQ(api::HandleAccess::pointer(papilio::cuda::wrap_device(0)), api::HandleAccess::pointer(device_));
}

TEST_F(CudaDevice, AGraphReplaysATransform) {
  const Driver driver;
  driver("cuCtxPushCurrent_v2", context().get());  // not ContextGuard, which would relax this thread's capture mode
  cu::CUstream native = nullptr;
  driver("cuStreamCreate", &native, static_cast<unsigned>(cu::CU_STREAM_NON_BLOCKING));
  const Stream stream = papilio::cuda::wrap_stream(device_, native);
  const Plan plan(device_, in_place_problem());
  const Buffer data(device_, bytes);
  const Buffer scratch(device_, plan.scratch_bytes());
  const Stft<float> stft(device_, {.length = 64, .padding = StftPadding::none});  // copies nothing
  const SpectralFeatures<float> features(device_, {.frames = {.length = 64, .padding = StftPadding::none}});
  stft.forward(stream, data, scratch, 64);
  void* graph = nullptr;
  void* executable = nullptr;
  driver("cuStreamBeginCapture_v2", native, static_cast<int>(cu::CU_STREAM_CAPTURE_MODE_GLOBAL));
  plan.execute(stream, data, data, scratch);
  // None of these calls may break the capture.
  EXPECT_EQ(code_of([&] { plan.execute(stream, data, data); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { stft.forward(stream, data, scratch, 64); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { features.compute(stream, data, scratch, 64); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { stream.synchronize(); }), ErrorCode::invalid_argument);
  Signal out(static_cast<std::size_t>(length));
  EXPECT_EQ(code_of([&] { stream.download(data, out.data(), bytes); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { Plan(device_, Problem::parse("c2c:f32:1009*3")); }), ErrorCode::invalid_argument);
  { const Buffer other(device_, bytes); }
  driver("cuStreamEndCapture", native, &graph);
  driver("cuGraphInstantiateWithFlags", &executable, graph, 0ULL);
  for (const std::uint64_t seed : {1, 2}) {
    const Signal in = random_f32(length, seed);
    stream.upload(data, in.data(), bytes);
    driver("cuGraphLaunch", executable, native);
    stream.download(data, out.data(), bytes);
    expect_transformed(in, out);
  }
  driver("cuGraphExecDestroy", executable);
  driver("cuGraphDestroy", graph);
  driver("cuStreamDestroy_v2", native);
  cu::CUcontext popped = nullptr;
  driver("cuCtxPopCurrent_v2", &popped);
  EXPECT_EQ(popped, context().get());
}

/// Frames of 400 numbers are read from the signal, by one launch.
TEST_F(CudaDevice, AGraphReplaysSpectraAndFeaturesOfFrames) {
  constexpr std::int64_t samples = 2000;
  const Driver driver;
  driver("cuCtxPushCurrent_v2", context().get());
  cu::CUstream native = nullptr;
  driver("cuStreamCreate", &native, static_cast<unsigned>(cu::CU_STREAM_NON_BLOCKING));
  const Stream stream = papilio::cuda::wrap_stream(device_, native);
  const StftOptions frames{.length = 400, .hop = 160, .padding = StftPadding::reflect};
  const Stft<float> stft(device_, frames);
  const SpectralFeatures<float> features(device_, {.frames = frames, .filters = 20, .level = FeatureLevel::natural});
  const Buffer signal(device_, samples * sizeof(float));
  const auto count = static_cast<std::size_t>(stft.frames(samples));
  std::vector<float> spectra(count * static_cast<std::size_t>(2 * stft.bins()));
  std::vector<float> levels(static_cast<std::size_t>(features.frames(samples) * features.size()));
  const Buffer spectra_out(device_, spectra.size() * sizeof(float));
  const Buffer levels_out(device_, levels.size() * sizeof(float));
  const auto enqueue = [&] {
    stft.forward(stream, signal, spectra_out, samples);
    features.compute(stream, signal, levels_out, samples);
  };
  const auto captured = [&](const std::function<void()>& work) {
    void* graph = nullptr;
    driver("cuStreamBeginCapture_v2", native, static_cast<int>(cu::CU_STREAM_CAPTURE_MODE_GLOBAL));
    work();
    driver("cuStreamEndCapture", native, &graph);
    return graph;
  };
  // The first execution compiles, which a capture refuses and survives.
  driver("cuGraphDestroy", captured([&] { EXPECT_EQ(code_of(enqueue), ErrorCode::invalid_argument); }));
  enqueue();
  void* const graph = captured([&] { EXPECT_EQ(code_of(enqueue), ErrorCode{0}); });
  void* executable = nullptr;
  driver("cuGraphInstantiateWithFlags", &executable, graph, 0ULL);
  for (const std::uint64_t seed : {1, 2}) {
    std::vector<float> x;
    for (const std::complex<float> z : random_f32(samples, seed)) x.push_back(z.real());
    stream.upload(signal, x.data(), signal.size_bytes());
    driver("cuGraphLaunch", executable, native);
    stream.download(spectra_out, spectra.data(), spectra_out.size_bytes());
    stream.download(levels_out, levels.data(), levels_out.size_bytes());
    const auto expected = stft.forward(x);
    EXPECT_EQ(std::memcmp(expected.data(), spectra.data(), spectra_out.size_bytes()), 0);
    EXPECT_EQ(features.compute(x), levels);
  }
  driver("cuGraphExecDestroy", executable);
  driver("cuGraphDestroy", graph);
  driver("cuStreamDestroy_v2", native);
  cu::CUcontext popped = nullptr;
  driver("cuCtxPopCurrent_v2", &popped);
}

/// Captures by a thread, in each of CUDA's three modes.
class CudaCapture : public CudaDevice, public testing::WithParamInterface<int> {};

TEST_P(CudaCapture, PlanningIsRefusedAndTheCaptureGoesOn) {
  if (IsSkipped()) return;
  const Driver driver;
  driver("cuCtxPushCurrent_v2", context().get());
  for (const unsigned flags : {0U, static_cast<unsigned>(cu::CU_STREAM_NON_BLOCKING)}) {
    cu::CUstream native = nullptr;
    driver("cuStreamCreate", &native, flags);
    const bool blocking = flags == 0;
    std::optional<Stream> wrapped;  // not needed for a blocking stream, whose capture is detected anyway
    if (!blocking) wrapped = papilio::cuda::wrap_stream(device_, native);
    const auto plan = [&] { Plan(device_, Problem::parse("c2c:f32:1000*3")); };
    EXPECT_EQ(code_of(plan), ErrorCode{0});
    void* graph = nullptr;
    driver("cuStreamBeginCapture_v2", native, GetParam());
    EXPECT_EQ(code_of(plan), ErrorCode::invalid_argument);
    EXPECT_EQ(code_of(plan), ErrorCode::invalid_argument);
    driver("cuStreamEndCapture", native, &graph);  // fails if the capture was broken
    driver("cuGraphDestroy", graph);
    EXPECT_EQ(code_of(plan), ErrorCode{0});
    wrapped.reset();
    driver("cuStreamDestroy_v2", native);
  }
  cu::CUcontext popped = nullptr;
  driver("cuCtxPopCurrent_v2", &popped);
}

INSTANTIATE_TEST_SUITE_P(Modes, CudaCapture,
                         testing::Values(cu::CU_STREAM_CAPTURE_MODE_GLOBAL, cu::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL,
                                         cu::CU_STREAM_CAPTURE_MODE_RELAXED));

// Contexts are time-sliced on the device. Before ADR 26, when launches overlapped with the previous kernel, a first
// execution was wrong in every second of these rounds.
TEST_F(CudaDevice, ContextsThatAreNewAtOnce) {
  const Driver driver;
  const std::array<Signal, 2> in = {random_f32(length, 1), random_f32(length, 2)};
  std::array<Signal, 2> expected;
  std::array<int, 2> wrong = {0, 0};
  const auto work = [&](cu::CUcontext context, const auto& take) {
    const Device device = papilio::cuda::wrap_device(context);
    const Stream stream(device);
    const Buffer data(device, bytes);
    for (std::size_t i = 0; i < 4; ++i) {
      const Plan plan(device, in_place_problem());
      stream.upload(data, in[i % 2].data(), bytes);
      plan.execute(stream, data, data);
      Signal out(in[i % 2].size(), poison());
      stream.download(data, out.data(), bytes);
      take(i % 2, std::move(out));
    }
  };
  work(OwnContext(driver).get(), [&](std::size_t which, Signal out) { expected[which] = std::move(out); });
  for (const std::size_t which : {0, 1}) expect_transformed(in[which], expected[which]);
  for (int round = 0; round < 10; ++round) {
    const std::array<OwnContext, 2> contexts = {OwnContext(driver), OwnContext(driver)};
    const auto compare = [&](std::size_t context) {
      work(contexts[context].get(),
           [&](std::size_t which, const Signal& out) { wrong[context] += same_bits(out, expected[which]) ? 0 : 1; });
    };
    std::thread second([&] { compare(1); });
    compare(0);
    second.join();
  }
  EXPECT_THAT(wrong, testing::ElementsAre(0, 0));
}

TEST_F(CudaDevice, TwoContextsOfOneDeviceAtOnce) {
  const Driver driver;
  const std::array<OwnContext, 2> contexts = {OwnContext(driver), OwnContext(driver)};
  std::array<int, 2> wrong = {0, 0};
  const auto work = [&](std::size_t which) {
    const Device device = papilio::cuda::wrap_device(contexts[which].get());
    const Stream stream(device);
    const Buffer data(device, bytes);
    const Signal in = random_f32(length, which + 1);
    Signal expected;
    for (int i = 0; i < 20; ++i) {
      const Plan plan(device, in_place_problem());
      stream.upload(data, in.data(), bytes);
      plan.execute(stream, data, data);
      Signal out(in.size(), poison());
      stream.download(data, out.data(), bytes);
      if (i == 0) expected = out;
      if (!same_bits(out, expected)) ++wrong[which];
    }
    if (!(error_of(in, expected, Direction::forward) < error_bound(length, Precision::f32))) ++wrong[which];
  };
  std::thread second([&] { work(1); });
  work(0);
  second.join();
  EXPECT_THAT(wrong, testing::ElementsAre(0, 0));
  // Neither context accepts the other's objects.
  const Device one = papilio::cuda::wrap_device(contexts[0].get());
  const Device other = papilio::cuda::wrap_device(contexts[1].get());
  const Plan plan(one, in_place_problem());
  const Buffer foreign(other, bytes);
  EXPECT_EQ(code_of([&] { plan.execute(Stream(one), foreign, foreign); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(Stream(other), foreign, foreign); }), ErrorCode::invalid_argument);
}

TEST_F(CudaDevice, TwoDevicesAtOnce) {
  std::optional<Device> second;
  for (const DeviceInfo& info : list_devices().devices) {
    if (info.id == "cuda:1") second = Device(info.id);
  }
  if (!second) GTEST_SKIP() << "one CUDA device only";
  const Signal in = random_f32(length, 1);
  for (const Device& device : {device_, *second}) {
    Signal x = in;
    Plan(device, in_place_problem()).execute(std::span(x));
    expect_transformed(in, x);
  }
  const Plan plan(device_, in_place_problem());
  const Buffer foreign(*second, bytes);
  EXPECT_EQ(code_of([&] { plan.execute(stream_, foreign, foreign); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(Stream(*second), foreign, foreign); }), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio::test
