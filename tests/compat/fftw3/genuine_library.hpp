// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The genuine FFTW, beside ours in one process: in a link namespace of its own.
#pragma once

#include <dlfcn.h>
#include <fftw3.h>

#include <stdexcept>
#include <string>

namespace papilio::testing {

/// The functions of a library that the tests compare, of one precision.
template <typename Real>
struct Fftw;

#define PAPILIO_TEST_FFTW(REAL, PREFIX, LIBRARY)                                                                 \
  template <>                                                                                                    \
  struct Fftw<REAL> {                                                                                            \
    using Complex = PREFIX##_complex;                                                                            \
    using Plan = PREFIX##_plan;                                                                                  \
    decltype(&PREFIX##_plan_guru64_dft) dft = nullptr;                                                           \
    decltype(&PREFIX##_plan_guru64_dft_r2c) r2c = nullptr;                                                       \
    decltype(&PREFIX##_plan_guru64_dft_c2r) c2r = nullptr;                                                       \
    decltype(&PREFIX##_plan_guru64_r2r) r2r = nullptr;                                                           \
    decltype(&PREFIX##_plan_guru64_split_dft) split_dft = nullptr;                                               \
    decltype(&PREFIX##_plan_guru64_split_dft_r2c) split_r2c = nullptr;                                           \
    decltype(&PREFIX##_plan_guru64_split_dft_c2r) split_c2r = nullptr;                                           \
    decltype(&PREFIX##_execute) execute = nullptr;                                                               \
    decltype(&PREFIX##_execute_dft) execute_dft = nullptr;                                                       \
    decltype(&PREFIX##_execute_dft_r2c) execute_r2c = nullptr;                                                   \
    decltype(&PREFIX##_execute_dft_c2r) execute_c2r = nullptr;                                                   \
    decltype(&PREFIX##_execute_r2r) execute_r2r = nullptr;                                                       \
    decltype(&PREFIX##_execute_split_dft) execute_split_dft = nullptr;                                           \
    decltype(&PREFIX##_execute_split_dft_r2c) execute_split_r2c = nullptr;                                       \
    decltype(&PREFIX##_execute_split_dft_c2r) execute_split_c2r = nullptr;                                       \
    decltype(&PREFIX##_destroy_plan) destroy = nullptr;                                                          \
    decltype(&PREFIX##_sprint_plan) text = nullptr;                                                              \
    /** Those of libfftw3 in a library that is open. */                                                          \
    explicit Fftw(void* library) {                                                                               \
      const auto find = [library](const char* name, auto& function) {                                            \
        const std::string whole = std::string(#PREFIX "_") + name;                                               \
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, whole.c_str())); \
        if (function == nullptr) throw std::runtime_error("no function " + whole);                               \
      };                                                                                                         \
      find("plan_guru64_dft", dft);                                                                              \
      find("plan_guru64_dft_r2c", r2c);                                                                          \
      find("plan_guru64_dft_c2r", c2r);                                                                          \
      find("plan_guru64_r2r", r2r);                                                                              \
      find("plan_guru64_split_dft", split_dft);                                                                  \
      find("plan_guru64_split_dft_r2c", split_r2c);                                                              \
      find("plan_guru64_split_dft_c2r", split_c2r);                                                              \
      find("execute", execute);                                                                                  \
      find("execute_dft", execute_dft);                                                                          \
      find("execute_dft_r2c", execute_r2c);                                                                      \
      find("execute_dft_c2r", execute_c2r);                                                                      \
      find("execute_r2r", execute_r2r);                                                                          \
      find("execute_split_dft", execute_split_dft);                                                              \
      find("execute_split_dft_r2c", execute_split_r2c);                                                          \
      find("execute_split_dft_c2r", execute_split_c2r);                                                          \
      find("destroy_plan", destroy);                                                                             \
      find("sprint_plan", text);                                                                                 \
    }                                                                                                            \
    /** The genuine library; PATH is configured. */                                                              \
    static const Fftw& genuine() {                                                                               \
      static const Fftw functions = [] {                                                                         \
        void* const library = dlmopen(LM_ID_NEWLM, LIBRARY, RTLD_NOW | RTLD_LOCAL);                              \
        if (library == nullptr) throw std::runtime_error(dlerror());                                             \
        return Fftw(library);                                                                                    \
      }();                                                                                                       \
      return functions;                                                                                          \
    }                                                                                                            \
    /** Ours, which the test is linked to. */                                                                    \
    static const Fftw& ours() {                                                                                  \
      static const Fftw functions(RTLD_DEFAULT);                                                                 \
      return functions;                                                                                          \
    }                                                                                                            \
  };

PAPILIO_TEST_FFTW(double, fftw, PAPILIO_GENUINE_FFTW)
PAPILIO_TEST_FFTW(float, fftwf, PAPILIO_GENUINE_FFTWF)
#if defined(PAPILIO_GENUINE_FFTWL)
PAPILIO_TEST_FFTW(long double, fftwl, PAPILIO_GENUINE_FFTWL)
#endif

}  // namespace papilio::testing
