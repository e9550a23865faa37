// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The values of cuFFT's interface that the library returns or takes, as NVIDIA's cufft.h, cufftXt.h and library_types.h
// define them; tests/compat/cufft compares them with those headers. Enumerations are passed as int.
#pragma once

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
