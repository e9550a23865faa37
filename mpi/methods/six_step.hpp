// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Six-step transforms: arrays of one axis that no device needs to hold. N = N1*N2 points are a matrix of N1 rows
// and N2 columns; with n = N2*j1 + j2 and k = k1 + N1*k2,
//
//   X[k] = sum over j2 of w(N2, j2 k2) * w(N, j2 k1) * (sum over j1 of w(N1, j1 k1) * x[n]),   w(n, e) = exp(-+2 pi i
//   e/n)
//
// From ranges of n to columns (the first exchange), transforms along axis 0, whose store multiplies by w(N, j2 k1),
// from columns to rows (the second), transforms along axis 1, which are written transposed, and to ranges of k (the
// third). The split depends on N alone, and so do the bits.
//
// An end may also be columns of the matrix: n = N2*j1 + j2 as N1 rows of N2, or k as N2 rows of N1, of which a rank has
// columns (columns_of_matrix()). Then there is no exchange at that end, and the split is that of the end. After D. H.
// Bailey, FFTs in external or hierarchical memory, J. Supercomputing 4 (1990).
//
// For real numbers, x[n] or X[k], half of the rows or columns suffices. In r2c the transforms along axis 0 are r2c and
// leave rows k1 <= N1/2, which have X[k] for all k2; where k = k1 + N1*k2 is above N/2, the conjugate is X[N-k], whose
// row N1-k1 has been left out. In c2r, where k and n change places, X[N-k]* is read for the columns' X[k], and the
// transforms along axis 1 are c2r.
#pragma once

#include <optional>

#include "mpi/arrays/transfers.hpp"
#include "mpi/program/program.hpp"
#include "mpi/program/schedule.hpp"

namespace papilio::mpi {

/// Returns the matrix of a c2c, r2c or c2r of one axis whose length is neither prime nor below 4: N1 is the largest
/// divisor that is not above the square root, and of r2c the other factor. std::nullopt for all others.
std::optional<Problem> matrix_of(const Problem& problem);

/// True for distributions of a c2c of one axis as columns of a matrix: `lengths` of two axes whose product is the
/// problem's, and slabs of the second one.
bool columns_of_matrix(const Problem& problem, const Distribution& distribution);

extern const Method six_step;

}  // namespace papilio::mpi
