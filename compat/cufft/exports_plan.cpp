// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of cufft.h that make plans or ask for their size. Enumerations and results are ints, and the types of
// data do not matter here, so that no header of NVIDIA's is needed.
#include <cstddef>

#include "compat/cufft/arguments.hpp"
#include "compat/cufft/trace.hpp"

using namespace papilio::compat::cufft;  // NOLINT: the functions below are the library's exports

/// Defines the functions that read a request for a handle, and make its plan or say its size.
#define PAPILIO_CUFFT_PLANNERS(name, action)                                                                         \
  int cufft##name##1d(int plan, int nx, int type, int batch, std::size_t* work_size) {                               \
    return Export(__func__, plan, nx, type, batch,                                                                   \
                  work_size)([&] { return action(plan, read_packed({nx}, type, batch), work_size); });               \
  }                                                                                                                  \
  int cufft##name##2d(int plan, int nx, int ny, int type, std::size_t* work_size) {                                  \
    return Export(__func__, plan, nx, ny, type, work_size)([&] {                                                     \
      return action(plan, read_packed({nx, ny}, type, 1), work_size);                                                \
    });                                                                                                              \
  }                                                                                                                  \
  int cufft##name##3d(int plan, int nx, int ny, int nz, int type, std::size_t* work_size) {                          \
    return Export(__func__, plan, nx, ny, nz, type, work_size)([&] {                                                 \
      return action(plan, read_packed({nx, ny, nz}, type, 1), work_size);                                            \
    });                                                                                                              \
  }                                                                                                                  \
  int cufft##name##Many(int plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, \
                        int odist, int type, int batch, std::size_t* work_size) {                                    \
    const LayoutArrays<int> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};                \
    return Export(__func__, plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,            \
                  work_size)([&] { return action(plan, read_many(arrays, type), work_size); });                      \
  }                                                                                                                  \
  int cufft##name##Many64(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,  \
                          long long* onembed, long long ostride, long long odist, int type, long long batch,         \
                          std::size_t* work_size) {                                                                  \
    const LayoutArrays<long long> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};          \
    return Export(__func__, plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,            \
                  work_size)([&] { return action(plan, read_many(arrays, type), work_size); });                      \
  }

extern "C" {

int cufftPlan1d(int* plan, int nx, int type, int batch) {
  return Export(__func__, plan, nx, type, batch)([&] { return new_plan(plan, read_packed({nx}, type, batch)); });
}

int cufftPlan2d(int* plan, int nx, int ny, int type) {
  return Export(__func__, plan, nx, ny, type)([&] { return new_plan(plan, read_packed({nx, ny}, type, 1)); });
}

int cufftPlan3d(int* plan, int nx, int ny, int nz, int type) {
  return Export(__func__, plan, nx, ny, nz, type)([&] { return new_plan(plan, read_packed({nx, ny, nz}, type, 1)); });
}

int cufftPlanMany(int* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                  int odist, int type, int batch) {
  const LayoutArrays<int> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};
  return Export(__func__, plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type,
                batch)([&] { return new_plan(plan, read_many(arrays, type)); });
}

PAPILIO_CUFFT_PLANNERS(MakePlan, make_plan)
PAPILIO_CUFFT_PLANNERS(GetSize, get_size)

int cufftEstimate1d(int nx, int type, int batch, std::size_t* work_size) {
  return Export(__func__, nx, type, batch,
                work_size)([&] { return estimate_size(read_packed({nx}, type, batch), work_size); });
}

int cufftEstimate2d(int nx, int ny, int type, std::size_t* work_size) {
  return Export(__func__, nx, ny, type, work_size)([&] {
    return estimate_size(read_packed({nx, ny}, type, 1), work_size);
  });
}

int cufftEstimate3d(int nx, int ny, int nz, int type, std::size_t* work_size) {
  return Export(__func__, nx, ny, nz, type, work_size)([&] {
    return estimate_size(read_packed({nx, ny, nz}, type, 1), work_size);
  });
}

int cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist,
                      int type, int batch, std::size_t* work_size) {
  const LayoutArrays<int> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};
  return Export(__func__, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                work_size)([&] { return estimate_size(read_many(arrays, type), work_size); });
}

}  // extern "C"
