// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/general_kernel.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/number_theory.hpp"

namespace papilio {
namespace {

bool fits(const Strides& strides, std::int64_t interleaved) {
  const auto small = [](std::int64_t stride) { return std::abs(stride) <= max_general_stride / 2; };
  return strides.block == 0 && strides.interleaved_rows == 0 && strides.gap.empty() &&
         small(strides.step(interleaved)) && small(strides.column);
}

/// Real numbers, complex numbers or half spectra, with nothing left out but zeros at the end of an input.
bool fits(const KernelSpec& spec, const Side& side) {
  const bool plain = side.form == Form::complex || side.form == Form::real || side.form == Form::half;
  return plain && side.layout == ComplexLayout::interleaved && side.storage != Storage::shared_exponent &&
         side.callback.empty() && !side.changes() && side.sums == Sums::none && fits(side.strides, spec.interleaved);
}

bool is_small(const Loop& loop) {
  return std::max(std::abs(loop.in), std::abs(loop.out)) <= max_general_stride / 2 && loop.count < max_general_stride &&
         !loop.has_gap();
}

/// True if nothing is left out but zeros at the end of the input.
bool has_zeros_at_end(const KernelSpec& spec) {
  const Range& zeros = spec.in.hole;
  const bool at_end = zeros.empty() || (zeros.end == spec.length && spec.in.form != Form::half);
  return at_end && !spec.in.holes_cut_pairs && !spec.out.pruned();
}

}  // namespace

std::vector<int> general_radices(std::int64_t length) {
  std::vector<int> odd;
  int twos = 0;
  for (const std::int64_t prime : prime_factors(length)) {
    if (prime > max_general_prime) return {};
    if (prime == 2) {
      ++twos;
    } else {
      odd.push_back(static_cast<int>(prime));
    }
  }
  // Stages of radix 8 and one or two of radix 4; a single factor 2 is the last stage.
  const int fours = twos == 1 ? 0 : 2 * twos % 3;
  std::vector<int> radices((twos - 2 * fours) / 3, 8);
  radices.insert(radices.end(), fours, 4);
  radices.insert(radices.end(), odd.begin(), odd.end());
  if (twos == 1) radices.push_back(2);
  return radices;
}

std::int64_t general_points(const KernelSpec& spec) {
  const bool pairs_in = spec.in.form == Form::real && spec.out.form == Form::half;
  const bool pairs_out = spec.in.form == Form::half && spec.out.form == Form::real;
  const bool even = spec.length % 2 == 0 && spec.in.hole.size() % 2 == 0 && spec.length >= 4 * spec.shape.lanes;
  return (pairs_in || pairs_out) && even ? spec.length / 2 : spec.length;
}

bool fits_general(const KernelSpec& spec) {
  const bool whole = !spec.several_axes() && !spec.paired_columns && spec.chirp == ChirpSpec{};
  return whole && !spec.filter.present && fits(spec, spec.in) && fits(spec, spec.out) && has_zeros_at_end(spec) &&
         spec.columns() == spec.interleaved && spec.interleaved < max_general_stride && spec.loops.size() <= 1 &&
         std::ranges::all_of(spec.loops, is_small);
}

KernelSpec general_program(const KernelSpec& spec) {
  KernelSpec program;
  program.precision = spec.precision;
  program.algorithm = Algorithm::general;
  program.in.storage = spec.in.storage;
  program.out.storage = spec.out.storage;
  program.in_place = true;  // one program for both placements
  program.shape.strategy = Strategy::butterflies;
  program.shape.lanes = spec.shape.lanes;
  return program;
}

GeneralMemory general_memory(int lanes) {
  constexpr std::int64_t cache_line_and_a_half = 24;  // as between the arrays of other kernels (simd/scratch.cpp)
  const std::int64_t vectors = std::int64_t{max_general_prime + 1} * lanes;
  GeneralMemory memory;
  memory.area = max_general_work + std::int64_t{max_general_prime} * lanes + cache_line_and_a_half;
  memory.turn = 2 * memory.area;
  memory.pairs = memory.turn + vectors;
  memory.plane = memory.pairs + vectors + cache_line_and_a_half;
  return memory;
}

}  // namespace papilio
