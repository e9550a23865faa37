// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Pieces: where the parts of an array lie in a place of memory. One piece is an ordinary array, several are the blocks
// of an exchange, one after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chunks.hpp"
#include "mpi/arrays/layout.hpp"

namespace papilio::mpi {

/// A part of an array, and where it is.
struct BoxPiece {
  Box box;  ///< with the batch, in indices of the whole array
  Layout layout;
  int chunk = 0;  ///< of an exchange in several chunks: when it is sent or received
  friend bool operator==(const BoxPiece&, const BoxPiece&) = default;
};
using Pieces = std::vector<BoxPiece>;

/// The blocks one after the other.
Pieces in_a_row(const std::vector<ChunkBlock>& blocks, const DimensionOrder& order);
/// One array; no pieces if the box is empty.
Pieces array_of(const Box& box, std::int64_t batch, const DimensionOrder& order);
/// The same with rows that are `row` elements apart.
Pieces array_with_rows(const Box& box, std::int64_t batch, std::int64_t row);
/// An array for each chunk of a portion, one after the other. All is there after that chunk of the last portion.
Pieces arrays_of(const Box& box, std::int64_t batch, const DimensionOrder& order, const Chunks& chunks);
/// The blocks as parts of the arrays, if each of them is packed in one of them in that order.
std::optional<Pieces> found_in(const Pieces& arrays, const std::vector<ChunkBlock>& blocks,
                               const DimensionOrder& order);

/// True if each block's elements are written in the block's chunk or in an earlier one.
bool in_time(const Pieces& arrays, const std::vector<ChunkBlock>& blocks);

/// Elements of all pieces.
std::int64_t volume_of_all(const Pieces& pieces);

/// Pieces of both sides that have elements in common, if `axis` (a dimension) is whole in all of them.
struct PiecePair {
  const BoxPiece* source;
  const BoxPiece* target;
  Box box;  ///< common to both; along `axis`, the source's
};
std::vector<PiecePair> pairs_of(const Pieces& sources, const Pieces& targets, std::optional<std::size_t> axis);

/// True if both put every element at the same address; a batch of one array has no stride that matters.
bool coincide(const Pieces& a, const Pieces& b);

/// True if each of them has that length along the dimension.
bool spans(const Pieces& pieces, std::size_t dimension, std::int64_t length);

}  // namespace papilio::mpi
