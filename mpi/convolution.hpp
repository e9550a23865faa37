// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One axis as a convolution over ranks: lengths that are no matrix, such as primes, and all kinds (chirps.hpp). Its M
// points are the matrix N1 x N2 of six steps (six_step.hpp), there and back:
//
//   from ranges of the input to columns     the first exchange: nothing is sent of the zeros behind the input
//   along columns                           times the chirp as it reads, times the twiddles as it writes
//   from columns to rows                    the second
//   along rows                              times the filter as it writes
//   along rows, backwards
//   from rows to columns                    the third
//   along columns, backwards                times the twiddles as it reads, times the chirp as it writes
//   from columns to ranges of the output    the fourth: nothing of what is behind the output
//
// The filter is the transform of the chirp. As it has the spectrum's order, that need not be the natural one: no
// exchange sorts it, and four do what two transforms in six steps need six for. M and its split depend on the kind and
// the length alone, and so do the bits.
#pragma once

#include <optional>

#include "program.hpp"
#include "schedule.hpp"
#include "transfers.hpp"

namespace papilio::mpi {

/// c2c of N1 x N2 points; of problems that convolution_of() has one of.
Problem matrix_of_convolution(const Problem& problem);

/// Stages: the ranges of the input, columns, rows with two passes, columns, the ranges of the output.
Schedule make_convolution_schedule(const Problem& problem, const Distribution& in, const Distribution& out,
                                   const Link& link);

Program make_convolution_program(const Problem& problem, const Schedule& schedule, int rank);

/// From columns of the kernel, packed, in the input to rows of the filter in the output, divided by M.
Program make_filter_program(const Problem& problem, const Schedule& schedule, int rank);
/// The rank's columns of the kernel.
Strip kernel_strip(const Schedule& schedule, int rank);

/// The problem of a pass in as much of the matrix as fits any device.
Problem whole_convolution_pass(const Problem& problem, const Schedule& schedule, std::size_t position);

/// What a rank exchanges after a stage.
Volume convolution_volume(const Schedule& schedule, std::size_t stage_before, int rank);

/// Whether one device transforms an axis so long, of which a problem has one. A matrix has two, and its array may be
/// longer.
bool fits_one_device(const Problem& problem);

/// What plans do unless a choice, or any order (AxisOrder), is requested. The problem alone decides, as it does the
/// bits. Six steps where the core has a length for them; else a convolution of arrays that are long enough for their
/// exchanges to take less time than one rank's transform.
bool prefers_convolution(const Problem& problem);
/// Whether a schedule may be a convolution. If the request allows any order of operations, it is one candidate, unless
/// six steps keep all ranks busy.
bool may_be_convolution(const Problem& problem, int ranks, const AxisOrder& order);

}  // namespace papilio::mpi
