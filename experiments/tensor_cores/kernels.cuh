// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// Transforms of 256..8192 points by products with the 16-point DFT matrix. README.md beside this says how.
#pragma once

#include "numbers.cuh"

constexpr int pitch = 260;  // words from row to row of the exchange: stores of 16 bytes then meet no conflict

// What a lane keeps of the DFT matrix: `left` as the first factor of a product (rows are frequencies), `right` as the
// second (columns are frequencies), and the twiddles of 256 points. Tables of uint4, one for each lane of a warp.
constexpr int left_at = 0, right_at = 8, twiddles_at = 16, table_rows = 20;

template <int Matrix>
struct Left {
  uint32_t tile[Matrix][2][2][4];  // [part][frequencies 2g + mt][points 8kt..8kt+7]
  __device__ __forceinline__ void load(const uint4* tables, int lane) {
#pragma unroll
    for (int i = 0; i < 4 * Matrix; ++i) {
      const uint4 v = tables[(left_at + i) * 32 + lane];
      uint32_t(&to)[4] = tile[i / 4][i / 2 % 2][i % 2];
      to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
    }
  }
};

template <int Matrix>
struct Right {
  uint32_t tile[Matrix][2][4][2];  // [part][kt][nt][i]: points 4t + kt + 2i, frequencies 4t + order(nt)
  __device__ __forceinline__ void load(const uint4* tables, int lane) {
#pragma unroll
    for (int i = 0; i < 4 * Matrix; ++i) {
      const uint4 v = tables[(right_at + i) * 32 + lane];
      uint32_t(&a)[2] = tile[i / 4][i / 2 % 2][2 * (i % 2)];
      uint32_t(&b)[2] = tile[i / 4][i / 2 % 2][2 * (i % 2) + 1];
      a[0] = v.x, a[1] = v.y, b[0] = v.z, b[1] = v.w;
    }
  }
};

struct Twiddles256 {
  Complex w[2][4];  // w_256^((2g + mt) * (4t + e))
  __device__ __forceinline__ void load(const uint4* tables, int lane) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const uint4 v = tables[(twiddles_at + i) * 32 + lane];
      w[i / 2][2 * (i % 2)] = {__uint_as_float(v.x), __uint_as_float(v.y)};
      w[i / 2][2 * (i % 2) + 1] = {__uint_as_float(v.z), __uint_as_float(v.w)};
    }
  }
};

__host__ __device__ constexpr int order(int nt) { return (nt >> 1) + 2 * (nt & 1); }

template <int Words>
struct Vector {
  uint32_t w[Words];
};

__device__ __forceinline__ Vector<4> load4(const uint32_t* from) {
  const uint4 v = *reinterpret_cast<const uint4*>(from);
  return {{v.x, v.y, v.z, v.w}};
}
__device__ __forceinline__ Vector<2> load2(const uint32_t* from) {
  const uint2 v = *reinterpret_cast<const uint2*>(from);
  return {{v.x, v.y}};
}
__device__ __forceinline__ void store4(uint32_t* to, const Vector<4>& v) {
  *reinterpret_cast<uint4*>(to) = make_uint4(v.w[0], v.w[1], v.w[2], v.w[3]);
}

// Sixteen-point transforms of eight columns: points[part][kt][i] is the word of point 8kt + 4i + t in column g.
// Result of half mt: frequency 2g + mt of columns 2t (d[0], d[2]) and 2t + 1 (d[1], d[3]).
template <class Number, int Matrix, int Parts>
__device__ __forceinline__ void times_left(float (&d)[4], const Left<Matrix>& left, int mt,
                                           const uint32_t (&points)[Parts][2][2]) {
#pragma unroll
  for (int kt = 0; kt < 2; ++kt) {
    mma<Number>(d, left.tile[0][mt][kt], points[0][kt][0], points[0][kt][1]);
    if constexpr (Parts == 2) mma<Number>(d, left.tile[0][mt][kt], points[1][kt][0], points[1][kt][1]);
    if constexpr (Matrix == 2) mma<Number>(d, left.tile[1][mt][kt], points[0][kt][0], points[0][kt][1]);
  }
}

// Sixteen-point transforms of sixteen rows: points[part][kt] holds rows 2g and 2g + 1, points 4t + kt + 2i.
// Result of tile nt: frequency 4t + order(nt) of row 2g (d[0], d[1]) and 2g + 1 (d[2], d[3]).
template <class Number, int Matrix, int Parts>
__device__ __forceinline__ void times_right(float (&d)[4], const uint32_t (&points)[Parts][2][4],
                                            const Right<Matrix>& right, int nt) {
#pragma unroll
  for (int kt = 0; kt < 2; ++kt) {
    const uint32_t(&high)[2] = right.tile[0][kt][nt];
    mma<Number>(d, points[0][kt], high[0], high[1]);
    if constexpr (Parts == 2) mma<Number>(d, points[1][kt], high[0], high[1]);
    if constexpr (Matrix == 2) {
      const uint32_t(&low)[2] = right.tile[1][kt][nt];
      mma<Number>(d, points[0][kt], low[0], low[1]);
    }
  }
}

