// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Compares clfft_api.hpp with clFFT's header. The functions are named but not linked.
#include "bench/peers/clfft_api.hpp"

#include <clFFT.h>
#include <gtest/gtest.h>

#include "support/same_shape.hpp"

namespace papilio::bench {
namespace {

#define PAPILIO_SAME_SHAPE(name) \
  static_assert(test::same_shape(decltype(&clfft::name){nullptr}, decltype(&::name){nullptr}), #name);
PAPILIO_CLFFT_SYMBOLS(PAPILIO_SAME_SHAPE)

#define PAPILIO_SAME_VALUE(name) EXPECT_EQ(static_cast<int>(clfft::name), static_cast<int>(::name)) << #name

TEST(ClFftApi, ValuesAreClFfts) {
  PAPILIO_SAME_VALUE(CLFFT_SUCCESS);
  PAPILIO_SAME_VALUE(CLFFT_NOTIMPLEMENTED);
  PAPILIO_SAME_VALUE(CLFFT_1D);
  PAPILIO_SAME_VALUE(CLFFT_2D);
  PAPILIO_SAME_VALUE(CLFFT_3D);
  PAPILIO_SAME_VALUE(CLFFT_COMPLEX_INTERLEAVED);
  PAPILIO_SAME_VALUE(CLFFT_HERMITIAN_INTERLEAVED);
  PAPILIO_SAME_VALUE(CLFFT_REAL);
  PAPILIO_SAME_VALUE(CLFFT_SINGLE);
  PAPILIO_SAME_VALUE(CLFFT_DOUBLE);
  PAPILIO_SAME_VALUE(CLFFT_INPLACE);
  PAPILIO_SAME_VALUE(CLFFT_OUTOFPLACE);
  PAPILIO_SAME_VALUE(CLFFT_FORWARD);
  PAPILIO_SAME_VALUE(CLFFT_BACKWARD);
}

}  // namespace
}  // namespace papilio::bench
