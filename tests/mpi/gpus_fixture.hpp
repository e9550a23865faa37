// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shared by the tests of one process a GPU: the fake CUDA driver and the fake NCCL, and transforms of this rank's part
// in host memory and in device memory.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <span>
#include <string>

#include "bits.hpp"
#include "environment.hpp"
#include "support/error_of.hpp"
#include "support/fake_cuda/fake_cuda.hpp"
#include "support/fake_nccl/fake_nccl.hpp"

extern "C" int cudaSetDevice(int device);  // of the fake runtime: from then on kernels run

namespace papilio::test {

class Gpus : public testing::Test {
 protected:
  void SetUp() override {
    fake_cuda_state()->devices = 8;
    fake_cuda_state()->next_status.clear();
    *fake_nccl_state() = {};
    cudaSetDevice(0);
    own_ = Device("cuda:" + std::to_string(rank()));
  }
  void TearDown() override {
    EXPECT_TRUE(fake_cuda_state()->opened.empty()) << "memory of other processes is still open";
    EXPECT_EQ(fake_nccl_state()->alive, 0) << "communicators are left";
    EXPECT_EQ(fake_cuda_state()->vain_waits, 0) << "for events that nobody had recorded";
  }

  [[nodiscard]] mpi::Plan plan_of(const char* token, const mpi::Options& options) const {
    const Problem problem = Problem::parse(token);
    return {MPI_COMM_WORLD,
            own_,
            problem,
            mpi::Distribution::slabs(problem.input_lengths(), ranks()),
            mpi::Distribution::slabs(problem.output_lengths(), ranks(), static_cast<int>(problem.lengths.size()) - 1),
            options};
  }
  [[nodiscard]] mpi::Plan plan_of(const char* token, mpi::Carrier carrier = mpi::Carrier::automatic) const {
    mpi::Options options;
    options.carrier = carrier;
    return plan_of(token, options);
  }

  /// The part of the result from a part of the input, in host memory.
  static Bytes transform(const mpi::Plan& plan, int part) {
    const Problem& problem = plan.problem();
    return test::transform(
        plan, cut_out(whole_input(problem), problem.input_lengths(), problem.batch, problem.input_element_bytes(),
                      plan.input().boxes[static_cast<std::size_t>(part)]));
  }
  /// The same in device memory.
  [[nodiscard]] Bytes transform_buffers(const mpi::Plan& plan) const {
    return test::transform_buffers(own_, plan, [&](const Buffer& from, const Buffer& to, const Stream& stream) {
      plan.execute(from, to, stream);
    });
  }
  /// Of one rank, the part that this one has of `plan`.
  [[nodiscard]] Bytes expected(const mpi::Plan& plan) const {
    const Problem& problem = plan.problem();
    const mpi::Plan alone(MPI_COMM_SELF, own_, problem, mpi::Distribution::on_rank(problem.input_lengths(), 1),
                          mpi::Distribution::on_rank(problem.output_lengths(), 1));
    return cut_out(transform(alone, 0), problem.output_lengths(), problem.batch, problem.output_element_bytes(),
                   plan.output().boxes[static_cast<std::size_t>(rank())]);
  }
  void expect_bits(const mpi::Plan& plan) const {
    const Bytes whole = expected(plan);
    EXPECT_TRUE(whole.empty() || std::ranges::any_of(whole, [](std::byte byte) { return byte != std::byte{}; }))
        << "nothing has run";
    EXPECT_TRUE(transform(plan, rank()) == whole) << plan.describe();
    if (plan.problem().placement == Placement::in_place) return;
    EXPECT_TRUE(transform_buffers(plan) == whole) << plan.describe();
  }
  void expect_complaint(mpi::Carrier carrier, ErrorCode code, const testing::Matcher<std::string>& matcher) const {
    const std::string message = message_of(code, [&] { (void)plan_of("c2c:f32:4x6", carrier); });
    EXPECT_THAT(message, matcher);
  }

  Device own_;
};

}  // namespace papilio::test
