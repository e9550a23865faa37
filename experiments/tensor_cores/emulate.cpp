// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// Runs the kernels on a CPU, a thread of the system for each of a block's, with mma.sync as the PTX manual lays out its
// operands, and compares with sums in double precision: a check of every index without a GPU. Exit code 1 on a fault.
#define TENSOR_EMULATED
#include <cuda_runtime.h>

#include <barrier>
#include <cstdio>
#include <memory>
#include <random>
#include <thread>

static thread_local uint3 threadIdx, blockIdx;
static std::unique_ptr<std::barrier<>> block_barrier, warp_barriers[8];
static void SYNC_BLOCK() { block_barrier->arrive_and_wait(); }
static void SYNC_WARP() { warp_barriers[threadIdx.x / 32]->arrive_and_wait(); }
static float __uint_as_float(unsigned word) {
  float value;
  __builtin_memcpy(&value, &word, sizeof value);
  return value;
}
void __sincosf(float angle, float* s, float* c) { sincosf(angle, s, c); }
#undef __shared__
#define __shared__
#undef __launch_bounds__
#define __launch_bounds__(...)

#include "tables.hpp"

uint4 shared_words[1 << 14];
static uint32_t registers[8][32][6];

template <class Number>
void mma(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  uint32_t(&mine)[6] = registers[warp][lane];
  for (int i = 0; i < 4; ++i) mine[i] = a[i];
  mine[4] = b0, mine[5] = b1;
  SYNC_WARP();
  const auto half = [](uint32_t word, unsigned k) {
    const Complex pair = Number::unpack(word);
    return k % 2 ? pair.im : pair.re;
  };
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = g + 8 * (i / 2), column = 2 * t + i % 2;
    for (unsigned k = 0; k < 16; ++k) {
      const uint32_t left = registers[warp][4 * (row % 8) + k % 8 / 2][row / 8 + 2 * (k / 8)];
      const uint32_t right = registers[warp][4 * column + k % 8 / 2][4 + k / 8];
      d[i] += half(left, k) * half(right, k);
    }
  }
  SYNC_WARP();
}

template <class Body>
static void run_block(unsigned threads, Body body) {
  block_barrier = std::make_unique<std::barrier<>>(threads);
  for (unsigned warp = 0; warp < threads / 32; ++warp) warp_barriers[warp] = std::make_unique<std::barrier<>>(32);
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; ++i)
    all.emplace_back([i, &body] {
      threadIdx = {i, 0, 0};
      blockIdx = {0, 0, 0};
      body();
    });
  for (std::thread& thread : all) thread.join();
}

using Numbers = std::vector<std::complex<double>>;

static Numbers dft(const Numbers& x, int sign) {
  const size_t n = x.size();
  if (n == 1) return x;
  Numbers even(n / 2), odd(n / 2), y(n);
  for (size_t i = 0; i < n / 2; ++i) even[i] = x[2 * i], odd[i] = x[2 * i + 1];
  even = dft(even, sign), odd = dft(odd, sign);
  for (size_t k = 0; k < n / 2; ++k) {
    const auto w = std::polar(1.0, sign * 2 * M_PI * k / n) * odd[k];
    y[k] = even[k] + w, y[k + n / 2] = even[k] - w;
  }
  return y;
}

struct Sums {
  double wrong = 0, all = 0, rounding = 0;
  template <class Number>
  void add(const Numbers& wanted, const uint32_t* words) {
    for (size_t i = 0; i < wanted.size(); ++i) {
      const Complex z = Number::unpack(words[i]);
      const Complex r = Number::unpack(Number::pack({float(wanted[i].real()), float(wanted[i].imag())}));
      wrong += std::norm(wanted[i] - std::complex<double>(z.re, z.im));
      rounding += std::norm(wanted[i] - std::complex<double>(r.re, r.im));
      all += std::norm(wanted[i]);
    }
  }
  bool report(const char* what, double bound) const {
    const double error = std::sqrt(wrong / all), least = std::sqrt(rounding / all);
    std::printf("%-28s error %.3g, rounding of the result alone %.3g\n", what, error, least);
    return error < bound * least;
  }
};

template <class Number>
static Numbers random_words(std::vector<uint32_t>& words) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-1, 1);
  Numbers exact;
  for (uint32_t& word : words) {
    word = Number::pack({uniform(random), uniform(random)});
    const Complex z = Number::unpack(word);
    exact.emplace_back(z.re, z.im);
  }
  return exact;
}

