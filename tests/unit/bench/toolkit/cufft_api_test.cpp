// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Compares cufft_api.hpp with NVIDIA's header. The functions are named but not linked. Papilio's header comes first,
// because NVIDIA's defines some names as macros.
#include "bench/peers/cufft_api.hpp"

constexpr int our_forward = papilio::bench::cufft::CUFFT_FORWARD;
constexpr int our_inverse = papilio::bench::cufft::CUFFT_INVERSE;

#include <cufftXt.h>
#include <gtest/gtest.h>

#include "support/same_shape.hpp"

namespace papilio::bench {
namespace {

#define PAPILIO_SAME_SHAPE(name) \
  static_assert(test::same_shape(decltype(&cufft::name){nullptr}, decltype(&::name){nullptr}), #name);
PAPILIO_CUFFT_SYMBOLS(PAPILIO_SAME_SHAPE)

#define PAPILIO_SAME_VALUE(name) EXPECT_EQ(static_cast<int>(cufft::name), static_cast<int>(::name)) << #name

TEST(CufftApi, ValuesAreNvidias) {
  PAPILIO_SAME_VALUE(CUFFT_SUCCESS);
  PAPILIO_SAME_VALUE(CUFFT_INVALID_PLAN);
  PAPILIO_SAME_VALUE(CUFFT_ALLOC_FAILED);
  PAPILIO_SAME_VALUE(CUFFT_INVALID_TYPE);
  PAPILIO_SAME_VALUE(CUFFT_INVALID_VALUE);
  PAPILIO_SAME_VALUE(CUFFT_INTERNAL_ERROR);
  PAPILIO_SAME_VALUE(CUFFT_EXEC_FAILED);
  PAPILIO_SAME_VALUE(CUFFT_SETUP_FAILED);
  PAPILIO_SAME_VALUE(CUFFT_INVALID_SIZE);
  PAPILIO_SAME_VALUE(CUFFT_NOT_SUPPORTED);
  PAPILIO_SAME_VALUE(CUFFT_C2C);
  PAPILIO_SAME_VALUE(CUFFT_Z2Z);
  PAPILIO_SAME_VALUE(CUFFT_R2C);
  PAPILIO_SAME_VALUE(CUFFT_C2R);
  PAPILIO_SAME_VALUE(CUFFT_D2Z);
  PAPILIO_SAME_VALUE(CUFFT_Z2D);
  PAPILIO_SAME_VALUE(CUDA_R_16F);
  PAPILIO_SAME_VALUE(CUDA_C_16F);
  PAPILIO_SAME_VALUE(CUDA_R_16BF);
  PAPILIO_SAME_VALUE(CUDA_C_16BF);
  EXPECT_EQ(our_forward, CUFFT_FORWARD);
  EXPECT_EQ(our_inverse, CUFFT_INVERSE);
}

}  // namespace
}  // namespace papilio::bench
