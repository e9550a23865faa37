// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// 8192 points as 32 x 16 x 16 with sums, exchanges and twiddles in f32, where only the first stage may be a product
// with the DFT matrix: numbers from memory have 11 or 8 bits, so no split of the data is needed and no rounding is
// added. The same kernel with butterflies in the first stage is what it has to beat.
#pragma once

#include "kernels.cuh"

constexpr int line_pitch = 36, float_pitch = 584;  // words from 16 numbers to the next, and from row to row of 256

__device__ __forceinline__ int float_place(int m) { return line_pitch * (m / 16) + 2 * (m % 16); }

__device__ __forceinline__ void butterfly4(Complex& a, Complex& b, Complex& c, Complex& d) {
  const Complex s = a + c, t = a - c, u = b + d, v = b - d;
  a = s + u;
  b = {t.re + v.im, t.im - v.re};
  c = s - u;
  d = {t.re - v.im, t.im + v.re};
}

__device__ __forceinline__ void butterfly16(Complex (&x)[16]) {
  constexpr float c1 = 0.92387953251128674f, s1 = 0.38268343236508977f, r = 0.70710678118654752f;
#pragma unroll
  for (int j = 0; j < 4; ++j) butterfly4(x[j], x[j + 4], x[j + 8], x[j + 12]);
  x[5] = x[5] * Complex{c1, -s1};
  x[6] = x[6] * Complex{r, -r};
  x[7] = x[7] * Complex{s1, -c1};
  x[9] = x[9] * Complex{r, -r};
  x[10] = {x[10].im, -x[10].re};
  x[11] = x[11] * Complex{-r, -r};
  x[13] = x[13] * Complex{s1, -c1};
  x[14] = x[14] * Complex{-r, -r};
  x[15] = x[15] * Complex{-c1, s1};
  Complex y[16];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    butterfly4(x[4 * k], x[4 * k + 1], x[4 * k + 2], x[4 * k + 3]);
#pragma unroll
    for (int i = 0; i < 4; ++i) y[k + 4 * i] = x[4 * k + i];
  }
#pragma unroll
  for (int k = 0; k < 16; ++k) x[k] = y[k];
}

// a + w b and a - w b in six fused multiply-adds.
__device__ __forceinline__ void butterfly2(Complex& a, Complex& b, Complex w) {
  const Complex sum = {fmaf(-w.im, b.im, fmaf(w.re, b.re, a.re)), fmaf(w.im, b.re, fmaf(w.re, b.im, a.im))};
  b = {fmaf(2, a.re, -sum.re), fmaf(2, a.im, -sum.im)};
  a = sum;
}

// Factors of the sums over b of x[b] z^b w_16^(b k): z times roots of 16, 8, 4 and 2, level by level.
struct Powers16 {
  Complex z[4], squared[2], fourth, eighth;
  __device__ __forceinline__ explicit Powers16(Complex w) {
    constexpr float c1 = 0.92387953251128674f, s1 = 0.38268343236508977f, r = 0.70710678118654752f;
    z[0] = w;
    z[1] = w * Complex{c1, -s1};
    z[2] = w * Complex{r, -r};
    z[3] = w * Complex{s1, -c1};
    squared[0] = w * w;
    squared[1] = squared[0] * Complex{r, -r};
    fourth = squared[0] * squared[0];
    eighth = fourth * fourth;
  }
  // z^half w_(16 / half)^k for k below 8 / half
  __device__ __forceinline__ Complex factor(int half, int k) const {
    const int quarter = 4 / half;
    const bool turned = quarter > 0 && k >= quarter;
    if (turned) k -= quarter;
    const Complex w = half == 8 ? eighth : half == 4 ? fourth : half == 2 ? squared[k] : z[k];
    return turned ? Complex{w.im, -w.re} : w;
  }
};

// Sixteen points with twiddles z^b that cost nothing: they are factors of butterflies that have one anyway.
__device__ __forceinline__ void twiddled16(Complex (&x)[16], const Powers16& powers) {
#pragma unroll
  for (int half = 8; half > 0; half /= 2) {
#pragma unroll
    for (int p = 0; p < 16; ++p) {
      if (p & half) continue;
      const int k = (p & 8) / 8 + (p & 4) / 2 + (p & 2) * 2;  // frequency so far; places below half are still points
      butterfly2(x[p], x[p + half], powers.factor(half, k & (8 / half - 1)));
    }
  }
  Complex y[16];
#pragma unroll
  for (int p = 0; p < 16; ++p) y[(p & 8) / 8 + (p & 4) / 2 + (p & 2) * 2 + (p & 1) * 8] = x[p];
#pragma unroll
  for (int p = 0; p < 16; ++p) x[p] = y[p];
}

__device__ __forceinline__ void store_pair(float* to, Complex a, Complex b) {
  *reinterpret_cast<float4*>(to) = make_float4(a.re, a.im, b.re, b.im);
}

