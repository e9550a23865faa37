// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/tables/general_tables.hpp"

#include <algorithm>

#include "core/number_theory.hpp"
#include "core/roots.hpp"
#include "kernel/tables/table_writer.hpp"
#include "spec/general_kernel.hpp"

namespace papilio::kernel {
namespace {

/// True if the butterflies of that stage are loops: in the first stage all odd ones.
bool is_looped(const std::vector<int>& radices, std::size_t stage) {
  const bool has_codelet = std::ranges::find(general_codelets, radices[stage]) != general_codelets.end();
  return !has_codelet || (stage == 0 && radices[stage] % 2 != 0);
}

/// Radices whose butterflies are loops, each once.
std::vector<int> looped_radices(const std::vector<int>& radices) {
  std::vector<int> primes;
  for (std::size_t i = 0; i < radices.size(); ++i) {
    if (is_looped(radices, i) && std::ranges::find(primes, radices[i]) == primes.end()) primes.push_back(radices[i]);
  }
  return primes;
}

/// A part of the table of numbers.
TableSpec part_of(const TableSpec& numbers, TableKind kind) {
  TableSpec part;
  part.kind = kind;
  part.precision = numbers.precision;
  part.n = numbers.n;
  part.m = numbers.m;
  part.order = Order::planar;
  if (kind == TableKind::prime_roots) part.radices = looped_radices(numbers.radices);
  return part;
}

bool is_halved(const TableSpec& numbers) { return numbers.step == 2; }

bool convolves(const TableSpec& numbers) { return numbers.m != numbers.n; }

TableSpec integers(std::vector<std::int64_t> values, std::int64_t least, std::int64_t most) {
  TableSpec table;
  table.kind = TableKind::integers;
  table.first = static_cast<int>(least);
  table.n = most + 1;
  table.axes = std::move(values);
  return table;
}

/// Records of the stages, in the order of StageField.
void add_stages(const KernelSpec& spec, const GeneralNumbers& places, std::vector<std::int64_t>& sizes) {
  const std::int64_t work = spec.work_length();
  std::int64_t s = 1;
  for (std::size_t i = 0; i < spec.radices.size(); ++i) {
    const std::int64_t radix = spec.radices[i];
    const bool first = i == 0 && radix != 2;  // a stage of radix 2 is the last one
    const std::int64_t row = first ? work / radix : s;
    const std::int64_t last = first ? row : std::max<std::int64_t>(row - spec.shape.lanes, 0);
    sizes.insert(sizes.end(), {radix, first ? 1 : work / radix / s, row, last, work / radix, first ? 0 : s * radix, s,
                               places.twiddles[i], i == 0 ? spec.shape.lanes : s, places.roots[i], first ? 1 : 0});
    s *= radix;
  }
}

/// -i W_{2n}^k, n real parts, then n imaginary parts.
void put_split(TableWriter& out, std::int64_t at, std::int64_t n) {
  const LongRoots roots(2 * n);
  for (std::int64_t k = 0; k < n; ++k) {
    const LongComplex w = roots(k);
    out.put(at + k, w.imag());
    out.put(at + n + k, -w.real());
  }
}

/// The elements of a side in memory, and what the program's tables say of them.
struct SideSizes {
  std::int64_t unit = 1;  ///< scalars of an element
  std::int64_t element = 0;
  std::int64_t imaginary = 0;
};

/// `paired`: two real numbers are one complex number.
SideSizes sizes_of(const Side& side, std::int64_t interleaved, bool paired) {
  const std::int64_t step = side.strides.step(interleaved);
  if (holds_complex(side.form)) return {2, 2 * step, 1};
  return paired ? SideSizes{1, 2 * step, step} : SideSizes{1, step, 0};
}

}  // namespace

GeneralNumbers general_numbers(const TableSpec& spec) {
  GeneralNumbers places;
  std::int64_t end = 1;  // the scale
  std::int64_t s = 1;
  for (const int radix : spec.radices) {
    places.twiddles.push_back(end);
    end += 2 * (radix - 1) * (s == 1 ? spec.lanes : s);
    s *= radix;
  }
  const std::vector<int> primes = looped_radices(spec.radices);
  places.prime_roots = end;
  for (std::size_t i = 0; i < spec.radices.size(); ++i)
    places.roots.push_back(is_looped(spec.radices, i) ? end + first_prime_root(primes, spec.radices[i]) : 0);
  end += first_prime_root(primes, 0);
  places.chirp = end;
  if (convolves(spec)) end += 2 * spec.n;
  places.spectrum = end;
  if (convolves(spec)) end += 2 * spec.m;
  places.split = end;
  if (is_halved(spec)) end += 2 * spec.n;
  places.elements = end + spec.lanes;
  return places;
}

std::vector<std::byte> make_general_numbers(const TableSpec& spec) {
  const GeneralNumbers places = general_numbers(spec);
  TableWriter out(spec.precision, places.elements);
  out.put(0, spec.scale);
  std::int64_t s = 1;
  for (std::size_t i = 0; i < spec.radices.size(); ++i) {
    const std::int64_t radix = spec.radices[i];
    const LongRoots roots(radix * s);
    const std::int64_t pitch = i == 0 ? spec.lanes : s;
    for (std::int64_t j = 1; j < radix; ++j) {
      for (std::int64_t q = 0; q < pitch; ++q) {
        const std::int64_t at = places.twiddles[i] + 2 * (j - 1) * pitch + q;
        const LongComplex w = i == 0 ? LongComplex(1) : roots(q * j);
        out.put(at, w.real());
        out.put(at + pitch, w.imag());
      }
    }
    s *= radix;
  }
  if (const TableSpec primes = part_of(spec, TableKind::prime_roots); !primes.radices.empty())
    out.put_table(places.prime_roots, make_table(primes));
  if (convolves(spec)) {
    out.put_table(places.chirp, make_table(part_of(spec, TableKind::chirp)));
    out.put_table(places.spectrum, make_table(part_of(spec, TableKind::chirp_spectrum)));
  }
  if (is_halved(spec)) put_split(out, places.split, spec.n);
  return out.take();
}

std::vector<TableSpec> general_tables(const KernelSpec& spec) {
  TableSpec numbers;
  numbers.kind = TableKind::general_numbers;
  numbers.precision = spec.precision;
  numbers.n = general_points(spec);
  numbers.m = spec.work_length();
  numbers.step = static_cast<int>(spec.length / numbers.n);
  numbers.lanes = spec.shape.lanes;
  numbers.radices = spec.radices;
  const bool halved = is_halved(numbers);
  const bool from_half = spec.in.form == Form::half;
  const bool to_half = spec.out.form == Form::half;
  numbers.scale = halved && to_half ? spec.scale.high / 2 : spec.scale.high;  // the pairing doubles
  const GeneralNumbers places = general_numbers(numbers);

  const std::int64_t half = spec.length / 2 + 1;
  const std::int64_t in_memory = from_half ? half : (spec.length - spec.in.hole.size()) / (halved ? 2 : 1);
  const SideSizes in = sizes_of(spec.in, spec.interleaved, halved);
  const SideSizes out = sizes_of(spec.out, spec.interleaved, halved);
  const Loop loop = spec.loops.empty() ? Loop{} : spec.loops.front();
  std::vector<std::int64_t> sizes = {spec.columns(),
                                     loop.count,
                                     in_memory,
                                     from_half && !halved ? spec.length - in_memory : 0,
                                     numbers.n,
                                     spec.work_length(),
                                     to_half ? half : numbers.n,
                                     static_cast<std::int64_t>(spec.radices.size()),
                                     convolves(numbers) ? 2 : 1,
                                     in.unit,
                                     out.unit,
                                     spec.direction == Direction::inverse ? 1 : 0,
                                     from_half ? 1 : 0,
                                     spec.length % 2 == 0 ? spec.length / 2 : 0,
                                     places.chirp,
                                     places.spectrum,
                                     !halved     ? 0
                                     : from_half ? 2
                                                 : 1,
                                     places.split};
  add_stages(spec, places, sizes);
  const std::vector<std::int64_t> strides = {
      in.element,  in.imaginary,  in.unit * spec.in.strides.column,   in.unit * loop.in,
      out.element, out.imaginary, out.unit * spec.out.strides.column, out.unit * loop.out};
  return {numbers, integers(sizes, 0, max_general_stride), integers(strides, -max_general_stride, max_general_stride)};
}

}  // namespace papilio::kernel
