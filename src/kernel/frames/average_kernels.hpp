// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernels of spectra that are averaged over the segments of a signal. All sizes are arguments.
//
// Sums must not depend on the pieces in which a signal comes. Segments are counted from the signal's beginning, and so
// many of them are a block: each number adds up a block's segments in ascending order, and then the blocks, in pairs of
// numbers. The sum of the last block, which is not complete, is held for the next piece.
#pragma once

#include "kernel/frames/frame_kernels.hpp"

namespace papilio::kernel {

enum class SegmentMean { kept, removed };

struct SegmentSpec {
  FrameSpec frames;  ///< `threads` of GPUs are a power of two
  Storage storage = Storage::native;
  SegmentMean mean = SegmentMean::kept;

  [[nodiscard]] std::string name() const;
};

/// Segments as they are transformed: one after the other, without their means, and filled up with zeros. Buffers:
/// samples, as they are stored; numbers: (1/samples of a segment), where the mean is removed; segments. Scalars: units:
/// segments; in_distance: from one segment to the next in `samples`; in_offset: where the first begins; in_plane: of a
/// segment; out_distance: of one in `segments`; all four in numbers, `parts` for each sample; repeat as above.
Module build_segments(const SegmentSpec& spec);

/// The numbers of a segment that are summed: rows of `bins`.
enum class SegmentRows {
  powers,  ///< 0: the powers; 1: their maximum
  pairs,   ///< of spectra X and Y: |X|^2, |Y|^2, and the parts of conj(X) Y
};
constexpr std::int64_t rows_of(SegmentRows rows) { return rows == SegmentRows::powers ? 2 : 4; }

/// Segments of a block.
inline constexpr std::int64_t block_segments = 64;
/// Bins that a work-group computes of a block, and columns of totals and means.
std::int64_t bins_chunk(const FrameSpec& spec);
std::string blocks_name(const FrameSpec& spec, SegmentRows rows);
/// Sums of blocks. Buffers: in: powers, or spectra X, second: Y; held: the sums of the block that the segments go on
/// with; blocks. Scalars: batch: segments; in_distance: bins; in_offset: segments of the first block that are held;
/// in_plane: chunks of bins; units: these times blocks; repeat as above.
Module build_blocks(const FrameSpec& spec, SegmentRows rows);

/// Adds blocks to totals: a column is a row's number. Buffers: blocks; totals: a number and its rounding error for each
/// column; held. Scalars: batch: blocks that are complete; in_plane: blocks behind these, 0 or 1; in_distance: columns;
/// out_distance: columns that are sums, before those that are maxima; units: chunks of columns; repeat as above.
Module build_totals(const FrameSpec& spec);

/// Means of totals. Buffers: totals, held, factors: of each bin; out. Scalars: batch: numbers, `parts` for each bin;
/// in_distance: columns; in_offset: the first column; in_plane: bins; in_position * 2^30 + out_offset: segments; units:
/// chunks of numbers; repeat as above.
Module build_means(const FrameSpec& spec);

}  // namespace papilio::kernel
