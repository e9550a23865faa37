// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Codelet: the DFT of one small length as scheduled straight-line real arithmetic.
//
// Made as FFTW's genfft makes them (Frigo, "A Fast Fourier Transform Compiler", 1999): an algorithm written on complex
// numbers builds a hash-consed DAG of real operations, the DAG simplifies itself, a scheduler orders it for few live
// values. The inverse is the same description with the other sign.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

namespace papilio::codelet {

enum class Op : std::uint8_t {
  add,   ///< a + b
  sub,   ///< a - b
  mul,   ///< a * constant
  neg,   ///< -a  (rare: the simplifier moves signs into add and sub)
  fma,   ///< a * constant + b
  fms,   ///< a * constant - b
  fnma,  ///< b - a * constant
};

/// Defines the value whose id is 2*radix + (index of the instruction).
struct Instruction {
  Op op;
  int a;
  int b;                 ///< unused for mul and neg
  long double constant;  ///< unused for add, sub and neg
};

struct OperationCounts {
  int adds = 0;  ///< add, sub
  int muls = 0;  ///< mul
  int fmas = 0;  ///< fma, fms, fnma
  int negs = 0;
  /// Floating-point operations, an fma counted as two.
  [[nodiscard]] int flops() const { return adds + muls + 2 * fmas + negs; }
};

/// X[k] = sum_j x[j] exp(-+2*pi*i*j*k/radix). Value ids 2*j and 2*j+1 are the real and imaginary part of input j.
struct Codelet {
  int radix = 1;
  Direction direction = Direction::forward;
  std::vector<Instruction> instructions;
  std::vector<int> outputs;  ///< 2*radix value ids: re, im of output 0, 1, …
  int max_live = 0;          ///< values alive at once, inputs included, under this schedule
  [[nodiscard]] OperationCounts counts() const;
};

enum class Fusion {
  none,
  fma,
  exact,  ///< fma, and primes with the smallest errors: up to 3 in 10 more operations for 13 and from 31 points on
};

/// The largest radix that dft() makes.
inline constexpr int max_radix = 64;

/// Made once for each (radix, direction, fusion) and kept for the life of the process; safe from any thread.
/// radix 1..max_radix.
const Codelet& dft(int radix, Direction direction, Fusion fusion = Fusion::none);

}  // namespace papilio::codelet
