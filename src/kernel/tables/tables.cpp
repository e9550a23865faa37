// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <papilio/error.hpp>

#include "core/ends.hpp"
#include "core/number_theory.hpp"
#include "core/quad.hpp"
#include "core/roots.hpp"
#include "kernel/ir_words.hpp"
#include "kernel/tables/chirp_tables.hpp"
#include "kernel/tables/general_tables.hpp"
#include "kernel/tables/stages.hpp"
#include "kernel/tables/table_writer.hpp"
#include "spec/array_axes.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::kernel {
namespace {

std::vector<Stage> stages_of(const TableSpec& spec) { return make_stages(spec.radices, spec.layouts, spec.axes); }

/// Lengths with which reversed_digits() turns a place among `count` outputs of a DFT in place into the output's number.
std::vector<std::int64_t> digits_in_place(const TableSpec& spec, std::int64_t count) {
  std::vector<std::int64_t> digits;
  for (const int radix : spec.radices) {
    if (count == 1) break;
    digits.insert(digits.begin(), radix);
    count /= radix;
  }
  return digits;
}

/// The row that a stage's table has in each place.
std::vector<std::int64_t> rows_of(const TableSpec& spec, const Stage& stage) {
  std::vector<std::int64_t> rows(stage.rows());
  std::iota(rows.begin(), rows.end(), std::int64_t{0});
  if (!spec.reversed || !stage.of_inputs()) return rows;
  const std::vector<std::int64_t> digits = digits_in_place(spec, stage.s);
  for (std::int64_t& row : rows) row = reversed_digits(row, digits);
  return rows;
}

template <typename Real>
Real rounded_to(Precision precision, Real x) {
  const bool single = part_of(precision) == Precision::f32;
  const auto nearest = [&](Real y) {
    return static_cast<Real>(single ? static_cast<float>(y) : static_cast<double>(y));
  };
  const Real high = nearest(x);
  return is_pair(precision) ? high + nearest(x - high) : high;
}

/// Cosine and tangent of w; the tangent compensates for the rounding of the cosine. A cosine near 0 is replaced by a
/// quarter of the rounding error of 1, and the tangent is then about the inverse of that. A smaller cosine would make
/// products of the tangent overflow for more inputs.
template <typename Real>
std::complex<Real> cosine_and_tangent(std::complex<Real> w, Precision precision) {
  constexpr int exponents[] = {-26, -55, -50, -108};
  const auto little = static_cast<Real>(std::ldexp(1.0, exponents[static_cast<std::size_t>(precision)]));
  const bool quarter = -little < w.real() && w.real() < little;
  const Real rounded = rounded_to(precision, w.real());
  const Real cosine = quarter ? little : rounded;
  return {cosine, w.imag() / cosine};
}

/// Factors n/4 + k are W_{n rows}^{row + rows k}, n = 2, 4, 8 … radix, k < n/4; factor 0 is that of n = 2.
template <typename Real>
void put_fused(const TableSpec& spec, const Stage& stage, const BasicRoots<Real>& roots, TableWriter& out) {
  const std::int64_t rows = stage.rows();
  const std::vector<std::int64_t> row_at = rows_of(spec, stage);
  const std::int64_t together = stage.factors_together(spec.precision);
  for (std::int64_t n = 2; n <= stage.radix; n *= 2) {
    for (std::int64_t k = 0; k < std::max<std::int64_t>(1, n / 4); ++k) {
      const std::int64_t i = n / 4 + k;
      for (std::int64_t place = 0; place < rows; ++place) {
        const std::complex<Real> root = roots((row_at[place] + rows * k) * (spec.n / (n * rows)));
        const std::complex<Real> factor = cosine_and_tangent(root, spec.precision);
        const std::int64_t at = stage.factor_slot(place, i, together);
        out.put(at, factor.real());
        out.put(at + 1, factor.imag());
      }
    }
  }
}

template <typename Real>
std::vector<std::byte> make_stage_table(const TableSpec& spec) {
  TableWriter out(spec.precision, spec.elements());
  const BasicRoots<Real> roots(spec.n);
  for (const Stage& stage : stages_of(spec)) {
    if (stage.rows() == 1) continue;
    if (stage.fused()) {
      put_fused(spec, stage, roots, out);
      continue;
    }
    const std::int64_t unit = spec.n / (stage.radix * stage.rows());
    const std::int64_t copies = stage.layout == StageLayout::ragged_by_k ? stage.s * stage.later : 1;
    const std::vector<std::int64_t> row_at = rows_of(spec, stage);
    for (std::int64_t place = 0; place < stage.rows(); ++place) {
      for (std::int64_t k = 1; k < stage.radix; ++k) {
        const std::complex<Real> w = roots(row_at[place] * k * unit);
        for (std::int64_t q = 0; q < copies; ++q) {
          const EntrySlot<std::int64_t> slot = stage.twiddle_slot(place * copies + q, k);
          out.put(slot.re, w.real());
          out.put(slot.im, w.imag());
        }
      }
    }
  }
  return out.take();
}

template <typename Real>
std::vector<std::byte> write_complex(const TableSpec& spec, const std::vector<std::complex<Real>>& values) {
  const auto n = static_cast<std::int64_t>(values.size());
  const bool planar = spec.order == Order::planar;
  TableWriter out(spec.precision, 2 * n);
  for (std::int64_t i = 0; i < n; ++i) {
    const EntrySlot<std::int64_t> slot = planar ? planar_slot(i, n) : interleaved_slot(i);
    out.put(slot.re, values[i].real());
    out.put(slot.im, values[i].imag());
  }
  return out.take();
}

template <typename Real>
std::vector<std::byte> make_two_level(const TableSpec& spec) {
  const std::int64_t fine = std::int64_t{1} << spec.shift;
  const std::int64_t coarse = ceil_div(spec.n, fine);
  const BasicRoots<Real> roots(spec.n);
  std::vector<std::complex<Real>> values;
  values.reserve(fine + coarse);
  for (std::int64_t i = 0; i < fine; ++i) values.push_back(roots(i));
  for (std::int64_t i = 0; i < coarse; ++i) values.push_back(roots(i << spec.shift));
  return write_complex(spec, values);
}

template <typename Real>
std::vector<std::byte> make_lane_steps(const TableSpec& spec) {
  TableWriter out(spec.precision, spec.elements());
  const BasicRoots<Real> roots(spec.n);
  for (std::int64_t k = 0; k < spec.m; ++k) {
    for (std::int64_t lane = 0; lane < spec.lanes; ++lane) {
      const std::complex<Real> w = roots(lane * k % spec.n);
      const EntrySlot<std::int64_t> slot = lane_step_slot(k, lane, spec.lanes);
      out.put(slot.re, w.real());
      out.put(slot.im, w.imag());
    }
  }
  return out.take();
}

/// Puts values in the order that TableSpec::reversed asks for.
template <typename Real>
std::vector<std::complex<Real>> in_place(const TableSpec& spec, const std::vector<std::complex<Real>>& values) {
  const auto n = static_cast<std::int64_t>(values.size());
  const std::int64_t radix = spec.radices.back();
  const std::vector<std::int64_t> digits = digits_in_place(spec, n);
  std::vector<std::complex<Real>> result;
  result.reserve(values.size());
  for (std::int64_t k = 0; k < radix; ++k) {
    for (std::int64_t c = 0; c < n / radix; ++c) result.push_back(values[reversed_digits(c * radix + k, digits)]);
  }
  return result;
}

/// Puts values in the order that TableSpec::step or TableSpec::reversed asks for.
template <typename Real>
std::vector<std::complex<Real>> in_order(const TableSpec& spec, std::vector<std::complex<Real>> values) {
  if (spec.reversed) return in_place(spec, values);
  if (spec.step == 1) return values;
  const auto columns = static_cast<std::size_t>(spec.step);
  const std::size_t length = values.size() / columns;
  std::vector<std::complex<Real>> result;
  result.reserve(values.size());
  for (std::size_t p = 0; p < columns; ++p) {
    for (std::size_t k = 0; k < length; ++k) result.push_back(values[p + columns * k]);
  }
  return result;
}

template <typename Real>
std::vector<std::byte> make_rader_spectrum(const TableSpec& spec) {
  const BasicRoots<Real> roots(spec.n);
  std::vector<std::complex<Real>> b;
  b.reserve(spec.n - 1);
  for (const std::int32_t power : generator_powers(spec.n, true)) {
    const std::complex<Real> w = roots(power);
    b.push_back(spec.direction == Direction::forward ? w : std::conj(w));
  }
  return write_complex(spec, in_order(spec, scaled_spectrum(std::move(b))));
}

template <typename Real>
std::vector<std::byte> make_roots(const TableSpec& spec) {
  const BasicRoots<Real> roots(spec.n);
  std::vector<std::complex<Real>> values(spec.m);
  for (std::int64_t k = 0; k < spec.m; ++k) values[k] = roots(spec.step * k + spec.first);
  return write_complex(spec, values);
}

template <typename Real>
std::vector<std::byte> make_prime_roots(const TableSpec& spec) {
  TableWriter out(spec.precision, spec.elements());
  for (const std::int64_t r : spec.radices) {
    const std::int64_t first = first_prime_root(spec.radices, r);
    const std::int64_t h = (r - 1) / 2;
    const BasicRoots<Real> roots(r);
    for (std::int64_t k = 0; k < h; ++k) {
      for (std::int64_t j = 0; j < h; ++j) {
        const std::complex<Real> w = std::conj(roots((j + 1) * (k + 1) % r));
        const EntrySlot<std::int64_t> slot = prime_root_slot(k, j, r, first);
        out.put(slot.re, w.real());
        out.put(slot.im, w.imag());
      }
    }
  }
  return out.take();
}

template <typename Real>
std::vector<std::byte> make_group_twiddles(const TableSpec& spec) {
  const BasicRoots<Real> roots(spec.n);
  std::vector<std::complex<Real>> values;
  values.reserve(spec.n);
  for (const std::int64_t exponent : group_twiddles(spec.axes)) values.push_back(roots(exponent));
  return write_complex(spec, values);
}

std::vector<std::byte> bytes_of(const std::vector<std::int32_t>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(std::int32_t));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Rounded from long double.
std::vector<std::byte> make_window(const TableSpec& spec) {
  TableWriter out(spec.precision, spec.n);
  for (std::int64_t i = 0; i < spec.n; ++i) out.put(i, window_value(spec.window, i, spec.n));
  return out.take();
}

/// Bytes of real and imaginary parts that are rounded from Real.
template <typename Real>
std::vector<std::byte> make_table_in(const TableSpec& spec) {
  switch (spec.kind) {
    case TableKind::none:
      return {};
    case TableKind::stages:
      return make_stage_table<Real>(spec);
    case TableKind::two_level:
      return make_two_level<Real>(spec);
    case TableKind::lane_steps:
      return make_lane_steps<Real>(spec);
    case TableKind::chirp:
      return write_complex(spec, chirp<Real>(spec));
    case TableKind::result_chirp:
      return write_complex(spec, make_chirps<Real>(spec.contour, spec.chirps).results);
    case TableKind::chirp_spectrum:
      return write_complex(spec, in_order(spec, chirp_spectrum<Real>(spec)));
    case TableKind::rader_gather:
      return bytes_of(generator_powers(spec.n, false));
    case TableKind::rader_scatter:
      return bytes_of(generator_powers(spec.n, true));
    case TableKind::input_places:
      return bytes_of(input_slots(spec.axes));
    case TableKind::result_places:
      return bytes_of(result_slots(spec.axes));
    case TableKind::group_twiddles:
      return make_group_twiddles<Real>(spec);
    case TableKind::rader_spectrum:
      return make_rader_spectrum<Real>(spec);
    case TableKind::roots:
      return make_roots<Real>(spec);
    case TableKind::prime_roots:
      return make_prime_roots<Real>(spec);
    case TableKind::integers:
      return bytes_of(std::vector<std::int32_t>(spec.axes.begin(), spec.axes.end()));
    case TableKind::window:
      return make_window(spec);
    case TableKind::general_numbers:
      return make_general_numbers(spec);
  }
  throw Error::internal("table kind");
}

}  // namespace

