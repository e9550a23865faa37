// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// Pairs of 16-bit numbers (one complex number a word) and their matrix product, m16n8k16 with sums in f32. With
// TENSOR_EMULATED the same source runs on a CPU, one thread of the system for each of CUDA's (emulate.cpp).
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <type_traits>

#ifndef TENSOR_EMULATED
#define SYNC_BLOCK() __syncthreads()
#define SYNC_WARP() __syncwarp()
#endif

struct Complex {
  float re, im;
};

__device__ __forceinline__ Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
__device__ __forceinline__ Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ __forceinline__ Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }

// Stored: what is in memory; the type itself: the factors of products.
struct Half {
  using Stored = Half;
  static __host__ __device__ __forceinline__ uint32_t pack(Complex z) {
    const __half2 pair = __floats2half2_rn(z.re, z.im);
    return reinterpret_cast<const uint32_t&>(pair);
  }
  static __host__ __device__ __forceinline__ Complex unpack(uint32_t word) {
    const float2 pair = __half22float2(reinterpret_cast<const __half2&>(word));
    return {pair.x, pair.y};
  }
};

struct Bfloat {
  using Stored = Bfloat;
  static __host__ __device__ __forceinline__ uint32_t pack(Complex z) {
    const __nv_bfloat162 pair = __floats2bfloat162_rn(z.re, z.im);
    return reinterpret_cast<const uint32_t&>(pair);
  }
  static __host__ __device__ __forceinline__ Complex unpack(uint32_t word) {
    const float2 pair = __bfloat1622float2(reinterpret_cast<const __nv_bfloat162&>(word));
    return {pair.x, pair.y};
  }
};

// bf16 in memory, and eleven bits instead of eight between: for numbers that f16 can hold.
struct BfloatByHalf : Half {
  using Stored = Bfloat;
};

// A word from memory as factors, and a result as memory has it.
template <class Number>
__device__ __forceinline__ uint32_t from_memory(uint32_t word) {
  if constexpr (std::is_base_of_v<typename Number::Stored, Number>) return word;
  return Number::pack(Number::Stored::unpack(word));
}
template <class Number>
__device__ __forceinline__ uint32_t to_memory(Complex z) {
  return Number::Stored::pack(z);
}

#ifdef TENSOR_EMULATED
template <class Number>
void mma(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1);
#else
template <class Number>
__device__ __forceinline__ void mma(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  if constexpr (std::is_base_of_v<Half, Number>)
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
  else
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
#endif

// A complex number as the sum of one or two words: with two, the second holds what rounding took from the first.
template <class Number, int Parts>
struct Split {
  uint32_t word[Parts];
  static __host__ __device__ __forceinline__ Split of(Complex z) {
    Split split;
    split.word[0] = Number::pack(z);
    if constexpr (Parts == 2) {
      const Complex high = Number::unpack(split.word[0]);
      split.word[1] = Number::pack({z.re - high.re, z.im - high.im});
    }
    return split;
  }
};

// w_n^k = exp(-2 pi i k / n) by the fast sine, of an absolute error below 2^-20: storage rounds at 2^-12 and 2^-9.
__device__ __forceinline__ Complex root(int k, int n) {
  k &= n - 1;
  if (2 * k > n) k -= n;
  Complex w;
  __sincosf(-6.283185307179586f * static_cast<float>(k) / static_cast<float>(n), &w.im, &w.re);
  return w;
}
