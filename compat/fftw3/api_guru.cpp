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
// GCC deduces it from the members; clang 14 does not.
template <typename AnyDim>
Guru(int, const AnyDim*, int, const AnyDim*) -> Guru<AnyDim>;

template <typename AnyDim>
PlanHandle plan_guru(const TransformType& what, const Guru<AnyDim>& guru, const PlanArrays& arrays, unsigned flags) {
  return guarded(PlanHandle{}, [&]() -> PlanHandle {
    const auto transform = guru_transform(what, guru.rank, guru.dims, guru.howmany_rank, guru.howmany);
    return transform ? planner::make({*transform, arrays, flags}) : nullptr;
  });
}

}  // namespace

extern "C" {

PlanHandle PAPILIO_FFTW(plan_guru_dft)(int rank, const Dim32* dims, int howmany_rank, const Dim32* howmany_dims,
                                       Complex* in, Complex* out, int sign, unsigned flags) {
  return plan_guru(what(Family::dft, sign), Guru{rank, dims, howmany_rank, howmany_dims}, {in, nullptr, out, nullptr},
                   flags);
}

PlanHandle PAPILIO_FFTW(plan_guru_split_dft)(int rank, const Dim32* dims, int howmany_rank, const Dim32* howmany_dims,
                                             Real* ri, Real* ii, Real* ro, Real* io, unsigned flags) {
  return plan_guru(split(what(Family::dft)), Guru{rank, dims, howmany_rank, howmany_dims}, {ri, ii, ro, io}, flags);
}

PlanHandle PAPILIO_FFTW(plan_guru64_dft)(int rank, const Dim* dims, int howmany_rank, const Dim* howmany_dims,
                                         Complex* in, Complex* out, int sign, unsigned flags) {
  return plan_guru(what(Family::dft, sign), Guru{rank, dims, howmany_rank, howmany_dims}, {in, nullptr, out, nullptr},
                   flags);
}

PlanHandle PAPILIO_FFTW(plan_guru64_split_dft)(int rank, const Dim* dims, int howmany_rank, const Dim* howmany_dims,
                                               Real* ri, Real* ii, Real* ro, Real* io, unsigned flags) {
  return plan_guru(split(what(Family::dft)), Guru{rank, dims, howmany_rank, howmany_dims}, {ri, ii, ro, io}, flags);
}

PlanHandle PAPILIO_FFTW(plan_guru_dft_r2c)(int rank, const Dim32* dims, int howmany_rank, const Dim32* howmany_dims,
                                           Real* in, Complex* out, unsigned flags) {
  return plan_guru(what(Family::r2c), Guru{rank, dims, howmany_rank, howmany_dims}, {in, nullptr, out, nullptr}, flags);
}

PlanHandle PAPILIO_FFTW(plan_guru_split_dft_r2c)(int rank, const Dim32* dims, int howmany_rank,
                                                 const Dim32* howmany_dims, Real* in, Real* ro, Real* io,
                                                 unsigned flags) {
  return plan_guru(split(what(Family::r2c)), Guru{rank, dims, howmany_rank, howmany_dims}, {in, nullptr, ro, io},
                   flags);
}

PlanHandle PAPILIO_FFTW(plan_guru64_dft_r2c)(int rank, const Dim* dims, int howmany_rank, const Dim* howmany_dims,
                                             Real* in, Complex* out, unsigned flags) {
  return plan_guru(what(Family::r2c), Guru{rank, dims, howmany_rank, howmany_dims}, {in, nullptr, out, nullptr}, flags);
}

PlanHandle PAPILIO_FFTW(plan_guru64_split_dft_r2c)(int rank, const Dim* dims, int howmany_rank, const Dim* howmany_dims,
                                                   Real* in, Real* ro, Real* io, unsigned flags) {
  return plan_guru(split(what(Family::r2c)), Guru{rank, dims, howmany_rank, howmany_dims}, {in, nullptr, ro, io},
                   flags);
}

PlanHandle PAPILIO_FFTW(plan_guru_dft_c2r)(int rank, const Dim32* dims, int howmany_rank, const Dim32* howmany_dims,
                                           Complex* in, Real* out, unsigned flags) {
  return plan_guru(c2r(), Guru{rank, dims, howmany_rank, howmany_dims}, {in, nullptr, out, nullptr}, flags);
}

PlanHandle PAPILIO_FFTW(plan_guru_split_dft_c2r)(int rank, const Dim32* dims, int howmany_rank,
                                                 const Dim32* howmany_dims, Real* ri, Real* ii, Real* out,
                                                 unsigned flags) {
  return plan_guru(split(c2r()), Guru{rank, dims, howmany_rank, howmany_dims}, {ri, ii, out, nullptr}, flags);
}

PlanHandle PAPILIO_FFTW(plan_guru64_dft_c2r)(int rank, const Dim* dims, int howmany_rank, const Dim* howmany_dims,
                                             Complex* in, Real* out, unsigned flags) {
  return plan_guru(c2r(), Guru{rank, dims, howmany_rank, howmany_dims}, {in, nullptr, out, nullptr}, flags);
}

PlanHandle PAPILIO_FFTW(plan_guru64_split_dft_c2r)(int rank, const Dim* dims, int howmany_rank, const Dim* howmany_dims,
                                                   Real* ri, Real* ii, Real* out, unsigned flags) {
  return plan_guru(split(c2r()), Guru{rank, dims, howmany_rank, howmany_dims}, {ri, ii, out, nullptr}, flags);
}

PlanHandle PAPILIO_FFTW(plan_guru_r2r)(int rank, const Dim32* dims, int howmany_rank, const Dim32* howmany_dims,
                                       Real* in, Real* out, const int* kinds, unsigned flags) {
  return plan_guru(what(Family::r2r, forward_sign, kinds), Guru{rank, dims, howmany_rank, howmany_dims},
                   {in, nullptr, out, nullptr}, flags);
}

PlanHandle PAPILIO_FFTW(plan_guru64_r2r)(int rank, const Dim* dims, int howmany_rank, const Dim* howmany_dims, Real* in,
                                         Real* out, const int* kinds, unsigned flags) {
  return plan_guru(what(Family::r2r, forward_sign, kinds), Guru{rank, dims, howmany_rank, howmany_dims},
                   {in, nullptr, out, nullptr}, flags);
}

}  // extern "C"

}  // namespace papilio::fftw3
