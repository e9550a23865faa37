// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The genuine FFTW of this machine, opened at run time so that its symbols and ours do not conflict: beside the
// program, its own names first, which takes a tenth of a millisecond; for several threads in a link namespace of its
// own, with a C library of its own, which takes nearly one, because its library of threads asks for "libfftw3.so.3" and
// must not be given us. Nothing of it is linked or copied: it is GPL software, and using it is an optimisation.
#pragma once

#include <cstddef>
#include <papilio/problem.hpp>
#include <string>

#include "opened.hpp"
#include "requests.hpp"

namespace papilio::fftw3 {

/// The genuine library's functions, as declared by its manual; of either precision, so arrays are void*.
struct GenuineFunctions {
  void (*execute)(void*);
  void (*execute_dft)(void*, void*, void*);
  void (*execute_dft_r2c)(void*, void*, void*);
  void (*execute_dft_c2r)(void*, void*, void*);
  void (*execute_r2r)(void*, void*, void*);
  void (*execute_split_dft)(void*, void*, void*, void*, void*);
  void (*execute_split_dft_r2c)(void*, void*, void*, void*);
  void (*execute_split_dft_c2r)(void*, void*, void*, void*);
  void* (*plan_guru64_dft)(int, const Dim*, int, const Dim*, void*, void*, int, unsigned);
  void* (*plan_guru64_dft_r2c)(int, const Dim*, int, const Dim*, void*, void*, unsigned);
  void* (*plan_guru64_dft_c2r)(int, const Dim*, int, const Dim*, void*, void*, unsigned);
  void* (*plan_guru64_r2r)(int, const Dim*, int, const Dim*, void*, void*, const int*, unsigned);
  void* (*plan_guru64_split_dft)(int, const Dim*, int, const Dim*, void*, void*, void*, void*, unsigned);
  void* (*plan_guru64_split_dft_r2c)(int, const Dim*, int, const Dim*, void*, void*, void*, unsigned);
  void* (*plan_guru64_split_dft_c2r)(int, const Dim*, int, const Dim*, void*, void*, void*, unsigned);
  void (*destroy_plan)(void*);
  char* (*sprint_plan)(void*);
  double (*cost)(void*);
  double (*estimate_cost)(void*);
  void (*flops)(void*, double*, double*, double*);
  void (*set_timelimit)(double);
  int (*alignment_of)(void*);
  char* (*export_wisdom_to_string)();
  int (*import_wisdom_from_string)(const char*);
  int (*import_system_wisdom)();
  void (*forget_wisdom)();
  void (*free)(void*);  ///< of the C library that its strings come from
  // Functions of its library of threads; null without it.
  int (*init_threads)();
  void (*plan_with_nthreads)(int);
  void (*threads_set_callback)(ParallelLoop, void*);
};

enum class GenuineThreads { one, several };

/// Opened once, by the first call of get(), and once more for several threads. A plan belongs to the object that made
/// it. Planning is not thread-safe: hold the planner's lock.
class Genuine {
 public:
  /// Returns null without one; why_not() then says what was tried.
  static const Genuine* get();
  static const std::string& why_not();
  /// From here on get() is the library that plans with several threads. It is offered the wisdom of the one before, and
  /// takes what FFTW takes: its planner with threads may refuse wisdom of one without.
  static void use_threads();

  [[nodiscard]] const GenuineFunctions& functions() const { return functions_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool threaded() const { return functions_.plan_with_nthreads != nullptr; }
  /// The transform planned by its guru64 functions; null where it refuses. The arrays are overwritten as flags say.
  [[nodiscard]] void* plan(const Transform& transform, const PlanArrays& arrays, unsigned flags) const;
  void execute(const Transform& transform, void* plan, const PlanArrays& arrays) const;

 private:
  Genuine(const std::string& path, GenuineThreads threads);
  void* plan_split(const Transform& transform, const PlanArrays& arrays, unsigned flags) const;
  static Opened<const Genuine>& library_of(GenuineThreads threads);
  static const Opened<const Genuine>::Opening& opened(GenuineThreads threads);

  GenuineFunctions functions_ = {};
  std::string path_;
};

}  // namespace papilio::fftw3
