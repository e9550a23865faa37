// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// A circular convolution of 4096 complex points in one kernel: the transform, the product with a spectrum, the inverse.
// The inverse takes its stages in reverse order, so the spectrum needs no order of its own; it is a forward transform
// of numbers with real and imaginary part exchanged.
#pragma once

#include "kernels.cuh"

__device__ __forceinline__ Complex exchanged(Complex z) { return {z.im, z.re}; }

// Puts 256 points of a warp, row 2g + mt, columns 4t..4t+3 of z[mt], into a row of the exchange.
template <class Number, int Data>
__device__ __forceinline__ void write_row(uint32_t* row, int plane, const Complex (&z)[2][4], int lane) {
  const int g = lane / 4, t = lane % 4;
#pragma unroll
  for (int mt = 0; mt < 2; ++mt) {
    Vector<4> words[Data];
#pragma unroll
    for (int e = 0; e < 4; ++e) {
      const auto split = Split<Number, Data>::of(z[mt][e]);
#pragma unroll
      for (int part = 0; part < Data; ++part) words[part].w[e] = split.word[part];
    }
#pragma unroll
    for (int part = 0; part < Data; ++part) store4(row + part * plane + 16 * (2 * g + mt) + 4 * t, words[part]);
  }
}

// The product with the spectrum and the inverse of the last 16 points: row kb = 2g + mt, column 4t + e in y[mt][e].
template <class Number, int Matrix, int Data>
__device__ __forceinline__ void multiply_back(Complex (&y)[2][4], const Complex (&z)[2][4], const float4* spectrum,
                                              const Right<Matrix>& right, const Twiddles256& twiddles) {
  uint32_t rows[Data][2][4];
#pragma unroll
  for (int nt = 0; nt < 4; ++nt) {
    const float4 h = spectrum[32 * nt];
#pragma unroll
    for (int mt = 0; mt < 2; ++mt) {
      const Complex factor = mt == 0 ? Complex{h.x, h.y} : Complex{h.z, h.w};
      const auto split = Split<Number, Data>::of(exchanged(z[mt][nt] * factor));
#pragma unroll
      for (int part = 0; part < Data; ++part) rows[part][nt / 2][mt + 2 * (nt % 2)] = split.word[part];
    }
  }
#pragma unroll
  for (int nt = 0; nt < 4; ++nt) {
    float d[4] = {0, 0, 0, 0};
    times_right<Number, Matrix, Data>(d, rows, right, nt);
    y[0][order(nt)] = Complex{d[0], d[1]} * twiddles.w[0][order(nt)];
    y[1][order(nt)] = Complex{d[2], d[3]} * twiddles.w[1][order(nt)];
  }
}

// Twiddles w_4096^(ka * m) of row b = 2g + mt, columns 4t + e, before the inverse of the first 16 points.
__device__ __forceinline__ void turn(Complex (&z)[2][4], int ka, int lane) {
  const Complex step = root(ka, 4096);
#pragma unroll
  for (int mt = 0; mt < 2; ++mt) {
    Complex w = root(ka * (16 * (2 * (lane / 4) + mt) + 4 * (lane % 4)), 4096);
#pragma unroll
    for (int e = 0; e < 4; ++e) {
      z[mt][e] = z[mt][e] * w;
      w = w * step;
    }
  }
}

// The inverse of the first 16 points, from the exchange to memory.
template <class Number, int Matrix, int Data>
__device__ __forceinline__ void last_stage(uint32_t* out, const uint32_t* exchange, const Left<Matrix>& left, int warp,
                                           int lane) {
  const int g = lane / 4, t = lane % 4;
#pragma unroll
  for (int set = 0; set < 2; ++set) {
    const int m = 64 * warp + 32 * set;
    Vector<4> raw[Data][2][2];
#pragma unroll
    for (int i = 0; i < 4 * Data; ++i) {
      const int row = row_of<16>(8 * (i / 2 % 2) + 4 * (i % 2) + t);
      raw[i / 4][i / 2 % 2][i % 2] = load4(exchange + (i / 4) * Shape<16>::plane + row * pitch + m + 4 * g);
    }
#pragma unroll
    for (int mt = 0; mt < 2; ++mt) {
      Vector<4> low, high;
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        uint32_t points[Data][2][2];
#pragma unroll
        for (int i = 0; i < 4 * Data; ++i) points[i / 4][i / 2 % 2][i % 2] = raw[i / 4][i / 2 % 2][i % 2].w[e];
        float d[4] = {0, 0, 0, 0};
        times_left<Number, Matrix, Data>(d, left, mt, points);
        low.w[e] = to_memory<Number>(exchanged({d[0], d[2]}));
        high.w[e] = to_memory<Number>(exchanged({d[1], d[3]}));
      }
      store4(out + 256 * (2 * g + mt) + m + 8 * t, low);
      store4(out + 256 * (2 * g + mt) + m + 8 * t + 4, high);
    }
  }
}

// spectrum: the kernel's, divided by 4096, in the order of threads (spectrum_place in tables.hpp).
template <class Number, int Matrix, int Data, int Blocks>
__global__ void __launch_bounds__(128, Blocks)
    convolution(const uint32_t* in, uint32_t* out, const uint4* tables, const float4* spectrum) {
  extern __shared__ uint4 shared_words[];
  uint32_t* exchange = reinterpret_cast<uint32_t*>(shared_words);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const size_t at = static_cast<size_t>(blockIdx.x) * 4096;
  constexpr int plane = Shape<16>::plane;
  Left<Matrix> left;
  left.load(tables, lane);
  {
    Vector<4> raw[2][2][2];
    load_columns<Number, 16>(raw, in + at, warp, lane);
    first_stage16<Number, Matrix, Data>(exchange, raw, left, warp, lane);
  }
  SYNC_BLOCK();
  Right<Matrix> right;
  Twiddles256 twiddles;
  right.load(tables, lane);
  twiddles.load(tables, lane);
#pragma unroll 1
  for (int q = 0; q < 4; ++q) {
    const int ka = 4 * warp + q;
    uint32_t* row = exchange + row_of<16>(ka) * pitch;
    Vector<2> points[Data][2][2];
    Complex z[2][4], y[2][4];
    read_row<Data>(points, row, plane, lane);
    transform256<Number, Matrix, Data, Data>(z, left, right, twiddles, points);
    multiply_back<Number, Matrix, Data>(y, z, spectrum + 128 * ka + lane, right, twiddles);
    SYNC_WARP();
    write_row<Number, Data>(row, plane, y, lane);
    SYNC_WARP();
    read_row<Data>(points, row, plane, lane);
    columns256<Number, Matrix, Data>(z, left, points);
    turn(z, ka, lane);
    SYNC_WARP();
    write_row<Number, Data>(row, plane, z, lane);
  }
  SYNC_BLOCK();
  last_stage<Number, Matrix, Data>(out + at, exchange, left, warp, lane);
}
