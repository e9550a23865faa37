// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <papilio/error.hpp>
#include <vector>

#include "bench/peers/ability.hpp"
#include "bench/peers/clfft_api.hpp"
#include "bench/peers/foreign_library.hpp"
#include "bench/peers/peers.hpp"
#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

using namespace clfft;

void check(clfftStatus status, const char* what) {
  if (status == CLFFT_SUCCESS) return;
  throw Error::device_failed(what, fmt::format("clFFT status {}", static_cast<int>(status)));
}

/// A value for each transformed axis, the innermost first.
std::vector<std::size_t> innermost_first(const Loops& loops, std::int64_t GuruLoop::*figure) {
  std::vector<std::size_t> values;
  for (std::size_t i = loops.axes.size(); i-- > 0;) values.push_back(static_cast<std::size_t>(loops.axes[i].*figure));
  return values;
}

std::optional<std::string> clfft_obstacle(const Problem& problem) {
  if (problem.transformed_axes().size() > 3) return "more than three axes";
  if (auto why = obstacle(problem, {})) return why;
  if (loops_of(problem).repeats.size() > 1) return "more than one loop around its transforms";
  return std::nullopt;
}

clfftDim dimensions(const Problem& problem) { return static_cast<clfftDim>(problem.transformed_axes().size()); }

class ClFftPeer final : public Peer {
 public:
  explicit ClFftPeer(DeviceArena& arena)
      : arena_(arena),
        library_({"clfft", "PAPILIO_CLFFT_LIBRARY", {"libclFFT.so.2"}, "install it (Debian: libclfft2)"}) {
#define PAPILIO_CLFFT_LOOK_UP(name) library_.look_up(api_.name, #name);
    PAPILIO_CLFFT_SYMBOLS(PAPILIO_CLFFT_LOOK_UP)
#undef PAPILIO_CLFFT_LOOK_UP
    check(api_.clfftSetup(nullptr), "clfftSetup");
  }
  ~ClFftPeer() override {
    drop();
    api_.clfftTeardown();
  }

  [[nodiscard]] std::string version() const override {
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    std::uint32_t patch = 0;
    check(api_.clfftGetVersion(&major, &minor, &patch), "clfftGetVersion");
    return fmt::format("{}.{}.{}", major, minor, patch);
  }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<PeerRefusal> plan(const Problem& problem) override {
    drop();
    if (auto why = clfft_obstacle(problem)) return PeerRefusal{PeerOutcome::unsupported, *why};
    const std::vector<std::size_t> lengths = innermost_first(loops_of(problem), &GuruLoop::count);
    // The status of a length with a prime factor above 13.
    const clfftStatus created =
        api_.clfftCreateDefaultPlan(&plan_, arena_.native().context, dimensions(problem), lengths.data());
    if (created == CLFFT_NOTIMPLEMENTED) {
      plan_ = 0;
      return PeerRefusal{PeerOutcome::unsupported, "a prime factor above 13"};
    }
    try {
      check(created, "clfftCreateDefaultPlan");
      bake(problem);
    } catch (const Error& error) {
      return PeerRefusal{PeerOutcome::failed, error.what()};
    }
    return std::nullopt;
  }

  void enqueue() override {
    ClQueue queue = arena_.native().queue;
    ClBuffer input = arena_.native(Part::input);
    ClBuffer output = arena_.native(to_);
    ClBuffer scratch = scratch_ ? arena_.native_of(scratch_) : nullptr;
    check(api_.clfftEnqueueTransform(plan_, direction_, 1, &queue, 0, nullptr, nullptr, &input, &output, scratch),
          "clfftEnqueueTransform");
  }

  void release() override { drop(); }

 private:
  void drop() {
    if (plan_ != 0) api_.clfftDestroyPlan(&plan_);
    plan_ = 0;
    scratch_ = {};
  }

  void bake(const Problem& problem) {
    direction_ = problem.direction == Direction::forward ? CLFFT_FORWARD : CLFFT_BACKWARD;
    const bool f64 = problem.precision == Precision::f64;
    check(api_.clfftSetPlanPrecision(plan_, f64 ? CLFFT_DOUBLE : CLFFT_SINGLE), "clfftSetPlanPrecision");
    to_ = result_part(problem);
    check(api_.clfftSetResultLocation(plan_, to_ == Part::input ? CLFFT_INPLACE : CLFFT_OUTOFPLACE),
          "clfftSetResultLocation");
    const Loops loops = loops_of(problem);
    const GuruLoop repeat =
        loops.repeats.empty() ? GuruLoop{1, problem.in_distance, problem.out_distance} : loops.repeats[0];
    check(api_.clfftSetPlanBatchSize(plan_, static_cast<std::size_t>(repeat.count)), "clfftSetPlanBatchSize");
    constexpr clfftLayout half = CLFFT_HERMITIAN_INTERLEAVED;
    if (problem.kind == Kind::r2c) check(api_.clfftSetLayout(plan_, CLFFT_REAL, half), "clfftSetLayout");
    if (problem.kind == Kind::c2r) check(api_.clfftSetLayout(plan_, half, CLFFT_REAL), "clfftSetLayout");
    std::vector<std::size_t> in_strides = innermost_first(loops, &GuruLoop::in_stride);
    std::vector<std::size_t> out_strides = innermost_first(loops, &GuruLoop::out_stride);
    check(api_.clfftSetPlanInStride(plan_, dimensions(problem), in_strides.data()), "clfftSetPlanInStride");
    check(api_.clfftSetPlanOutStride(plan_, dimensions(problem), out_strides.data()), "clfftSetPlanOutStride");
    check(api_.clfftSetPlanDistance(plan_, static_cast<std::size_t>(repeat.in_stride),
                                    static_cast<std::size_t>(repeat.out_stride)),
          "clfftSetPlanDistance");
    check(api_.clfftSetPlanScale(plan_, CLFFT_BACKWARD, 1.0F), "clfftSetPlanScale");  // the default is 1/n
    ClQueue queue = arena_.native().queue;
    check(api_.clfftBakePlan(plan_, 1, &queue, nullptr, nullptr), "clfftBakePlan");
    std::size_t bytes = 0;
    check(api_.clfftGetTmpBufSize(plan_, &bytes), "clfftGetTmpBufSize");
    if (bytes > 0) scratch_ = arena_.allocate(bytes);
  }

  DeviceArena& arena_;
  ForeignLibrary library_;
  ClfftSymbols api_;
  clfftPlanHandle plan_ = 0;
  clfftDirection direction_ = CLFFT_FORWARD;
  Part to_ = Part::output;
  Buffer scratch_;
};

}  // namespace

std::unique_ptr<Peer> make_clfft_peer(DeviceArena& arena) {
  if (arena.native().driver != Driver::opencl) {
    throw Error::unsupported("clfft", "it needs OpenCL, and the device is " + arena.device().info().id,
                             "use --device opencl:0");
  }
  return std::make_unique<ClFftPeer>(arena);
}

}  // namespace papilio::bench