// The first half of 256 points: columns 2g + nt of points[part][kt][i][nt]; after it row 2g + mt, column 4t + kt + 2i.
template <class Number, int Matrix, int Parts>
__device__ __forceinline__ void columns256(Complex (&z)[2][4], const Left<Matrix>& left,
                                           const Vector<2> (&points)[Parts][2][2]) {
#pragma unroll
  for (int nt = 0; nt < 2; ++nt) {
    uint32_t tile[Parts][2][2];
#pragma unroll
    for (int i = 0; i < 4 * Parts; ++i) tile[i / 4][i / 2 % 2][i % 2] = points[i / 4][i / 2 % 2][i % 2].w[nt];
#pragma unroll
    for (int mt = 0; mt < 2; ++mt) {
      float d[4] = {0, 0, 0, 0};
      times_left<Number, Matrix, Parts>(d, left, mt, tile);
      z[mt][nt] = {d[0], d[2]};
      z[mt][nt + 2] = {d[1], d[3]};
    }
  }
}

// 256 points in a warp's registers: natural order in, frequency (2g + mt) + 16 * (4t + order(nt)) in z[mt][nt].
template <class Number, int Matrix, int Data, int Parts>
__device__ __forceinline__ void transform256(Complex (&z)[2][4], const Left<Matrix>& left, const Right<Matrix>& right,
                                             const Twiddles256& twiddles, const Vector<2> (&points)[Parts][2][2]) {
  Complex y[2][4];
  columns256<Number, Matrix, Parts>(y, left, points);
  uint32_t rows[Data][2][4];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int mt = i / 4, e = i % 4;
    const auto split = Split<Number, Data>::of(y[mt][e] * twiddles.w[mt][e]);
#pragma unroll
    for (int part = 0; part < Data; ++part) rows[part][e % 2][mt + 2 * (e / 2)] = split.word[part];
  }
#pragma unroll
  for (int nt = 0; nt < 4; ++nt) {
    float d[4] = {0, 0, 0, 0};
    times_right<Number, Matrix, Data>(d, rows, right, nt);
    z[0][nt] = {d[0], d[1]};
    z[1][nt] = {d[2], d[3]};
  }
}

// Where the exchange keeps the row of first-stage frequency ka: 2g and 2g + 2 next to each other.
template <int Radix>
__device__ __forceinline__ int row_of(int ka) {
  return Radix == 4 ? ka : (ka & 16) + ((ka & 15) >> 1) + 8 * (ka & 1);
}

// Words of the exchange and of the output in it; transforms of 1024 points lie four in a block.
template <int Radix>
struct Shape {
  static constexpr int n = 256 * Radix, warps = Radix < 4 ? 1 : Radix / 4, together = warps < 4 ? 4 / warps : 1;
  static constexpr int threads = 32 * warps * together, plane = pitch * Radix;
  // Where the output keeps frequency k: padded, so that neither order of access meets a conflict of banks.
  static __device__ __forceinline__ int output(int k) {
    if (Radix == 32) return k + 4 * (k / 64) + 8 * (k / 2048);
    if (Radix == 16) return k + 4 * (k / 32) + 8 * (k / 1024);
    return k + 16 * (k / 256) + 4 * (k / 512);
  }
  static __host__ __device__ constexpr int words(int data) {
    return plane * data > n + n / 4 ? plane * data : n + n / 4;
  }
};

// Frequencies ka of columns m..m+3 and m+4..m+7, by way of twiddles w_n^(ka*m), into a row of the exchange.
template <class Number, int Data>
struct RowWriter {
  Complex first, second, step;
  Vector<4> low[Data], high[Data];
  __device__ __forceinline__ void start(int ka, int m, int n) {
    first = root(ka * m, n);
    step = root(ka, n);
    const Complex squared = step * step;
    second = first * (squared * squared);
  }
  __device__ __forceinline__ void put(int e, Complex a, Complex b) {
    const auto x = Split<Number, Data>::of(a * first);
    const auto y = Split<Number, Data>::of(b * second);
    first = first * step;
    second = second * step;
#pragma unroll
    for (int part = 0; part < Data; ++part) low[part].w[e] = x.word[part], high[part].w[e] = y.word[part];
  }
  __device__ __forceinline__ void write(uint32_t* row, int plane) const {
#pragma unroll
    for (int part = 0; part < Data; ++part) {
      store4(row + part * plane, low[part]);
      store4(row + part * plane + 4, high[part]);
    }
  }
};

