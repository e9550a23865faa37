// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Points sorted by bins on a GPU: the bins of all points, a radix sort of (bin, number of the point) by digits of six
// bits from the lowest on, and what kernels read about sorted points (nufft_kernels.hpp). The sort is stable and has no
// atomics, so that points of a bin stay in their order: it is the order of api::sorted_points(). A round counts the
// digits of each block of numbers, adds up the counts of each digit, and moves the numbers (Merrill and Grimshaw, "High
// performance and scalable radix sorting", Parallel Processing Letters 21 (2011) 245-272).
#pragma once

#include "core/number_theory.hpp"
#include "kernel/nufft/nufft_kernels.hpp"

namespace papilio::kernel {

inline constexpr int sort_threads = 128;  ///< work-items of a work-group
inline constexpr std::int64_t sort_digits = 64;
inline constexpr std::int64_t sort_block = 2048;  ///< numbers that a work-group sorts, points that it places
/// Work-groups for so many numbers.
constexpr std::int64_t sort_blocks(std::int64_t count) { return ceil_div(count, sort_block); }

/// Numbers of an axis in the kernels of places, f64: its center and scale (api::PointAxis), the rest of the scale, and
/// the scale's upper and lower digits, of 26 and 27 bits.
inline constexpr std::int64_t place_axis_numbers = 5;

/// Numbers of a point in memory that holds all coordinates of one point after the other; 1: there is no such memory,
/// because one axis has no need of it. Three have a fourth that means nothing, so that a point is one access.
constexpr int packed_numbers(int axes) { return axes == 3 ? 4 : axes; }

/// The bin of each point. A point that is not finite, or that is many turns from 0, belongs to the bin behind the last
/// one. The arithmetic is that of the host in double precision, to the bit. Buffers: the coordinates of each axis, axes
/// (place_axis_numbers for each), geometry (i32), bins (i32), counts of their lowest digits, as build_sort_counts()
/// makes them, and with several axes packed, where the coordinates go (packed_numbers() for each point). Scalars:
/// in_plane: the number of points; units: blocks. A work-group has a block.
Module build_point_bins(const NufftSpec& spec);
/// Starts and offsets of sorted points; and the first of the sorted keys that is at least b, for b = 0, 1, ..., units -
/// 1. Buffers: packed, with one axis the coordinates, then axes, geometry, order, starts (i32), offsets, keys, firsts
/// (i32). Scalars: repeat: the number of bits of in_plane; in_plane: the number of points; units. Work-groups that have
/// a b for each work-item come before those that have a block of points.
Module build_point_places(const NufftSpec& spec);

/// How often each lowest digit occurs in each block. Buffers: keys (i32, not negative), counts (i32: sort_digits times
/// the number of blocks, a digit after the other). Scalars: in_plane: the number of keys; units: blocks.
Module build_sort_counts();
/// Makes each count the sum of those before it that have the same digit. A work-group has a digit. Buffers: counts,
/// totals (i32: of each digit). Scalars: in_plane: the number of blocks.
Module build_sort_scan();
enum class SortValues { given, places };
/// Moves keys and values to where the lowest digits of the keys send them, and turns the keys so that the next digit is
/// the lowest one: as many rounds as they have digits restore them. Memory of keys and values ends with a whole block.
/// Buffers: keys, values (i32) unless these are the keys' places, counts, which are sums now, totals, and the sorted
/// keys and values. Scalars: in_distance: a power of sort_digits, the place of the highest digit; in_plane and units as
/// for build_sort_counts().
Module build_sort_scatter(SortValues values);

}  // namespace papilio::kernel
