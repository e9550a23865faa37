// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's transforms of one signal in host memory.
#include <papilio/papilio.h>

#include <algorithm>
#include <complex>
#include <span>

#include "api/c/c_support.hpp"
#include "api/element_type.hpp"

namespace {

using papilio::Direction;
using papilio::Norm;
using papilio::Problem;

papilio::Kind from_c(papilio_kind kind) {
  return papilio::api::enumerator<papilio::Kind>(kind, 12, "kind", "papilio_kind");
}

/// Numbers of T as elements; pairs are laid out as std::complex<T> ([complex.numbers.general]).
template <typename Element, typename T>
std::span<Element> elements(T* numbers, std::int64_t count) {
  return {reinterpret_cast<Element*>(numbers), static_cast<std::size_t>(count)};
}

/// The arguments that all of these functions take.
template <typename T>
struct TransformCall {
  const char* function;
  std::int64_t n;
  const T* in;
  T* out;
  papilio_norm norm;
};

/// `make(n)` is the problem, for its numbers of elements; `transform(signal, norm)` the C++ function.
template <typename In, typename Out, typename T, typename Make, typename Transform>
papilio_status run(const TransformCall<T>& call, Make make, Transform transform) noexcept {
  return papilio::api::guarded([&] {
    const Norm norm = papilio::api::norm_from_c(call.norm, "norm");
    if (call.n == 0) return;
    papilio::api::require_not_null(call.in, call.function, "in");
    papilio::api::require_not_null(call.out, call.function, "out");
    const Problem problem = make(call.n);
    problem.validate();  // before memory is asked for a length that no plan takes
    const auto result = transform(elements<const In>(call.in, problem.input_elements()), norm);
    std::ranges::copy(result, elements<Out>(call.out, problem.output_elements()).begin());
  });
}

template <typename T>
papilio_status complex_signal(const TransformCall<T>& call, Direction direction) noexcept {
  using Complex = std::complex<T>;
  return run<Complex, Complex>(
      call, [](std::int64_t n) { return Problem::c2c(papilio::api::ElementType<T>::precision, n); },
      [&](std::span<const Complex> x, Norm norm) {
        return direction == Direction::forward ? papilio::fft(x, norm) : papilio::ifft(x, norm);
      });
}

template <typename T>
papilio_status half_spectrum(const TransformCall<T>& call) noexcept {
  return run<T, std::complex<T>>(
      call, [](std::int64_t n) { return Problem::r2c(papilio::api::ElementType<T>::precision, n); },
      [](std::span<const T> x, Norm norm) { return papilio::rfft(x, norm); });
}

template <typename T>
papilio_status real_signal(const TransformCall<T>& call) noexcept {
  return run<std::complex<T>, T>(
      call, [](std::int64_t n) { return Problem::c2r(papilio::api::ElementType<T>::precision, n); },
      [&](std::span<const std::complex<T>> x, Norm norm) { return papilio::irfft(x, call.n, norm); });
}

template <typename T>
papilio_status cosine(const TransformCall<T>& call, int type, Direction direction) noexcept {
  return run<T, T>(
      call, [&](std::int64_t n) { return Problem::dct(type, papilio::api::ElementType<T>::precision, n); },
      [&](std::span<const T> x, Norm norm) {
        return direction == Direction::forward ? papilio::dct(x, type, norm) : papilio::idct(x, type, norm);
      });
}

template <typename T>
papilio_status sine(const TransformCall<T>& call, int type, Direction direction) noexcept {
  return run<T, T>(
      call, [&](std::int64_t n) { return Problem::dst(type, papilio::api::ElementType<T>::precision, n); },
      [&](std::span<const T> x, Norm norm) {
        return direction == Direction::forward ? papilio::dst(x, type, norm) : papilio::idst(x, type, norm);
      });
}

}  // namespace

papilio_status papilio_fft_f32(int64_t n, const float* in, float* out, papilio_norm norm) {
  return complex_signal<float>({"papilio_fft_f32", n, in, out, norm}, Direction::forward);
}
papilio_status papilio_fft_f64(int64_t n, const double* in, double* out, papilio_norm norm) {
  return complex_signal<double>({"papilio_fft_f64", n, in, out, norm}, Direction::forward);
}
papilio_status papilio_ifft_f32(int64_t n, const float* in, float* out, papilio_norm norm) {
  return complex_signal<float>({"papilio_ifft_f32", n, in, out, norm}, Direction::inverse);
}
papilio_status papilio_ifft_f64(int64_t n, const double* in, double* out, papilio_norm norm) {
  return complex_signal<double>({"papilio_ifft_f64", n, in, out, norm}, Direction::inverse);
}

papilio_status papilio_rfft_f32(int64_t n, const float* in, float* out, papilio_norm norm) {
  return half_spectrum<float>({"papilio_rfft_f32", n, in, out, norm});
}
papilio_status papilio_rfft_f64(int64_t n, const double* in, double* out, papilio_norm norm) {
  return half_spectrum<double>({"papilio_rfft_f64", n, in, out, norm});
}
papilio_status papilio_irfft_f32(int64_t n, const float* in, float* out, papilio_norm norm) {
  return real_signal<float>({"papilio_irfft_f32", n, in, out, norm});
}
papilio_status papilio_irfft_f64(int64_t n, const double* in, double* out, papilio_norm norm) {
  return real_signal<double>({"papilio_irfft_f64", n, in, out, norm});
}

papilio_status papilio_dct_f32(int64_t n, const float* in, float* out, int type, papilio_norm norm) {
  return cosine<float>({"papilio_dct_f32", n, in, out, norm}, type, Direction::forward);
}
papilio_status papilio_dct_f64(int64_t n, const double* in, double* out, int type, papilio_norm norm) {
  return cosine<double>({"papilio_dct_f64", n, in, out, norm}, type, Direction::forward);
}
papilio_status papilio_idct_f32(int64_t n, const float* in, float* out, int type, papilio_norm norm) {
  return cosine<float>({"papilio_idct_f32", n, in, out, norm}, type, Direction::inverse);
}
papilio_status papilio_idct_f64(int64_t n, const double* in, double* out, int type, papilio_norm norm) {
  return cosine<double>({"papilio_idct_f64", n, in, out, norm}, type, Direction::inverse);
}
papilio_status papilio_dst_f32(int64_t n, const float* in, float* out, int type, papilio_norm norm) {
  return sine<float>({"papilio_dst_f32", n, in, out, norm}, type, Direction::forward);
}
papilio_status papilio_dst_f64(int64_t n, const double* in, double* out, int type, papilio_norm norm) {
  return sine<double>({"papilio_dst_f64", n, in, out, norm}, type, Direction::forward);
}
papilio_status papilio_idst_f32(int64_t n, const float* in, float* out, int type, papilio_norm norm) {
  return sine<float>({"papilio_idst_f32", n, in, out, norm}, type, Direction::inverse);
}
papilio_status papilio_idst_f64(int64_t n, const double* in, double* out, int type, papilio_norm norm) {
  return sine<double>({"papilio_idst_f64", n, in, out, norm}, type, Direction::inverse);
}

papilio_status papilio_next_fast_len(int64_t target, papilio_kind kind, int64_t* length) {
  return papilio::api::guarded("papilio_next_fast_len", {{length, "length"}},
                               [&] { *length = papilio::next_fast_len(target, from_c(kind)); });
}
papilio_status papilio_prev_fast_len(int64_t target, papilio_kind kind, int64_t* length) {
  return papilio::api::guarded("papilio_prev_fast_len", {{length, "length"}},
                               [&] { *length = papilio::prev_fast_len(target, from_c(kind)); });
}
