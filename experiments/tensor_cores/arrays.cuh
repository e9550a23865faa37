// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// Kernels that fill, convert and copy arrays.
#pragma once

#include "numbers.cuh"

// Uniform in [-1, 1), another number for each place and seed.
__device__ float uniform(uint64_t place) {
  uint64_t z = place * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<float>((z ^ (z >> 31)) >> 40) / 8388608.0f - 1.0f;
}

template <class Number>
__global__ void fill(uint32_t* words, uint64_t seed) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  words[i] = Number::pack({uniform(2 * i + (seed << 40)), uniform(2 * i + 1 + (seed << 40))});
}

template <class Number, class Real2>
__global__ void widen(Real2* to, const uint32_t* from) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Complex z = Number::unpack(from[i]);
  to[i].x = z.re;
  to[i].y = z.im;
}

template <class Real2>
__global__ void multiply(Real2* z, const Real2* factors, int n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Real2 a = z[i], b = factors[i % n];
  z[i].x = a.x * b.x - a.y * b.y;
  z[i].y = a.x * b.y + a.y * b.x;
}

template <class Number>
__global__ void narrow(uint32_t* to, const float2* from) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  to[i] = Number::pack({from[i].x, from[i].y});
}

__global__ void copy_words(const uint4* from, uint4* to) {
  const size_t at = size_t{blockIdx.x} * 1024 + threadIdx.x;
  uint4 v[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) v[i] = from[at + 256 * i];
#pragma unroll
  for (int i = 0; i < 4; ++i) to[at + 256 * i] = v[i];
}
