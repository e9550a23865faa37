// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// fftw_plan_guru_dft, fftw_plan_guru64_split_dft and their relatives.
#include "api.hpp"
#include "library.hpp"
#include "planner.hpp"

namespace papilio::fftw3 {
namespace {

What what(Family family, int sign, const int* kinds) {
  return {family, library().precision, ComplexLayout::interleaved, sign, kinds};
}

What split(What what) {
  what.layout = ComplexLayout::planar;
  return what;
}

template <typename AnyDim>
struct Guru {
  int rank;
  const AnyDim* dims;
  int howmany_rank;
  const AnyDim* howmany;
};

template <typename AnyDim>
PlanHandle plan_guru(const What& what, const Guru<AnyDim>& guru, const Arrays& arrays, unsigned flags) {
  return guarded(PlanHandle{}, [&]() -> PlanHandle {
    const auto transform = guru_transform(what, guru.rank, guru.dims, guru.howmany_rank, guru.howmany);
    return transform ? planner::make({*transform, arrays, flags}) : nullptr;
  });
}

/// Defines fftw_plan_guru_NAME and fftw_plan_guru64_NAME, which take these parameters after the dimensions.
#define PAPILIO_GURU_PLANNER(name, what, arrays, ...)                                                                 \
  PlanHandle PAPILIO_FFTW(plan_guru_##name)(int rank, const Dim32* dims, int howmany_rank, const Dim32* howmany_dims, \
                                            __VA_ARGS__) {                                                            \
    return plan_guru(what, Guru<Dim32>{rank, dims, howmany_rank, howmany_dims}, arrays, flags);                       \
  }                                                                                                                   \
  PlanHandle PAPILIO_FFTW(plan_guru64_##name)(int rank, const Dim* dims, int howmany_rank, const Dim* howmany_dims,   \
                                              __VA_ARGS__) {                                                          \
    return plan_guru(what, Guru<Dim>{rank, dims, howmany_rank, howmany_dims}, arrays, flags);                         \
  }

}  // namespace

extern "C" {

PAPILIO_GURU_PLANNER(dft, what(Family::dft, sign, nullptr), (Arrays{in, nullptr, out, nullptr}), Complex* in,
                     Complex* out, int sign, unsigned flags)
PAPILIO_GURU_PLANNER(split_dft, split(what(Family::dft, forward_sign, nullptr)), (Arrays{ri, ii, ro, io}), Real* ri,
                     Real* ii, Real* ro, Real* io, unsigned flags)
PAPILIO_GURU_PLANNER(dft_r2c, what(Family::r2c, forward_sign, nullptr), (Arrays{in, nullptr, out, nullptr}), Real* in,
                     Complex* out, unsigned flags)
PAPILIO_GURU_PLANNER(split_dft_r2c, split(what(Family::r2c, forward_sign, nullptr)), (Arrays{in, nullptr, ro, io}),
                     Real* in, Real* ro, Real* io, unsigned flags)
PAPILIO_GURU_PLANNER(dft_c2r, what(Family::c2r, -forward_sign, nullptr), (Arrays{in, nullptr, out, nullptr}),
                     Complex* in, Real* out, unsigned flags)
PAPILIO_GURU_PLANNER(split_dft_c2r, split(what(Family::c2r, -forward_sign, nullptr)), (Arrays{ri, ii, out, nullptr}),
                     Real* ri, Real* ii, Real* out, unsigned flags)
PAPILIO_GURU_PLANNER(r2r, what(Family::r2r, forward_sign, kinds), (Arrays{in, nullptr, out, nullptr}), Real* in,
                     Real* out, const int* kinds, unsigned flags)

}  // extern "C"

}  // namespace papilio::fftw3
