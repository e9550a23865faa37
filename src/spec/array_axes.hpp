// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// In-kernel N-D: several axes in one kernel (KernelSpec::axis_lengths). An array of n1 x n2 x n3 points without gaps
// between its rows goes through the stages of a transform of n1*n2*n3 points, axis by axis, the outermost first. The
// stages differ from those of the 1-D transform only in their twiddles, which depend on the stage's own axis alone.
// Stockham's order reverses the axes: result k1 + n1*(k2 + n2*k3) belongs at (k1*n2 + k2)*n3 + k3.
//
// A real array of n1 x 2m numbers is transformed as a complex array of n1 x m, z[i][j] = x[i][2j] + i*x[i][2j+1]. Its
// DFT is post-processed like that of a row (kernel/pairs/half_spectrum.hpp), except that the conjugate partner of
// (k1, k2) is (-k1, -k2). The lengths are then n1 x m, and the half spectrum has n1 rows of m+1 numbers.
//
// A plane that is too large for one kernel is cut into slabs. A slab transforms whole rows, and of each column it
// computes what the first of two passes computes. The first length, l, is then one factor of the column length n, and
// KernelSpec::outer is the other, n = outer*l: slab p reads the rows p + outer*j and writes its results, times
// W_{n}^{p k}, to the rows l*p + k. If the input is real, these rows are half spectra. In the c2r direction a slab
// computes what the last of two passes computes: it reads the rows l*p + k of half spectra, multiplies them by
// W_{n}^{p k}, and writes real numbers to the rows p + outer*j.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio {

/// Product of the lengths of the axes that follow the axis of a stage; `s` is the product of the earlier stages'
/// radices. 1 for a single axis (no lengths).
std::int64_t later_axes(const std::vector<std::int64_t>& lengths, std::int64_t s);

/// The same for the axes that precede it.
std::int64_t earlier_axes(const std::vector<std::int64_t>& lengths, std::int64_t s);

/// True for a slab of a plane.
inline bool is_slab(const KernelSpec& spec) { return spec.several_axes() && spec.outer > 1; }

/// Lengths of the outermost and of the innermost axis.
inline std::int64_t outer_axis(const KernelSpec& spec) { return spec.axis_lengths.front(); }
inline std::int64_t row_axis(const KernelSpec& spec) { return spec.axis_lengths.back(); }

/// All axes but the last.
inline std::vector<std::int64_t> leading_axes(const KernelSpec& spec) {
  return {spec.axis_lengths.begin(), spec.axis_lengths.end() - 1};
}

/// True for a 2-D array.
inline bool has_two_axes(const KernelSpec& spec) { return spec.axis_lengths.size() == 2; }

/// Points of all axes but the first.
inline std::int64_t row_points(const KernelSpec& spec) { return spec.length / spec.axis_lengths.front(); }

/// True for a real 2-D array: two axes in one kernel with c2r pre-processing or r2c post-processing.
inline bool is_real_plane(const KernelSpec& spec) { return spec.several_axes() && pairs_conjugates(spec); }

/// True for a slab in the c2r direction, whose results are rows p + outer*j of the plane.
inline bool is_slab_back(const KernelSpec& spec) { return is_slab(spec) && pre_processes(spec); }

/// True: neighbouring work-items of the last stage have neighbouring results. False: they have neighbouring columns.
/// Results that need r2c post-processing pass through the exchange first, so no order is required of them.
inline bool orders_results(const KernelSpec& spec) {
  return spec.several_axes() && spec.inner == 1 && !post_processes(spec);
}

/// Complex numbers in the half spectrum of a real transform of half length.
inline std::int64_t half_numbers(const KernelSpec& spec) {
  return spec.several_axes() ? spec.length + outer_axis(spec) : spec.points() + 1;
}

/// Number of butterflies of the last stage whose results are neighbours in memory.
std::int64_t result_run(const KernelSpec& spec);

/// Lengths with which reversed_digits() maps the number of a work-item to its butterfly of the last stage, so that
/// neighbouring work-items have neighbouring results.
std::vector<std::int64_t> butterfly_digits(const KernelSpec& spec);

/// True if the radices, in order, factor one axis after the other.
bool radices_split_axes(const KernelSpec& spec);

}  // namespace papilio
