// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// fftw_plan_guru_dft, fftw_plan_guru64_split_dft and their relatives.
#include "api.hpp"
#include "library.hpp"
#include "planner.hpp"

namespace papilio::fftw3 {
namespace {

TransformType what(Family family, int sign = forward_sign, const int* kinds = nullptr) {
  return {family, library().precision, ComplexLayout::interleaved, sign, kinds};
}

TransformType split(TransformType what) {
  what.layout = ComplexLayout::planar;
  return what;
}

TransformType c2r() { return what(Family::c2r, -forward_sign); }

template <typename AnyDim>
struct Guru {
  int rank;
  const AnyDim* dims;
  int howmany_rank;
  const AnyDim* howmany;
};

template <typename AnyDim>
PlanHandle plan_guru(const TransformType& what, const Guru<AnyDim>& guru, const PlanArrays& arrays, unsigned flags) {
  return guarded(PlanHandle{}, [&]() -> PlanHandle {
    const auto transform = guru_transform(what, guru.rank, guru.dims, guru.howmany_rank, guru.howmany);
    return transform ? planner::make({*transform, arrays, flags}) : nullptr;
  });
}

}  // namespace

/// Defines fftw_plan_guru_NAME and fftw_plan_guru64_NAME. `arrays`: a PlanArrays in parentheses.
#define PAPILIO_DEFINE_GURU(name, type, arrays, ...)                                                             \
  PlanHandle PAPILIO_FFTW(plan_guru_##name)(int rank, const Dim32* dims, int howmany_rank, const Dim32* howmany, \
                                            __VA_ARGS__, unsigned flags) {                                       \
    return plan_guru(type, Guru<Dim32>{rank, dims, howmany_rank, howmany}, PlanArrays arrays, flags);            \
  }                                                                                                              \
  PlanHandle PAPILIO_FFTW(plan_guru64_##name)(int rank, const Dim* dims, int howmany_rank, const Dim* howmany,   \
                                              __VA_ARGS__, unsigned flags) {                                     \
    return plan_guru(type, Guru<Dim>{rank, dims, howmany_rank, howmany}, PlanArrays arrays, flags);              \
  }

extern "C" {
PAPILIO_DEFINE_GURU(dft, what(Family::dft, sign), ({in, nullptr, out, nullptr}), Complex* in, Complex* out, int sign)
PAPILIO_DEFINE_GURU(split_dft, split(what(Family::dft)), ({ri, ii, ro, io}), Real* ri, Real* ii, Real* ro, Real* io)
PAPILIO_DEFINE_GURU(dft_r2c, what(Family::r2c), ({in, nullptr, out, nullptr}), Real* in, Complex* out)
PAPILIO_DEFINE_GURU(split_dft_r2c, split(what(Family::r2c)), ({in, nullptr, ro, io}), Real* in, Real* ro, Real* io)
PAPILIO_DEFINE_GURU(dft_c2r, c2r(), ({in, nullptr, out, nullptr}), Complex* in, Real* out)
PAPILIO_DEFINE_GURU(split_dft_c2r, split(c2r()), ({ri, ii, out, nullptr}), Real* ri, Real* ii, Real* out)
PAPILIO_DEFINE_GURU(r2r, what(Family::r2r, forward_sign, kinds), ({in, nullptr, out, nullptr}), Real* in, Real* out,
                    const int* kinds)
}  // extern "C"

}  // namespace papilio::fftw3
