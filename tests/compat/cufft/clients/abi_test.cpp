// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// compat/cufft/abi.hpp against NVIDIA's headers: it compiles if they agree.
#include "compat/cufft/abi.hpp"

#include <cufftXt.h>

namespace abi = papilio::compat::cufft;

#define SAME(own, genuine) static_assert(static_cast<int>(abi::own) == static_cast<int>(genuine))
SAME(success, CUFFT_SUCCESS);
SAME(invalid_plan, CUFFT_INVALID_PLAN);
SAME(alloc_failed, CUFFT_ALLOC_FAILED);
SAME(invalid_type, CUFFT_INVALID_TYPE);
SAME(invalid_value, CUFFT_INVALID_VALUE);
SAME(internal_error, CUFFT_INTERNAL_ERROR);
SAME(exec_failed, CUFFT_EXEC_FAILED);
SAME(setup_failed, CUFFT_SETUP_FAILED);
SAME(invalid_size, CUFFT_INVALID_SIZE);
SAME(unaligned_data, CUFFT_UNALIGNED_DATA);
SAME(invalid_device, CUFFT_INVALID_DEVICE);
SAME(no_workspace, CUFFT_NO_WORKSPACE);
SAME(not_implemented, CUFFT_NOT_IMPLEMENTED);
SAME(not_supported, CUFFT_NOT_SUPPORTED);
SAME(type_c2c, CUFFT_C2C);
SAME(type_r2c, CUFFT_R2C);
SAME(type_c2r, CUFFT_C2R);
SAME(type_z2z, CUFFT_Z2Z);
SAME(type_d2z, CUFFT_D2Z);
SAME(type_z2d, CUFFT_Z2D);
SAME(real_f16, CUDA_R_16F);
SAME(real_bf16, CUDA_R_16BF);
SAME(real_f32, CUDA_R_32F);
SAME(real_f64, CUDA_R_64F);
SAME(complex_f16, CUDA_C_16F);
SAME(complex_bf16, CUDA_C_16BF);
SAME(complex_f32, CUDA_C_32F);
SAME(complex_f64, CUDA_C_64F);
SAME(forward_direction, CUFFT_FORWARD);
SAME(inverse_direction, CUFFT_INVERSE);
SAME(least_policy, CUFFT_WORKAREA_MINIMAL);
SAME(user_policy, CUFFT_WORKAREA_USER);
SAME(most_policy, CUFFT_WORKAREA_PERFORMANCE);
SAME(patient_jit, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT);
SAME(max_num_host_threads, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS);
static_assert(CUFFT_VER_MAJOR == 12, "these are not the headers of CUDA 13");
