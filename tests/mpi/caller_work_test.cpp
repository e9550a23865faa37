// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Executions in the caller's work memory: the bits of the plan's own memory, nothing written beside it, and errors.
#include <gmock/gmock.h>

#include <functional>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <papilio/opencl.hpp>
#include <span>

#include "bits.hpp"
#include "environment.hpp"
#include "guarded_work.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

using mpi::ArrayMemory;
using mpi::CallerWork;
using mpi::Carrier;
using mpi::Distribution;
using mpi::WorkOwner;
using testing::AllOf, testing::HasSubstr;

/// Devices that compute in the host's memory; the fake CUDA driver has tests of its own.
class CallerWorks : public testing::Test {
 protected:
  void SetUp() override {
    if (!opencl::shares_host_memory(device())) GTEST_SKIP() << "the device has memory of its own";
  }
  static mpi::Plan plan_of(const Problem& problem, const mpi::Options& options) {
    return plan_to_random_boxes(device(), problem, options);
  }
  static mpi::Options by_caller(ArrayMemory arrays = ArrayMemory::host) {
    mpi::Options options;
    options.arrays = arrays;
    options.work = WorkOwner::caller;
    options.carrier = Carrier::mpi_host;
    return options;
  }
  static Bytes transform(const mpi::Plan& plan, const CallerWork* work) {
    return test::transform(plan, input_of(plan), work);
  }
  static Bytes transform_buffers(const mpi::Plan& plan, const CallerWork& work) {
    return test::transform_buffers(device(), plan, [&](const Buffer& from, const Buffer& to, const Stream& stream) {
      plan.execute(from, to, stream, work);
    });
  }
  /// The rank and the reason, the same on every rank.
  static std::string complaint_of(const std::function<void()>& work) {
    return test::message_of(ErrorCode::invalid_argument, work);
  }
};

class CallerWorksFor : public CallerWorks, public testing::WithParamInterface<const char*> {
 protected:
  static void expect_bits(int chunks, Carrier carrier) {
    const Problem problem = Problem::parse(GetParam());
    mpi::Options options = by_caller();
    options.chunks = chunks;
    options.carrier = carrier;
    const mpi::Plan plan = plan_of(problem, options);
    options.work = WorkOwner::plan;
    const mpi::Plan own = plan_of(problem, options);
    SCOPED_TRACE(plan.describe());
    EXPECT_EQ(own.choice(), plan.choice());
    EXPECT_EQ(own.caller_work(), mpi::WorkSizes{});
    const Bytes expected = transform(own, nullptr);
    GuardedWork memory(device(), plan.caller_work());
    const CallerWork work = memory.work();
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE(transform(plan, &work) == expected);
      EXPECT_TRUE(memory.intact()) << "something beside the work memory was written";
      EXPECT_EQ(memory.used_on_host(), plan.caller_work().host > 0);
      memory.poison();
    }
    GuardedWork another(device(), plan.caller_work());
    const CallerWork other = another.work();
    EXPECT_TRUE(transform(plan, &other) == expected);
    EXPECT_FALSE(memory.used_on_host()) << "it is of the execution before";
  }
};

TEST_P(CallerWorksFor, GiveTheBitsOfThePlansOwnMemory) {
  expect_bits(0, Carrier::automatic);
  expect_bits(1, Carrier::mpi_host);
  expect_bits(3, Carrier::mpi_host);
}

INSTANTIATE_TEST_SUITE_P(Transforms, CallerWorksFor,
                         testing::Values("c2c:f32:12x10x8", "r2c:f32:8x6x10*2", "c2r:f64:6x8x12", "c2c:f32:6x8:inplace",
                                         "r2c:f32:6x9:inplace", "dct2:f32:6x9", "c2c:f32:8x6x10:scratch=bf16",
                                         "c2c:f32:4x8209", "c2c:f32:240", "r2c:f64:45*3", "c2r:f32:36*2:inplace"));

TEST_F(CallerWorks, GiveTheBitsOfThePlansOwnMemoryOnBuffers) {
  for (const char* token : {"c2c:f32:12x10x8", "c2r:f64:6x8x12", "c2r:f32:60*2"}) {
    for (const Carrier carrier : {Carrier::automatic, Carrier::mpi_host}) {
      mpi::Options options = by_caller(ArrayMemory::device);
      options.carrier = carrier;
      const mpi::Plan plan = plan_of(Problem::parse(token), options);
      options.work = WorkOwner::plan;
      const mpi::Plan own = plan_of(Problem::parse(token), options);
      GuardedWork memory(device(), plan.caller_work());
      EXPECT_TRUE(transform_buffers(plan, memory.work()) == transform(own, nullptr)) << plan.describe();
      EXPECT_TRUE(memory.intact());
    }
  }
}

/// The plan allocates nothing of what it would have without the option, but what other ranks have open.
TEST_F(CallerWorks, TakeThePlaceOfThePlansMemory) {
  const Problem problem = Problem::parse("c2c:f32:12x10x8");
  for (const Carrier carrier : {Carrier::automatic, Carrier::mpi_host}) {
    mpi::Options options = by_caller();
    options.carrier = carrier;
    const mpi::Plan plan = plan_of(problem, options);
    options.work = WorkOwner::plan;
    const std::size_t all = plan_of(problem, options).work_bytes();
    const bool shared = plan.choice().find("carrier=peer") != std::string::npos;
    const mpi::WorkSizes sizes = plan.caller_work();
    EXPECT_EQ(sizes.device, 0) << "it computes in the host's memory";
    EXPECT_GE(sizes.host + plan.work_bytes(), all);
    EXPECT_LT(sizes.host + plan.work_bytes(), all + 4 * 256) << "each array begins at a multiple of 256";
    EXPECT_EQ(plan.work_bytes(), shared ? all - std::min(all, sizes.host) : 0);
    EXPECT_THAT(plan.describe(), HasSubstr("(work of=caller host=" + std::to_string(sizes.host) +
                                           " device=0 plan=" + std::to_string(plan.work_bytes()) + ")"));
  }
}

