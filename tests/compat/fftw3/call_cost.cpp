// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a call costs that our library passes on to the genuine one: the same plans of the genuine library, executed
// through ours and directly, in turns. Prints a line for each transform of 2 to MOST points:
//   PRECISION FAMILY arrays|new LENGTH DIRECT_NS OURS_NS PERCENT
// "arrays" are those of planning, "new" others. The last line has the distribution of PERCENT. The shortest of many
// runs counts, which other programs disturb least; run it on one core (taskset -c 1).
//
//   call_cost [MOST [RUNS]]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "compat/fftw3/plan_state.hpp"
#include "compat/fftw3/slots.hpp"
#include "genuine_library.hpp"

namespace papilio::testing {
namespace {

constexpr int calls = 400;  // of a run

/// Seconds of a run of calls. Not inlined: both libraries are called from the same place.
template <typename Execute>
[[gnu::noinline]] double run(const Execute& execute) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  for (int i = 0; i < calls; ++i) execute();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Cost {
  double direct = std::numeric_limits<double>::infinity();  ///< seconds of a call
  double ours = std::numeric_limits<double>::infinity();
  [[nodiscard]] double percent() const { return 100 * (ours / direct - 1); }
};

/// A function of a plan and perhaps arrays, of one library, ready to be called.
struct Planned {
  void (*execute)(const void*);
  const void* plan;
  void operator()() const { execute(plan); }
};
struct OnArrays {
  void (*execute)(const void*, void*, void*);
  const void* plan;
  void* in;
  void* out;
  void operator()() const { execute(plan, in, out); }
};
struct OnPlanes {
  void (*execute)(const void*, void*, void*, void*, void*);
  const void* plan;
  void* planes[4];
  void operator()() const { execute(plan, planes[0], planes[1], planes[2], planes[3]); }
};

template <typename Execute>
Cost cost_of(const Execute& direct, const Execute& ours, int runs) {
  Cost cost;
  for (int i = 0; i < runs; ++i) {
    cost.direct = std::min(cost.direct, run(direct) / calls);
    cost.ours = std::min(cost.ours, run(ours) / calls);
  }
  return cost;
}

/// The copy of the genuine library that ours has opened, in whichever link namespace.
void* opened_by_ours(const char* path) {
  for (Lmid_t space = LM_ID_BASE; space < 16; ++space) {
    if (void* const library = dlmopen(space, path, RTLD_NOW | RTLD_NOLOAD)) return library;
  }
  std::fprintf(stderr, "call_cost: our library has not opened %s: is PAPILIO_FFTW_LIBRARY set?\n", path);
  std::exit(1);
}

template <typename Function>
Function function_of(void* library, const std::string& name) {
  void* const found = dlsym(library, name.c_str());
  if (found == nullptr) {
    std::fprintf(stderr, "call_cost: no function %s\n", name.c_str());
    std::exit(1);
  }
  return reinterpret_cast<Function>(found);
}

struct Options {
  int most = 16;
  int runs = 3000;
};

enum class Family { c2c, r2c, c2r, r2hc, dct2, split };

struct FamilyNames {
  const char* name;
  const char* new_arrays;  ///< its execution on new arrays
};
constexpr FamilyNames names[] = {{"c2c", "execute_dft"},  {"r2c", "execute_dft_r2c"}, {"c2r", "execute_dft_c2r"},
                                 {"r2hc", "execute_r2r"}, {"dct2", "execute_r2r"},    {"split", "execute_split_dft"}};

template <typename Real>
struct Names;
template <>
struct Names<double> {
  static constexpr const char* precision = "f64";
  static constexpr const char* prefix = "fftw_";
  static constexpr const char* genuine = PAPILIO_GENUINE_FFTW;
};
template <>
struct Names<float> {
  static constexpr const char* precision = "f32";
  static constexpr const char* prefix = "fftwf_";
  static constexpr const char* genuine = PAPILIO_GENUINE_FFTWF;
};

template <typename Real>
class Comparison {
 public:
  Comparison(const Options& options, std::vector<double>& percent)
      : options_(options), percent_(percent), in_(2 * options.most + 2), out_(in_.size()) {}

