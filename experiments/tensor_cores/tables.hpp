// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// What the host prepares for kernels.cuh: the lanes' parts of the 16-point DFT matrix, twiddles, orders.
#pragma once

#include <cmath>
#include <complex>
#include <vector>

#include "convolution.cuh"
#include "hybrid.cuh"

inline std::complex<double> exact_root(long k, long n) { return std::polar(1.0, -2 * M_PI * (k % n) / n); }

// A row of a real 2x2 block: what a complex factor contributes to the real (imaginary false) or imaginary part.
inline Complex factor_row(std::complex<double> f, bool imaginary) {
  const auto re = static_cast<float>(f.real()), im = static_cast<float>(f.imag());
  return imaginary ? Complex{im, re} : Complex{re, -im};
}

template <class Number>
uint32_t factor_word(int frequency, int point, bool imaginary, int part) {
  return Split<Number, 2>::of(factor_row(exact_root(frequency * point, 16), imaginary)).word[part];
}

template <class Number>
std::vector<uint4> lane_tables() {
  std::vector<uint4> tables(table_rows * 32);
  for (int lane = 0; lane < 32; ++lane) {
    const int g = lane / 4, t = lane % 4;
    for (int row = 0; row < 8; ++row) {
      const int part = row / 4, mt = row / 2 % 2, kt = row % 2;
      uint32_t w[4];
      for (int r = 0; r < 4; ++r) w[r] = factor_word<Number>(2 * g + mt, 8 * kt + 4 * (r / 2) + t, r % 2 == 1, part);
      tables[(left_at + row) * 32 + lane] = make_uint4(w[0], w[1], w[2], w[3]);
    }
    for (int row = 0; row < 8; ++row) {
      const int part = row / 4, kt = row / 2 % 2;
      uint32_t w[4];
      for (int r = 0; r < 4; ++r) {
        const int nt = 2 * (row % 2) + r / 2;
        w[r] = factor_word<Number>(4 * (g / 2) + order(nt), 4 * t + kt + 2 * (r % 2), g % 2 == 1, part);
      }
      tables[(right_at + row) * 32 + lane] = make_uint4(w[0], w[1], w[2], w[3]);
    }
    for (int row = 0; row < 4; ++row) {
      float w[4];
      for (int r = 0; r < 4; ++r) {
        const auto z = exact_root((2 * g + row / 2) * (4 * t + 2 * (row % 2) + r / 2), 256);
        w[r] = static_cast<float>(r % 2 ? z.imag() : z.real());
      }
      uint4 words;
      static_assert(sizeof words == sizeof w);
      __builtin_memcpy(&words, w, sizeof words);
      tables[(twiddles_at + row) * 32 + lane] = words;
    }
  }
  return tables;
}

// Index of frequency k of 4096 points in the spectrum of `convolution`, in complex numbers.
inline int spectrum_place(int k) {
  const int ka = k % 16, kb = k / 16 % 16, kc = k / 256, nt = order(kc % 4);
  return 2 * (128 * ka + 32 * nt + 4 * (kb / 2) + kc / 4) + kb % 2;
}
