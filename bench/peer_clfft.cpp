// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <clFFT.h>
#include <fmt/format.h>

#include <papilio/error.hpp>

#include "bench/peer.hpp"

namespace papilio::bench {
namespace {

void check_clfft(clfftStatus status, const char* what) {
  if (status == CLFFT_SUCCESS) return;
  throw Error::device_failed(what, fmt::format("clFFT status {}", static_cast<int>(status)));
}

class ClFftPeer : public Peer {
 public:
  explicit ClFftPeer(OpenClArena& arena) : arena_(arena) {
    clfftSetupData setup{clfftVersionMajor, clfftVersionMinor, clfftVersionPatch, 0};
    check_clfft(clfftSetup(&setup), "clfftSetup");
  }
  ~ClFftPeer() override {
    drop();
    clfftTeardown();
  }

  [[nodiscard]] std::string version() const override {
    cl_uint major = 0;
    cl_uint minor = 0;
    cl_uint patch = 0;
    check_clfft(clfftGetVersion(&major, &minor, &patch), "clfftGetVersion");
    return fmt::format("{}.{}.{}", major, minor, patch);
  }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<Refusal> plan(const Problem& problem) override {
    release();
    const auto length = static_cast<std::size_t>(problem.points());
    // The status of a length with a prime factor above 13.
    const clfftStatus created = clfftCreateDefaultPlan(&plan_, arena_.context(), CLFFT_1D, &length);
    if (created == CLFFT_NOTIMPLEMENTED) {
      plan_ = 0;
      return Refusal{Outcome::unsupported, "a prime factor above 13"};
    }
    try {
      check_clfft(created, "clfftCreateDefaultPlan");
      bake(problem);
    } catch (const Error& error) {
      return Refusal{Outcome::failed, error.what()};
    }
    return std::nullopt;
  }

  void enqueue() override {
    cl_command_queue queue = arena_.queue();
    cl_mem input = arena_.input();
    cl_mem output = arena_.output();
    check_clfft(
        clfftEnqueueTransform(plan_, direction_, 1, &queue, 0, nullptr, nullptr, &input, &output, scratch_.get()),
        "clfftEnqueueTransform");
  }

  void release() override { drop(); }

 private:
  void drop() {
    if (plan_ != 0) clfftDestroyPlan(&plan_);
    plan_ = 0;
    scratch_.reset();
  }

  void bake(const Problem& problem) {
    const auto length = static_cast<std::size_t>(problem.points());
    direction_ = problem.direction == Direction::forward ? CLFFT_FORWARD : CLFFT_BACKWARD;
    const bool f64 = problem.precision == Precision::f64;
    check_clfft(clfftSetPlanPrecision(plan_, f64 ? CLFFT_DOUBLE : CLFFT_SINGLE), "clfftSetPlanPrecision");
    check_clfft(clfftSetResultLocation(plan_, CLFFT_OUTOFPLACE), "clfftSetResultLocation");
    check_clfft(clfftSetPlanBatchSize(plan_, static_cast<std::size_t>(problem.batch)), "clfftSetPlanBatchSize");
    check_clfft(clfftSetPlanDistance(plan_, length, length), "clfftSetPlanDistance");
    check_clfft(clfftSetPlanScale(plan_, CLFFT_BACKWARD, 1.0F), "clfftSetPlanScale");  // 1/n unless told otherwise
    cl_command_queue queue = arena_.queue();
    check_clfft(clfftBakePlan(plan_, 1, &queue, nullptr, nullptr), "clfftBakePlan");
    std::size_t bytes = 0;
    check_clfft(clfftGetTmpBufSize(plan_, &bytes), "clfftGetTmpBufSize");
    if (bytes > 0) scratch_ = arena_.allocate(bytes);
  }

  OpenClArena& arena_;
  clfftPlanHandle plan_ = 0;  // clFFT counts from 1
  clfftDirection direction_ = CLFFT_FORWARD;
  ClHandle<cl_mem> scratch_;
};

}  // namespace

std::vector<PeerEntry> clfft_peers() {
  return {{"clfft", Role::device_library,
           [](const Arenas& arenas) -> std::unique_ptr<Peer> { return std::make_unique<ClFftPeer>(arenas.opencl); }}};
}

}  // namespace papilio::bench