template <class Number, int Radix, int Matrix, int Data>
static bool check(const char* what, double bound) {
  constexpr int n = 256 * Radix;
  const auto tables = lane_tables<Number>();
  std::vector<uint32_t> in(Radix == 1 ? 4096 : n * Shape<Radix>::together), out(in.size());
  const Numbers x = random_words<typename Number::Stored>(in);
  if constexpr (Radix == 1)
    run_block(128, [&] { transform_256<Number, Matrix, Data>(in.data(), out.data(), tables.data()); });
  else
    run_block(Shape<Radix>::threads,
              [&] { transform<Number, Radix, Matrix, Data, 1>(in.data(), out.data(), tables.data()); });
  Sums sums;
  for (size_t at = 0; at < in.size(); at += n)
    sums.add<typename Number::Stored>(dft(Numbers(x.begin() + at, x.begin() + at + n), -1), &out[at]);
  return sums.report(what, bound);
}

template <class Number, bool Products>
static bool check_hybrid(const char* what) {
  const auto tables = lane_tables<Number>();
  std::vector<uint32_t> in(8192), out(8192);
  const Numbers x = random_words<Number>(in);
  run_block(256, [&] { hybrid<Number, Products>(in.data(), out.data(), tables.data()); });
  Sums sums;
  sums.add<Number>(dft(x, -1), out.data());
  return sums.report(what, 1.001);
}

template <class Number, int Matrix, int Data>
static bool check_convolution(const char* what, double bound) {
  const auto tables = lane_tables<Number>();
  std::vector<uint32_t> in(4096), out(4096), other(4096);
  std::vector<Complex> spectrum(4096);
  Numbers x = dft(random_words<typename Number::Stored>(in), -1);
  for (int k = 0; k < 4096; ++k) {
    const auto h = std::polar(1.0 + k % 7, 0.37 * k);
    x[k] *= h;
    spectrum[spectrum_place(k)] = {float(h.real() / 4096), float(h.imag() / 4096)};
  }
  run_block(128, [&] {
    convolution<Number, Matrix, Data, 1>(in.data(), out.data(), tables.data(),
                                         reinterpret_cast<const float4*>(spectrum.data()));
  });
  x = dft(x, 1);
  for (auto& z : x) z /= 4096;
  Sums sums;
  sums.add<typename Number::Stored>(x, out.data());
  return sums.report(what, bound);
}

int main() {
  bool good = check<Half, 1, 1, 1>("256 f16, one part", 3) & check<Half, 1, 2, 2>("256 f16, two parts", 1.02);
  good &= check<Half, 4, 1, 1>("1024 f16, one part", 3) & check<Half, 4, 2, 2>("1024 f16, two parts", 1.02);
  good &= check<Half, 16, 1, 1>("4096 f16, one part", 3) & check<Half, 16, 2, 2>("4096 f16, two parts", 1.02);
  good &= check<Half, 32, 1, 1>("8192 f16, one part", 3) & check<Half, 32, 2, 2>("8192 f16, two parts", 1.02);
  good &= check<Half, 32, 2, 1>("8192 f16, matrix in two", 3) & check<Half, 32, 1, 2>("8192 f16, data in two", 3);
  good &= check<Bfloat, 32, 1, 1>("8192 bf16, one part", 3) & check<Bfloat, 32, 2, 2>("8192 bf16, two parts", 1.02);
  good &= check_hybrid<Half, false>("8192 f16, butterflies") & check_hybrid<Half, true>("8192 f16, one product");
  good &= check_hybrid<Bfloat, true>("8192 bf16, one product");
  good &= check<BfloatByHalf, 16, 1, 1>("4096 bf16 by f16, one part", 1.03);
  good &= check<BfloatByHalf, 32, 1, 1>("8192 bf16 by f16, one part", 1.03);
  good &= check_convolution<BfloatByHalf, 1, 1>("convolution bf16 by f16", 1.1);
  good &= check_convolution<Half, 1, 1>("convolution f16, one part", 4);
  good &= check_convolution<Half, 2, 2>("convolution f16, two parts", 1.02);
  std::puts(good ? "passed" : "FAILED");
  return good ? 0 : 1;
}
