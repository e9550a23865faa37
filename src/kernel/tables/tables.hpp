// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Tables: constants a kernel reads from global memory. A TableSpec names the contents; make_table() computes them on
// the host, those of f32 in double and those of f64 in long double, and rounds once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "core/chirps.hpp"
#include "ir/builder.hpp"

namespace papilio::kernel {

enum class TableKind : std::uint8_t {
  none,
  /// Every twiddle of a DFT of n points in stages: for each stage with m > 1 in order, W_{r m}^{p k}, k = 1..r-1, p <
  /// m, stored as the stage's entry of `layouts` says, or those of the inputs as it says. Of several axes together,
  /// `axes`: m without the later axes, s without the earlier ones. stages.hpp has the offsets.
  stages,
  /// W_{n}^{e} in two levels: 2^shift fine entries W_n^i, then the coarse entries W_n^{i << shift}. Interleaved
  /// complex.
  two_level,
  /// W_{n}^{l k} for k < rows, l < lanes: per k, lanes real parts then lanes imaginary parts.
  lane_steps,
  chirp,            ///< exp(-i*pi*k^2/n), k < n (conjugated for the inverse). Stored as `order` says.
  result_chirp,     ///< of a chirp z-transform, whose `chirp` and `chirp_spectrum` are core/chirps.hpp's as well
  chirp_spectrum,   ///< DFT of length m of the conjugate chirp wrapped around, divided by m. Stored as `order` says.
                    ///< Entry p*(m/step) + k is number p + step*k, in the order of a pass of m/step points
  rader_gather,     ///< i32: g^i mod n, i < n-1, g the smallest primitive root
  rader_scatter,    ///< i32: g^-i mod n, i < n-1
  roots,            ///< W_n^{step*k + first}, k < m. Stored as `order` says.
  input_places,     ///< i32: the place of each input of n points with these axes, `axes` (spec/prime_factor.hpp)
  result_places,    ///< i32: that of each result
  group_twiddles,   ///< W_n^{k j} by place, n the product of the axes: between the first of them and the others
  prime_roots,      ///< for each prime r of `radices`: cos and sin of 2 pi j k/r, j, k = 1..(r-1)/2 (prime_root_slot())
  rader_spectrum,   ///< DFT of length n-1 of W_n^{g^-i}, divided by n-1. Stored as `order` and `step` say.
  integers,         ///< i32: `axes`, each at least `first` and less than n
  window,           ///< the factors of `window`, n real numbers
  general_numbers,  ///< of a DFT of m points for n, `step` 2 for a real transform of 2n points: general_tables.hpp
};

/// How a table of complex entries lies in memory.
enum class Order : std::uint8_t { interleaved, planar };

/// Layouts of one stage's twiddles, chosen by how a kernel reads them.
enum class StageLayout : std::uint8_t {
  interleaved_by_k,  ///< [k-1][p] re, im pairs: neighbouring butterflies are neighbouring pairs
  planar_by_k,       ///< [k-1] m real parts, m imaginary parts: a vector of butterflies
  interleaved_by_p,  ///< [p][k-1] re, im pairs: one butterfly's twiddles together, broadcast to all lanes
  inputs_by_j,       ///< [j-1][q] re, im pairs of W_{r s}^{q j}, twiddles of the inputs
  fused_inputs,      ///< [i][q] cosine, tangent: factors of twiddled_butterfly() (complex.hpp), of W_{r s}^q; i counts
                     ///< pairs of them, where two are read at once (Stage::factors_together)
  fused_results,     ///< [i][p] the same of W_{r m}^p, on the way back
  ragged_by_k,       ///< [k-1] s*m real parts, s*m imaginary parts; entry c holds W^{floor(c/s) k}
};

struct TableSpec {
  TableKind kind = TableKind::none;
  Precision precision = Precision::f32;
  Direction direction = Direction::forward;
  std::int64_t n = 0;
  std::int64_t m = 0;
  int shift = 0;
  int step = 1;
  int first = 0;
  int lanes = 1;
  double scale = 1.0;  ///< general_numbers
  Order order = Order::interleaved;
  InputWindow window;
  std::vector<int> radices;
  std::vector<StageLayout> layouts;
  std::vector<std::int64_t> axes;
  ChirpCounts chirps;     ///< of a chirp z-transform; no inputs: the chirps of a DFT of n points
  Contour contour;        ///< that of the plan (plan::Pass::contour)
  bool reversed = false;  ///< of a DFT in place, whose first s outputs are in digit-reversed order behind the stages
                          ///< that make them: so are rows of twiddles of inputs; a spectrum is [k][c], output k of
                          ///< butterfly c of the last of `radices`

  /// Scalars (floats, doubles or i32) in the table.
  [[nodiscard]] std::int64_t elements() const;
  [[nodiscard]] std::string key() const;
  friend bool operator==(const TableSpec&, const TableSpec&) = default;
};

/// Place of the roots of r in TableKind::prime_roots, in scalars; its size, if r is none of `primes`.
std::int64_t first_prime_root(const std::vector<int>& primes, std::int64_t r);

/// The type that kernels compute with.
ir::ScalarKind element_of(Precision precision);

/// The parameter of a kernel that reads it.
ir::Table memory_of(const TableSpec& spec);

/// The bytes to upload.
std::vector<std::byte> make_table(const TableSpec& spec);

}  // namespace papilio::kernel
