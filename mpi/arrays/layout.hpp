// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where the elements of a box lie in memory. Dimension 0 is the batch, dimension a+1 is axis a: a batch is one more
// axis, which is never cut.
#pragma once

#include <cstdint>
#include <papilio/mpi_distribution.hpp>
#include <vector>

namespace papilio::mpi {

/// Elements along each dimension.
using Extents = std::vector<std::int64_t>;
/// A permutation of the dimensions, outermost first.
using DimensionOrder = std::vector<int>;

/// Element (i0, i1, ...) is at offset + i0*strides[0] + i1*strides[1] + ..., in elements.
struct Layout {
  std::int64_t offset = 0;
  std::vector<std::int64_t> strides;
  friend bool operator==(const Layout&, const Layout&) = default;
};

/// The box with the batch as its dimension 0.
Box with_batch(const Box& box, std::int64_t batch);
Extents extents_of(const Box& box);
std::int64_t volume_of(const Extents& extents);

/// The dimensions in their own order.
DimensionOrder natural_order(std::size_t dimensions);
/// One dimension first, the others in their own order.
DimensionOrder order_with_first(std::size_t dimensions, int first);
/// The layout without gaps, with the dimensions in that order.
Layout packed(const Extents& extents, const DimensionOrder& order, std::int64_t offset = 0);
/// The layout of the part `box` of `whole`, which has the layout `layout`.
Layout part_of(const Layout& layout, const Box& whole, const Box& box);
/// True if elements of these extents lie in memory as packed() in that order would put them.
bool is_packed(const Layout& layout, const Extents& extents, const DimensionOrder& order);

}  // namespace papilio::mpi
