// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/plan_batch_fft.hpp"

#include <papilio/plan.hpp>
#include <papilio/problem.hpp>

namespace papilio::tool {
namespace {

class PlanBatchFft final : public BatchFft {
 public:
  PlanBatchFft(const Device& device, std::size_t length, std::size_t batch)
      : plan_(device,
              Problem::c2c(Precision::f32, static_cast<std::int64_t>(length), static_cast<std::int64_t>(batch))) {}

  FftTiming transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override {
    const Timing timing = plan_.execute(in, out);
    return {timing.upload, timing.kernels, timing.download};
  }

 private:
  Plan plan_;
};

}  // namespace

BatchFftFactory plan_batch_fft(const Device& device) {
  return
      [device](std::size_t length, std::size_t batch) { return std::make_unique<PlanBatchFft>(device, length, batch); };
}

}  // namespace papilio::tool
