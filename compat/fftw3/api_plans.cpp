// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// fftw_plan_dft, fftw_plan_many_dft and their relatives.
#include <initializer_list>

#include "api.hpp"
#include "library.hpp"
#include "planner.hpp"

namespace papilio::fftw3 {
namespace {

TransformType what(Family family, int sign = forward_sign, const int* kinds = nullptr) {
  return {family, library().precision, ComplexLayout::interleaved, sign, kinds};
}

struct On {
  void* in;
  void* out;
  unsigned flags;
};

PlanHandle plan_many(const TransformType& what, const Many& many, const On& on) {
  return guarded(PlanHandle{}, [&]() -> PlanHandle {
    const auto transform = many_transform(what, many, on.in == on.out);
    return transform ? planner::make({*transform, {on.in, nullptr, on.out, nullptr}, on.flags}) : nullptr;
  });
}

PlanHandle plan_array(const TransformType& what, int rank, const int* n, const On& on) {
  Many many;
  many.rank = rank;
  many.n = n;
  return plan_many(what, many, on);
}

PlanHandle plan_array(const TransformType& what, std::initializer_list<int> n, const On& on) {
  return plan_array(what, static_cast<int>(n.size()), n.begin(), on);
}

}  // namespace

extern "C" {

PlanHandle PAPILIO_FFTW(plan_dft)(int rank, const int* n, Complex* in, Complex* out, int sign, unsigned flags) {
  return plan_array(what(Family::dft, sign), rank, n, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_dft_1d)(int n, Complex* in, Complex* out, int sign, unsigned flags) {
  return plan_array(what(Family::dft, sign), {n}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_dft_2d)(int n0, int n1, Complex* in, Complex* out, int sign, unsigned flags) {
  return plan_array(what(Family::dft, sign), {n0, n1}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_dft_3d)(int n0, int n1, int n2, Complex* in, Complex* out, int sign, unsigned flags) {
  return plan_array(what(Family::dft, sign), {n0, n1, n2}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_many_dft)(int rank, const int* n, int howmany, Complex* in, const int* inembed,
                                       int istride, int idist, Complex* out, const int* onembed, int ostride, int odist,
                                       int sign, unsigned flags) {
  const Many many{rank, n, howmany, inembed, istride, idist, onembed, ostride, odist};
  return plan_many(what(Family::dft, sign), many, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_dft_r2c)(int rank, const int* n, Real* in, Complex* out, unsigned flags) {
  return plan_array(what(Family::r2c), rank, n, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_dft_r2c_1d)(int n, Real* in, Complex* out, unsigned flags) {
  return plan_array(what(Family::r2c), {n}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_dft_r2c_2d)(int n0, int n1, Real* in, Complex* out, unsigned flags) {
  return plan_array(what(Family::r2c), {n0, n1}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_dft_r2c_3d)(int n0, int n1, int n2, Real* in, Complex* out, unsigned flags) {
  return plan_array(what(Family::r2c), {n0, n1, n2}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_many_dft_r2c)(int rank, const int* n, int howmany, Real* in, const int* inembed,
                                           int istride, int idist, Complex* out, const int* onembed, int ostride,
                                           int odist, unsigned flags) {
  const Many many{rank, n, howmany, inembed, istride, idist, onembed, ostride, odist};
  return plan_many(what(Family::r2c), many, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_dft_c2r)(int rank, const int* n, Complex* in, Real* out, unsigned flags) {
  return plan_array(what(Family::c2r, -forward_sign), rank, n, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_dft_c2r_1d)(int n, Complex* in, Real* out, unsigned flags) {
  return plan_array(what(Family::c2r, -forward_sign), {n}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_dft_c2r_2d)(int n0, int n1, Complex* in, Real* out, unsigned flags) {
  return plan_array(what(Family::c2r, -forward_sign), {n0, n1}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_dft_c2r_3d)(int n0, int n1, int n2, Complex* in, Real* out, unsigned flags) {
  return plan_array(what(Family::c2r, -forward_sign), {n0, n1, n2}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_many_dft_c2r)(int rank, const int* n, int howmany, Complex* in, const int* inembed,
                                           int istride, int idist, Real* out, const int* onembed, int ostride,
                                           int odist, unsigned flags) {
  const Many many{rank, n, howmany, inembed, istride, idist, onembed, ostride, odist};
  return plan_many(what(Family::c2r, -forward_sign), many, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_r2r)(int rank, const int* n, Real* in, Real* out, const int* kinds, unsigned flags) {
  return plan_array(what(Family::r2r, forward_sign, kinds), rank, n, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_r2r_1d)(int n, Real* in, Real* out, int kind, unsigned flags) {
  const int kinds[] = {kind};
  return plan_array(what(Family::r2r, forward_sign, kinds), {n}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_r2r_2d)(int n0, int n1, Real* in, Real* out, int kind0, int kind1, unsigned flags) {
  const int kinds[] = {kind0, kind1};
  return plan_array(what(Family::r2r, forward_sign, kinds), {n0, n1}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_r2r_3d)(int n0, int n1, int n2, Real* in, Real* out, int kind0, int kind1, int kind2,
                                     unsigned flags) {
  const int kinds[] = {kind0, kind1, kind2};
  return plan_array(what(Family::r2r, forward_sign, kinds), {n0, n1, n2}, {in, out, flags});
}

PlanHandle PAPILIO_FFTW(plan_many_r2r)(int rank, const int* n, int howmany, Real* in, const int* inembed, int istride,
                                       int idist, Real* out, const int* onembed, int ostride, int odist,
                                       const int* kinds, unsigned flags) {
  const Many many{rank, n, howmany, inembed, istride, idist, onembed, ostride, odist};
  return plan_many(what(Family::r2r, forward_sign, kinds), many, {in, out, flags});
}

}  // extern "C"

}  // namespace papilio::fftw3
