// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Random guru problems, by our library and by the genuine one in one process, on the arrays of planning and, by ours,
// on others as well. PAPILIO_FFTW_LIBRARY and PAPILIO_FFTW_LIBRARYF decide whether Papilio alone or the faster of both
// computes ours.
//
//   random_guru COUNT [SEED [estimate|measure|long [time|time-papilio]]]
//
// "long" draws problems of long doubles, and estimates; otherwise half of them are float and half double.
// With "time", prints how many times as fast as the genuine library ours is, a line for each problem:
//   RATIO CPU_RATIO MICROSECONDS WHO PRECISION PROBLEM
// Both are executed in turns; the mean of a turn is the time of an execution in it, as a program sees it that executes
// again and again. RATIO compares the medians of the turns, CPU_RATIO those of the processor times of all threads
// together, on which other programs have little influence. MICROSECONDS are the genuine library's. WHO is papilio or
// fftw; lines of fftw, which both execute by the same code, tell how far the timings are to be trusted; "time-papilio"
// leaves them out. The last line has the distribution of RATIO.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>

#include "genuine_library.hpp"
#include "guru_problem.hpp"

namespace papilio::testing {
namespace {

struct Options {
  int count = 200;
  unsigned seed = 1;
  unsigned flags = FFTW_ESTIMATE;
  bool is_long = false;
  bool time = false;
  bool time_papilio_only = false;
};

/// The arrays of one execution; of a split side, the imaginary plane stands behind the real one.
template <typename Real>
struct Memory {
  std::vector<Real> in;
  std::vector<Real> out;
};

template <typename Real>
class Case {
 public:
  using Api = Fftw<Real>;
  Case(const GuruProblem& problem, std::mt19937& random) : problem_(problem) {
    input_ = random_numbers(numbers(problem_.in_elements, problem_.real_in()), random);
    output_ = random_numbers(numbers(problem_.out_elements, problem_.real_out()), random);
    if (problem_.in_place) {
      input_.resize(std::max(input_.size(), output_.size()), Real{7});
      output_.clear();
    }
    if (problem_.family == Family::c2r) fill_spectrum(random);
  }

  /// Arrays that hold the input.
  [[nodiscard]] Memory<Real> memory() const { return {input_, output_}; }

  /// Null where the library refuses the problem. Planned on `memory`, which then holds the input.
  typename Api::Plan plan(const Api& api, Memory<Real>& memory, unsigned flags) {
    memory = this->memory();
    const auto plan = make(api, memory, flags);
    std::copy(input_.begin(), input_.end(), memory.in.begin());
    std::copy(output_.begin(), output_.end(), memory.out.begin());
    return plan;
  }

  /// On arrays that may be others than those of planning.
  void execute(const Api& api, typename Api::Plan plan, Memory<Real>& memory) const {
    const auto [in, out] = arrays(memory);
    Real* const in_imaginary = in + problem_.in_elements;
    Real* const out_imaginary = out + problem_.out_elements;
    auto* const complex_in = reinterpret_cast<typename Api::Complex*>(in);
    auto* const complex_out = reinterpret_cast<typename Api::Complex*>(out);
    const bool split = problem_.split;
    switch (problem_.family) {
      case Family::dft:
        if (split) return api.execute_split_dft(plan, in, in_imaginary, out, out_imaginary);
        return api.execute_dft(plan, complex_in, complex_out);
      case Family::r2c:
        if (split) return api.execute_split_r2c(plan, in, out, out_imaginary);
        return api.execute_r2c(plan, in, complex_out);
      case Family::c2r:
        if (split) return api.execute_split_c2r(plan, in, in_imaginary, out);
        return api.execute_c2r(plan, complex_in, out);
      case Family::r2r:
        return api.execute_r2r(plan, in, out);
    }
  }

  [[nodiscard]] const std::vector<Real>& result(const Memory<Real>& memory) const {
    return problem_.in_place ? memory.in : memory.out;
  }

 private:
  static std::vector<Real> random_numbers(std::size_t count, std::mt19937& random) {
    std::uniform_real_distribution<Real> uniform(-1, 1);
    std::vector<Real> numbers(count);
    for (Real& number : numbers) number = uniform(random);
    return numbers;
  }

  static std::size_t numbers(std::ptrdiff_t elements, bool real) {
    return static_cast<std::size_t>(real ? elements : 2 * elements);
  }

  struct InAndOut {
    Real* in;
    Real* out;
  };
  /// What the library is given.
  InAndOut arrays(Memory<Real>& memory) const {
    const bool wide_in = !problem_.real_in() && !problem_.split;
    const bool wide_out = !problem_.real_out() && !problem_.split;
    Real* const base = problem_.in_place ? memory.in.data() : memory.out.data();
    return {memory.in.data() + problem_.in_offset * (wide_in ? 2 : 1), base + problem_.out_offset * (wide_out ? 2 : 1)};
  }

