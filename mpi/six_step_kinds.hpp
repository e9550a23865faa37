// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kinds in six steps. Behind every kind is a c2c, r2c or c2r, its core, which is the matrix (six_step.hpp). Around it,
// the copies beside the exchanges put numbers in another order, and callbacks of the passes change them:
//
//   dht         r2c of n: H[k] = re X[k] - im X[k], H[n-k] = re X[k] + im X[k]
//   dct2, dst2  r2c of n, even places first and odd ones backwards: X[k] exp(-pi i k/2n) has C[k]/2 and -C[n-k]/2
//   dct3, dst3  the same backwards: c2r
//   dct4, dst4  c2c of n/2: places 2j and n-1-2j are one complex number, in and out, with a phase on both sides
//   dct1, dst1  r2c of 2(n-1) and 2(n+1): the even and the odd extension
//
// Sine transforms are cosine transforms of the same type with one side backwards and every second sign of the other
// side changed. After J. Makhoul, A fast cosine transform in one and two dimensions, IEEE Trans. ASSP 28 (1980).
//
// Elements of a complex core are then two real numbers, the parts of IndexMap, with places of their own.
#pragma once

#include <optional>
#include <papilio/problem.hpp>
#include <vector>

#include "program.hpp"
#include "strips.hpp"

namespace papilio::mpi {

struct Core {
  Kind kind = Kind::c2c;
  std::int64_t points = 1;
  std::int64_t parts_read = 1;  ///< elements of the array for one of the core
  std::int64_t parts_written = 1;
};
/// Of one axis; std::nullopt if there is none: odd lengths of type 4, and a single point of dct1.
std::optional<Core> core_of(Kind kind, std::int64_t length);

/// What the core's results are multiplied by.
double core_factor(const Problem& problem);

/// Where a rank's range of the input, or of the output, has elements of a matrix of that width.
std::vector<IndexMap> maps_read(Kind kind, std::int64_t length, const Span& range, std::int64_t width);
std::vector<IndexMap> maps_written(Kind kind, std::int64_t length, const Span& range, std::int64_t width);

/// What the first pass does to what it reads, and the last one to what it writes.
std::optional<Edit> edit_read(const Problem& problem, const Strip& strip);
std::optional<Edit> edit_written(const Problem& problem, const Strip& strip);

}  // namespace papilio::mpi
