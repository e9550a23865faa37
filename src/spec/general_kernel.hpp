// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Algorithm::general: one program for every small transform of a precision, so that a problem that is too small to
// repay a compilation needs none of its own (docs/adr/0160). The program reads from tables what other kernels have as
// constants: lengths, radices, strides, the direction. It runs on CPUs, a transform at a time, in vectors along the
// butterflies, and by Bluestein's algorithm where a prime factor is large.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio {

/// Limit of KernelSpec::work_length(), with which 8 lanes of f64 take no more than 256 KiB of local memory: the second
/// level of cache of many processors, which PoCL gives.
inline constexpr std::int64_t max_general_work = 6912;
/// Radices whose butterflies are written out, in the first stage only general_first_codelets. Others are odd primes,
/// whose butterflies are loops.
inline constexpr std::array<int, 5> general_codelets{8, 4, 2, 3, 5};
inline constexpr std::array<int, 2> general_first_codelets{8, 4};
inline constexpr int max_general_codelet_prime = 5;
inline constexpr int max_general_prime = 61;
inline constexpr std::int64_t max_general_numbers = 8 * max_general_work;  ///< elements of the table of numbers
inline constexpr std::int64_t max_general_stages = 13;
/// Strides in scalars are 32-bit numbers of at most this size.
inline constexpr std::int64_t max_general_stride = std::int64_t{1} << 30;

/// Radices in the order of the stages, if none of them is larger than max_general_prime; else empty, as for 1.
std::vector<int> general_radices(std::int64_t length);

/// Points of the DFT that a transform is computed by: half of its length for a real transform of an even length, whose
/// pairs of real numbers are complex ones; else the length. Short ones have fewer butterflies than vectors need.
std::int64_t general_points(const KernelSpec& spec);

/// True if the program does what the spec asks for.
bool fits_general(const KernelSpec& spec);

/// The spec of the program, which is the same for all transforms that it serves.
KernelSpec general_program(const KernelSpec& spec);

/// Local memory of the program: a plane of real parts, then one of imaginary parts, each with two arrays of elements
/// and two small ones of a butterfly's vectors.
struct GeneralMemory {
  std::int64_t area = 0;   ///< elements of an array
  std::int64_t turn = 0;   ///< where results of a butterfly are put in order, max_general_prime vectors
  std::int64_t pairs = 0;  ///< sums and differences of a prime butterfly's inputs, as many vectors
  std::int64_t plane = 0;  ///< all of these
};
GeneralMemory general_memory(int lanes);

/// The table of sizes: these, then a StageField record for each stage.
enum class SizeField : std::uint8_t {
  columns,     ///< transforms of a strided batch
  loop,        ///< iterations of the loop inside the outermost one
  given,       ///< complex elements that are read from memory; a pair of real numbers is one
  conjugates,  ///< elements after those, conjugates of them in reverse order
  length,      ///< general_points()
  work,        ///< points of the DFT
  stored,      ///< elements that are written
  stages,
  rounds,    ///< DFTs of a transform: 2 with Bluestein's algorithm, else 1
  in_unit,   ///< scalars of an element as distances and offsets count them
  out_unit,  ///< likewise
  inverse,   ///< 1: real and imaginary parts change places on both sides
  half,      ///< 1: elements that are real in the spectrum of a real signal get the imaginary part 0
  middle,    ///< the last of these elements; 0 for odd lengths
  chirp,     ///< its place in the table of numbers
  spectrum,  ///< likewise
  pairing,   ///< of half-length DFTs: 1: results become a half spectrum; 2: a half spectrum becomes inputs; else 0
  split,     ///< place of the twiddles for that
  count
};
enum class StageField : std::uint8_t {
  radix,
  p_count,  ///< butterfly (p, q) reads element p*q_count + q + step*j
  q_count,
  q_last,  ///< where the last vector of a row begins, at most
  step,
  y_p,  ///< and writes element p*y_p + q + y_k*k
  y_k,
  twiddles,  ///< place in the table of numbers; of the first stage vectors of ones
  pitch,     ///< from real to imaginary parts of one j
  roots,     ///< of a prime whose butterflies are loops; 0: they are codelets
  first,     ///< 1: a first stage, which writes element q*radix + k
  count
};
/// The table of strides, in scalars.
enum class StrideField : std::uint8_t {
  in_element,
  in_imaginary,  ///< from real to imaginary part; 0: there is none
  in_column,
  in_loop,
  out_element,
  out_imaginary,
  out_column,
  out_loop,
  count
};

inline constexpr std::int64_t max_general_sizes =
    static_cast<int>(SizeField::count) + max_general_stages * static_cast<int>(StageField::count);

}  // namespace papilio
