// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "fftw.hpp"

#include <dlfcn.h>

#include <cstddef>
#include <cstring>

namespace papilio::mpi::tool {
namespace {

constexpr unsigned measure = 0;
constexpr unsigned estimate = 1U << 6;

void* open(const std::string& name) { return dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL); }

template <typename Function>
bool find(void* library, const std::string& name, Function& function) {
  function = library == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(library, name.c_str()));
  return function != nullptr;
}

/// FFTW's numbers of the kinds, in the order of Kind.
int kind_of(Kind kind) {
  constexpr int kinds[] = {0, 0, 0, 3, 5, 4, 6, 7, 9, 8, 10, 2};
  return kinds[static_cast<std::size_t>(kind)];
}

using ManyC2c = void* (*)(int, const int*, int, void*, const int*, int, int, void*, const int*, int, int, int,
                          unsigned);
using ManyHalf = void* (*)(int, const int*, int, void*, const int*, int, int, void*, const int*, int, int, unsigned);
using ManyR2r = void* (*)(int, const int*, int, double*, const int*, int, int, double*, const int*, int, int,
                          const int*, unsigned);

struct Serial {
  ManyC2c c2c = nullptr;
  ManyHalf r2c = nullptr;
  ManyHalf c2r = nullptr;
  ManyR2r r2r = nullptr;
  void (*execute)(void*) = nullptr;
  void (*destroy)(void*) = nullptr;

  bool load() {
    void* const library = open("libfftw3.so.3");
    return find(library, "fftw_plan_many_dft", c2c) && find(library, "fftw_plan_many_dft_r2c", r2c) &&
           find(library, "fftw_plan_many_dft_c2r", c2r) && find(library, "fftw_plan_many_r2r", r2r) &&
           find(library, "fftw_execute", execute) && find(library, "fftw_destroy_plan", destroy);
  }
};

std::int64_t volume_of(const std::vector<std::int64_t>& lengths) {
  std::int64_t volume = 1;
  for (const std::int64_t length : lengths) volume *= length;
  return volume;
}

void* plan_of(const Serial& fftw, const Problem& problem, double* in, double* out) {
  const std::vector<int> n(problem.lengths.begin(), problem.lengths.end());
  const int rank = static_cast<int>(n.size());
  const int many = static_cast<int>(problem.batch);
  const int idist = static_cast<int>(volume_of(problem.input_lengths()));
  const int odist = static_cast<int>(volume_of(problem.output_lengths()));
  switch (problem.kind) {
    case Kind::c2c:
      return fftw.c2c(rank, n.data(), many, in, nullptr, 1, idist, out, nullptr, 1, odist,
                      problem.direction == Direction::forward ? -1 : 1, estimate);
    case Kind::r2c:
      return fftw.r2c(rank, n.data(), many, in, nullptr, 1, idist, out, nullptr, 1, odist, estimate);
    case Kind::c2r:
      return fftw.c2r(rank, n.data(), many, in, nullptr, 1, idist, out, nullptr, 1, odist, estimate);
    default:
      break;
  }
  const std::vector<int> kinds(n.size(), kind_of(problem.kind));
  return fftw.r2r(rank, n.data(), many, in, nullptr, 1, idist, out, nullptr, 1, odist, kinds.data(), estimate);
}

/// The functions of one precision.
struct Distributed {
  void (*init)() = nullptr;
  std::ptrdiff_t (*local_size)(int, const std::ptrdiff_t*, MPI_Comm, std::ptrdiff_t*, std::ptrdiff_t*) = nullptr;
  std::ptrdiff_t (*local_size_1d)(std::ptrdiff_t, MPI_Comm, int, unsigned, std::ptrdiff_t*, std::ptrdiff_t*,
                                  std::ptrdiff_t*, std::ptrdiff_t*) = nullptr;
  void* (*c2c)(int, const std::ptrdiff_t*, void*, void*, MPI_Comm, int, unsigned) = nullptr;
  void* (*r2c)(int, const std::ptrdiff_t*, void*, void*, MPI_Comm, unsigned) = nullptr;
  void (*execute)(void*) = nullptr;
  void (*destroy)(void*) = nullptr;
  void* (*allocate)(std::size_t) = nullptr;
  void (*free)(void*) = nullptr;