// The 32 words of a thread: point rows 8kt + 4i + t (of set s in radix 32: twice that plus s), columns 4g..4g+3.
template <class Number, int Radix>
__device__ __forceinline__ void load_columns(Vector<4> (&raw)[2][2][2], const uint32_t* from, int warp, int lane) {
  constexpr int step = Radix == 32 ? 512 : 256;  // from a row of a set to the next
  from += step * (lane % 4) + 4 * (lane / 4) + (Radix == 32 ? 32 : 64) * warp;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int set = i / 4, a = 8 * (i / 2 % 2) + 4 * (i % 2);
    raw[set][i / 2 % 2][i % 2] = load4(from + step * a + (Radix == 32 ? 256 : 32) * set);
  }
#pragma unroll
  for (int i = 0; i < 32; ++i) {
    uint32_t& word = raw[i / 16][i / 8 % 2][i / 4 % 2].w[i % 4];
    word = from_memory<Number>(word);
  }
}

template <class Number, int Matrix>
__device__ __forceinline__ void column_tile(float (&d)[4], const Left<Matrix>& left, int mt,
                                            const Vector<4> (&raw)[2][2], int e) {
  const uint32_t points[1][2][2] = {{{raw[0][0].w[e], raw[0][1].w[e]}, {raw[1][0].w[e], raw[1][1].w[e]}}};
  times_left<Number, Matrix, 1>(d, left, mt, points);
}

template <class Number, int Matrix, int Data>
__device__ __forceinline__ void first_stage16(uint32_t* exchange, const Vector<4> (&raw)[2][2][2],
                                              const Left<Matrix>& left, int warp, int lane) {
  const int g = lane / 4, t = lane % 4;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int set = i / 2, mt = i % 2, m = 64 * warp + 32 * set + 8 * t;
    RowWriter<Number, Data> writer;
    writer.start(2 * g + mt, m, 4096);
#pragma unroll
    for (int e = 0; e < 4; ++e) {
      float d[4] = {0, 0, 0, 0};
      column_tile<Number, Matrix>(d, left, mt, raw[set], e);
      writer.put(e, {d[0], d[2]}, {d[1], d[3]});
    }
    writer.write(exchange + row_of<16>(2 * g + mt) * pitch + m, Shape<16>::plane);
  }
}

template <class Number, int Matrix, int Data>
__device__ __forceinline__ void first_stage32(uint32_t* exchange, const Vector<4> (&raw)[2][2][2],
                                              const Left<Matrix>& left, int warp, int lane) {
  const int g = lane / 4, t = lane % 4, m = 32 * warp + 8 * t;
#pragma unroll
  for (int mt = 0; mt < 2; ++mt) {
    const int ka = 2 * g + mt;
    const Complex w = root(ka, 32);
    RowWriter<Number, Data> lower, upper;
    lower.start(ka, m, 8192);
    upper.start(ka + 16, m, 8192);
#pragma unroll
    for (int e = 0; e < 4; ++e) {
      float even[4] = {0, 0, 0, 0}, odd[4] = {0, 0, 0, 0};
      column_tile<Number, Matrix>(even, left, mt, raw[0], e);
      column_tile<Number, Matrix>(odd, left, mt, raw[1], e);
      const Complex x = {even[0], even[2]}, y = {even[1], even[3]};
      const Complex u = Complex{odd[0], odd[2]} * w, v = Complex{odd[1], odd[3]} * w;
      lower.put(e, x + u, y + v);
      upper.put(e, x - u, y - v);
    }
    lower.write(exchange + row_of<32>(ka) * pitch + m, Shape<32>::plane);
    upper.write(exchange + row_of<32>(ka + 16) * pitch + m, Shape<32>::plane);
  }
}

// Four points need no matrix: butterflies in f32, columns 8 * lane..8 * lane + 7.
template <class Number, int Data>
__device__ __forceinline__ void first_stage4(uint32_t* exchange, const uint32_t* from, int lane) {
  const int m = 8 * lane;
  Vector<4> raw[4][2];
#pragma unroll
  for (int i = 0; i < 8; ++i) raw[i / 2][i % 2] = load4(from + 256 * (i / 2) + m + 4 * (i % 2));
#pragma unroll
  for (int ka = 0; ka < 4; ++ka) {
    RowWriter<Number, Data> writer;
    writer.start(ka, m, 1024);
#pragma unroll
    for (int e = 0; e < 4; ++e) {
      Complex y[2];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        const Complex a = Number::Stored::unpack(raw[0][h].w[e]), b = Number::Stored::unpack(raw[1][h].w[e]);
        const Complex c = Number::Stored::unpack(raw[2][h].w[e]), d = Number::Stored::unpack(raw[3][h].w[e]);
        const Complex s = ka % 2 ? a - c : a + c, r = ka % 2 ? b - d : b + d;
        const Complex turned = ka == 0   ? r
                               : ka == 1 ? Complex{r.im, -r.re}
                               : ka == 2 ? Complex{-r.re, -r.im}
                                         : Complex{-r.im, r.re};
        y[h] = s + turned;
      }
      writer.put(e, y[0], y[1]);
    }
    writer.write(exchange + row_of<4>(ka) * pitch + m, Shape<4>::plane);
  }
}

