// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Strips: exchanges between ranges of an array of one axis and strips of a matrix, some of its columns or rows.
// The matrix is row-major, and index i is that of its element in row i / width, column i % width. A strip is packed,
// row-major, after the arrays of the batch before it.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/arrays/transfers.hpp"
#include "mpi/program/program.hpp"

namespace papilio::mpi {

/// begin .. end-1.
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  [[nodiscard]] std::int64_t size() const { return end > begin ? end - begin : 0; }
};
using Spans = std::vector<Span>;

/// The indices of an axis that each rank has.
Spans spans_of(const Distribution& distribution, std::size_t axis);

/// Where a rank's own array has some elements of the matrix: index i of `indices`, if its column is one of `columns`,
/// is element offset + (i - indices.begin) * stride.
struct IndexMap {
  Span indices;
  Span columns;
  std::int64_t offset = 0;
  std::int64_t stride = 1;
};

/// The arrays of all ranks beside a matrix.
struct RankLayouts {
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::vector<std::vector<IndexMap>> maps;  ///< by rank
  Spans ranges;                             ///< by rank; their sizes are those of the arrays
};

/// The messages of one side of an exchange, and the copies between an array and the messages one after the other; no
/// copies if the messages lie in the array.
struct MessagesAndCopies {
  std::vector<Message> messages;
  std::vector<BoxCopy> boxes;  ///< from the array to the messages
  std::int64_t elements = 0;   ///< of all messages
};
void add_message(MessagesAndCopies& traffic, int peer, std::int64_t elements, std::int64_t bytes);

/// Elements of a batch, and the bytes of each.
struct BatchOf {
  std::int64_t arrays = 1;
  std::int64_t bytes = 0;
};

/// Elements that a rank's array and a strip have in common.
std::int64_t common(const RankLayouts& ranges, int rank, const Span& strip);

/// True if each rank's elements are consecutive in every strip, so that messages of a single array lie in the strip.
bool consecutive(const RankLayouts& ranges);

/// The side of a rank's array.
MessagesAndCopies traffic_of_range(const RankLayouts& ranges, int rank, const Spans& strips, const BatchOf& batch);
/// The side of a strip.
MessagesAndCopies traffic_of_strip(const RankLayouts& ranges, const Span& strip, const BatchOf& batch);

/// Elements that a rank exchanges with others between all ranges and strips, to the strips or from them.
Volume volume_of_ranges(const RankLayouts& ranges, const Spans& strips, int rank, bool to_strips);

/// Between strips of columns, whose memory has rows outermost, then the batch, and strips of rows, each as wide as the
/// matrix: the side of a rank's columns, without copies, and that of its rows.
MessagesAndCopies traffic_of_columns(const Span& strip, const Spans& rows, const BatchOf& batch);
MessagesAndCopies traffic_of_rows(const Span& local, const Spans& strips, std::int64_t width, const BatchOf& batch);

/// The same copies the other way round.
std::vector<BoxCopy> reversed(std::vector<BoxCopy> boxes);

}  // namespace papilio::mpi
