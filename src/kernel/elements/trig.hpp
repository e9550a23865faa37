// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Cosine, sine and Hartley transforms of n real numbers x through one complex DFT, z -> Z, of their kind's length; this
// file alone defines what they do to the elements before and after it. W_m = exp(-2 pi i/m), h = ceil(n/2).
//
//   dct2  z[i] = x[2i] (i < h), x[2n-1-2i] (else)        y[k] = 2 Re(W_4n^k Z[k])           DFT of n points
//         J. Makhoul, "A fast cosine transform in one and two dimensions", IEEE Trans. ASSP 28 (1980).
//   dct3  its transpose: z[k] = W_4n^-k (x[k] - i x[n-k]), x[n] = 0; inverse DFT; y[2i] = Re Z[i], y[2n-1-2i] = Re Z[i]
//
// At half length (half_length_trig(), pairs/half_spectrum.hpp): the real DFT of 2m points, an even number of
// them, through a complex one of m, whose half spectrum is V, 0 <= k <= m:
//
//   dct2  z[i] = v[2i] + i v[2i+1], v being z above; V by half_spectrum; w = W_4n^k V[k]: y[k] = 2 Re w, y[n-k] = -2 Im
//   w dct3  its transpose: V[k] = W_4n^-k (x[k] - i x[n-k]); z by half_spectrum; v[2i] = Re Z[i], v[2i+1] = Im Z[i]
//   dct1, dst1, dht  z[i] = v[2i] + i v[2i+1], v being z below; V by half_spectrum; dct1, dst1: V is Z below; dht:
//         y[k] = Re V[k] - Im V[k], y[n-k] = Re V[k] + Im V[k]
//
//   dct4  even n: z[i] = W_16n^(8i+1) (x[2i] + i x[n-1-2i]), DFT of n/2 points, w = W_16n^(8k+1) Z[k]: y[2k] = 2 Re w,
//         y[n-1-2k] = -2 Im w. Odd n, without twiddles: z[i] = X[(n-1)/2 + 4i], where X continues x evenly at -1/2 and
//         oddly at n-1/2, DFT of n points, y[k] = 2 Re(W_8^(2k+1) Z[2k+1 mod n])
//         S. C. Chan and K. L. Ho, "Fast algorithms for computing the discrete cosine transform", IEEE Trans. CAS II 39
//         (1992).
//   dct1  z even: x[0..n-1], x[n-2..1]; DFT of 2(n-1) points; y[k] = Re Z[k]
//   dst1  z odd: 0, x, 0, -x backwards; DFT of 2(n+1) points; y[k] = -Im Z[k+1]
//   dst2  dct2 of (-1)^j x[j], backwards. dst3: (-1)^k dct3 of x backwards. dst4: (-1)^k dct4 of x backwards.
//   dht   z = x, y[k] = Re Z[k] - Im Z[k]
//
// Orthonormal transforms weigh the ends: types 2 their output k = 0 by sqrt(1/2), types 3 their input by sqrt(2), dct1
// both.
#pragma once

#include <array>
#include <functional>

#include "kernel/complex.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// How a kernel processes the numbers of one side.
class Trig {
 public:
  using Twiddle = std::function<Complex(Value)>;
  using RealReader = std::function<Value(Value)>;        ///< the real number of an index
  using RealWriter = std::function<void(Value, Value)>;  ///< an index and its real number

  /// `twiddle`: entry k of the side's table.
  Trig(Builder& b, const KernelSpec& spec, Twiddle twiddle);

  /// z[i]
  [[nodiscard]] Complex load(Value i, const RealReader& read) const;
  /// Writes what Z[k] becomes.
  void store(Value k, Complex value, const RealWriter& write) const;
  /// At half length: V[k], 0 <= k <= n/2.
  [[nodiscard]] Complex load_half(Value k, const RealReader& read) const;
  void store_half(Value k, Complex value, const RealWriter& write) const;

 private:
  [[nodiscard]] Value backwards(Value j) const;
  [[nodiscard]] Value shuffled(Value i) const;
  [[nodiscard]] Value own(Value j, const RealReader& read) const;
  [[nodiscard]] Value twice(Value v) const;
  [[nodiscard]] Value negate_if(Value condition, Value v) const;
  [[nodiscard]] Value weigh_if(Value condition, double weight, Value v) const;
  [[nodiscard]] Complex load_signal(Value i, const RealReader& read) const;
  [[nodiscard]] Value signal_1(Value j, const RealReader& read) const;
  [[nodiscard]] Value signal_2(Value j, const RealReader& read) const;
  [[nodiscard]] Complex load_4(Value i, const RealReader& read) const;
  void store_half_0(Value k, Complex value, const RealWriter& write) const;
  void store_half_2(Value k, Complex value, const RealWriter& write) const;
  void store_1(Value k, Complex value, const RealWriter& write) const;
  void store_2(Value k, Complex value, const RealWriter& write) const;
  void store_3(Value k, Complex value, const RealWriter& write) const;
  void store_4(Value k, Complex value, const RealWriter& write) const;

  Builder& b_;
  const KernelSpec& spec_;
  Twiddle twiddle_;
  std::int64_t n_;
  std::int64_t half_;  ///< n/2, rounded up
  bool sine_;
};

/// True for sine transforms whose number k of the spectrum has its place at n-1-k.
bool goes_backwards(Kind kind);

/// At half length: the DFT's elements i and n/2-1-i are numbers 4i to 4i+3 of the signal.
struct Mirrors {
  Complex element;
  Complex mirror;
};
Mirrors mirrors_of(Builder& b, const KernelSpec& spec, const std::array<Value, 4>& x);
std::array<Value, 4> numbers_of(Builder& b, const KernelSpec& spec, Mirrors z);

}  // namespace papilio::kernel