template <class Number>
__device__ __forceinline__ void first_by_products(float* exchange, const uint32_t* from, const uint4* tables, int warp,
                                                  int lane) {
  const int g = lane / 4, t = lane % 4, m = 32 * warp + 8 * t;
  Vector<4> raw[2][2][2];
  load_columns<Number, 32>(raw, from, warp, lane);
  Left<2> left;
  left.load(tables, lane);
#pragma unroll
  for (int mt = 0; mt < 2; ++mt) {
    const int ka = 2 * g + mt;
    const Complex w = root(ka, 32);
    Complex x[8], y[8];
#pragma unroll
    for (int e = 0; e < 4; ++e) {
      float even[4] = {0, 0, 0, 0}, odd[4] = {0, 0, 0, 0};
      column_tile<Number, 2>(even, left, mt, raw[0], e);
      column_tile<Number, 2>(odd, left, mt, raw[1], e);
      x[e] = {even[0], even[2]};
      x[e + 4] = {even[1], even[3]};
      y[e] = {odd[0], odd[2]};
      y[e + 4] = {odd[1], odd[3]};
      butterfly2(x[e], y[e], w);
      butterfly2(x[e + 4], y[e + 4], w);
    }
    float* low = exchange + row_of<32>(ka) * float_pitch + float_place(m);
    float* high = exchange + row_of<32>(ka + 16) * float_pitch + float_place(m);
#pragma unroll
    for (int e = 0; e < 8; e += 2) {
      store_pair(low + 2 * e, x[e], x[e + 1]);
      store_pair(high + 2 * e, y[e], y[e + 1]);
    }
  }
}

// Column m of 32 points in a thread.
template <class Number>
__device__ __forceinline__ void first_by_butterflies(float* exchange, const uint32_t* from, int m) {
  constexpr float roots[16][2] = {{1, 0},
                                  {0.98078528040323045f, -0.19509032201612827f},
                                  {0.92387953251128674f, -0.38268343236508977f},
                                  {0.83146961230254524f, -0.55557023301960222f},
                                  {0.70710678118654752f, -0.70710678118654752f},
                                  {0.55557023301960222f, -0.83146961230254524f},
                                  {0.38268343236508977f, -0.92387953251128674f},
                                  {0.19509032201612827f, -0.98078528040323045f}};
  Complex even[16], odd[16];
#pragma unroll
  for (int a = 0; a < 16; ++a) {
    even[a] = Number::Stored::unpack(from[512 * a + m]);
    odd[a] = Number::Stored::unpack(from[512 * a + 256 + m]);
  }
  butterfly16(even);
  butterfly16(odd);
  float* to = exchange + float_place(m);
#pragma unroll
  for (int ka = 0; ka < 16; ++ka) {
    const Complex w = {roots[ka % 8][0], roots[ka % 8][1]};
    butterfly2(even[ka], odd[ka], ka < 8 ? w : Complex{w.im, -w.re});
    *reinterpret_cast<float2*>(to + row_of<32>(ka) * float_pitch) = make_float2(even[ka].re, even[ka].im);
    *reinterpret_cast<float2*>(to + row_of<32>(ka + 16) * float_pitch) = make_float2(odd[ka].re, odd[ka].im);
  }
}

// 256 points of row ka by eight lanes, u = 0..7: frequency (u + 8h) + 16 * kc in z[h][kc]. The twiddles w_8192^(ka*m)
// and w_256^(kb*c), m = 16b + c, are powers of one number in each of the two stages.
__device__ __forceinline__ void row_by_butterflies(Complex (&z)[2][16], float* row, int ka, int u) {
#pragma unroll
  for (int b = 0; b < 16; ++b) {
    const float4 v = *reinterpret_cast<const float4*>(row + line_pitch * b + 4 * u);
    z[0][b] = {v.x, v.y};
    z[1][b] = {v.z, v.w};
  }
  {
    const Powers16 powers(root(ka, 512));
    twiddled16(z[0], powers);
    twiddled16(z[1], powers);
  }
  SYNC_WARP();
#pragma unroll
  for (int kb = 0; kb < 16; ++kb) store_pair(row + line_pitch * kb + 4 * u, z[0][kb], z[1][kb]);
  SYNC_WARP();
#pragma unroll
  for (int h = 0; h < 2; ++h) {
#pragma unroll
    for (int c = 0; c < 16; c += 2) {
      const float4 v = *reinterpret_cast<const float4*>(row + line_pitch * (u + 8 * h) + 2 * c);
      z[h][c] = {v.x, v.y};
      z[h][c + 1] = {v.z, v.w};
    }
    const Powers16 powers(root(ka + 32 * (u + 8 * h), 8192));
    twiddled16(z[h], powers);
  }
}

template <class Number, bool Products>
__global__ void __launch_bounds__(256, 2) hybrid(const uint32_t* in, uint32_t* out, const uint4* tables) {
  extern __shared__ uint4 shared_words[];
  float* exchange = reinterpret_cast<float*>(shared_words);
  const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  const size_t at = static_cast<size_t>(blockIdx.x) * 8192;
  if constexpr (Products)
    first_by_products<Number>(exchange, in + at, tables, warp, lane);
  else
    first_by_butterflies<Number>(exchange, in + at, thread);
  SYNC_BLOCK();
  const int ka = thread / 8, u = thread % 8;
  Complex z[2][16];
  row_by_butterflies(z, exchange + row_of<32>(ka) * float_pitch, ka, u);
  SYNC_BLOCK();
  uint32_t* words = reinterpret_cast<uint32_t*>(shared_words);
  uint32_t* mine = words + ka + 36 * u;
#pragma unroll
  for (int i = 0; i < 32; ++i) mine[36 * (8 * (i / 16) + 16 * (i % 16))] = to_memory<Number>(z[i / 16][i % 16]);
  SYNC_BLOCK();
  words += 4 * thread + 4 * (thread / 8);
#pragma unroll
  for (int i = 0; i < 8; ++i) store4(out + at + 4 * thread + 1024 * i, load4(words + 1152 * i));
}
