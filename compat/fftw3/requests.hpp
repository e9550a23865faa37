// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// From the arguments of FFTW's planners to a Request: row-major arrays, embeddings, guru dimensions of 32 and 64 bits.
#pragma once

#include <optional>

#include "transform.hpp"

namespace papilio::fftw3 {

/// FFTW has no limit; a guard against garbage in place of a rank.
inline constexpr int most_dimensions = 64;

/// One call of a planner. The arrays may be null.
struct PlannerRequest {
  Transform transform;
  PlanArrays arrays;
  unsigned flags = 0;
};

/// The arguments of fftw_plan_many_*. A null embedding is that of the array itself (the padded one of a real side that
/// is transformed in place).
struct Many {
  int rank = 0;
  const int* n = nullptr;
  int howmany = 1;
  const int* inembed = nullptr;
  int istride = 1;
  int idist = 0;
  const int* onembed = nullptr;
  int ostride = 1;
  int odist = 0;
};

/// The transform without its dimensions.
struct TransformType {
  Family family = Family::dft;
  Precision precision = Precision::f64;
  ComplexLayout layout = ComplexLayout::interleaved;
  int sign = forward_sign;
  const int* kinds = nullptr;  ///< of an r2r
};

/// None for arguments that FFTW answers with a null plan.
std::optional<Transform> many_transform(const TransformType& what, const Many& many, bool in_place);
std::optional<Transform> guru_transform(const TransformType& what, int rank, const Dim* dims, int howmany_rank,
                                        const Dim* howmany);
std::optional<Transform> guru_transform(const TransformType& what, int rank, const Dim32* dims, int howmany_rank,
                                        const Dim32* howmany);

}  // namespace papilio::fftw3
