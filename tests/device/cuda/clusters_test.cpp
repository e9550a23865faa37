// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels of clusters (spec/cluster.hpp).
#include "device/cuda/large_batches.hpp"

namespace papilio::test {
namespace {

class CudaClusters : public LargeBatches {
 protected:
  CudaClusters() : LargeBatches("cluster=") {}
};

TEST_P(CudaClusters, MatchLongDouble) {
  if (backend().caps().cluster == 1) GTEST_SKIP() << "the device has no clusters";
  expect_correct(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Device, CudaClusters,
                         testing::Values("c2c:f32:2^15*130", "c2c:f32:2^16*67:inplace", "c2c:f32:2^17*33:inverse",
                                         "c2c:f32:40000*107", "c2c:f64:2^14*140:inplace", "c2c:f64:2^15*67:inverse",
                                         "c2c:f32:256x256*67", "c2c:f32:32x32x32*131:inplace",
                                         "c2c:f64:128x128*133:inverse", "r2c:f32:2^16*131", "c2r:f32:2^16*131",
                                         "r2c:f32:2^17*67", "c2r:f32:2^17*67", "r2c:f32:2^18*35", "c2r:f32:2^18*35",
                                         "r2c:f64:2^15*140", "c2r:f64:2^16*67", "r2c:f32:256x256*131",
                                         "c2r:f32:256x256*131", "c2r:f32:256x512*67", "r2c:f64:128x128*263",
                                         "c2r:f64:256x256*67"));

// With callbacks, kernels are CUDA C++ instead of PTX.
TEST_F(CudaClusters, CallbacksPassThem) {
  if (backend().caps().cluster == 1) GTEST_SKIP() << "the device has no clusters";
  const std::vector<float> window = {0.5F, 1, 0.25F, 2, 1.5F, -1, 0.75F};
  const Callbacks callbacks = {.load = R"(
PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data w) {
  return PAPILIO_COMPLEX(x.x * w[i % 7], x.y * w[i % 7]);
})",
                               .store = {},
                               .parameters = {}};
  expect_correct<std::complex<float>, std::complex<float>>(Problem::parse("c2c:f32:2^15*130").normalised(), callbacks,
                                                           window);
}

}  // namespace
}  // namespace papilio::test
