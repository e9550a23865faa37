// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FFTW with one thread and with two. FFTW is under the GPL; see README.md.
#include <fftw3.h>
#include <fmt/format.h>

#include <limits>
#include <papilio/error.hpp>

#include "bench/peer.hpp"

namespace papilio::bench {
namespace {

/// The two sets of functions under one name.
struct Single {
  using Complex = fftwf_complex;
  using Plan = fftwf_plan;
  static constexpr auto threads = fftwf_plan_with_nthreads;
  static constexpr auto many = fftwf_plan_many_dft;
  static constexpr auto destroy = fftwf_destroy_plan;
};
struct Double {
  using Complex = fftw_complex;
  using Plan = fftw_plan;
  static constexpr auto threads = fftw_plan_with_nthreads;
  static constexpr auto many = fftw_plan_many_dft;
  static constexpr auto destroy = fftw_destroy_plan;
};

template <typename Api>
std::shared_ptr<void> make_plan(const Problem& problem, const HostArena& arena, int threads) {
  const auto length = static_cast<int>(problem.points());
  auto* in = reinterpret_cast<typename Api::Complex*>(arena.input());
  auto* out = reinterpret_cast<typename Api::Complex*>(arena.output());
  const int sign = problem.direction == Direction::forward ? FFTW_FORWARD : FFTW_BACKWARD;
  Api::threads(threads);
  const typename Api::Plan plan = Api::many(1, &length, static_cast<int>(problem.batch), in, nullptr, 1, length, out,
                                            nullptr, 1, length, sign, FFTW_MEASURE);
  if (plan == nullptr) return nullptr;
  return {plan, [](void* made) { Api::destroy(static_cast<typename Api::Plan>(made)); }};
}

class FftwPeer : public Peer {
 public:
  FftwPeer(HostArena& arena, int threads) : arena_(arena), threads_(threads) {
    if (fftwf_init_threads() == 0 || fftw_init_threads() == 0) {
      throw Error::device_failed("fftw_init_threads", "it could not start threads");
    }
  }

  [[nodiscard]] std::string version() const override { return fftwf_version; }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<Refusal> plan(const Problem& problem) override {
    release();
    if (problem.points() > std::numeric_limits<int>::max() || problem.batch > std::numeric_limits<int>::max()) {
      return Refusal{Outcome::unsupported, "a length or batch that is no int"};
    }
    single_ = problem.precision == Precision::f32;
    plan_ = single_ ? make_plan<Single>(problem, arena_, threads_) : make_plan<Double>(problem, arena_, threads_);
    if (!plan_) return Refusal{Outcome::failed, "FFTW made no plan"};
    return std::nullopt;
  }

  void enqueue() override {
    if (single_) {
      fftwf_execute(static_cast<fftwf_plan>(plan_.get()));
    } else {
      fftw_execute(static_cast<fftw_plan>(plan_.get()));
    }
  }

  void release() override { plan_.reset(); }

 private:
  HostArena& arena_;
  int threads_;
  bool single_ = true;
  std::shared_ptr<void> plan_;
};

PeerEntry entry(int threads) {
  return {fmt::format("fftw-{}t", threads), Role::host_library,
          [threads](const Arenas& arenas) -> std::unique_ptr<Peer> {
            return std::make_unique<FftwPeer>(arenas.host, threads);
          }};
}

}  // namespace

std::vector<PeerEntry> fftw_peers() { return {entry(1), entry(2)}; }

}  // namespace papilio::bench
