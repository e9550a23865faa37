// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Tests under mpirun: all ranks run the same tests, and every rank checks its own part. Expectations must not end a
// test on one rank alone, so there are no ASSERT_ between collective calls.
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>

#include "environment.hpp"
#include "support/test_device.hpp"

namespace papilio::test {
namespace {

Device& opened() {
  static Device device;
  return device;
}

/// Failures alone, with the rank.
class RankPrinter : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::printf("rank %d: %s:%d: %s\n", rank(), result.file_name() == nullptr ? "" : result.file_name(),
                result.line_number(), result.message());
  }
};

}  // namespace

int rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int ranks() {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

const Device& device() { return opened(); }

}  // namespace papilio::test

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  testing::InitGoogleTest(&argc, argv);
  std::string why;
  papilio::test::opened() = papilio::test::open_test_device(why);
  int status = 0;
  if (!papilio::test::device()) {
    std::printf("SKIPPED: %s\n", why.c_str());
    status = 77;
  } else {
    if (papilio::test::rank() != 0) {
      testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
      delete listeners.Release(listeners.default_result_printer());
      listeners.Append(new papilio::test::RankPrinter);
    }
    status = RUN_ALL_TESTS();
  }
  papilio::test::opened() = {};
  MPI_Finalize();
  return status;
}
