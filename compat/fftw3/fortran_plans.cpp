// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Fortran's names of the planners.
#include <vector>

#include "api.hpp"
#include "fortran.hpp"
#include "requests.hpp"

namespace papilio::fftw3 {
namespace {

/// False for ranks that the planners refuse.
bool readable(const int* rank) { return rank != nullptr && *rank >= 1 && *rank <= most_dimensions; }

/// A row-major array of what is column-major in Fortran; null where it is.
class Reversed {
 public:
  Reversed(const int* rank, const int* values) {
    if (!readable(rank) || values == nullptr) return;
    values_.assign(std::reverse_iterator(values + *rank), std::reverse_iterator(values));
  }
  operator const int*() const { return values_.empty() ? nullptr : values_.data(); }  // NOLINT(google-explicit-*)

 private:
  std::vector<int> values_;
};

/// Dimensions of the guru interface, three arrays in Fortran. They are not reversed.
class FortranDims {
 public:
  FortranDims(const int* rank, const int* n, const int* is, const int* os) {
    if (!readable(rank) || n == nullptr || is == nullptr || os == nullptr) return;
    for (int i = 0; i < *rank; ++i) dims_.push_back({n[i], is[i], os[i]});
  }
  operator const Dim32*() const { return dims_.data(); }  // NOLINT(google-explicit-*)