template <int Data>
__device__ __forceinline__ void read_row(Vector<2> (&points)[Data][2][2], const uint32_t* row, int plane, int lane) {
  row += 16 * (lane % 4) + 2 * (lane / 4);
#pragma unroll
  for (int i = 0; i < 4 * Data; ++i) {
    const int b = 8 * (i / 2 % 2) + 4 * (i % 2);
    points[i / 4][i / 2 % 2][i % 2] = load2(row + (i / 4) * plane + 16 * b);
  }
}

// 256 points, four transforms a warp, no shared memory.
template <class Number, int Matrix, int Data>
__global__ void __launch_bounds__(128) transform_256(const uint32_t* in, uint32_t* out, const uint4* tables) {
  const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  const size_t first = (static_cast<size_t>(blockIdx.x) * 4 + threadIdx.x / 32) * 1024;
  Vector<2> points[4][1][2][2];
#pragma unroll
  for (int q = 0; q < 4; ++q) read_row<1>(points[q], in + first + 256 * q, 0, lane);
  Left<Matrix> left;
  Right<Matrix> right;
  Twiddles256 twiddles;
  left.load(tables, lane);
  right.load(tables, lane);
  twiddles.load(tables, lane);
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    Complex z[2][4];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      uint32_t& word = points[q][0][i / 4][i / 2 % 2].w[i % 2];
      word = from_memory<Number>(word);
    }
    transform256<Number, Matrix, Data, 1>(z, left, right, twiddles, points[q]);
#pragma unroll
    for (int nt = 0; nt < 4; ++nt)
      *reinterpret_cast<uint2*>(out + first + 256 * q + 16 * (4 * t + order(nt)) + 2 * g) =
          make_uint2(to_memory<Number>(z[0][nt]), to_memory<Number>(z[1][nt]));
  }
}

// 256 * Radix points in a block: the first Radix points by columns, an exchange, then 256 points of each row.
template <class Number, int Radix, int Matrix, int Data, int Blocks>
__global__ void __launch_bounds__(Shape<Radix>::threads, Blocks)
    transform(const uint32_t* in, uint32_t* out, const uint4* tables) {
  using S = Shape<Radix>;
  extern __shared__ uint4 shared_words[];
  const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  const int warp = threadIdx.x / 32 % S::warps, which = threadIdx.x / 32 / S::warps;
  uint32_t* exchange = reinterpret_cast<uint32_t*>(shared_words) + which * S::words(Data);
  const size_t at = (static_cast<size_t>(blockIdx.x) * S::together + which) * S::n;
  Left<Matrix> left;
  left.load(tables, lane);
  if constexpr (Radix == 4) {
    first_stage4<Number, Data>(exchange, in + at, lane);
  } else {
    Vector<4> raw[2][2][2];
    load_columns<Number, Radix>(raw, in + at, warp, lane);
    if constexpr (Radix == 16) first_stage16<Number, Matrix, Data>(exchange, raw, left, warp, lane);
    if constexpr (Radix == 32) first_stage32<Number, Matrix, Data>(exchange, raw, left, warp, lane);
  }
  SYNC_BLOCK();
  Right<Matrix> right;
  Twiddles256 twiddles;
  right.load(tables, lane);
  twiddles.load(tables, lane);
  Vector<4> result[2][4];
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    Vector<2> points[Data][2][2];
    Complex z[2][4];
    read_row<Data>(points, exchange + row_of<Radix>(4 * warp + q) * pitch, S::plane, lane);
    transform256<Number, Matrix, Data, Data>(z, left, right, twiddles, points);
#pragma unroll
    for (int i = 0; i < 8; ++i) result[i / 4][i % 4].w[q] = to_memory<Number>(z[i / 4][i % 4]);
  }
  SYNC_BLOCK();
  // Places are sums of a lane's part and a constant, which the compiler does not see in output(k).
  const int mine = S::output(4 * warp + 2 * Radix * (g + 32 * t)), read = S::output(4 * (32 * warp + lane));
#pragma unroll
  for (int i = 0; i < 8; ++i)
    store4(exchange + mine + Radix * (i / 4) + S::output(16 * Radix * order(i % 4)), result[i / 4][i % 4]);
  SYNC_BLOCK();
  uint32_t* to = out + at + 4 * (32 * warp + lane);
#pragma unroll
  for (int i = 0; i < 8; ++i) store4(to + 32 * Radix * i, load4(exchange + read + S::output(32 * Radix * i)));
}
