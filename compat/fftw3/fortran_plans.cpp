// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Fortran's names of the planners.
#include <type_traits>
#include <vector>

#include "api.hpp"
#include "fortran.hpp"
#include "requests.hpp"

namespace papilio::fftw3 {
namespace {

/// False for ranks that the planners refuse.
bool readable(const int* rank) { return rank != nullptr && *rank >= 1 && *rank <= most_dimensions; }

/// An array for a planner of C; null where it is empty.
template <typename Number>
struct ConvertedArray {
  std::vector<Number> values;
  operator const Number*() const { return values.empty() ? nullptr : values.data(); }  // NOLINT(google-explicit-*)
};

/// A row-major array of what is column-major in Fortran; null where it is.
struct Reversed {
  const int* rank;
  const int* values;
  [[nodiscard]] ConvertedArray<int> converted() const {
    if (!readable(rank) || values == nullptr) return {};
    return {{std::reverse_iterator(values + *rank), std::reverse_iterator(values)}};
  }
};

/// Dimensions of the guru interface, three arrays in Fortran. They are not reversed.
struct FortranDims {
  const int* rank;
  const int* n;
  const int* is;
  const int* os;
  [[nodiscard]] ConvertedArray<Dim32> converted() const {
    ConvertedArray<Dim32> dims;
    if (!readable(rank) || n == nullptr || is == nullptr || os == nullptr) return dims;
    for (int i = 0; i < *rank; ++i) dims.values.push_back({n[i], is[i], os[i]});
    return dims;
  }
};

/// False for a null address of what C takes by value.
template <typename Wanted, typename Given>
bool complete(const Given& given) {
  if constexpr (std::is_arithmetic_v<Wanted>) return given != nullptr;
  return true;
}

template <typename Wanted, typename Given>
auto converted(const Given& given) {
  if constexpr (std::is_arithmetic_v<Wanted>) {
    return *given;
  } else if constexpr (std::is_pointer_v<Given>) {
    return given;
  } else {
    return given.converted();
  }
}

/// Calls a planner of C: the result is an argument of Fortran's, and null if the planner fails. Does nothing unless the
/// arguments are complete.
template <typename... Wanted, typename... Given>
void plan_into(PlanHandle* plan, PlanHandle (*planner)(Wanted...), const Given&... given) {
  if (plan == nullptr || !(complete<Wanted>(given) && ...)) return;
  *plan = nullptr;
  guarded_call([&] { *plan = planner(converted<Wanted>(given)...); });
}

}  // namespace

extern "C" {

PAPILIO_FORTRAN_FUNCTION(plan_dft, (PlanHandle * plan, const int* rank, const int* n, Complex* in, Complex* out,
                                    const int* sign, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft), rank, Reversed{rank, n}, in, out, sign, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_dft_1d, (PlanHandle * plan, const int* n, Complex* in, Complex* out, const int* sign,
                                       const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft_1d), n, in, out, sign, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_dft_2d, (PlanHandle * plan, const int* nx, const int* ny, Complex* in, Complex* out,
                                       const int* sign, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft_2d), ny, nx, in, out, sign, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_dft_3d, (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Complex* in,
                                       Complex* out, const int* sign, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft_3d), nz, ny, nx, in, out, sign, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_many_dft,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Complex* in,
                          const int* inembed, const int* istride, const int* idist, Complex* out, const int* onembed,
                          const int* ostride, const int* odist, const int* sign, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_many_dft), rank, Reversed{rank, n}, howmany, in, Reversed{rank, inembed}, istride,
            idist, out, Reversed{rank, onembed}, ostride, odist, sign, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_guru_dft, (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                                         const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os,
                                         Complex* in, Complex* out, const int* sign, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_guru_dft), rank, FortranDims{rank, n, is, os}, howmany_rank,
            FortranDims{howmany_rank, h_n, h_is, h_os}, in, out, sign, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_guru_split_dft,
                         (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                          const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* ri, Real* ii,
                          Real* ro, Real* io, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_guru_split_dft), rank, FortranDims{rank, n, is, os}, howmany_rank,
            FortranDims{howmany_rank, h_n, h_is, h_os}, ri, ii, ro, io, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c, (PlanHandle * plan, const int* rank, const int* n, Real* in, Complex* out,
                                        const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft_r2c), rank, Reversed{rank, n}, in, out, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c_1d,
                         (PlanHandle * plan, const int* n, Real* in, Complex* out, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft_r2c_1d), n, in, out, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c_2d, (PlanHandle * plan, const int* nx, const int* ny, Real* in, Complex* out,
                                           const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft_r2c_2d), ny, nx, in, out, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_dft_r2c_3d, (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Real* in,
                                           Complex* out, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft_r2c_3d), nz, ny, nx, in, out, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_many_dft_r2c,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Real* in,
                          const int* inembed, const int* istride, const int* idist, Complex* out, const int* onembed,
                          const int* ostride, const int* odist, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_many_dft_r2c), rank, Reversed{rank, n}, howmany, in, Reversed{rank, inembed},
            istride, idist, out, Reversed{rank, onembed}, ostride, odist, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_guru_dft_r2c, (PlanHandle * plan, const int* rank, const int* n, const int* is,
                                             const int* os, const int* howmany_rank, const int* h_n, const int* h_is,
                                             const int* h_os, Real* in, Complex* out, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_guru_dft_r2c), rank, FortranDims{rank, n, is, os}, howmany_rank,
            FortranDims{howmany_rank, h_n, h_is, h_os}, in, out, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_guru_split_dft_r2c,
                         (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                          const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* in, Real* ro,
                          Real* io, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_guru_split_dft_r2c), rank, FortranDims{rank, n, is, os}, howmany_rank,
            FortranDims{howmany_rank, h_n, h_is, h_os}, in, ro, io, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r, (PlanHandle * plan, const int* rank, const int* n, Complex* in, Real* out,
                                        const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft_c2r), rank, Reversed{rank, n}, in, out, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r_1d,
                         (PlanHandle * plan, const int* n, Complex* in, Real* out, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft_c2r_1d), n, in, out, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r_2d, (PlanHandle * plan, const int* nx, const int* ny, Complex* in, Real* out,
                                           const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft_c2r_2d), ny, nx, in, out, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_dft_c2r_3d, (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Complex* in,
                                           Real* out, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_dft_c2r_3d), nz, ny, nx, in, out, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_many_dft_c2r,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Complex* in,
                          const int* inembed, const int* istride, const int* idist, Real* out, const int* onembed,
                          const int* ostride, const int* odist, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_many_dft_c2r), rank, Reversed{rank, n}, howmany, in, Reversed{rank, inembed},
            istride, idist, out, Reversed{rank, onembed}, ostride, odist, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_guru_dft_c2r, (PlanHandle * plan, const int* rank, const int* n, const int* is,
                                             const int* os, const int* howmany_rank, const int* h_n, const int* h_is,
                                             const int* h_os, Complex* in, Real* out, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_guru_dft_c2r), rank, FortranDims{rank, n, is, os}, howmany_rank,
            FortranDims{howmany_rank, h_n, h_is, h_os}, in, out, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_guru_split_dft_c2r,
                         (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                          const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* ri, Real* ii,
                          Real* out, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_guru_split_dft_c2r), rank, FortranDims{rank, n, is, os}, howmany_rank,
            FortranDims{howmany_rank, h_n, h_is, h_os}, ri, ii, out, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_r2r, (PlanHandle * plan, const int* rank, const int* n, Real* in, Real* out,
                                    const int* kinds, const unsigned* flags)) {
  if (kinds == nullptr) return;
  plan_into(plan, PAPILIO_FFTW(plan_r2r), rank, Reversed{rank, n}, in, out, Reversed{rank, kinds}, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_r2r_1d, (PlanHandle * plan, const int* n, Real* in, Real* out, const int* kind,
                                       const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_r2r_1d), n, in, out, kind, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_r2r_2d, (PlanHandle * plan, const int* nx, const int* ny, Real* in, Real* out,
                                       const int* kindx, const int* kindy, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_r2r_2d), ny, nx, in, out, kindy, kindx, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_r2r_3d,
                         (PlanHandle * plan, const int* nx, const int* ny, const int* nz, Real* in, Real* out,
                          const int* kindx, const int* kindy, const int* kindz, const unsigned* flags)) {
  plan_into(plan, PAPILIO_FFTW(plan_r2r_3d), nz, ny, nx, in, out, kindz, kindy, kindx, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_many_r2r,
                         (PlanHandle * plan, const int* rank, const int* n, const int* howmany, Real* in,
                          const int* inembed, const int* istride, const int* idist, Real* out, const int* onembed,
                          const int* ostride, const int* odist, const int* kinds, const unsigned* flags)) {
  if (kinds == nullptr) return;
  plan_into(plan, PAPILIO_FFTW(plan_many_r2r), rank, Reversed{rank, n}, howmany, in, Reversed{rank, inembed}, istride,
            idist, out, Reversed{rank, onembed}, ostride, odist, Reversed{rank, kinds}, flags);
}
PAPILIO_FORTRAN_FUNCTION(plan_guru_r2r, (PlanHandle * plan, const int* rank, const int* n, const int* is, const int* os,
                                         const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os,
                                         Real* in, Real* out, const int* kinds, const unsigned* flags)) {
  if (kinds == nullptr) return;
  plan_into(plan, PAPILIO_FFTW(plan_guru_r2r), rank, FortranDims{rank, n, is, os}, howmany_rank,
            FortranDims{howmany_rank, h_n, h_is, h_os}, in, out, kinds, flags);
}
}  // extern "C"

}  // namespace papilio::fftw3