 private:
  std::vector<Dim32> dims_;
};

/// Whether no argument is null.
template <typename... Arguments>
bool given(const Arguments*... arguments) {
  return ((arguments != nullptr) && ...);
}

/// The common part of all planners of Fortran: the result is an argument, and null if make() fails. Does nothing unless
/// the arguments that C takes by value are `complete`.
template <typename Make>
void plan_into(PlanHandle* plan, bool complete, Make make) {
  if (plan == nullptr || !complete) return;
  *plan = nullptr;
  guarded_call([&] { *plan = make(); });
}

}  // namespace

extern "C" {

PAPILIO_FORTRAN_FUNCTION(plan_dft, (PlanHandle * plan, const int* rank, const int* n, Complex* in, Complex* out,
                                    const int* sign, const unsigned* flags)) {
  plan_into(plan, given(rank, sign, flags),
            [&] { return PAPILIO_FFTW(plan_dft)(*rank, Reversed(rank, n), in, out, *sign, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_1d, (PlanHandle * plan, const int* n, Complex* in, Complex* out, const int* sign,
                                       const unsigned* flags)) {
  plan_into(plan, given(n, sign, flags), [&] { return PAPILIO_FFTW(plan_dft_1d)(*n, in, out, *sign, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_2d, (PlanHandle * plan, const int* nx, const int* ny, Complex* in, Complex* out,
                                       const int* sign, const unsigned* flags)) {
  plan_into(plan, given(nx, ny, sign, flags),
            [&] { return PAPILIO_FFTW(plan_dft_2d)(*ny, *nx, in, out, *sign, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_3d, (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Complex* in,
                                       Complex* out, const int* sign, const unsigned* flags)) {
  plan_into(plan, given(nx, ny, nz, sign, flags),
            [&] { return PAPILIO_FFTW(plan_dft_3d)(*nz, *ny, *nx, in, out, *sign, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_many_dft,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Complex* in,
                          const int* inembed, const int* istride, const int* idist, Complex* out, const int* onembed,
                          const int* ostride, const int* odist, const int* sign, const unsigned* flags)) {
  plan_into(plan, given(rank, howmany, istride, idist, ostride, odist, sign, flags), [&] {
    return PAPILIO_FFTW(plan_many_dft)(*rank, Reversed(rank, n), *howmany, in, Reversed(rank, inembed), *istride,
                                       *idist, out, Reversed(rank, onembed), *ostride, *odist, *sign, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_dft, (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                                         const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os,
                                         Complex* in, Complex* out, const int* sign, const unsigned* flags)) {
  plan_into(plan, given(rank, howmany_rank, sign, flags), [&] {
    return PAPILIO_FFTW(plan_guru_dft)(*rank, FortranDims(rank, n, is, os), *howmany_rank,
                                       FortranDims(howmany_rank, h_n, h_is, h_os), in, out, *sign, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_split_dft,
                         (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                          const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* ri, Real* ii,
                          Real* ro, Real* io, const unsigned* flags)) {
  plan_into(plan, given(rank, howmany_rank, flags), [&] {
    return PAPILIO_FFTW(plan_guru_split_dft)(*rank, FortranDims(rank, n, is, os), *howmany_rank,
                                             FortranDims(howmany_rank, h_n, h_is, h_os), ri, ii, ro, io, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c, (PlanHandle * plan, const int* rank, const int* n, Real* in, Complex* out,
                                        const unsigned* flags)) {
  plan_into(plan, given(rank, flags),
            [&] { return PAPILIO_FFTW(plan_dft_r2c)(*rank, Reversed(rank, n), in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c_1d,
                         (PlanHandle * plan, const int* n, Real* in, Complex* out, const unsigned* flags)) {
  plan_into(plan, given(n, flags), [&] { return PAPILIO_FFTW(plan_dft_r2c_1d)(*n, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c_2d, (PlanHandle * plan, const int* nx, const int* ny, Real* in, Complex* out,
                                           const unsigned* flags)) {
  plan_into(plan, given(nx, ny, flags), [&] { return PAPILIO_FFTW(plan_dft_r2c_2d)(*ny, *nx, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c_3d, (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Real* in,
                                           Complex* out, const unsigned* flags)) {
  plan_into(plan, given(nx, ny, nz, flags),
            [&] { return PAPILIO_FFTW(plan_dft_r2c_3d)(*nz, *ny, *nx, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_many_dft_r2c,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Real* in,
                          const int* inembed, const int* istride, const int* idist, Complex* out, const int* onembed,
                          const int* ostride, const int* odist, const unsigned* flags)) {
  plan_into(plan, given(rank, howmany, istride, idist, ostride, odist, flags), [&] {
    return PAPILIO_FFTW(plan_many_dft_r2c)(*rank, Reversed(rank, n), *howmany, in, Reversed(rank, inembed), *istride,
                                           *idist, out, Reversed(rank, onembed), *ostride, *odist, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_dft_r2c, (PlanHandle * plan, const int* rank, const int* n, const int* is,
                                             const int* os, const int* howmany_rank, const int* h_n, const int* h_is,
                                             const int* h_os, Real* in, Complex* out, const unsigned* flags)) {
  plan_into(plan, given(rank, howmany_rank, flags), [&] {
    return PAPILIO_FFTW(plan_guru_dft_r2c)(*rank, FortranDims(rank, n, is, os), *howmany_rank,
                                           FortranDims(howmany_rank, h_n, h_is, h_os), in, out, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_split_dft_r2c,
                         (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                          const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* in, Real* ro,
                          Real* io, const unsigned* flags)) {
  plan_into(plan, given(rank, howmany_rank, flags), [&] {
    return PAPILIO_FFTW(plan_guru_split_dft_r2c)(*rank, FortranDims(rank, n, is, os), *howmany_rank,
                                                 FortranDims(howmany_rank, h_n, h_is, h_os), in, ro, io, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r, (PlanHandle * plan, const int* rank, const int* n, Complex* in, Real* out,
                                        const unsigned* flags)) {
  plan_into(plan, given(rank, flags),
            [&] { return PAPILIO_FFTW(plan_dft_c2r)(*rank, Reversed(rank, n), in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r_1d,
                         (PlanHandle * plan, const int* n, Complex* in, Real* out, const unsigned* flags)) {
  plan_into(plan, given(n, flags), [&] { return PAPILIO_FFTW(plan_dft_c2r_1d)(*n, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r_2d, (PlanHandle * plan, const int* nx, const int* ny, Complex* in, Real* out,
                                           const unsigned* flags)) {
  plan_into(plan, given(nx, ny, flags), [&] { return PAPILIO_FFTW(plan_dft_c2r_2d)(*ny, *nx, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r_3d, (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Complex* in,
                                           Real* out, const unsigned* flags)) {
  plan_into(plan, given(nx, ny, nz, flags),
            [&] { return PAPILIO_FFTW(plan_dft_c2r_3d)(*nz, *ny, *nx, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_many_dft_c2r,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Complex* in,
                          const int* inembed, const int* istride, const int* idist, Real* out, const int* onembed,
                          const int* ostride, const int* odist, const unsigned* flags)) {
  plan_into(plan, given(rank, howmany, istride, idist, ostride, odist, flags), [&] {
    return PAPILIO_FFTW(plan_many_dft_c2r)(*rank, Reversed(rank, n), *howmany, in, Reversed(rank, inembed), *istride,
                                           *idist, out, Reversed(rank, onembed), *ostride, *odist, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_dft_c2r, (PlanHandle * plan, const int* rank, const int* n, const int* is,
                                             const int* os, const int* howmany_rank, const int* h_n, const int* h_is,
                                             const int* h_os, Complex* in, Real* out, const unsigned* flags)) {
  plan_into(plan, given(rank, howmany_rank, flags), [&] {
    return PAPILIO_FFTW(plan_guru_dft_c2r)(*rank, FortranDims(rank, n, is, os), *howmany_rank,
                                           FortranDims(howmany_rank, h_n, h_is, h_os), in, out, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_split_dft_c2r,
                         (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                          const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* ri, Real* ii,
                          Real* out, const unsigned* flags)) {
  plan_into(plan, given(rank, howmany_rank, flags), [&] {
    return PAPILIO_FFTW(plan_guru_split_dft_c2r)(*rank, FortranDims(rank, n, is, os), *howmany_rank,
                                                 FortranDims(howmany_rank, h_n, h_is, h_os), ri, ii, out, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_r2r, (PlanHandle * plan, const int* rank, const int* n, Real* in, Real* out,
                                    const int* kinds, const unsigned* flags)) {
  plan_into(plan, given(rank, kinds, flags),
            [&] { return PAPILIO_FFTW(plan_r2r)(*rank, Reversed(rank, n), in, out, Reversed(rank, kinds), *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_r2r_1d, (PlanHandle * plan, const int* n, Real* in, Real* out, const int* kind,
                                       const unsigned* flags)) {
  plan_into(plan, given(n, kind, flags), [&] { return PAPILIO_FFTW(plan_r2r_1d)(*n, in, out, *kind, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_r2r_2d, (PlanHandle * plan, const int* nx, const int* ny, Real* in, Real* out,
                                       const int* kindx, const int* kindy, const unsigned* flags)) {
  plan_into(plan, given(nx, ny, kindx, kindy, flags),
            [&] { return PAPILIO_FFTW(plan_r2r_2d)(*ny, *nx, in, out, *kindy, *kindx, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_r2r_3d,
                         (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Real* in, Real* out,
                          const int* kindx, const int* kindy, const int* kindz, const unsigned* flags)) {
  plan_into(plan, given(nx, ny, nz, kindx, kindy, kindz, flags),
            [&] { return PAPILIO_FFTW(plan_r2r_3d)(*nz, *ny, *nx, in, out, *kindz, *kindy, *kindx, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_many_r2r,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Real* in,
                          const int* inembed, const int* istride, const int* idist, Real* out, const int* onembed,
                          const int* ostride, const int* odist, const int* kinds, const unsigned* flags)) {
  plan_into(plan, given(rank, howmany, istride, idist, ostride, odist, kinds, flags), [&] {
    return PAPILIO_FFTW(plan_many_r2r)(*rank, Reversed(rank, n), *howmany, in, Reversed(rank, inembed), *istride,
                                       *idist, out, Reversed(rank, onembed), *ostride, *odist, Reversed(rank, kinds),
                                       *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_r2r, (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                                         const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os,
                                         Real* in, Real* out, const int* kinds, const unsigned* flags)) {
  plan_into(plan, given(rank, howmany_rank, kinds, flags), [&] {
    return PAPILIO_FFTW(plan_guru_r2r)(*rank, FortranDims(rank, n, is, os), *howmany_rank,
                                       FortranDims(howmany_rank, h_n, h_is, h_os), in, out, kinds, *flags);
  });
}

}  // extern "C"

}  // namespace papilio::fftw3
