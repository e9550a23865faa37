// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The interface of FFTW 3 as values: layouts of structures, flags and kinds.
#pragma once

#include <cstddef>

namespace papilio::fftw3 {

/// fftw_iodim64: a dimension's length, and its strides in the input and in the output.
struct Dim {
  std::ptrdiff_t n = 1;
  std::ptrdiff_t is = 0;
  std::ptrdiff_t os = 0;
  friend bool operator==(const Dim&, const Dim&) = default;
};

/// fftw_iodim
struct Dim32 {
  int n;
  int is;
  int os;
};

/// fftw_r2r_kind
enum class R2r : int { r2hc, hc2r, dht, redft00, redft01, redft10, redft11, rodft00, rodft01, rodft10, rodft11 };
inline constexpr int r2r_kinds = 11;

inline constexpr int forward_sign = -1;
/// A howmany_rank that means no transforms at all, as FFTW's RNK_MINFTY.
inline constexpr int rank_of_nothing = 0x7fffffff;

namespace flag {
inline constexpr unsigned destroy_input = 1U << 0;
inline constexpr unsigned unaligned = 1U << 1;
inline constexpr unsigned exhaustive = 1U << 3;
inline constexpr unsigned preserve_input = 1U << 4;
inline constexpr unsigned patient = 1U << 5;
inline constexpr unsigned estimate = 1U << 6;
inline constexpr unsigned wisdom_only = 1U << 21;
}  // namespace flag

using WriteChar = void (*)(char, void*);
using ReadChar = int (*)(void*);
/// Runs work(jobdata + i * elsize) for i of 0 .. jobs-1, in parallel if it likes.
using ParallelLoop = void (*)(void* (*work)(char*), char* jobdata, std::size_t elsize, int jobs, void* data);

}  // namespace papilio::fftw3
