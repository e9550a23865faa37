// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of cufft.h that make plans or ask for their size. Enumerations and results are ints, and the types of
// data do not matter here, so that no header of NVIDIA's is needed.
#include <cstddef>

#include "compat/cufft/arguments.hpp"
#include "compat/cufft/trace.hpp"

using namespace papilio::compat::cufft;  // NOLINT: the functions below are the library's exports

extern "C" {

int cufftPlan1d(int* plan, int nx, int type, int batch) {
  return call(
      "cufftPlan1d", [&] { return new_plan(plan, read_packed({nx}, type, batch)); }, plan, nx, type, batch);
}

int cufftPlan2d(int* plan, int nx, int ny, int type) {
  return call(
      "cufftPlan2d",
      [&] {
        return new_plan(plan, read_packed({nx, ny}, type, 1));
      },
      plan, nx, ny, type);
}

int cufftPlan3d(int* plan, int nx, int ny, int nz, int type) {
  return call(
      "cufftPlan3d",
      [&] {
        return new_plan(plan, read_packed({nx, ny, nz}, type, 1));
      },
      plan, nx, ny, nz, type);
}

int cufftPlanMany(int* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                  int odist, int type, int batch) {
  return call(
      "cufftPlanMany",
      [&] {
        const Arrays<int> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};
        return new_plan(plan, read_many(arrays, type));
      },
      plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch);
}

int cufftMakePlan1d(int plan, int nx, int type, int batch, std::size_t* work_size) {
  return call(
      "cufftMakePlan1d", [&] { return make_plan(plan, read_packed({nx}, type, batch), work_size); }, plan, nx, type,
      batch, work_size);
}

int cufftMakePlan2d(int plan, int nx, int ny, int type, std::size_t* work_size) {
  return call(
      "cufftMakePlan2d",
      [&] {
        return make_plan(plan, read_packed({nx, ny}, type, 1), work_size);
      },
      plan, nx, ny, type, work_size);
}

int cufftMakePlan3d(int plan, int nx, int ny, int nz, int type, std::size_t* work_size) {
  return call(
      "cufftMakePlan3d",
      [&] {
        return make_plan(plan, read_packed({nx, ny, nz}, type, 1), work_size);
      },
      plan, nx, ny, nz, type, work_size);
}

int cufftMakePlanMany(int plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                      int odist, int type, int batch, std::size_t* work_size) {
  return call(
      "cufftMakePlanMany",
      [&] {
        const Arrays<int> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};
        return make_plan(plan, read_many(arrays, type), work_size);
      },
      plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work_size);
}

int cufftMakePlanMany64(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                        long long* onembed, long long ostride, long long odist, int type, long long batch,
                        std::size_t* work_size) {
  return call(
      "cufftMakePlanMany64",
      [&] {
        const Arrays<long long> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};
        return make_plan(plan, read_many(arrays, type), work_size);
      },
      plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work_size);
}

int cufftGetSize1d(int plan, int nx, int type, int batch, std::size_t* work_size) {
  return call(
      "cufftGetSize1d", [&] { return get_size(plan, read_packed({nx}, type, batch), work_size); }, plan, nx, type,
      batch, work_size);
}

int cufftGetSize2d(int plan, int nx, int ny, int type, std::size_t* work_size) {
  return call(
      "cufftGetSize2d",
      [&] {
        return get_size(plan, read_packed({nx, ny}, type, 1), work_size);
      },
      plan, nx, ny, type, work_size);
}

int cufftGetSize3d(int plan, int nx, int ny, int nz, int type, std::size_t* work_size) {
  return call(
      "cufftGetSize3d",
      [&] {
        return get_size(plan, read_packed({nx, ny, nz}, type, 1), work_size);
      },
      plan, nx, ny, nz, type, work_size);
}

int cufftGetSizeMany(int plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                     int odist, int type, int batch, std::size_t* work_size) {
  return call(
      "cufftGetSizeMany",
      [&] {
        const Arrays<int> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};
        return get_size(plan, read_many(arrays, type), work_size);
      },
      plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work_size);
}

int cufftGetSizeMany64(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                       long long* onembed, long long ostride, long long odist, int type, long long batch,
                       std::size_t* work_size) {
  return call(
      "cufftGetSizeMany64",
      [&] {
        const Arrays<long long> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};
        return get_size(plan, read_many(arrays, type), work_size);
      },
      plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work_size);
}

int cufftEstimate1d(int nx, int type, int batch, std::size_t* work_size) {
  return call(
      "cufftEstimate1d", [&] { return estimate_size(read_packed({nx}, type, batch), work_size); }, nx, type, batch,
      work_size);
}

int cufftEstimate2d(int nx, int ny, int type, std::size_t* work_size) {
  return call(
      "cufftEstimate2d",
      [&] {
        return estimate_size(read_packed({nx, ny}, type, 1), work_size);
      },
      nx, ny, type, work_size);
}

int cufftEstimate3d(int nx, int ny, int nz, int type, std::size_t* work_size) {
  return call(
      "cufftEstimate3d",
      [&] {
        return estimate_size(read_packed({nx, ny, nz}, type, 1), work_size);
      },
      nx, ny, nz, type, work_size);
}

int cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist,
                      int type, int batch, std::size_t* work_size) {
  return call(
      "cufftEstimateMany",
      [&] {
        const Arrays<int> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};
        return estimate_size(read_many(arrays, type), work_size);
      },
      rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work_size);
}

}  // extern "C"
