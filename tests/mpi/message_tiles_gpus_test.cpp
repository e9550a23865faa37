// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages in tiles from the memory of GPUs, by NCCL and by MPI through the host.
#include <cmath>
#include <cstring>

#include "gpus_fixture.hpp"

namespace papilio::test {
namespace {

using mpi::Carrier;
using testing::HasSubstr;

/// Relative, of f32 numbers.
double error_of(const Bytes& actual, const Bytes& expected) {
  double sums[2] = {};
  for (std::size_t i = 0; i < expected.size(); i += sizeof(float)) {
    float x = 0;
    float y = 0;
    std::memcpy(&x, actual.data() + i, sizeof(x));
    std::memcpy(&y, expected.data() + i, sizeof(y));
    sums[0] += (x - y) * (x - y);
    sums[1] += y * y;
  }
  double all[2] = {};
  MPI_Allreduce(sums, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return std::sqrt(all[0] / all[1]);
}

TEST_F(Gpus, SendTiles) {
  for (const Carrier carrier : {Carrier::automatic, Carrier::nccl, Carrier::mpi_host}) {
    for (const int turns : {1, 2}) {
      const char* const token = turns == 1 ? "r2c:f32:6x8x10*2" : "c2c:f32:8x6x10";
      mpi::Options options;
      options.carrier = carrier;
      options.turns = turns;
      options.messages = Storage::f16;
      const mpi::Plan plan = plan_of(token, options);
      EXPECT_THAT(plan.choice(), HasSubstr(carrier == Carrier::mpi_host ? "carrier=mpi" : "carrier=nccl"));
      const Bytes result = transform(plan, rank());
      const double error = error_of(result, expected(plan));
      EXPECT_GT(error, 1e-5) << "messages were not rounded";
      EXPECT_LE(error, plan.scratch_error() + 1e-6) << plan.describe();
      EXPECT_TRUE(transform_buffers(plan) == result) << plan.describe();
    }
  }
}

}  // namespace
}  // namespace papilio::test
