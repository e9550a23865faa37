// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "genuine.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "library.hpp"
#include "runtime/environment.hpp"

namespace papilio::fftw3 {
namespace {

[[noreturn]] void fail(const std::string& path) {
  const char* why = dlerror();
  throw std::runtime_error(fmt::format("{}: {}", path, why != nullptr ? why : "cannot be opened"));
}

template <typename Function>
void resolve(void* library, const std::string& name, Function& function) {
  // POSIX defines the conversion of an object pointer from dlsym() to a function pointer.
  function = reinterpret_cast<Function>(dlsym(library, name.c_str()));
}

/// An entry a member of GenuineFunctions, without the prefix of its precision.
template <typename Visit>
void visit_functions(GenuineFunctions& f, Visit visit) {
  visit("execute", f.execute);
  visit("execute_dft", f.execute_dft);
  visit("execute_dft_r2c", f.execute_dft_r2c);
  visit("execute_dft_c2r", f.execute_dft_c2r);
  visit("execute_r2r", f.execute_r2r);
  visit("execute_split_dft", f.execute_split_dft);
  visit("execute_split_dft_r2c", f.execute_split_dft_r2c);
  visit("execute_split_dft_c2r", f.execute_split_dft_c2r);
  visit("plan_guru64_dft", f.plan_guru64_dft);
  visit("plan_guru64_dft_r2c", f.plan_guru64_dft_r2c);
  visit("plan_guru64_dft_c2r", f.plan_guru64_dft_c2r);
  visit("plan_guru64_r2r", f.plan_guru64_r2r);
  visit("plan_guru64_split_dft", f.plan_guru64_split_dft);
  visit("plan_guru64_split_dft_r2c", f.plan_guru64_split_dft_r2c);
  visit("plan_guru64_split_dft_c2r", f.plan_guru64_split_dft_c2r);
  visit("destroy_plan", f.destroy_plan);
  visit("sprint_plan", f.sprint_plan);
  visit("cost", f.cost);
  visit("estimate_cost", f.estimate_cost);
  visit("flops", f.flops);
  visit("set_timelimit", f.set_timelimit);
  visit("alignment_of", f.alignment_of);
  visit("export_wisdom_to_string", f.export_wisdom_to_string);
  visit("import_wisdom_from_string", f.import_wisdom_from_string);
  visit("import_system_wisdom", f.import_system_wisdom);
  visit("forget_wisdom", f.forget_wisdom);
}

/// ".../libfftw3_threads.so.3" beside ".../libfftw3.so.3"; empty for other names.
std::string threads_path(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.find(".so", slash == std::string::npos ? 0 : slash);
  if (dot == std::string::npos) return {};
  return path.substr(0, dot) + "_threads" + path.substr(dot);
}

/// FFTW 3.3.10's planner recurses without end for some transforms of several axes with strides below 0, such as
/// r2c:[4,2,-804][2,1,402]*[200,18,1][2,8,201].
bool endless(const Transform& t) {
  const auto backwards = [](const Dim& dim) { return dim.is < 0 || dim.os < 0; };
  return t.dims.size() > 1 && (std::any_of(t.dims.begin(), t.dims.end(), backwards) ||
                               std::any_of(t.howmany.begin(), t.howmany.end(), backwards));
}

std::int64_t largest_prime_factor(std::int64_t n) {
  std::int64_t largest = 1;
  for (std::int64_t p = 2; p * p <= n; ++p) {
    for (; n % p == 0; n /= p) largest = p;
  }
  return std::max(largest, n);
}

/// For a prime length FFTW's planner makes tables of up to seven times that length, and where it gets no memory for
/// them, it ends the process.
bool tables_beyond_memory(const Transform& t) {
  constexpr std::int64_t table = 7;
  const auto fits = [&](std::int64_t prime) {
    return static_cast<double>(table * 2 * prime * t.real_bytes()) <= memory_of_machine();
  };
  for (std::size_t i = 0; i < t.dims.size(); ++i) {
    std::int64_t n = t.dims[i].n;  // of the half of the symmetric transform, for two kinds
    if (t.family == Family::r2r && t.kinds[i] == R2r::redft00) n -= 1;
    if (t.family == Family::r2r && t.kinds[i] == R2r::rodft00) n += 1;
    if (!fits(n) && !fits(largest_prime_factor(n))) return true;
  }
  return false;
}

std::string chosen_path() {
  const char* chosen = runtime::environment_variable(library().path_variable);
  return chosen != nullptr ? chosen : library().genuine_path;
}

/// The library in the program's own namespace, where its names come before the program's and ours; null where that
/// cannot be: sanitizers end a process that asks for RTLD_DEEPBIND, and a library that is there already has been bound
/// to us.
void* open_beside_program(const std::string& path) {
  if (dlsym(RTLD_DEFAULT, "__sanitizer_print_stack_trace") != nullptr) return nullptr;
  if (void* const there = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD)) {
    dlclose(there);
    return nullptr;
  }
  return dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);  // each process calls few of its functions
}

/// The library that plans from now on; changed under the planner's lock.
std::atomic<GenuineThreads> in_use = GenuineThreads::one;

}  // namespace

