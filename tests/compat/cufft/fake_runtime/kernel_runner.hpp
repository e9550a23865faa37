// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Runs the fake driver's launches in the PTX machine of tests/support, so that transforms on it have results.
#pragma once

#include "support/fake_cuda/fake_cuda.hpp"

namespace papilio::test {

/// For FakeCuda::run. A kernel with a fault ends the program, with the fault on stderr.
void run_kernel(const FakeRun& run);

}  // namespace papilio::test