bool has_integers(TableKind kind) {
  return kind == TableKind::rader_gather || kind == TableKind::rader_scatter || kind == TableKind::input_places ||
         kind == TableKind::result_places || kind == TableKind::integers;
}

ScalarKind element_of(Precision precision) {
  constexpr ScalarKind kinds[] = {ScalarKind::f32, ScalarKind::f64, ScalarKind::f32x2, ScalarKind::f64x2};
  return kinds[static_cast<std::size_t>(precision)];
}

Table memory_of(const TableSpec& spec) {
  if (!has_integers(spec.kind)) {
    return {element_of(spec.precision), spec.elements()};
  }
  if (spec.kind == TableKind::integers) return {ScalarKind::i32, spec.elements(), spec.first, spec.n - 1};
  // Powers of a generator are never 0.
  const bool powers = spec.kind == TableKind::rader_gather || spec.kind == TableKind::rader_scatter;
  return {ScalarKind::i32, spec.elements(), powers ? 1 : 0, spec.n - 1};
}

std::int64_t first_prime_root(const std::vector<int>& primes, std::int64_t r) {
  std::int64_t first = 0;
  for (auto p = primes.begin(); p != primes.end() && *p != r; ++p) first += (*p - 1) / 2 * (*p - 1);
  return first;
}