Genuine::Genuine(const std::string& path, GenuineThreads threads) : path_(path) {
  void* opened = threads == GenuineThreads::one ? open_beside_program(path) : nullptr;
  if (opened == nullptr) opened = dlmopen(LM_ID_NEWLM, path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) fail(path);
  std::unique_ptr<void, int (*)(void*)> closer(opened, dlclose);
  if (dlsym(opened, library().marker) != nullptr) {
    throw std::runtime_error(path + ": this is Papilio's own libfftw3, not the genuine one");
  }
  const std::string prefix = library().prefix;
  visit_functions(functions_, [&](const char* name, auto& function) {
    resolve(opened, prefix + name, function);
    if (function == nullptr) throw std::runtime_error(fmt::format("{}: it has no {}{}", path, prefix, name));
  });
  resolve(opened, "free", functions_.free);
  if (functions_.free == nullptr) throw std::runtime_error(path + ": its C library has no free");
  (void)dlerror();
  Lmid_t space = LM_ID_BASE;
  if (threads == GenuineThreads::several && dlinfo(opened, RTLD_DI_LMID, &space) == 0) {
    // Its library of threads needs "libfftw3.so.3", which in this namespace is the genuine one.
    void* const companion = dlmopen(space, threads_path(path).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (companion != nullptr) {
      resolve(companion, prefix + "init_threads", functions_.init_threads);
      resolve(companion, prefix + "plan_with_nthreads", functions_.plan_with_nthreads);
      resolve(companion, prefix + "threads_set_callback", functions_.threads_set_callback);
      const bool usable = functions_.init_threads != nullptr && functions_.init_threads() != 0;
      if (!usable) functions_.plan_with_nthreads = nullptr;
    }
    (void)dlerror();
  }
  (void)closer.release();  // stays open: plans call into it
}

Opened<const Genuine>& Genuine::library_of(GenuineThreads threads) {
  static auto* const libraries_of_process = new std::array<Opened<const Genuine>, 2>;
  return libraries_of_process->at(threads == GenuineThreads::several ? 1 : 0);
}

const Opened<const Genuine>::Opening& Genuine::opened(GenuineThreads threads) {
  return library_of(threads).get([&](Opened<const Genuine>::Opening& result) {
    result.why_not = "no genuine FFTW: ";
    const std::string path = chosen_path();
    if (path.empty() || path == "none") {
      result.why_not += fmt::format("{} is {}", library().path_variable, path.empty() ? "empty" : "none");
      return;
    }
    try {
      result.object.reset(new Genuine(path, threads));
    } catch (const std::runtime_error& error) {
      result.why_not += error.what();
    }
  });
}

const Genuine* Genuine::get() { return opened(in_use).object.get(); }
const std::string& Genuine::why_not() { return opened(in_use).why_not; }

void Genuine::use_threads() {
  if (in_use == GenuineThreads::several) return;
  in_use = GenuineThreads::several;
  const auto* const before = library_of(GenuineThreads::one).known();
  if (before == nullptr || before->object == nullptr || get() == nullptr) return;
  const GenuineFunctions& functions = before->object->functions();
  char* const wisdom = functions.export_wisdom_to_string();
  if (wisdom != nullptr) (void)get()->functions().import_wisdom_from_string(wisdom);
  functions.free(wisdom);
}

void* Genuine::plan_split(const Transform& t, const PlanArrays& a, unsigned flags) const {
  const int rank = static_cast<int>(t.dims.size());
  const int howmany_rank = static_cast<int>(t.howmany.size());
  const Dim* dims = t.dims.data();
  const Dim* howmany = t.howmany.data();
  if (t.family == Family::r2c) {
    return functions_.plan_guru64_split_dft_r2c(rank, dims, howmany_rank, howmany, a.in, a.out, a.out_imaginary, flags);
  }
  if (t.family == Family::c2r) {
    return functions_.plan_guru64_split_dft_c2r(rank, dims, howmany_rank, howmany, a.in, a.in_imaginary, a.out, flags);
  }
  return functions_.plan_guru64_split_dft(rank, dims, howmany_rank, howmany, a.in, a.in_imaginary, a.out,
                                          a.out_imaginary, flags);
}

void* Genuine::plan(const Transform& t, const PlanArrays& a, unsigned flags) const {
  if (endless(t) || tables_beyond_memory(t)) return nullptr;
  if (t.layout == ComplexLayout::planar) return plan_split(t, a, flags);
  const int rank = static_cast<int>(t.dims.size());
  const int howmany_rank = static_cast<int>(t.howmany.size());
  const Dim* dims = t.dims.data();
  const Dim* howmany = t.howmany.data();
  switch (t.family) {
    case Family::r2c:
      return functions_.plan_guru64_dft_r2c(rank, dims, howmany_rank, howmany, a.in, a.out, flags);
    case Family::c2r:
      return functions_.plan_guru64_dft_c2r(rank, dims, howmany_rank, howmany, a.in, a.out, flags);
    case Family::r2r: {
      std::vector<int> kinds;
      for (const R2r kind : t.kinds) kinds.push_back(static_cast<int>(kind));
      return functions_.plan_guru64_r2r(rank, dims, howmany_rank, howmany, a.in, a.out, kinds.data(), flags);
    }
    case Family::dft:
      break;
  }
  const int sign = t.direction == Direction::forward ? forward_sign : -forward_sign;
  return functions_.plan_guru64_dft(rank, dims, howmany_rank, howmany, a.in, a.out, sign, flags);
}

void Genuine::execute(const Transform& t, void* plan, const PlanArrays& a) const {
  const bool split = t.layout == ComplexLayout::planar;
  switch (t.family) {
    case Family::dft:
      if (split) return functions_.execute_split_dft(plan, a.in, a.in_imaginary, a.out, a.out_imaginary);
      return functions_.execute_dft(plan, a.in, a.out);
    case Family::r2c:
      if (split) return functions_.execute_split_dft_r2c(plan, a.in, a.out, a.out_imaginary);
      return functions_.execute_dft_r2c(plan, a.in, a.out);
    case Family::c2r:
      if (split) return functions_.execute_split_dft_c2r(plan, a.in, a.in_imaginary, a.out);
      return functions_.execute_dft_c2r(plan, a.in, a.out);
    case Family::r2r:
      return functions_.execute_r2r(plan, a.in, a.out);
  }
}

}  // namespace papilio::fftw3
