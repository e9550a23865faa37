// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The part of clFFT (2.12) that is used: types, values and prototypes from its manual, so that the library is opened at
// run time and not needed to build. tests/unit/bench/toolkit compares them with <clFFT.h> where that is installed. The
// prototypes are never defined; the table takes their types.
#pragma once

#include <cstddef>
#include <cstdint>

namespace papilio::bench::clfft {

using clfftPlanHandle = std::size_t;  ///< counts from 1
using ClContext = void*;              ///< cl_context
using ClQueue = void*;                ///< cl_command_queue
using ClBuffer = void*;               ///< cl_mem

enum clfftStatus : int { CLFFT_SUCCESS = 0, CLFFT_NOTIMPLEMENTED = 4097 };  // others are OpenCL's
enum clfftDim : int { CLFFT_1D = 1, CLFFT_2D = 2, CLFFT_3D = 3 };
enum clfftLayout : int { CLFFT_COMPLEX_INTERLEAVED = 1, CLFFT_HERMITIAN_INTERLEAVED = 3, CLFFT_REAL = 5 };
enum clfftPrecision : int { CLFFT_SINGLE = 1, CLFFT_DOUBLE = 2 };
enum clfftResultLocation : int { CLFFT_INPLACE = 1, CLFFT_OUTOFPLACE = 2 };
enum clfftDirection : int { CLFFT_FORWARD = -1, CLFFT_BACKWARD = 1 };

clfftStatus clfftSetup(const void* data);
clfftStatus clfftTeardown();
clfftStatus clfftGetVersion(std::uint32_t* major, std::uint32_t* minor, std::uint32_t* patch);
clfftStatus clfftCreateDefaultPlan(clfftPlanHandle* plan, ClContext context, clfftDim dimensions,
                                   const std::size_t* lengths);
clfftStatus clfftDestroyPlan(clfftPlanHandle* plan);
clfftStatus clfftSetPlanPrecision(clfftPlanHandle plan, clfftPrecision precision);
clfftStatus clfftSetPlanScale(clfftPlanHandle plan, clfftDirection direction, float scale);
clfftStatus clfftSetPlanBatchSize(clfftPlanHandle plan, std::size_t batch);
clfftStatus clfftSetPlanDistance(clfftPlanHandle plan, std::size_t in_distance, std::size_t out_distance);
clfftStatus clfftSetLayout(clfftPlanHandle plan, clfftLayout in, clfftLayout out);
clfftStatus clfftSetPlanInStride(clfftPlanHandle plan, clfftDim dimensions, std::size_t* strides);
clfftStatus clfftSetPlanOutStride(clfftPlanHandle plan, clfftDim dimensions, std::size_t* strides);
clfftStatus clfftSetResultLocation(clfftPlanHandle plan, clfftResultLocation location);
clfftStatus clfftBakePlan(clfftPlanHandle plan, std::uint32_t queue_count, ClQueue* queues, void (*notify)(),
                          void* data);
clfftStatus clfftGetTmpBufSize(clfftPlanHandle plan, std::size_t* bytes);
clfftStatus clfftEnqueueTransform(clfftPlanHandle plan, clfftDirection direction, std::uint32_t queue_count,
                                  ClQueue* queues, std::uint32_t wait_count, const void* wait_events, void* out_events,
                                  ClBuffer* inputs, ClBuffer* outputs, ClBuffer scratch);

#define PAPILIO_CLFFT_SYMBOLS(X) \
  X(clfftSetup)                  \
  X(clfftTeardown)               \
  X(clfftGetVersion)             \
  X(clfftCreateDefaultPlan)      \
  X(clfftDestroyPlan)            \
  X(clfftSetPlanPrecision)       \
  X(clfftSetPlanScale)           \
  X(clfftSetPlanBatchSize)       \
  X(clfftSetPlanDistance)        \
  X(clfftSetLayout)              \
  X(clfftSetPlanInStride)        \
  X(clfftSetPlanOutStride)       \
  X(clfftSetResultLocation)      \
  X(clfftBakePlan)               \
  X(clfftGetTmpBufSize)          \
  X(clfftEnqueueTransform)

struct ClfftSymbols {
#define PAPILIO_CLFFT_MEMBER(name) decltype(&clfft::name) name = nullptr;
  PAPILIO_CLFFT_SYMBOLS(PAPILIO_CLFFT_MEMBER)
#undef PAPILIO_CLFFT_MEMBER
};

}  // namespace papilio::bench::clfft