/// A search runs whole transforms, with memory of its own.
TEST_F(CallerWorks, AreNotNeededToMeasure) {
  mpi::Options options = by_caller();
  options.effort = Effort::measure;
  const mpi::Plan plan = plan_of(Problem::parse("c2c:f32:6x4"), options);
  GuardedWork memory(device(), plan.caller_work());
  const CallerWork work = memory.work();
  EXPECT_TRUE(transform(plan, &work) == transform(plan_of(plan.problem(), {}), nullptr));
}

TEST_F(CallerWorks, AreAnErrorOfEveryRankWhereOneIsWrong) {
  const Problem problem = Problem::parse("c2c:f32:12x10x8");
  const Distribution slabs = Distribution::slabs(problem.lengths, ranks());
  const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, slabs, Distribution::slabs(problem.lengths, ranks(), 2),
                       by_caller());
  const std::size_t bytes = plan.caller_work().host;
  if (ranks() == 1 && bytes == 0) GTEST_SKIP() << "one rank needs none";
  EXPECT_GT(bytes, 0);
  GuardedWork memory(device(), plan.caller_work());
  const bool last = rank() == ranks() - 1;
  const auto complaint = [&](const CallerWork& wrong) {
    const CallerWork right = memory.work();
    return complaint_of([&] { transform(plan, last ? &wrong : &right); });
  };
  const std::string who = ranks() > 1 ? "rank " + std::to_string(ranks() - 1) + ": " : "";
  EXPECT_THAT(complaint(memory.with(16)),
              AllOf(HasSubstr(who + "the work memory on the host: it has 16 bytes, and this rank needs "),
                    HasSubstr("give as many as the plan says")));
  EXPECT_THAT(complaint(CallerWork(HostSpan())), HasSubstr("the work memory on the host: it has 0 bytes"));
  EXPECT_THAT(complaint(CallerWork(std::span(static_cast<std::byte*>(nullptr), bytes))), HasSubstr("address is null"));
  Bytes large(bytes + 64);
  std::byte* odd = large.data();
  while (reinterpret_cast<std::uintptr_t>(odd) % 16 != 4) ++odd;
  EXPECT_THAT(complaint(CallerWork(std::span(odd, bytes))), HasSubstr("is no multiple of 16; align it"));
  EXPECT_THAT(complaint_of([&] { transform(plan, nullptr); }),
              AllOf(HasSubstr("an execution without work memory: the plan leaves it to the caller"),
                    HasSubstr("bytes on the host and 0 on the device; give it to the execution")));
  const CallerWork right = memory.work();
  EXPECT_EQ(complaint_of([&] { transform(plan, &right); }), "") << "the plan can be used again";
  mpi::Options options;
  EXPECT_THAT(complaint_of([&] { transform(plan_of(problem, options), &right); }), HasSubstr("the plan has its own"));
}

TEST_F(CallerWorks, AreApartFromTheArrays) {
  const Problem problem = Problem::parse("c2c:f32:12x10x8");
  const mpi::Plan plan = plan_of(problem, by_caller());
  const std::size_t needed = plan.caller_work().host;
  const std::size_t in = input_of(plan).size();
  const std::size_t out = output_bytes(plan);
  const std::size_t room = std::max(in, out) + 256;
  const bool seen = needed > 0 && in > 0 && out > 0;
  Bytes memory(needed + room + 256);
  std::byte* begin = memory.data();
  while (reinterpret_cast<std::uintptr_t>(begin) % 256 != 0) ++begin;
  const CallerWork work(std::span(begin, needed));
  Bytes apart(std::max(in, out));
  const auto overlapping = [&](const char* name, const std::function<void(std::byte*)>& execute) {
    // Its last 16 bytes; a rank that has nothing to overlap does what is right.
    std::byte* const array = seen ? begin + needed - 16 : begin + (needed + 255) / 256 * 256;
    const std::string message = complaint_of([&] { execute(array); });
    EXPECT_THAT(message, HasSubstr(std::string("overlaps the ") + name));
  };
  overlapping("input", [&](std::byte* a) { plan.execute(std::span(a, in), std::span(apart.data(), out), work); });
  overlapping("output", [&](std::byte* a) { plan.execute(std::span(apart.data(), in), std::span(a, out), work); });
}

TEST_F(CallerWorks, NeedToKnowTheArrays) {
  const Problem problem = Problem::parse("c2c:f32:12x10x8");
  EXPECT_THAT(complaint_of([&] { plan_of(problem, by_caller(ArrayMemory::unknown)); }),
              HasSubstr("work memory of the caller's: how much it is depends on where the arrays are"));
  const mpi::Plan plan = plan_of(problem, by_caller(ArrayMemory::host));
  GuardedWork memory(device(), plan.caller_work());
  EXPECT_THAT(complaint_of([&] { transform_buffers(plan, memory.work()); }),
              AllOf(HasSubstr("on the device: the plan's Options::arrays says otherwise"),
                    HasSubstr("plan with ArrayMemory::device")));
  Bytes in = input_of(plan);
  Bytes out(output_bytes(plan));
  in.insert(in.begin(), 4, std::byte{});  // its elements are behind
  EXPECT_THAT(complaint_of([&] { plan.execute(std::span(in).subspan(4), std::span(out), memory.work()); }),
              AllOf(HasSubstr("the input: its address is no multiple of 16"), HasSubstr("align the array")));
}

}  // namespace
}  // namespace papilio::test
