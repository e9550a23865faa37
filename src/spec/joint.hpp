// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Several axes in one kernel (KernelSpec::joint). An array of n1 x n2 x n3 points without gaps between its rows goes
// through the stages of a transform of n1*n2*n3 points, axis by axis, the outermost first; they differ from those in
// their twiddles alone, which know nothing of other axes than their own. Stockham's order reverses the axes: result k1
// + n1*(k2 + n2*k3) belongs at (k1*n2 + k2)*n3 + k3.
//
// An image of n1 x 2m real numbers is one of n1 x m complex ones, z[i][j] = x[i][2j] + i*x[i][2j+1], whose DFT folds as
// that of a row does (kernel/real_fold.hpp): what mirrors (k1, k2) is (-k1, -k2). `joint` is then n1 x m, and the half
// spectrum has n1 rows of m+1 numbers.
//
// A plane too large for that is cut into slabs: its rows are whole, of its columns each slab does what a first pass
// does. The first length of `joint` is then a factor of the axis and KernelSpec::outer the other one: slab p takes the
// rows p + outer*j, and leaves W_{n}^{p k} times its results in the rows joint[0]*p + k, n = outer*joint[0]. Of an
// image of real numbers they are half spectra; on the way back a slab does what a last pass does: it takes the rows
// joint[0]*p + k of half spectra, times W_{n}^{p k}, and leaves real numbers in the rows p + outer*j.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio {

/// Product of the lengths of the axes behind the one that a stage belongs to; `s` is the product of the earlier
/// radices. Where there is but one axis (no lengths), 1.
std::int64_t later_axes(const std::vector<std::int64_t>& lengths, std::int64_t s);

/// And of those in front of it.
std::int64_t earlier_axes(const std::vector<std::int64_t>& lengths, std::int64_t s);

/// v = d1 + l1*(d2 + l2*d3) becomes (d1*l2 + d2)*l3 + d3.
std::int64_t reverse_digits(std::int64_t v, const std::vector<std::int64_t>& lengths);

/// A slab of a plane.
inline bool is_slab(const KernelSpec& spec) { return !spec.joint.empty() && spec.outer > 1; }

/// Points of all axes but the first.
inline std::int64_t row_points(const KernelSpec& spec) { return spec.length / spec.joint.front(); }

/// An image of real numbers: two axes together that fold.
inline bool is_real_image(const KernelSpec& spec) { return !spec.joint.empty() && spec.folds(); }

/// A slab whose results, not what it reads, are rows of the whole plane.
inline bool is_slab_back(const KernelSpec& spec) { return is_slab(spec) && spec.folds_before(); }

/// Neighbouring work-items of the last stage have neighbouring results; otherwise it is columns that are neighbours.
/// Those of an image that folds go through the exchange first, in the order in which they come.
inline bool orders_results(const KernelSpec& spec) {
  return !spec.joint.empty() && spec.inner == 1 && !spec.folds_after();
}

/// Complex numbers of the half spectrum of a transform that folds.
inline std::int64_t half_numbers(const KernelSpec& spec) {
  return spec.joint.empty() ? spec.points() + 1 : spec.length + spec.joint.front();
}

/// Results of the last stage that are neighbours in memory: those of as many butterflies.
std::int64_t result_run(const KernelSpec& spec);

/// Lengths with which reverse_digits() turns the number of a work-item into its butterfly of the last stage, so that
/// neighbours have neighbouring results.
std::vector<std::int64_t> butterfly_digits(const KernelSpec& spec);

/// Every radix divides what is left of its axis.
bool radices_split_axes(const KernelSpec& spec);

}  // namespace papilio