  typename Api::Plan make(const Api& api, Memory<Real>& memory, unsigned flags) {
    const int rank = static_cast<int>(problem_.dims.size());
    const int many = static_cast<int>(problem_.howmany.size());
    const auto* dims = problem_.dims.data();
    const auto* howmany = problem_.howmany.data();
    const auto [in, out] = arrays(memory);
    if (problem_.split) return make_split(api, in, out, flags);
    auto* const complex_in = reinterpret_cast<typename Api::Complex*>(in);
    auto* const complex_out = reinterpret_cast<typename Api::Complex*>(out);
    switch (problem_.family) {
      case Family::dft:
        return api.dft(rank, dims, many, howmany, complex_in, complex_out, problem_.sign, flags);
      case Family::r2c:
        return api.r2c(rank, dims, many, howmany, in, complex_out, flags);
      case Family::c2r:
        return api.c2r(rank, dims, many, howmany, complex_in, out, flags);
      case Family::r2r:
        break;
    }
    return api.r2r(rank, dims, many, howmany, in, out, problem_.kinds.data(), flags);
  }

  typename Api::Plan make_split(const Api& api, Real* in, Real* out, unsigned flags) {
    const int rank = static_cast<int>(problem_.dims.size());
    const int many = static_cast<int>(problem_.howmany.size());
    const auto* dims = problem_.dims.data();
    const auto* howmany = problem_.howmany.data();
    Real* const in_imaginary = in + problem_.in_elements;
    Real* const out_imaginary = out + problem_.out_elements;
    if (problem_.family == Family::r2c) return api.split_r2c(rank, dims, many, howmany, in, out, out_imaginary, flags);
    if (problem_.family == Family::c2r) return api.split_c2r(rank, dims, many, howmany, in, in_imaginary, out, flags);
    return api.split_dft(rank, dims, many, howmany, in, in_imaginary, out, out_imaginary, flags);
  }

  /// The input of c2r is the spectrum of real numbers, by the genuine library, because the result of other input is not
  /// defined.
  void fill_spectrum(std::mt19937& random) {
    GuruProblem forward = problem_;
    forward.family = Family::r2c;
    forward.in_place = false;
    forward.in_offset = 0;
    forward.out_offset = problem_.in_offset;
    forward.out_elements = problem_.in_elements;
    std::ptrdiff_t stride = 1;
    for (auto* dims : {&forward.dims, &forward.howmany}) {
      for (auto dim = dims->rbegin(); dim != dims->rend(); ++dim) {
        dim->os = dim->is;
        dim->is = stride;
        stride *= dim->n;
      }
    }
    forward.in_elements = stride;
    Case<Real> source(forward, random);
    Memory<Real> memory;
    const Api& genuine = Api::genuine();
    const auto plan = source.plan(genuine, memory, FFTW_ESTIMATE);
    genuine.execute(plan);
    genuine.destroy(plan);
    std::copy(memory.out.begin(), memory.out.end(), input_.begin());
  }

  GuruProblem problem_;
  std::vector<Real> input_;
  std::vector<Real> output_;
};

/// Relative error in the 2-norm. Gaps hold the same random numbers in both, so that a write to one counts.
template <typename Real>
double error_of(const std::vector<Real>& result, const std::vector<Real>& reference) {
  double difference = 0;
  double norm = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    difference += std::pow(static_cast<double>(result[i] - reference[i]), 2);
    norm += std::pow(static_cast<double>(reference[i]), 2);
  }
  if (std::isnan(difference)) return std::numeric_limits<double>::infinity();
  return norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference);
}

template <typename Real>
double bound_of(const GuruProblem& problem) {
  double n = 1;
  for (const auto& dim : problem.dims) n *= static_cast<double>(dim.n);
  return 2 * static_cast<double>(std::numeric_limits<Real>::epsilon()) * (1 + std::log2(2 * n));
}

template <typename Real>
const char* name_of() {
  return sizeof(Real) == 4 ? "f32" : sizeof(Real) == 8 ? "f64" : "f80";
}

