// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FFTW, and Intel's MKL through its FFTW interface, with one thread or several, planned with FFTW_MEASURE. FFTW is
// under the GPL, so it is opened at run time and never linked (docs/adr/0002); the few functions that are used are
// declared here, after its manual.
#include "verify/reference/fftw.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/host.hpp"
#include "bench/peers/ability.hpp"
#include "bench/peers/foreign_library.hpp"
#include "bench/peers/peers.hpp"
#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

// "Complex DFTs" and "Planner Flags" in FFTW's manual.
constexpr int sign_forward = -1;
constexpr int sign_backward = +1;
constexpr unsigned flag_measure = 0;

/// fftw_iodim64: a loop, in elements of either side.
struct GuruDimension {
  std::ptrdiff_t n;
  std::ptrdiff_t is;
  std::ptrdiff_t os;
};

std::vector<GuruDimension> dims_of(const std::vector<GuruLoop>& loops) {
  std::vector<GuruDimension> dims;
  for (const GuruLoop& loop : loops) dims.push_back({loop.count, loop.in_stride, loop.out_stride});
  return dims;
}

/// Both precisions have the same functions, except for the types that the pointers point to.
class FftwFunctions {
 public:
  FftwFunctions(ForeignNames names, const char* prefix) : library_(std::move(names)) {
    const auto look_up = [&](auto& function, const char* name) {
      library_.look_up(function, fmt::format("{}{}", prefix, name).c_str());
    };
    look_up(init_threads, "init_threads");
    look_up(plan_with_nthreads, "plan_with_nthreads");
    look_up(plan_guru64_dft, "plan_guru64_dft");
    look_up(plan_guru64_dft_r2c, "plan_guru64_dft_r2c");
    look_up(plan_guru64_dft_c2r, "plan_guru64_dft_c2r");
    look_up(plan_guru64_r2r, "plan_guru64_r2r");
    look_up(execute, "execute");
    look_up(destroy_plan, "destroy_plan");
    if (init_threads() == 0) throw Error::unsupported(library_.file(), "it could not start threads");
  }

  [[nodiscard]] std::string version() const {
    const char* text = nullptr;
    void (*mkl_version)(char* text, int bytes) = nullptr;
    if (!library_.find(mkl_version, "MKL_Get_Version_String")) {
      if (!library_.find(text, "fftwf_version")) library_.look_up(text, "fftw_version");
      return text;
    }
    std::string line(200, ' ');
    mkl_version(line.data(), static_cast<int>(line.size()));
    return line.substr(0, line.find_last_not_of(std::string_view(" \0", 2)) + 1);
  }

 private:
  ForeignLibrary library_;

 public:
  int (*init_threads)() = nullptr;
  void (*plan_with_nthreads)(int threads) = nullptr;
  void* (*plan_guru64_dft)(int rank, const GuruDimension* dims, int howmany_rank, const GuruDimension* howmany_dims,
                           void* in, void* out, int sign, unsigned flags) = nullptr;
  using PlanReal = void* (*)(int rank, const GuruDimension* dims, int howmany_rank, const GuruDimension* howmany_dims,
                             void* in, void* out, unsigned flags);
  PlanReal plan_guru64_dft_r2c = nullptr;
  PlanReal plan_guru64_dft_c2r = nullptr;
  void* (*plan_guru64_r2r)(int rank, const GuruDimension* dims, int howmany_rank, const GuruDimension* howmany_dims,
                           void* in, void* out, const int* kind, unsigned flags) = nullptr;
  void (*execute)(void* plan) = nullptr;
  void (*destroy_plan)(void* plan) = nullptr;
};

class FftwPeer final : public Peer {
 public:
  FftwPeer(HostArena& arena, int threads, FftwFunctions single, FftwFunctions double_precision, Abilities abilities)
      : arena_(arena),
        threads_(threads),
        single_(std::move(single)),
        double_(std::move(double_precision)),
        abilities_(abilities) {}
  ~FftwPeer() override { drop(); }

  [[nodiscard]] std::string version() const override {
    return fmt::format("{}, {} thread{}", single_.version(), threads_, threads_ == 1 ? "" : "s");
  }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<PeerRefusal> plan(const Problem& problem) override {
    drop();
    if (auto why = obstacle(problem, abilities_)) {
      return PeerRefusal{PeerOutcome::unsupported, *why};
    }
    used_ = problem.precision == Precision::f32 ? &single_ : &double_;
    used_->plan_with_nthreads(threads_);
    const Loops loops = loops_of(problem);
    const std::vector<GuruDimension> axes = dims_of(loops.axes);
    const std::vector<GuruDimension> repeats = dims_of(loops.repeats);
    const auto rank = static_cast<int>(axes.size());
    const auto more = static_cast<int>(repeats.size());
    void* const in = arena_.input() + problem.in_offset * problem.input_element_bytes();
    std::byte* const result = result_part(problem) == Part::input ? arena_.input() : arena_.output();
    void* const out = result + problem.out_offset * problem.output_element_bytes();
    if (problem.kind == Kind::c2c) {
      const int sign = problem.direction == Direction::forward ? sign_forward : sign_backward;
      plan_ = used_->plan_guru64_dft(rank, axes.data(), more, repeats.data(), in, out, sign, flag_measure);
    } else if (problem.halves()) {
      const FftwFunctions::PlanReal make =
          problem.kind == Kind::r2c ? used_->plan_guru64_dft_r2c : used_->plan_guru64_dft_c2r;
      plan_ = make(rank, axes.data(), more, repeats.data(), in, out, flag_measure);
    } else {
      const std::vector<int> kinds(axes.size(), verify::fftw_kind(problem.kind));
      plan_ = used_->plan_guru64_r2r(rank, axes.data(), more, repeats.data(), in, out, kinds.data(), flag_measure);
    }
    if (plan_ == nullptr) return PeerRefusal{PeerOutcome::failed, "it returned no plan"};
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
  FftwFunctions single_;
  FftwFunctions double_;
  Abilities abilities_;
  FftwFunctions* used_ = nullptr;
  void* plan_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> make_fftw_peer(HostArena& arena, int threads) {
  const auto open = [](const char* variable, const std::string& library, const char* prefix) {
    return FftwFunctions({"fftw",
                          variable,
                          {library + "_threads.so.3", library + ".so.3"},
                          "install it (Debian: libfftw3-single3, libfftw3-double3)"},
                         prefix);
  };
  return std::make_unique<FftwPeer>(arena, threads, open("PAPILIO_FFTWF_LIBRARY", "libfftw3f", "fftwf_"),
                                    open("PAPILIO_FFTW_LIBRARY", "libfftw3", "fftw_"),
                                    Abilities{.real_to_real = true, .offsets = true, .any_strides = true});
}

std::unique_ptr<Peer> make_mkl_peer(HostArena& arena, int threads) {
  // After each call MKL's threads spin for 200 ms, on cores that the next library needs. A millisecond is enough for
  // the next call of a sample to find them awake. OpenMP reads the variable when it is loaded.
  set_unless_set("KMP_BLOCKTIME", "1");
  const auto open = [](const char* prefix) {
    return FftwFunctions({"mkl",
                          "PAPILIO_MKL_LIBRARY",
                          {"libmkl_rt.so.3", "libmkl_rt.so.2"},
                          "install it (PyPI: mkl) and set PAPILIO_MKL_LIBRARY to its libmkl_rt.so"},
                         prefix);
  };
  return std::make_unique<FftwPeer>(arena, threads, open("fftwf_"), open("fftw_"),
                                    Abilities{.offsets = true, .any_strides = false});
}

}  // namespace papilio::bench