  bool load(Precision precision) {
    const std::string letter = precision == Precision::f32 ? "f" : "";
    const std::string name = "fftw" + letter;
    void* const serial = open("libfftw3" + letter + ".so.3");
    void* const library = open("libfftw3" + letter + "_mpi.so.3");
    return find(library, name + "_mpi_init", init) && find(library, name + "_mpi_local_size", local_size) &&
           find(library, name + "_mpi_local_size_1d", local_size_1d) && find(library, name + "_mpi_plan_dft", c2c) &&
           find(library, name + "_mpi_plan_dft_r2c", r2c) && find(serial, name + "_execute", execute) &&
           find(serial, name + "_destroy_plan", destroy) && find(serial, name + "_malloc", allocate) &&
           find(serial, name + "_free", free);
  }
};

class OpenedFftwMpi final : public FftwMpi {
 public:
  OpenedFftwMpi(const Distributed& fftw, MPI_Comm comm, const Problem& problem) : fftw_(fftw) {
    const std::vector<std::ptrdiff_t> n(problem.lengths.begin(), problem.lengths.end());
    std::vector<std::ptrdiff_t> stored = n;
    if (problem.kind == Kind::r2c) stored.back() = stored.back() / 2 + 1;
    std::ptrdiff_t rows[2] = {};
    std::ptrdiff_t first[2] = {};
    const int rank = static_cast<int>(n.size());
    const int sign = problem.direction == Direction::forward ? -1 : 1;
    const std::ptrdiff_t elements =
        rank == 1 ? fftw.local_size_1d(n[0], comm, sign, measure, &rows[0], &first[0], &rows[1], &first[1])
                  : fftw.local_size(rank, stored.data(), comm, &rows[0], &first[0]);
    const std::size_t bytes = static_cast<std::size_t>(elements * problem.element_bytes());
    in_ = fftw.allocate(bytes);
    out_ = fftw.allocate(bytes);
    plan_ = problem.kind == Kind::r2c ? fftw.r2c(rank, n.data(), in_, out_, comm, measure)
                                      : fftw.c2c(rank, n.data(), in_, out_, comm, sign, measure);
    if (bytes > 0) std::memset(in_, 0, bytes);
  }
  OpenedFftwMpi(const OpenedFftwMpi&) = delete;
  OpenedFftwMpi& operator=(const OpenedFftwMpi&) = delete;
  ~OpenedFftwMpi() override {
    if (plan_ != nullptr) fftw_.destroy(plan_);
    fftw_.free(in_);
    fftw_.free(out_);
  }

  [[nodiscard]] bool planned() const { return plan_ != nullptr; }
  void execute() override { fftw_.execute(plan_); }

 private:
  Distributed fftw_;
  void* in_ = nullptr;
  void* out_ = nullptr;
  void* plan_ = nullptr;
};

}  // namespace

std::optional<std::vector<double>> fftw_transform(const Problem& problem, const std::vector<std::byte>& in) {
  Serial fftw;
  const bool weighted = problem.real_input() && problem.real_output() && problem.scale == Scale::inverse_sqrt_n;
  if (weighted || problem.transformed_axes().size() != problem.lengths.size() || !fftw.load()) return std::nullopt;
  std::vector<double> numbers(in.size() / sizeof(double));
  if (!in.empty()) std::memcpy(numbers.data(), in.data(), in.size());
  const int parts = problem.real_output() ? 1 : 2;
  std::vector<double> out(static_cast<std::size_t>(volume_of(problem.output_lengths()) * problem.batch * parts));
  void* const plan = plan_of(fftw, problem, numbers.data(), out.data());
  if (plan == nullptr) return std::nullopt;
  // FFTW's c2r of several axes overwrites its input; FFTW_ESTIMATE plans without touching it.
  fftw.execute(plan);
  fftw.destroy(plan);
  for (double& number : out) number *= problem.scale_factor();
  return out;
}

std::unique_ptr<FftwMpi> FftwMpi::make(MPI_Comm comm, const Problem& problem, std::string& why) {
  const bool known = (problem.kind == Kind::c2c || problem.kind == Kind::r2c) && problem.batch == 1 &&
                     (problem.lengths.size() >= 2 || problem.kind == Kind::c2c) &&
                     problem.transformed_axes().size() == problem.lengths.size() &&
                     problem.in_storage == Storage::native && problem.out_storage == Storage::native;
  if (!known) {
    why = "FFTW-MPI does not solve such problems";
    return nullptr;
  }
  Distributed fftw;
  if (!fftw.load(problem.precision)) {
    why = "FFTW-MPI not found: install libfftw3-mpi3";
    return nullptr;
  }
  fftw.init();
  auto result = std::make_unique<OpenedFftwMpi>(fftw, comm, problem);
  if (result->planned()) return result;
  why = "FFTW-MPI returned no plan";
  return nullptr;
}

}  // namespace papilio::mpi::tool
