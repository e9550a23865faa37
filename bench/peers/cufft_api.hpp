// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The part of cuFFT (10 and newer) that is used: types, values and prototypes from NVIDIA's manual ("cuFFT API
// Reference"), so that neither building nor running needs a CUDA toolkit. tests/unit/bench/toolkit compares them with
// <cufft.h> where that is installed. The prototypes are never defined; the table takes their types.
#pragma once

#include <cstddef>

namespace papilio::bench::cufft {

using cufftHandle = int;
using CudaStream = void*;      ///< cudaStream_t
using ComplexPointer = void*;  ///< cufftComplex* or cufftDoubleComplex*
using RealPointer = void*;     ///< cufftReal* or cufftDoubleReal*

enum cufftResult : int {
  CUFFT_SUCCESS = 0x0,
  CUFFT_INVALID_PLAN = 0x1,
  CUFFT_ALLOC_FAILED = 0x2,
  CUFFT_INVALID_TYPE = 0x3,
  CUFFT_INVALID_VALUE = 0x4,
  CUFFT_INTERNAL_ERROR = 0x5,
  CUFFT_EXEC_FAILED = 0x6,
  CUFFT_SETUP_FAILED = 0x7,
  CUFFT_INVALID_SIZE = 0x8,
  CUFFT_NOT_SUPPORTED = 0x10,
};
enum cufftType : int {
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69,
};
/// cudaDataType_t of library_types.h.
enum DataType : int { CUDA_R_16F = 2, CUDA_C_16F = 6, CUDA_R_16BF = 14, CUDA_C_16BF = 15 };
constexpr int CUFFT_FORWARD = -1;
constexpr int CUFFT_INVERSE = 1;

cufftResult cufftGetVersion(int* version);
cufftResult cufftCreate(cufftHandle* plan);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftSetStream(cufftHandle plan, CudaStream stream);
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long* lengths, long long* in_embed,
                                long long in_stride, long long in_distance, long long* out_embed, long long out_stride,
                                long long out_distance, cufftType type, long long batch, std::size_t* work_bytes);
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* lengths, long long* in_embed,
                                long long in_stride, long long in_distance, DataType in_type, long long* out_embed,
                                long long out_stride, long long out_distance, DataType out_type, long long batch,
                                std::size_t* work_bytes, DataType execution_type);
cufftResult cufftXtExec(cufftHandle plan, void* input, void* output, int direction);
cufftResult cufftExecC2C(cufftHandle plan, ComplexPointer input, ComplexPointer output, int direction);
cufftResult cufftExecZ2Z(cufftHandle plan, ComplexPointer input, ComplexPointer output, int direction);
cufftResult cufftExecR2C(cufftHandle plan, RealPointer input, ComplexPointer output);
cufftResult cufftExecD2Z(cufftHandle plan, RealPointer input, ComplexPointer output);
cufftResult cufftExecC2R(cufftHandle plan, ComplexPointer input, RealPointer output);
cufftResult cufftExecZ2D(cufftHandle plan, ComplexPointer input, RealPointer output);

#define PAPILIO_CUFFT_SYMBOLS(X) \
  X(cufftGetVersion)             \
  X(cufftCreate)                 \
  X(cufftDestroy)                \
  X(cufftSetStream)              \
  X(cufftMakePlanMany64)         \
  X(cufftXtMakePlanMany)         \
  X(cufftXtExec)                 \
  X(cufftExecC2C)                \
  X(cufftExecZ2Z)                \
  X(cufftExecR2C)                \
  X(cufftExecD2Z)                \
  X(cufftExecC2R)                \
  X(cufftExecZ2D)

struct CufftSymbols {
#define PAPILIO_CUFFT_MEMBER(name) decltype(&cufft::name) name = nullptr;
  PAPILIO_CUFFT_SYMBOLS(PAPILIO_CUFFT_MEMBER)
#undef PAPILIO_CUFFT_MEMBER
};

}  // namespace papilio::bench::cufft
