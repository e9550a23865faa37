// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The DFT of a prime number r of vectors in loops, for CPUs: a codelet has about r^2 products in a row, and compilers
// take time in proportion.
//
// With h = (r-1)/2, sums t_j = x_j + x_{r-j} and differences u_j = x_j - x_{r-j}, the results are y_k = E_k - i O_k and
// y_{r-k} = E_k + i O_k, where E_k = x_0 + sum_j cos(2 pi j k/r) t_j and O_k = sum_j sin(2 pi j k/r) u_j, and 1 <= j, k
// <= h. Those of the inverse change places.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "kernel/complex.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/simd/scratch.hpp"

namespace papilio::kernel {

class SimdPrime {
 public:
  /// Declares what the stages of the spec need that loops_over() is true for.
  SimdPrime(Builder& b, const KernelSpec& spec, const KernelContext& context);

  struct PrimeButterfly {
    int radix = 0;
    Direction direction = Direction::forward;
    bool real = false;                              ///< imaginary parts of the inputs are 0
    std::function<Complex(Value j)> input;          ///< emits a load
    std::function<void(Value k, Complex y)> store;  ///< after all inputs
  };
  void emit(const PrimeButterfly& butterfly) const;

 private:
  /// E_k and O_k, or parts of their sums.
  struct EvenOdd {
    Complex even;
    Complex odd;
  };
  [[nodiscard]] Complex emit_pairs(const PrimeButterfly& butterfly, Complex first) const;
  void emit_results(const PrimeButterfly& butterfly, Complex first, Value k, int count) const;
  /// Sums of results k+1 to k+start.size(), over j from begin to end.
  [[nodiscard]] std::vector<EvenOdd> add_products(const PrimeButterfly& butterfly, const std::vector<EvenOdd>& start,
                                                  Value k, std::int64_t begin, std::int64_t end) const;
  void set(std::size_t i, Complex value) const;
  [[nodiscard]] Complex get(std::size_t i) const;

  Builder& b_;
  const KernelContext& context_;
  int lanes_;
  std::vector<int> primes_;            ///< in the order of the table
  std::optional<Scratch> pairs_;       ///< t_j and u_j in turns
  const Buffer* registers_ = nullptr;  ///< complex vectors
};

}  // namespace papilio::kernel
