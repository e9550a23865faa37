// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the tests that run under mpirun share: the ranks, and the device, which is the same for all tests of a process.
#pragma once

#include <mpi.h>

#include <papilio/device.hpp>

namespace papilio::test {

int rank();
int ranks();
/// The device under test; if there is none, the process has ended before with the exit code of a skipped test.
const Device& device();

}  // namespace papilio::test