std::int64_t TableSpec::elements() const {
  switch (kind) {
    case TableKind::none:
      return 0;
    case TableKind::stages: {
      const Stage last = stages_of(*this).back();
      return last.table_offset + last.table_elements();
    }
    case TableKind::two_level: {
      const std::int64_t fine = std::int64_t{1} << shift;
      return 2 * (fine + ceil_div(n, fine));
    }
    case TableKind::lane_steps:
      return 2 * m * lanes;
    case TableKind::chirp:
    case TableKind::group_twiddles:
      return 2 * n;
    case TableKind::result_chirp:
      return 2 * chirps.results;
    case TableKind::chirp_spectrum:
    case TableKind::roots:
      return 2 * m;
    case TableKind::rader_gather:
    case TableKind::rader_scatter:
      return n - 1;
    case TableKind::input_places:
    case TableKind::result_places:
    case TableKind::window:
      return n;
    case TableKind::rader_spectrum:
      return 2 * (n - 1);
    case TableKind::prime_roots:
      return first_prime_root(radices, 0);
    case TableKind::integers:
      return std::ssize(axes);
    case TableKind::general_numbers:
      return kernel::general_numbers(*this).elements;
  }
  throw Error::internal("table kind");
}

std::string TableSpec::key() const {
  std::string text = fmt::format("{}/{}/{}/n{}/m{}/h{}/l{}/o{}", static_cast<int>(kind), static_cast<int>(precision),
                                 static_cast<int>(direction), n, m, shift, lanes, static_cast<int>(order));
  if (step != 1 || first != 0) text += fmt::format("/{}k+{}", step, first);
  for (std::size_t i = 0; i < radices.size(); ++i) {
    text += fmt::format("/{}", radices[i]);
    if (!layouts.empty()) text += fmt::format(":{}", static_cast<int>(layouts[i]));
  }
  if (reversed) text += "/reversed";
  if (scale != 1.0) text += fmt::format("/{:a}", scale);
  if (window.kind != WindowFunction::none) text += "/" + window_text(window);
  for (const std::int64_t length : axes) text += fmt::format("/a{}", length);
  if (chirps.inputs > 0) text += fmt::format("/{}>{}{}", chirps.inputs, chirps.results, text_of(contour));
  return text;
}

std::vector<std::byte> make_table(const TableSpec& spec) {
  // Roots have errors of 2^-51, and so do numbers of a spectrum relative to its size; rounded to f32, nearly all are
  // the nearest numbers.
  if (spec.precision == Precision::f64x2) return make_table_in<QuadReal>(spec);
  return spec.precision == Precision::f32 ? make_table_in<double>(spec) : make_table_in<long double>(spec);
}

}  // namespace papilio::kernel
