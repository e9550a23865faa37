// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// compat/cufft/abi.hpp against NVIDIA's headers: it compiles if they agree.
#include "compat/cufft/abi.hpp"

#include <cufftXt.h>

#include <cstddef>

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
SAME(format_input, CUFFT_XT_FORMAT_INPUT);
SAME(format_output, CUFFT_XT_FORMAT_OUTPUT);
SAME(format_in_place, CUFFT_XT_FORMAT_INPLACE);
SAME(format_in_place_shuffled, CUFFT_XT_FORMAT_INPLACE_SHUFFLED);
SAME(format_1d_input_shuffled, CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED);
SAME(copy_host_to_device, CUFFT_COPY_HOST_TO_DEVICE);
SAME(copy_device_to_host, CUFFT_COPY_DEVICE_TO_HOST);
SAME(copy_device_to_device, CUFFT_COPY_DEVICE_TO_DEVICE);
SAME(query_1d_factors, CUFFT_QUERY_1D_FACTORS);
SAME(descriptor_gpus, MAX_CUDA_DESCRIPTOR_GPUS);
SAME(descriptor_version, CUDA_XT_DESCRIPTOR_VERSION);

#define SAME_MEMBER(own, member, genuine, name)                          \
  static_assert(offsetof(abi::own, member) == offsetof(genuine, name) && \
                sizeof(abi::own::member) == sizeof(genuine::name))
static_assert(sizeof(abi::Xt1dFactors) == sizeof(cufftXt1dFactors));
SAME_MEMBER(Xt1dFactors, string_count, cufftXt1dFactors, stringCount);
SAME_MEMBER(Xt1dFactors, string_length, cufftXt1dFactors, stringLength);
SAME_MEMBER(Xt1dFactors, substring_length, cufftXt1dFactors, substringLength);
SAME_MEMBER(Xt1dFactors, factor1, cufftXt1dFactors, factor1);
SAME_MEMBER(Xt1dFactors, factor2, cufftXt1dFactors, factor2);
SAME_MEMBER(Xt1dFactors, string_mask, cufftXt1dFactors, stringMask);
SAME_MEMBER(Xt1dFactors, substring_mask, cufftXt1dFactors, substringMask);
SAME_MEMBER(Xt1dFactors, factor1_mask, cufftXt1dFactors, factor1Mask);
SAME_MEMBER(Xt1dFactors, factor2_mask, cufftXt1dFactors, factor2Mask);
SAME_MEMBER(Xt1dFactors, string_shift, cufftXt1dFactors, stringShift);
SAME_MEMBER(Xt1dFactors, substring_shift, cufftXt1dFactors, substringShift);
SAME_MEMBER(Xt1dFactors, factor1_shift, cufftXt1dFactors, factor1Shift);
SAME_MEMBER(Xt1dFactors, factor2_shift, cufftXt1dFactors, factor2Shift);
static_assert(sizeof(abi::XtMemory) == sizeof(cudaXtDesc));
SAME_MEMBER(XtMemory, gpu_count, cudaXtDesc, nGPUs);
SAME_MEMBER(XtMemory, gpus, cudaXtDesc, GPUs);
SAME_MEMBER(XtMemory, data, cudaXtDesc, data);
SAME_MEMBER(XtMemory, size, cudaXtDesc, size);
SAME_MEMBER(XtMemory, state, cudaXtDesc, cudaXtState);
static_assert(sizeof(abi::XtDescriptor) == sizeof(cudaLibXtDesc));
SAME_MEMBER(XtDescriptor, memory, cudaLibXtDesc, descriptor);
SAME_MEMBER(XtDescriptor, library, cudaLibXtDesc, library);
SAME_MEMBER(XtDescriptor, format, cudaLibXtDesc, subFormat);
SAME_MEMBER(XtDescriptor, library_state, cudaLibXtDesc, libDescriptor);
static_assert(CUFFT_VER_MAJOR == 12, "these are not the headers of CUDA 13");
