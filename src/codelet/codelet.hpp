// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Codelet: the DFT of one small length as scheduled straight-line real arithmetic.
//
// The method is that of FFTW's genfft (Frigo, "A Fast Fourier Transform Compiler", PLDI 1999): an algorithm written on
// complex numbers builds a hash-consed DAG of real operations, the DAG simplifies itself, and a scheduler orders it so
// that few values are live at once. The inverse is the same description with the opposite sign.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "core/quad.hpp"

namespace papilio::codelet {

enum class CodeletOp : std::uint8_t {
  add,   ///< a + b
  sub,   ///< a - b
  mul,   ///< a * constant
  neg,   ///< -a  (rare: the simplifier moves signs into add and sub)
  fma,   ///< a * constant + b
  fms,   ///< a * constant - b
  fnma,  ///< b - a * constant
};

/// Instruction i defines the value with id 2*radix + i.
struct CodeletInstruction {
  CodeletOp op;
  int a;
  int b;                 ///< unused for mul and neg
  long double constant;  ///< unused for add, sub and neg
  QuadReal exact = 0;    ///< the same with the digits that precisions of pairs have
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
  std::vector<CodeletInstruction> instructions;
  std::vector<int> outputs;  ///< 2*radix value ids: re, im of output 0, 1, …
  int max_live = 0;          ///< peak number of live values under this schedule, inputs included
  [[nodiscard]] OperationCounts counts() const;
};

/// The cost model that a codelet is made for.
enum class Style {
  separate,  ///< adds and muls cost the same: minimise both
  fused,     ///< a mul is free where the next add absorbs it: constants move towards the outputs
  /// As fused, but primes use the most accurate method; radix 13 and some from 31 up cost up to 30% more, 67 half.
  exact,
};

/// Returns the style for CPUs. Primes above 31 have codelets for their exactness; by Rader's algorithm they would have
/// larger errors.
constexpr Style cpu_style(int radix) { return radix > 31 ? Style::exact : Style::fused; }

/// The largest radix that dft() makes.
inline constexpr int max_radix = 67;

/// The codelet of this radix, 1..max_radix. It is built at the first request, kept for the life of the process, and
/// safe to request from any thread.
const Codelet& dft(int radix, Direction direction, Style style = Style::separate);

}  // namespace papilio::codelet
