// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The values of cuFFT's interface that the library returns or takes, as NVIDIA's cufft.h, cufftXt.h and library_types.h
// define them; tests/compat/cufft compares them with those headers. Enumerations are passed as int.
#pragma once

#include <cstddef>

namespace papilio::compat::cufft {

/// cufftResult. Those of CUDA 13; CUDA 12 had three more, which cuFFT itself had ceased to return.
enum Result : int {
  success = 0x0,
  invalid_plan = 0x1,
  alloc_failed = 0x2,
  invalid_type = 0x3,
  invalid_value = 0x4,
  internal_error = 0x5,
  exec_failed = 0x6,
  setup_failed = 0x7,
  invalid_size = 0x8,
  unaligned_data = 0x9,
  invalid_device = 0xB,
  no_workspace = 0xD,
  not_implemented = 0xE,
  not_supported = 0x10,
};

/// "CUFFT_INVALID_PLAN"
const char* name_of(Result result);

/// cufftType
enum CufftType : int {
  type_c2c = 0x29,
  type_r2c = 0x2a,
  type_c2r = 0x2c,
  type_z2z = 0x69,
  type_d2z = 0x6a,
  type_z2d = 0x6c,
};

/// cudaDataType
enum CudaDataType : int {
  real_f32 = 0,
  real_f64 = 1,
  real_f16 = 2,
  complex_f32 = 4,
  complex_f64 = 5,
  complex_f16 = 6,
  real_bf16 = 14,
  complex_bf16 = 15,
};

/// CUFFT_FORWARD, CUFFT_INVERSE
inline constexpr int forward_direction = -1;
inline constexpr int inverse_direction = 1;

/// cufftXtWorkAreaPolicy
inline constexpr int least_policy = 0;
inline constexpr int user_policy = 1;
inline constexpr int most_policy = 2;

/// cufftXtSubFormat
enum SubFormat : int {
  format_input = 0,
  format_output = 1,
  format_in_place = 2,
  format_in_place_shuffled = 3,
  format_1d_input_shuffled = 4,
};

/// cufftXtCopyType
enum CopyType : int { copy_host_to_device = 0, copy_device_to_host = 1, copy_device_to_device = 2 };

/// cufftXtQueryType
inline constexpr int query_1d_factors = 0;

/// cufftXt1dFactors: how an array of one axis lies on GPUs after a transform. Masks and shifts are of powers of two.
struct Xt1dFactors {
  long long size;
  long long string_count;
  long long string_length;
  long long substring_length;
  long long factor1;
  long long factor2;
  long long string_mask;
  long long substring_mask;
  long long factor1_mask;
  long long factor2_mask;
  int string_shift;
  int substring_shift;
  int factor1_shift;
  int factor2_shift;
};

/// MAX_CUDA_DESCRIPTOR_GPUS, and the GPUs that a plan may have at least and at most.
inline constexpr int descriptor_gpus = 64;
inline constexpr int min_gpus = 2;
inline constexpr int max_gpus = 16;
/// CUDA_XT_DESCRIPTOR_VERSION, to which a version of CUDA is added.
inline constexpr int descriptor_version = 0x01000000;

/// cudaXtDesc: memory on several GPUs.
struct XtMemory {
  int version;
  int gpu_count;
  int gpus[descriptor_gpus];
  void* data[descriptor_gpus];
  std::size_t size[descriptor_gpus];
  void* state;
};

/// cudaLibXtDesc: that memory, and in which order an array lies in it (SubFormat). Programs may make their own, and
/// change the order.
struct XtDescriptor {
  int version;
  XtMemory* memory;
  int library;
  int format;
  void* library_state;
};

/// cufftProperty
inline constexpr int patient_jit = 1;
inline constexpr int max_num_host_threads = 2;

/// The versions that GetVersion and GetProperty report: cuFFT 12.0.0 (CUDA 13.0) or 11.4.1 (CUDA 12.9).
struct CufftVersion {
  int major = 0;
  int minor = 0;
  int patch = 0;
};
extern const CufftVersion library_version;

}  // namespace papilio::compat::cufft