/// Seconds of an execution, a value for each turn.
struct Times {
  std::vector<double> wall;
  std::vector<double> cpu;  ///< of all threads
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <typename Execute>
void take_turn(Execute execute, double about, Times& times) {
  using Clock = std::chrono::steady_clock;
  const double cpu = cpu_seconds();
  const auto begin = Clock::now();
  double taken = 0;
  int runs = 0;
  for (int more = 1; taken < about; more *= 2) {  // few readings of the clock
    for (int i = 0; i < more; ++i) execute();
    runs += more;
    taken = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  times.wall.push_back(taken / runs);
  times.cpu.push_back((cpu_seconds() - cpu) / runs);
}

template <typename Real>
bool by_papilio(const Fftw<Real>& ours, typename Fftw<Real>::Plan plan) {
  char* const text = ours.text(plan);
  const bool papilio = text != nullptr && std::strstr(text, "(plan ") != nullptr;
  std::free(text);
  return papilio;
}

/// Prints the line of a problem, and returns RATIO.
template <typename Real>
double print_times(const GuruProblem& problem, const Fftw<Real>& genuine, typename Fftw<Real>::Plan their_plan,
                   typename Fftw<Real>::Plan our_plan) {
  constexpr double turn = 3e-3;
  const Fftw<Real>& ours = Fftw<Real>::ours();
  const bool papilio = by_papilio(ours, our_plan);
  const int turns = papilio ? 21 : 5;
  Times theirs;
  Times mine;
  for (int i = 0; i < turns; ++i) {
    take_turn([&] { genuine.execute(their_plan); }, turn, theirs);
    take_turn([&] { ours.execute(our_plan); }, turn, mine);
  }
  const double ratio = median(theirs.wall) / median(mine.wall);
  std::printf("%.3f %.3f %.2f %s %s %s\n", ratio, median(theirs.cpu) / median(mine.cpu), 1e6 * median(theirs.wall),
              papilio ? "papilio" : "fftw", name_of<Real>(), problem.text().c_str());
  return ratio;
}

struct Totals {
  int failures = 0;
  std::vector<double> ratios;
};

void print_distribution(std::vector<double> ratios) {
  if (ratios.empty()) return;
  std::sort(ratios.begin(), ratios.end());
  const auto slow = std::lower_bound(ratios.begin(), ratios.end(), 0.95) - ratios.begin();
  std::printf("%zu timed: least %.3f, median %.3f, most %.3f; %td below 0.95\n", ratios.size(), ratios.front(),
              median(ratios), ratios.back(), slow);
}

/// Returns whether the results agree.
template <typename Real>
bool run(const GuruProblem& problem, std::mt19937& random, const Options& options, Totals& totals) {
  using Api = Fftw<Real>;
  const Api& genuine = Api::genuine();
  const Api& ours = Api::ours();
  Case<Real> test(problem, random);
  Memory<Real> reference;
  Memory<Real> memory;
  const auto their_plan = test.plan(genuine, reference, options.flags);
  const auto our_plan = test.plan(ours, memory, options.flags);
  const std::string name = std::string(name_of<Real>()) + " " + problem.text();
  if (our_plan == nullptr) {
    std::printf("%s: %s\n", name.c_str(), their_plan == nullptr ? "both refuse it" : "we refuse it");
    if (their_plan != nullptr) genuine.destroy(their_plan);
    return their_plan == nullptr;
  }
  ours.execute(our_plan);
  bool good = true;
  if (their_plan != nullptr) {
    genuine.execute(their_plan);
    Memory<Real> others = test.memory();
    test.execute(ours, our_plan, others);
    for (const Memory<Real>& result : {memory, others}) {
      const double error = error_of(test.result(result), test.result(reference));
      if (error <= bound_of<Real>(problem)) continue;
      good = false;
      std::printf("%s: error %.3g, bound %.3g\n", name.c_str(), error, bound_of<Real>(problem));
    }
  }
  if (options.time && their_plan != nullptr && (!options.time_papilio_only || by_papilio(ours, our_plan))) {
    std::fill(memory.in.begin(), memory.in.end(), Real{0});
    std::fill(reference.in.begin(), reference.in.end(), Real{0});
    totals.ratios.push_back(print_times(problem, genuine, their_plan, our_plan));
  }
  ours.destroy(our_plan);
  if (their_plan != nullptr) genuine.destroy(their_plan);
  return good;
}

int run_all(const Options& options) {
  std::mt19937 random(options.seed);
  Draw draw{{1, 2, 3, 4, 5, 7, 8, 12, 16, 30, 37, 64, 100, 128, 243, 1000}, 3e4};
  if (options.time) draw = {{2, 3, 4, 5, 7, 8, 12, 16, 30, 64, 100, 128, 243, 256, 1000, 1024, 4096, 65536}, 1e6};
  Totals totals;
  for (int i = 0; i < options.count; ++i) {
    GuruProblem problem = random_problem(random, draw);
    // FFTW leaves numbers of a pass in the gaps of a c2r in place; long doubles are computed elsewhere.
    if (options.is_long && problem.family == Family::c2r) problem.in_place = false;
    auto* one = random() % 2 == 0 ? &run<float> : &run<double>;
#if defined(PAPILIO_GENUINE_FFTWL)
    if (options.is_long) one = &run<long double>;
#endif
    totals.failures += one(problem, random, options, totals) ? 0 : 1;
  }
  print_distribution(totals.ratios);
  std::fprintf(stderr, "%d problems, %d failures\n", options.count, totals.failures);
  return totals.failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace papilio::testing

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  papilio::testing::Options options;
  if (argc > 1) options.count = std::atoi(argv[1]);
  if (argc > 2) options.seed = static_cast<unsigned>(std::atoi(argv[2]));
  if (argc > 3 && std::strcmp(argv[3], "measure") == 0) options.flags = FFTW_MEASURE;
  options.is_long = argc > 3 && std::strcmp(argv[3], "long") == 0;
  options.time_papilio_only = argc > 4 && std::strcmp(argv[4], "time-papilio") == 0;
  options.time = options.time_papilio_only || (argc > 4 && std::strcmp(argv[4], "time") == 0);
  return papilio::testing::run_all(options);
}
