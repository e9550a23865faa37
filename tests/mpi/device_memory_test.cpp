// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The user's arrays in device memory, and messages by MPI from there, under mpirun with the fake CUDA driver, whose
// device memory any MPI takes.
#include <gtest/gtest.h>

#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <papilio/plan.hpp>
#include <span>

#include "arrays.hpp"
#include "environment.hpp"
#include "support/error_of.hpp"
#include "support/fake_cuda/fake_cuda.hpp"

extern "C" {
int cudaSetDevice(int device);  // of the fake runtime: from then on kernels run
/// Found instead of that of the MPI library.
__attribute__((visibility("default"))) int MPIX_Query_cuda_support() { return 1; }
}

namespace papilio::test {
namespace {

using mpi::Carrier;
using mpi::Distribution;

class DeviceMemory : public testing::TestWithParam<Carrier> {
 protected:
  void SetUp() override { cudaSetDevice(0); }
};

Bytes transform_buffers(const mpi::Plan& plan, const Bytes& in, int& copies_to_the_host) {
  const Problem& problem = plan.problem();
  const Stream stream(device());
  Bytes out(static_cast<std::size_t>(plan.output_elements() * problem.output_element_bytes()));
  const bool in_place = problem.placement == Placement::in_place;
  const std::size_t first = in_place ? std::max(in.size(), out.size()) : in.size();
  const Buffer from = first > 0 ? Buffer(device(), first) : Buffer();
  const Buffer to = in_place ? from : out.empty() ? Buffer() : Buffer(device(), out.size());
  if (!in.empty()) stream.upload(from, in.data(), in.size());
  fake_cuda_state()->calls.clear();
  plan.execute(from, to, stream);
  copies_to_the_host = fake_cuda_state()->calls["cuMemcpyDtoHAsync_v2"];
  if (!out.empty()) stream.download(to, out.data(), out.size());
  return out;
}

TEST_P(DeviceMemory, GivesTheBitsOfHostMemory) {
  for (const char* token : {"c2c:f32:8x6x4", "r2c:f32:6x10", "c2c:f64:6x8*2:inplace", "r2c:f32:4x6:inplace"}) {
    const Problem problem = Problem::parse(token);
    for (const int chunks : {1, 2}) {
      SCOPED_TRACE(token);
      const Distribution in = Distribution::slabs(problem.input_lengths(), ranks());
      const Distribution out = random_boxes(problem.output_lengths(), ranks(), 5);
      mpi::Options options;
      options.chunks = chunks;
      options.carrier = Carrier::mpi_host;
      const mpi::Plan by_host(MPI_COMM_WORLD, device(), problem, in, out, options);
      options.carrier = GetParam();
      const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, in, out, options);
      Bytes part = cut_out(whole_input(problem), problem.input_lengths(), problem.batch, problem.input_element_bytes(),
                           in.boxes[static_cast<std::size_t>(rank())]);
      int copies_to_the_host = 0;
      const Bytes actual = transform_buffers(plan, part, copies_to_the_host);
      const bool on_device = GetParam() == Carrier::mpi_device;
      EXPECT_EQ(plan.choice().find("/carrier=mpi-device") != std::string::npos, on_device) << plan.choice();
      // Messages leave from the device's memory; only the other carrier has the host in between.
      if (on_device) {
        EXPECT_EQ(copies_to_the_host, 0);
      } else if (ranks() > 1 && !part.empty()) {
        EXPECT_GT(copies_to_the_host, 0);
      }
      Bytes expected(actual.size());
      if (problem.placement == Placement::in_place) {
        part.resize(std::max(part.size(), expected.size()));
        by_host.execute(std::span(part));
        part.resize(expected.size());
        expected = part;
      } else {
        by_host.execute(part, std::span(expected));
      }
      EXPECT_TRUE(actual == expected) << plan.describe();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Carriers, DeviceMemory, testing::Values(Carrier::mpi_host, Carrier::mpi_device));

TEST(DeviceMemoryErrors, NameTheBuffer) {
  const Problem problem = Problem::parse("c2c:f32:8x8");
  const Distribution slabs = Distribution::slabs(problem.lengths, ranks());
  const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, slabs, slabs);
  const Buffer small(device(), 16);
  const std::string message = message_of([&] { plan.execute(small, small); });
  EXPECT_NE(message.find("the input buffer: it has 16 bytes"), std::string::npos) << message;
}

}  // namespace
}  // namespace papilio::test
