// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernels behind the powers of frames: sums of neighbouring bins with weights, their logarithms, and the largest
// number of a signal. All sizes are arguments.
#pragma once

#include "kernel/frames/frame_kernels.hpp"

namespace papilio::kernel {

/// The work of the kernel of bands. M is the matrix of weights.
enum class BandsStep {
  sums,     ///< M x
  levels,   ///< factor * ln(max(M x, floor)) + offset
  limited,  ///< M max(x, peak - range), peak being the largest number of the signal
};

/// Decides the text of the kernel.
std::string bands_name(const FrameSpec& spec, BandsStep step);
/// Rows that a work-group of a CPU computes at a time, and numbers of one of a GPU.
std::int64_t bands_chunk(const FrameSpec& spec);
/// A row of the input, times a matrix whose rows have neighbouring numbers, is a row of the output. Rows of the matrix
/// are taken in blocks of `lanes`, the last one filled up with rows of zeros: block k has the columns from ranges[2k]
/// on, and vectors ranges[2k+1] .. ranges[2k+3]-1 of the weights, one a column.
/// Buffers: in, weights, ranges, numbers: (floor, factor, offset) of levels, (range) of limited ones; peaks: a number
/// of each signal, of limited ones; out. Scalars: batch: rows in memory; in_distance, out_distance: numbers of a row;
/// in_offset: the first row, counted through all signals; repeat as above; in_plane: rows from one signal to the next;
/// out_plane: rows of a signal that are computed; units: chunks of rows, or of numbers on GPUs.
Module build_bands(const FrameSpec& spec, BandsStep step);

/// The largest of some numbers, several times of each signal: result w of a signal is that of numbers w * in_plane + k
/// * out_plane, k = 0 .. in_offset-1; those behind the last are that one. Buffers: in, out. Scalars: batch: signals;
/// in_distance: numbers of a signal; out_distance: results of a signal; in_offset, in_plane, out_plane as above; repeat
/// as above; units: groups of `threads` results of a signal.
Module build_peaks(const FrameSpec& spec);

}  // namespace papilio::kernel
