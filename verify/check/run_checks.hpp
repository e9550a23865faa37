// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Many checks on several threads. Most of the time of a sweep goes to the device's compiler. Some drivers compile
// several kernels at once; PoCL 3.1 does not, neither in one context nor in several: of two threads only one ran at any
// time. Processes help there (--shard).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <papilio/programs.hpp>
#include <vector>

#include "verify/check/checker.hpp"

namespace papilio::verify {

struct CheckOutcome {
  CheckProblem problem;
  CheckResult result;          ///< meaningless where there is an error
  std::optional<Error> error;  ///< why the problem could not be checked
  double seconds = 0;

  [[nodiscard]] bool pass() const { return !error && result.pass(); }
};

struct CheckOptions {
  Device device;
  std::uint64_t seed = 0;
  int jobs = 1;
  Inputs inputs = Inputs::uniform;
  Programs programs = Programs::specialised;
  F64Reference for_f64 = F64Reference::quad;
};

/// Checks problems by several threads. What the threads have made for one call, such as buffers and FFTW's plans, they
/// use again in the next: a run of many small calls opens FFTW once.
class CheckRunner {
 public:
  explicit CheckRunner(CheckOptions options);

  /// Checks all; `report` is called for each in the order of `problems`, as soon as that is possible, never by two
  /// threads at once. Throws what opening the references throws, and what `report` throws.
  void run(const std::vector<CheckProblem>& problems, const std::function<void(const CheckOutcome&)>& report);

 private:
  CheckOptions options_;
  References references_;
  std::vector<std::unique_ptr<Checker>> checkers_;  ///< one a thread
};

/// CheckRunner::run(), for one call.
void run_checks(const std::vector<CheckProblem>& problems, const CheckOptions& options,
                const std::function<void(const CheckOutcome&)>& report);

}  // namespace papilio::verify
