// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Fortran's names of the planners.
#include <vector>

#include "api.hpp"
#include "fortran.hpp"

namespace papilio::fftw3 {
namespace {

/// A row-major array of what is column-major in Fortran.
std::vector<int> reversed(const int* rank, const int* values) {
  const bool none = rank == nullptr || values == nullptr || *rank < 1;
  return none ? std::vector<int>{}
              : std::vector<int>(std::reverse_iterator(values + *rank), std::reverse_iterator(values));
}

/// Dimensions of the guru interface, three arrays in Fortran. They are not reversed.
std::vector<Dim32> dimensions(const int* rank, const int* n, const int* is, const int* os) {
  std::vector<Dim32> result;
  const bool none = rank == nullptr || n == nullptr || is == nullptr || os == nullptr || *rank == rank_of_nothing;
  for (int i = 0; !none && i < *rank; ++i) result.push_back({n[i], is[i], os[i]});
  return result;
}

/// Whether no argument is null.
template <typename... Arguments>
bool given(const Arguments*... arguments) {
  return ((arguments != nullptr) && ...);
}

/// *plan = plan_of(), null if that throws; nothing without the arguments that it reads.
template <typename PlanOf>
void set_plan(PlanHandle* plan, bool given, const PlanOf& plan_of) {
  if (plan == nullptr || !given) return;
  *plan = nullptr;
  guarded_call([&] { *plan = plan_of(); });
}

}  // namespace

extern "C" {

PAPILIO_FORTRAN_FUNCTION(plan_dft, (PlanHandle * plan, const int* rank, const int* n, Complex* in, Complex* out,
                                    const int* sign, const unsigned* flags)) {
  set_plan(plan, given(rank, sign, flags), [&] {
    const std::vector<int> lengths = reversed(rank, n);
    return PAPILIO_FFTW(plan_dft)(*rank, lengths.data(), in, out, *sign, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_1d, (PlanHandle * plan, const int* n, Complex* in, Complex* out, const int* sign,
                                       const unsigned* flags)) {
  set_plan(plan, given(n, sign, flags), [&] { return PAPILIO_FFTW(plan_dft_1d)(*n, in, out, *sign, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_2d, (PlanHandle * plan, const int* nx, const int* ny, Complex* in, Complex* out,
                                       const int* sign, const unsigned* flags)) {
  set_plan(plan, given(nx, ny, sign, flags),
           [&] { return PAPILIO_FFTW(plan_dft_2d)(*ny, *nx, in, out, *sign, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_3d, (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Complex* in,
                                       Complex* out, const int* sign, const unsigned* flags)) {
  set_plan(plan, given(nx, ny, nz, sign, flags),
           [&] { return PAPILIO_FFTW(plan_dft_3d)(*nz, *ny, *nx, in, out, *sign, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_many_dft,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Complex* in,
                          const int* inembed, const int* istride, const int* idist, Complex* out, const int* onembed,
                          const int* ostride, const int* odist, const int* sign, const unsigned* flags)) {
  set_plan(plan, given(rank, howmany, istride, idist, ostride, odist, sign, flags), [&] {
    const std::vector<int> lengths = reversed(rank, n);
    const std::vector<int> in_lengths = reversed(rank, inembed);
    const std::vector<int> out_lengths = reversed(rank, onembed);
    return PAPILIO_FFTW(plan_many_dft)(
        *rank, lengths.data(), *howmany, in, inembed != nullptr ? in_lengths.data() : nullptr, *istride, *idist, out,
        onembed != nullptr ? out_lengths.data() : nullptr, *ostride, *odist, *sign, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_dft, (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                                         const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os,
                                         Complex* in, Complex* out, const int* sign, const unsigned* flags)) {
  set_plan(plan, given(rank, howmany_rank, sign, flags), [&] {
    const std::vector<Dim32> dims = dimensions(rank, n, is, os);
    const std::vector<Dim32> howmany = dimensions(howmany_rank, h_n, h_is, h_os);
    return PAPILIO_FFTW(plan_guru_dft)(*rank, dims.data(), *howmany_rank, howmany.data(), in, out, *sign, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_split_dft,
                         (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                          const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* ri, Real* ii,
                          Real* ro, Real* io, const unsigned* flags)) {
  set_plan(plan, given(rank, howmany_rank, flags), [&] {
    const std::vector<Dim32> dims = dimensions(rank, n, is, os);
    const std::vector<Dim32> howmany = dimensions(howmany_rank, h_n, h_is, h_os);
    return PAPILIO_FFTW(plan_guru_split_dft)(*rank, dims.data(), *howmany_rank, howmany.data(), ri, ii, ro, io, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c, (PlanHandle * plan, const int* rank, const int* n, Real* in, Complex* out,
                                        const unsigned* flags)) {
  set_plan(plan, given(rank, flags), [&] {
    const std::vector<int> lengths = reversed(rank, n);
    return PAPILIO_FFTW(plan_dft_r2c)(*rank, lengths.data(), in, out, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c_1d,
                         (PlanHandle * plan, const int* n, Real* in, Complex* out, const unsigned* flags)) {
  set_plan(plan, given(n, flags), [&] { return PAPILIO_FFTW(plan_dft_r2c_1d)(*n, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c_2d, (PlanHandle * plan, const int* nx, const int* ny, Real* in, Complex* out,
                                           const unsigned* flags)) {
  set_plan(plan, given(nx, ny, flags), [&] { return PAPILIO_FFTW(plan_dft_r2c_2d)(*ny, *nx, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c_3d, (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Real* in,
                                           Complex* out, const unsigned* flags)) {
  set_plan(plan, given(nx, ny, nz, flags),
           [&] { return PAPILIO_FFTW(plan_dft_r2c_3d)(*nz, *ny, *nx, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_many_dft_r2c,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Real* in,
                          const int* inembed, const int* istride, const int* idist, Complex* out, const int* onembed,
                          const int* ostride, const int* odist, const unsigned* flags)) {
  set_plan(plan, given(rank, howmany, istride, idist, ostride, odist, flags), [&] {
    const std::vector<int> lengths = reversed(rank, n);
    const std::vector<int> in_lengths = reversed(rank, inembed);
    const std::vector<int> out_lengths = reversed(rank, onembed);
    return PAPILIO_FFTW(plan_many_dft_r2c)(*rank, lengths.data(), *howmany, in,
                                           inembed != nullptr ? in_lengths.data() : nullptr, *istride, *idist, out,
                                           onembed != nullptr ? out_lengths.data() : nullptr, *ostride, *odist, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_dft_r2c, (PlanHandle * plan, const int* rank, const int* n, const int* is,
                                             const int* os, const int* howmany_rank, const int* h_n, const int* h_is,
                                             const int* h_os, Real* in, Complex* out, const unsigned* flags)) {
  set_plan(plan, given(rank, howmany_rank, flags), [&] {
    const std::vector<Dim32> dims = dimensions(rank, n, is, os);
    const std::vector<Dim32> howmany = dimensions(howmany_rank, h_n, h_is, h_os);
    return PAPILIO_FFTW(plan_guru_dft_r2c)(*rank, dims.data(), *howmany_rank, howmany.data(), in, out, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_split_dft_r2c,
                         (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                          const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* in, Real* ro,
                          Real* io, const unsigned* flags)) {
  set_plan(plan, given(rank, howmany_rank, flags), [&] {
    const std::vector<Dim32> dims = dimensions(rank, n, is, os);
    const std::vector<Dim32> howmany = dimensions(howmany_rank, h_n, h_is, h_os);
    return PAPILIO_FFTW(plan_guru_split_dft_r2c)(*rank, dims.data(), *howmany_rank, howmany.data(), in, ro, io, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r, (PlanHandle * plan, const int* rank, const int* n, Complex* in, Real* out,
                                        const unsigned* flags)) {
  set_plan(plan, given(rank, flags), [&] {
    const std::vector<int> lengths = reversed(rank, n);
    return PAPILIO_FFTW(plan_dft_c2r)(*rank, lengths.data(), in, out, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r_1d,
                         (PlanHandle * plan, const int* n, Complex* in, Real* out, const unsigned* flags)) {
  set_plan(plan, given(n, flags), [&] { return PAPILIO_FFTW(plan_dft_c2r_1d)(*n, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r_2d, (PlanHandle * plan, const int* nx, const int* ny, Complex* in, Real* out,
                                           const unsigned* flags)) {
  set_plan(plan, given(nx, ny, flags), [&] { return PAPILIO_FFTW(plan_dft_c2r_2d)(*ny, *nx, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r_3d, (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Complex* in,
                                           Real* out, const unsigned* flags)) {
  set_plan(plan, given(nx, ny, nz, flags),
           [&] { return PAPILIO_FFTW(plan_dft_c2r_3d)(*nz, *ny, *nx, in, out, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_many_dft_c2r,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Complex* in,
                          const int* inembed, const int* istride, const int* idist, Real* out, const int* onembed,
                          const int* ostride, const int* odist, const unsigned* flags)) {
  set_plan(plan, given(rank, howmany, istride, idist, ostride, odist, flags), [&] {
    const std::vector<int> lengths = reversed(rank, n);
    const std::vector<int> in_lengths = reversed(rank, inembed);
    const std::vector<int> out_lengths = reversed(rank, onembed);
    return PAPILIO_FFTW(plan_many_dft_c2r)(*rank, lengths.data(), *howmany, in,
                                           inembed != nullptr ? in_lengths.data() : nullptr, *istride, *idist, out,
                                           onembed != nullptr ? out_lengths.data() : nullptr, *ostride, *odist, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_dft_c2r, (PlanHandle * plan, const int* rank, const int* n, const int* is,
                                             const int* os, const int* howmany_rank, const int* h_n, const int* h_is,
                                             const int* h_os, Complex* in, Real* out, const unsigned* flags)) {
  set_plan(plan, given(rank, howmany_rank, flags), [&] {
    const std::vector<Dim32> dims = dimensions(rank, n, is, os);
    const std::vector<Dim32> howmany = dimensions(howmany_rank, h_n, h_is, h_os);
    return PAPILIO_FFTW(plan_guru_dft_c2r)(*rank, dims.data(), *howmany_rank, howmany.data(), in, out, *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_split_dft_c2r,
                         (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                          const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* ri, Real* ii,
                          Real* out, const unsigned* flags)) {
  set_plan(plan, given(rank, howmany_rank, flags), [&] {
    const std::vector<Dim32> dims = dimensions(rank, n, is, os);
    const std::vector<Dim32> howmany = dimensions(howmany_rank, h_n, h_is, h_os);
    return PAPILIO_FFTW(plan_guru_split_dft_c2r)(*rank, dims.data(), *howmany_rank, howmany.data(), ri, ii, out,
                                                 *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_r2r, (PlanHandle * plan, const int* rank, const int* n, Real* in, Real* out,
                                    const int* kinds, const unsigned* flags)) {
  set_plan(plan, given(rank, kinds, flags), [&] {
    const std::vector<int> lengths = reversed(rank, n);
    const std::vector<int> order = reversed(rank, kinds);
    return PAPILIO_FFTW(plan_r2r)(*rank, lengths.data(), in, out, order.data(), *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_r2r_1d, (PlanHandle * plan, const int* n, Real* in, Real* out, const int* kind,
                                       const unsigned* flags)) {
  set_plan(plan, given(n, kind, flags), [&] { return PAPILIO_FFTW(plan_r2r_1d)(*n, in, out, *kind, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_r2r_2d, (PlanHandle * plan, const int* nx, const int* ny, Real* in, Real* out,
                                       const int* kindx, const int* kindy, const unsigned* flags)) {
  set_plan(plan, given(nx, ny, kindx, kindy, flags),
           [&] { return PAPILIO_FFTW(plan_r2r_2d)(*ny, *nx, in, out, *kindy, *kindx, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_r2r_3d,
                         (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Real* in, Real* out,
                          const int* kindx, const int* kindy, const int* kindz, const unsigned* flags)) {
  set_plan(plan, given(nx, ny, nz, kindx, kindy, kindz, flags),
           [&] { return PAPILIO_FFTW(plan_r2r_3d)(*nz, *ny, *nx, in, out, *kindz, *kindy, *kindx, *flags); });
}

PAPILIO_FORTRAN_FUNCTION(plan_many_r2r,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Real* in,
                          const int* inembed, const int* istride, const int* idist, Real* out, const int* onembed,
                          const int* ostride, const int* odist, const int* kinds, const unsigned* flags)) {
  set_plan(plan, given(rank, howmany, istride, idist, ostride, odist, kinds, flags), [&] {
    const std::vector<int> lengths = reversed(rank, n);
    const std::vector<int> in_lengths = reversed(rank, inembed);
    const std::vector<int> out_lengths = reversed(rank, onembed);
    const std::vector<int> order = reversed(rank, kinds);
    return PAPILIO_FFTW(plan_many_r2r)(
        *rank, lengths.data(), *howmany, in, inembed != nullptr ? in_lengths.data() : nullptr, *istride, *idist, out,
        onembed != nullptr ? out_lengths.data() : nullptr, *ostride, *odist, order.data(), *flags);
  });
}

PAPILIO_FORTRAN_FUNCTION(plan_guru_r2r, (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                                         const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os,
                                         Real* in, Real* out, const int* kinds, const unsigned* flags)) {
  set_plan(plan, given(rank, howmany_rank, kinds, flags), [&] {
    const std::vector<Dim32> dims = dimensions(rank, n, is, os);
    const std::vector<Dim32> howmany = dimensions(howmany_rank, h_n, h_is, h_os);
    return PAPILIO_FFTW(plan_guru_r2r)(*rank, dims.data(), *howmany_rank, howmany.data(), in, out, kinds, *flags);
  });
}

}  // extern "C"

}  // namespace papilio::fftw3
