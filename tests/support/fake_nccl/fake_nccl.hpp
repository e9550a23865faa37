// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The state of the fake NCCL; tests in the same process access it through fake_nccl_state().
#pragma once

#include <cstdint>
#include <string>

namespace papilio::test {

struct FakeNccl {
  /// This rank's call of that name fails, once; empty: none.
  std::string failing_call;
  int failing_rank = 0;
  int skip = 0;  ///< calls of it before the one that fails

  /// ncclCommGetAsyncError tells of an error.
  bool broken = false;

  int alive = 0;    ///< communicators that were made and neither destroyed nor aborted
  int aborted = 0;  ///< communicators
  int groups = 0;
  std::int64_t bytes = 0;  ///< sent
};

}  // namespace papilio::test

extern "C" papilio::test::FakeNccl* fake_nccl_state();
