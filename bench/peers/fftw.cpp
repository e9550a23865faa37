// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FFTW with one thread or several, planned with FFTW_MEASURE. It is under the GPL, so it is opened at run time and
// never linked (docs/adr/0002); the few functions that are called are declared here, after its manual.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <papilio/error.hpp>
#include <thread>
#include <vector>

#include "bench/peers/foreign_library.hpp"
#include "bench/peers/peers.hpp"

namespace papilio::bench {
namespace {

// "Complex DFTs" and "Planner Flags" in FFTW's manual.
constexpr int sign_forward = -1;
constexpr int sign_backward = +1;
constexpr unsigned flag_measure = 0;

/// Both precisions have the same functions, apart from the type of what the pointers point to.
class Fftw {
 public:
  Fftw(const char* variable, const char* file, const char* threads_file, const char* prefix)
      : library_({"fftw", variable, {threads_file, file}, "install it (Debian: libfftw3-single3, libfftw3-double3)"}) {
    const auto look_up = [&](auto& function, const char* name) {
      library_.look_up(function, fmt::format("{}{}", prefix, name).c_str());
    };
    look_up(init_threads, "init_threads");
    look_up(plan_with_nthreads, "plan_with_nthreads");
    look_up(plan_many_dft, "plan_many_dft");
    look_up(plan_many_dft_r2c, "plan_many_dft_r2c");
    look_up(plan_many_dft_c2r, "plan_many_dft_c2r");
    look_up(execute, "execute");
    look_up(destroy_plan, "destroy_plan");
    look_up(version, "version");
    if (init_threads() == 0) throw Error::unsupported("fftw", "it could not start threads");
  }

 private:
  ForeignLibrary library_;

 public:
  int (*init_threads)() = nullptr;
  void (*plan_with_nthreads)(int threads) = nullptr;
  void* (*plan_many_dft)(int rank, const int* n, int howmany, void* in, const int* inembed, int istride, int idist,
                         void* out, const int* onembed, int ostride, int odist, int sign, unsigned flags) = nullptr;
  using PlanReal = void* (*)(int rank, const int* n, int howmany, void* in, const int* inembed, int istride, int idist,
                             void* out, const int* onembed, int ostride, int odist, unsigned flags);
  PlanReal plan_many_dft_r2c = nullptr;
  PlanReal plan_many_dft_c2r = nullptr;
  void (*execute)(void* plan) = nullptr;
  void (*destroy_plan)(void* plan) = nullptr;
  const char* version = nullptr;
};

class FftwPeer final : public Peer {
 public:
  FftwPeer(HostArena& arena, int threads) : arena_(arena), threads_(threads) {}
  ~FftwPeer() override { drop(); }

  [[nodiscard]] std::string version() const override {
    return fmt::format("{}, {} thread{}", single_.version, threads_, threads_ == 1 ? "" : "s");
  }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<Refusal> plan(const Problem& problem) override {
    drop();
    if (problem.points() > std::numeric_limits<int>::max() || problem.batch > std::numeric_limits<int>::max()) {
      return Refusal{Outcome::unsupported, "a length or batch that is no int"};
    }
    const std::vector<int> n(problem.lengths.begin(), problem.lengths.end());
    const auto rank = static_cast<int>(n.size());
    const auto batch = static_cast<int>(problem.batch);
    const auto in_distance = static_cast<int>(problem.in_distance);
    const auto out_distance = static_cast<int>(problem.out_distance);
    const int sign = problem.direction == Direction::forward ? sign_forward : sign_backward;
    used_ = problem.precision == Precision::f32 ? &single_ : &double_;
    used_->plan_with_nthreads(threads_);
    if (problem.kind == Kind::c2c) {
      plan_ = used_->plan_many_dft(rank, n.data(), batch, arena_.input(), nullptr, 1, in_distance, arena_.output(),
                                   nullptr, 1, out_distance, sign, flag_measure);
    } else {
      const Fftw::PlanReal make = problem.kind == Kind::r2c ? used_->plan_many_dft_r2c : used_->plan_many_dft_c2r;
      plan_ = make(rank, n.data(), batch, arena_.input(), nullptr, 1, in_distance, arena_.output(), nullptr, 1,
                   out_distance, flag_measure);
    }
    if (plan_ == nullptr) return Refusal{Outcome::failed, "FFTW made no plan"};
    return std::nullopt;
  }

  void enqueue() override { used_->execute(plan_); }
  void release() override { drop(); }

 private:
  void drop() {
    if (plan_ != nullptr) used_->destroy_plan(plan_);
    plan_ = nullptr;
  }

  HostArena& arena_;
  int threads_;
  Fftw single_{"PAPILIO_FFTWF_LIBRARY", "libfftw3f.so.3", "libfftw3f_threads.so.3", "fftwf_"};
  Fftw double_{"PAPILIO_FFTW_LIBRARY", "libfftw3.so.3", "libfftw3_threads.so.3", "fftw_"};
  Fftw* used_ = nullptr;
  void* plan_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> make_fftw_peer(HostArena& arena, int threads) {
  const auto all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return std::make_unique<FftwPeer>(arena, threads > 0 ? threads : all);
}

}  // namespace papilio::bench
