// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The state of the faulty OpenCL library; a test finds it with dlsym("faulty_opencl_state").
#pragma once

#include <atomic>
#include <span>
#include <string>
#include <string_view>

#include "support/faulty_driver.hpp"

namespace papilio::test {

struct FaultyOpenCl : FaultyDriver {
  /// The name of a function that throws std::bad_alloc instead, as LLVM does inside PoCL's compiler; empty: none.
  std::string throws;
  /// Calls of this function, by name.
  std::string watched;
  std::atomic<int> watched_calls{0};
  /// Devices say that they are GPUs: PoCL's CPU becomes one that shares the host's memory.
  std::atomic<bool> as_gpu{false};
};

/// What the standard lists for this function and a correct program may meet.
std::span<const int> statuses_of(std::string_view function);
/// What it returns once the device is lost; 0: it is not concerned.
int lost_status_of(std::string_view function);

}  // namespace papilio::test

extern "C" {
papilio::test::FaultyOpenCl* faulty_opencl_state();
/// True while this thread is inside the real library.
bool faulty_opencl_is_inside();
}
