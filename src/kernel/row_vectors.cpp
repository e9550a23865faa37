// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/row_vectors.hpp"

#include <algorithm>
#include <bit>
#include <random>

namespace papilio::kernel {
namespace {

/// Real numbers of one transform on that side.
std::int64_t reals_of(const KernelSpec& spec, const Side& side) {
  switch (side.form) {
    case Form::real:
      return spec.length;
    case Form::half: {
      const Side& other = &side == &spec.in ? spec.out : spec.in;
      return 2 * (other.form == Form::pairs ? spec.length + 1 : spec.length / 2 + 1);
    }
    default:
      return 2 * spec.length;
  }
}

/// Of the row's late vector: number i is in no whole vector.
bool summed_late(const RowVectors& row, std::int64_t i) { return i >= row.whole * row.lanes; }

/// Of half a spectrum, all squares are doubled in the end.
void append_factors(const RowVectors& row, const std::vector<double>& multiples, std::vector<double>& table) {
  const auto factor = [&](std::int64_t i) {
    if (!row.half) return 1.0;
    const double root = multiples[static_cast<std::size_t>(i)];
    return root * root / 2;
  };
  for (std::int64_t i = 0; row.half && i < row.lanes; ++i) table.push_back(factor(i));
  for (std::int64_t i = row.late_begin(); row.late && i < row.reals; ++i)
    table.push_back(summed_late(row, i) ? factor(i) : 0);
}

}  // namespace

RowVectors row_vectors(const KernelSpec& spec, const Side& side) {
  constexpr std::int64_t line_bytes = 64;  // a register of AVX-512; compilers split it elsewhere
  RowVectors row;
  row.reals = reals_of(spec, side);
  row.half = side.form == Form::half;
  const std::int64_t number = spec.precision == Precision::f32 ? 4 : 8;
  row.lanes = static_cast<int>(
      std::min<std::int64_t>(line_bytes / number, std::bit_floor(static_cast<std::uint64_t>(row.reals))));
  row.whole = (row.half ? row.reals - 1 : row.reals) / row.lanes;
  row.late = row.whole * row.lanes < row.reals;
  row.cyclic = &side == &spec.out && side.sums == Sums::real && row.rounds() > 0;
  return row;
}

void make_cyclic(const RowVectors& row, std::vector<double>& weights) {
  std::mt19937_64 random(0x9a911106);
  const auto step = static_cast<std::size_t>(RowVectors::round * row.lanes);
  const auto begin = static_cast<std::size_t>(row.rounds_begin());
  for (std::size_t round = begin + step; round < static_cast<std::size_t>(row.rounds_end()); round += step) {
    const std::uint64_t bits = random();
    const double magnitude = 1 + static_cast<double>(bits >> 41U) * 0x1p-24;  // 1 to 1.5, exact in f32
    const double multiple = (bits & 1U) == 0 ? magnitude : -magnitude;
    for (std::size_t i = 0; i < step; ++i) weights[round + i] = weights[begin + i] * multiple;
  }
}

std::vector<double> row_table(const RowVectors& row, const std::vector<std::vector<double>>& functionals,
                              const std::vector<double>& multiples) {
  std::vector<double> result;
  const std::int64_t step = RowVectors::round * row.lanes;
  for (const std::vector<double>& weights : functionals) {
    const auto weight = [&](std::int64_t i) { return weights[static_cast<std::size_t>(i)]; };
    const std::int64_t omitted_begin = row.rounds_end() - row.omitted();
    for (std::int64_t i = 0; i < row.reals; ++i) {
      if (i < omitted_begin || i >= row.rounds_end()) result.push_back(weight(i));
    }
    for (std::int64_t i = row.late_begin(); row.late && i < row.reals; ++i)
      result.push_back(summed_late(row, i) ? weight(i) : 0);
    for (std::int64_t i = row.rounds_begin(); row.cyclic && i < row.rounds_end(); i += step)
      result.push_back(weight(i) / weight(row.rounds_begin()));
  }
  append_factors(row, multiples, result);
  return result;
}

std::int64_t row_table_size(const KernelSpec& spec, const Side& side) {
  const RowVectors row = row_vectors(spec, side);
  return (side.sums == Sums::complex ? 2 : 1) * row.weights() + row.multiples() + row.factors();
}

}  // namespace papilio::kernel
