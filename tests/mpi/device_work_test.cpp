// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Work memory of the caller's on GPUs, with the fake CUDA driver: every carrier, arrays on the host and on the device.
#include <gmock/gmock.h>

#include <functional>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <span>
#include <tuple>

#include "bits.hpp"
#include "environment.hpp"
#include "guarded_work.hpp"
#include "support/error_of.hpp"
#include "support/fake_cuda/fake_cuda.hpp"

extern "C" int cudaSetDevice(int device);  // of the fake runtime: from then on kernels run

namespace papilio::test {
namespace {

using mpi::ArrayMemory;
using mpi::CallerWork;
using mpi::Carrier;
using mpi::Distribution;
using mpi::WorkOwner;
using testing::AllOf, testing::HasSubstr;

/// A rank with a GPU of its own.
class GpuWork : public testing::Test {
 protected:
  void SetUp() override {
    fake_cuda_state()->devices = 8;
    cudaSetDevice(0);
    own_ = Device("cuda:" + std::to_string(rank()));
  }
  [[nodiscard]] mpi::Plan plan_of(const Problem& problem, const mpi::Options& options) const {
    return plan_to_random_boxes(own_, problem, options);
  }
  static std::size_t allocations() {
    FakeCuda& cuda = *fake_cuda_state();
    return static_cast<std::size_t>(cuda.calls["cuMemAlloc_v2"] + cuda.calls["cuMemAllocFromPoolAsync"]);
  }
  static Bytes transform(const mpi::Plan& plan, const CallerWork* work) {
    const std::size_t before = allocations();
    Bytes out = test::transform(plan, input_of(plan), work);
    EXPECT_EQ(allocations(), before) << "the execution has allocated";
    return out;
  }
  [[nodiscard]] Bytes transform_buffers(const mpi::Plan& plan, const CallerWork* work) const {
    return test::transform_buffers(own_, plan, [&](const Buffer& from, const Buffer& to, const Stream& stream) {
      const std::size_t before = allocations();
      work == nullptr ? plan.execute(from, to, stream) : plan.execute(from, to, stream, *work);
      EXPECT_EQ(allocations(), before) << "the execution has allocated";
    });
  }
  [[nodiscard]] Bytes run(const mpi::Plan& plan, ArrayMemory arrays, const CallerWork* work) const {
    return arrays == ArrayMemory::host ? transform(plan, work) : transform_buffers(plan, work);
  }
  static std::string complaint_of(const std::function<void()>& work) { return test::message_of(work); }

  Device own_;
};

class GpuWorkBy : public GpuWork, public testing::WithParamInterface<std::tuple<Carrier, ArrayMemory>> {};

TEST_P(GpuWorkBy, GivesTheBitsOfThePlansOwnMemory) {
  const auto [carrier, arrays] = GetParam();
  for (const char* token : {"c2c:f32:8x6x4", "r2c:f32:6x8x10", "c2r:f64:4x6x8", "c2c:f32:6x8:inplace",
                            "c2c:f16:6x10:scratch=bf16", "dht:f32:6x7"}) {
    for (const int chunks : {1, 2}) {
      mpi::Options options;
      options.carrier = carrier;
      options.arrays = arrays;
      options.chunks = chunks;
      const mpi::Plan own = plan_of(Problem::parse(token), options);
      options.work = WorkOwner::caller;
      const mpi::Plan plan = plan_of(Problem::parse(token), options);
      SCOPED_TRACE(plan.describe());
      const mpi::WorkSizes sizes = plan.caller_work();
      const std::size_t both = sizes.host + sizes.device + plan.work_bytes();
      EXPECT_GE(both, own.work_bytes());
      EXPECT_LT(both, own.work_bytes() + 16 * 256) << "each array begins at a multiple of 256";
      if (carrier == Carrier::nccl || carrier == Carrier::mpi_device) {
        EXPECT_EQ(sizes.host, 0);
      }
      GuardedWork memory(own_, sizes);
      const CallerWork work = memory.work();
      const Bytes expected = run(own, arrays, nullptr);
      for (int i = 0; i < 2; ++i) {
        EXPECT_TRUE(run(plan, arrays, &work) == expected);
        EXPECT_TRUE(memory.intact()) << "something beside the work memory was written";
        memory.poison();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Carriers, GpuWorkBy,
                         testing::Combine(testing::Values(Carrier::mpi_host, Carrier::mpi_device, Carrier::nccl,
                                                          Carrier::peer),
                                          testing::Values(ArrayMemory::host, ArrayMemory::device)));

/// What other ranks have open is the plan's, and the rest the caller's.
TEST_F(GpuWork, KeepsWhatOtherRanksHaveOpen) {
  const Problem problem = Problem::parse("c2c:f32:8x6x4");
  const auto plan_with = [&](Carrier carrier, WorkOwner owner) {
    mpi::Options options;
    options.carrier = carrier;
    options.arrays = ArrayMemory::device;
    options.work = owner;
    return plan_of(problem, options);
  };
  const mpi::Plan peer = plan_with(Carrier::peer, WorkOwner::caller);
  EXPECT_EQ(peer.work_bytes() + peer.caller_work().device, plan_with(Carrier::peer, WorkOwner::plan).work_bytes());
  EXPECT_GT(peer.work_bytes(), 0);
  EXPECT_EQ(plan_with(Carrier::nccl, WorkOwner::caller).work_bytes(), 0);
}

TEST_F(GpuWork, IsApartFromTheArraysAndLargeEnough) {
  const Problem problem = Problem::parse("c2c:f32:8x6x4");
  mpi::Options options;
  options.carrier = Carrier::nccl;
  options.arrays = ArrayMemory::device;
  options.work = WorkOwner::caller;
  const Distribution slabs = Distribution::slabs(problem.lengths, ranks());
  const mpi::Plan plan(MPI_COMM_WORLD, own_, problem, slabs, slabs, options);
  const std::size_t needed = plan.caller_work().device;
  EXPECT_GT(needed, 0);
  const Buffer in(own_, output_bytes(plan));
  const Buffer out(own_, needed + output_bytes(plan));
  const auto complaint = [&](const CallerWork& work) {
    return complaint_of([&] { plan.execute(in, out, Stream(own_), work); });
  };
  EXPECT_THAT(complaint(CallerWork(out)), HasSubstr("the work memory on the device: it overlaps the output"));
  const Buffer small(own_, 16);
  EXPECT_THAT(complaint(CallerWork(small)),
              AllOf(HasSubstr("the work memory on the device: it has 16 bytes, and this rank needs "),
                    HasSubstr("give as many as the plan says")));
  EXPECT_THAT(complaint(CallerWork({}, nullptr, needed)), HasSubstr("its address is null"));
  auto* const odd = static_cast<std::byte*>(cuda::native_pointer(out)) + 4;
  EXPECT_THAT(complaint(CallerWork({}, odd, needed)), HasSubstr("is no multiple of 16"));
  const Buffer right(own_, needed);
  EXPECT_EQ(complaint(CallerWork(right)), "");
  // Arrays that the plan was not made for would need copies.
  Bytes from(output_bytes(plan));
  Bytes to(output_bytes(plan));
  EXPECT_THAT(complaint_of([&] { plan.execute(from, std::span(to), CallerWork(right)); }),
              AllOf(HasSubstr("on the host: the plan's Options::arrays says otherwise"),
                    HasSubstr("plan with ArrayMemory::host")));
}

}  // namespace
}  // namespace papilio::test
