// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <vkFFT.h>  // VKFFT_BACKEND=3, OpenCL, comes from CMakeLists.txt

#include <papilio/error.hpp>

#include "bench/peer.hpp"

namespace papilio::bench {
namespace {

class VkFftPeer : public Peer {
 public:
  explicit VkFftPeer(OpenClArena& arena)
      : arena_(arena), context_(arena.context()), device_(arena.device()), queue_(arena.queue()) {}
  ~VkFftPeer() override { drop(); }

  [[nodiscard]] std::string version() const override {
    const int version = VkFFTGetVersion();  // 10226 is 1.2.26
    return fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
  }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<Refusal> plan(const Problem& problem) override {
    release();
    input_ = arena_.input();
    output_ = arena_.output();
    bytes_ = static_cast<std::uint64_t>(problem.output_elements() * problem.element_bytes());
    inverse_ = problem.direction == Direction::inverse;

    VkFFTConfiguration configuration{};
    configuration.FFTdim = 1;
    configuration.size[0] = static_cast<std::uint64_t>(problem.points());
    configuration.numberBatches = static_cast<std::uint64_t>(problem.batch);
    configuration.doublePrecision = problem.precision == Precision::f64 ? 1 : 0;
    configuration.device = &device_;
    configuration.context = &context_;
    configuration.buffer = &output_;
    configuration.bufferSize = &bytes_;
    // Out of place is an input of its own; the buffer is then the output. Scratch is VkFFT's.
    configuration.isInputFormatted = 1;
    configuration.inputBuffer = &input_;
    configuration.inputBufferSize = &bytes_;
    configuration.inputBufferStride[0] = configuration.size[0];
    configuration.makeForwardPlanOnly = inverse_ ? 0 : 1;
    configuration.makeInversePlanOnly = inverse_ ? 1 : 0;

    auto application = std::make_unique<VkFFTApplication>();
    const VkFFTResult result = initializeVkFFT(application.get(), configuration);
    if (result != VKFFT_SUCCESS) {
      // It has cleaned up after itself. 3001..3005 are the lengths that it does not know.
      const bool unsupported = result >= VKFFT_ERROR_UNSUPPORTED_RADIX && result <= VKFFT_ERROR_UNSUPPORTED_FFT_OMIT;
      return Refusal{unsupported ? Outcome::unsupported : Outcome::failed,
                     fmt::format("VkFFTResult {}", static_cast<int>(result))};
    }
    application_ = std::move(application);
    return std::nullopt;
  }

  void enqueue() override {
    VkFFTLaunchParams parameters{};
    parameters.commandQueue = &queue_;
    parameters.buffer = &output_;
    parameters.inputBuffer = &input_;
    const VkFFTResult result = VkFFTAppend(application_.get(), inverse_ ? 1 : -1, &parameters);
    if (result != VKFFT_SUCCESS) {
      throw Error::device_failed("VkFFTAppend", fmt::format("VkFFTResult {}", static_cast<int>(result)));
    }
  }

  void release() override { drop(); }

 private:
  void drop() {
    if (application_) deleteVkFFT(application_.get());
    application_.reset();
  }

  OpenClArena& arena_;
  // VkFFT keeps pointers to all of these.
  cl_context context_;
  cl_device_id device_;
  cl_command_queue queue_;
  cl_mem input_ = nullptr;
  cl_mem output_ = nullptr;
  std::uint64_t bytes_ = 0;
  bool inverse_ = false;
  std::unique_ptr<VkFFTApplication> application_;
};

}  // namespace

std::vector<PeerEntry> vkfft_peers() {
  return {{"vkfft", Role::device_library,
           [](const Arenas& arenas) -> std::unique_ptr<Peer> { return std::make_unique<VkFftPeer>(arenas.opencl); }}};
}

}  // namespace papilio::bench
