// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// cuFFT's functions as the tests that need no CUDA toolkit call them: handles, types and results are ints.
// tests/compat/cufft/clients are compiled with NVIDIA's own headers.
#pragma once

#include <cstddef>

extern "C" {
int cufftPlan1d(int* plan, int nx, int type, int batch);
int cufftPlan2d(int* plan, int nx, int ny, int type);
int cufftPlan3d(int* plan, int nx, int ny, int nz, int type);
int cufftPlanMany(int* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                  int odist, int type, int batch);
int cufftMakePlan1d(int plan, int nx, int type, int batch, std::size_t* size);
int cufftMakePlan2d(int plan, int nx, int ny, int type, std::size_t* size);
int cufftMakePlan3d(int plan, int nx, int ny, int nz, int type, std::size_t* size);
int cufftMakePlanMany(int plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                      int odist, int type, int batch, std::size_t* size);
int cufftMakePlanMany64(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                        long long* onembed, long long ostride, long long odist, int type, long long batch,
                        std::size_t* size);
int cufftGetSizeMany64(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                       long long* onembed, long long ostride, long long odist, int type, long long batch,
                       std::size_t* size);
int cufftEstimate1d(int nx, int type, int batch, std::size_t* size);
int cufftEstimate2d(int nx, int ny, int type, std::size_t* size);
int cufftEstimate3d(int nx, int ny, int nz, int type, std::size_t* size);
int cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist,
                      int type, int batch, std::size_t* size);
int cufftCreate(int* plan);
int cufftGetSize1d(int plan, int nx, int type, int batch, std::size_t* size);
int cufftGetSize2d(int plan, int nx, int ny, int type, std::size_t* size);
int cufftGetSize3d(int plan, int nx, int ny, int nz, int type, std::size_t* size);
int cufftGetSizeMany(int plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                     int odist, int type, int batch, std::size_t* size);
int cufftGetSize(int plan, std::size_t* size);
int cufftSetWorkArea(int plan, void* area);
int cufftSetAutoAllocation(int plan, int on);
int cufftExecC2C(int plan, void* in, void* out, int direction);
int cufftExecR2C(int plan, void* in, void* out);
int cufftExecC2R(int plan, void* in, void* out);
int cufftExecZ2Z(int plan, void* in, void* out, int direction);
int cufftExecD2Z(int plan, void* in, void* out);
int cufftExecZ2D(int plan, void* in, void* out);
int cufftSetStream(int plan, void* stream);
int cufftDestroy(int plan);
int cufftGetVersion(int* version);
int cufftGetProperty(int type, int* value);
int cufftSetPlanPropertyInt64(int plan, int property, long long value);
int cufftGetPlanPropertyInt64(int plan, int property, long long* value);
int cufftResetPlanProperty(int plan, int property);
int cufftDebug();

int cufftXtMakePlanMany(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                        int input_type, long long* onembed, long long ostride, long long odist, int output_type,
                        long long batch, std::size_t* size, int execution_type);
int cufftXtGetSizeMany(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                       int input_type, long long* onembed, long long ostride, long long odist, int output_type,
                       long long batch, std::size_t* size, int execution_type);
int cufftXtMakePlanGuru64(int plan);
int cufftXtExec(int plan, void* in, void* out, int direction);
int cufftXtExecDescriptor(int plan, void* in, void* out, int direction);
int cufftXtExecDescriptorC2C(int plan, void* in, void* out, int direction);
int cufftXtExecDescriptorR2C(int plan, void* in, void* out);
int cufftXtExecDescriptorC2R(int plan, void* in, void* out);
int cufftXtExecDescriptorZ2Z(int plan, void* in, void* out, int direction);
int cufftXtExecDescriptorD2Z(int plan, void* in, void* out);
int cufftXtExecDescriptorZ2D(int plan, void* in, void* out);
int cufftXtSetGPUs(int plan, int count, int* devices);
int cufftXtMalloc(int plan, void** descriptor, int format);
int cufftXtFree(void* descriptor);
int cufftXtMemcpy(int plan, void* to, void* from, int type);
int cufftXtQueryPlan(int plan, void* query, int type);
int cufftXtSetWorkArea(int plan, void** areas);
int cufftXtSetWorkAreaPolicy(int plan, int policy, std::size_t* size);
int cufftXtSetCallback(int plan, void** routine, int type, void** data);
int cufftXtClearCallback(int plan, int type);
int cufftXtSetCallbackSharedSize(int plan, int type, std::size_t bytes);
int cufftXtSetJITCallback(int plan, const char* name, const void* fatbin, std::size_t bytes, int type, void** data);
}