  /// Prints two lines.
  void run(Family family, int n) {
    const auto plan = plan_of(family, n);
    void* const library = opened_by_ours(Names<Real>::genuine);
    const auto& slot = *reinterpret_cast<const fftw3::PlanSlot*>(plan);
    const void* const inner = slot.state->genuine;
    const FamilyNames& of_family = names[static_cast<int>(family)];
    const auto planned = [&](void* from, const void* what) {
      return Planned{function_of<void (*)(const void*)>(from, prefix() + "execute"), what};
    };
    const auto on_arrays = [&](void* from, const void* what) {
      const auto execute = function_of<void (*)(const void*, void*, void*)>(from, prefix() + of_family.new_arrays);
      return OnArrays{execute, what, in_.data(), out_.data()};
    };
    print(of_family, "arrays", n, cost_of(planned(library, inner), planned(RTLD_DEFAULT, plan), options_.runs));
    const auto on_planes = [&](void* from, const void* what) {
      const auto execute = function_of<decltype(OnPlanes::execute)>(from, prefix() + of_family.new_arrays);
      return OnPlanes{execute, what, {in_.data(), in_.data() + n, out_.data(), out_.data() + n}};
    };
    const Cost on_others = family == Family::split
                               ? cost_of(on_planes(library, inner), on_planes(RTLD_DEFAULT, plan), options_.runs)
                               : cost_of(on_arrays(library, inner), on_arrays(RTLD_DEFAULT, plan), options_.runs);
    print(of_family, "new", n, on_others);
    Api::ours().destroy(plan);
  }

 private:
  using Api = Fftw<Real>;

  static std::string prefix() { return Names<Real>::prefix; }

  typename Api::Plan plan_of(Family family, int n) {
    const Api& api = Api::ours();
    const fftw_iodim64 dim{n, 1, 1};
    auto* const complex_in = reinterpret_cast<typename Api::Complex*>(in_.data());
    auto* const complex_out = reinterpret_cast<typename Api::Complex*>(out_.data());
    const fftw_r2r_kind kind = family == Family::dct2 ? FFTW_REDFT10 : FFTW_R2HC;
    switch (family) {
      case Family::c2c:
        return api.dft(1, &dim, 0, nullptr, complex_in, complex_out, FFTW_FORWARD, FFTW_ESTIMATE);
      case Family::r2c:
        return api.r2c(1, &dim, 0, nullptr, in_.data(), complex_out, FFTW_ESTIMATE);
      case Family::c2r:
        return api.c2r(1, &dim, 0, nullptr, complex_in, out_.data(), FFTW_ESTIMATE);
      case Family::split:
        return api.split_dft(1, &dim, 0, nullptr, in_.data(), in_.data() + n, out_.data(), out_.data() + n,
                             FFTW_ESTIMATE);
      default:
        return api.r2r(1, &dim, 0, nullptr, in_.data(), out_.data(), &kind, FFTW_ESTIMATE);
    }
  }

  void print(const FamilyNames& family, const char* how, int n, const Cost& cost) {
    std::printf("%s %s %s %d %.2f %.2f %.1f\n", Names<Real>::precision, family.name, how, n, 1e9 * cost.direct,
                1e9 * cost.ours, cost.percent());
    percent_.push_back(cost.percent());
  }

  Options options_;
  std::vector<double>& percent_;
  std::vector<Real> in_;
  std::vector<Real> out_;
};

void run_all(const Options& options) {
  std::vector<double> percent;
  Comparison<double> doubles(options, percent);
  Comparison<float> singles(options, percent);
  for (const Family family : {Family::c2c, Family::r2c, Family::c2r, Family::r2hc, Family::dct2, Family::split}) {
    for (int n = 2; n <= options.most; ++n) {
      doubles.run(family, n);
      singles.run(family, n);
    }
  }
  std::sort(percent.begin(), percent.end());
  const auto above = percent.end() - std::upper_bound(percent.begin(), percent.end(), 5.0);
  std::printf("%zu executions: %.1f %% (least), %.1f %% (median), %.1f %% (most); %td above 5 %%\n", percent.size(),
              percent.front(), percent[percent.size() / 2], percent.back(), above);
}

}  // namespace
}  // namespace papilio::testing

int main(int argc, char** argv) {
  papilio::testing::Options options;
  if (argc > 1) options.most = std::max(2, std::atoi(argv[1]));
  if (argc > 2) options.runs = std::max(1, std::atoi(argv[2]));
  papilio::testing::run_all(options);
}
