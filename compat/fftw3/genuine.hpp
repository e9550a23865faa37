// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The genuine FFTW of this machine, opened at run time in a separate link namespace, so that its symbols and ours do
// not conflict. Nothing of it is linked or copied: it is GPL software, and using it is an optimisation.
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

/// Opened once, by the first call of get(). Planning is not thread-safe: hold the planner's lock.
class Genuine {
 public:
  /// Returns null without one; why_not() then says what was tried.
  static const Genuine* get();
  static const std::string& why_not();

  [[nodiscard]] const GenuineFunctions& functions() const { return functions_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool threaded() const { return functions_.plan_with_nthreads != nullptr; }
  /// The transform planned by its guru64 functions; null where it refuses. The arrays are overwritten as flags say.
  [[nodiscard]] void* plan(const Transform& transform, const PlanArrays& arrays, unsigned flags) const;
  void execute(const Transform& transform, void* plan, const PlanArrays& arrays) const;

 private:
  explicit Genuine(const std::string& path);
  void* plan_split(const Transform& transform, const PlanArrays& arrays, unsigned flags) const;
  static const Opened<const Genuine>::Opening& opened();

  GenuineFunctions functions_ = {};
  std::string path_;
};

}  // namespace papilio::fftw3
