// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Checker: one problem after the other on one device, for one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "verify/check/check_problem.hpp"
#include "verify/check/errors.hpp"
#include "verify/check/inputs.hpp"
#include "verify/reference/fftw.hpp"

namespace papilio::verify {

/// Reference for results in f64.
enum class F64Reference {
  quad,
  /// Long double, and quad where the error is above 0.99 of its bound: the error of long double is less than a
  /// thousandth of any bound, unless a kernel's numbers nearly cancel where it wraps around. The verdicts are the same,
  /// printed errors differ in their third digit. FFTW in long double takes a small part of the time that it takes in
  /// quad precision.
  long_double_first,
};

/// The references that a run needs; null where no problem so far had the precision.
struct References {
  std::shared_ptr<const Fftw<long double>> f32;
  std::shared_ptr<const Fftw<QuadReal>> f64;
  F64Reference for_f64 = F64Reference::quad;

  /// Opens the references that `problems` need and that are not open yet; false if there are none. Throws
  /// Error(unsupported) naming the package.
  bool open(const std::vector<CheckProblem>& problems);
};

struct CheckResult {
  std::int64_t transforms = 0;  ///< arrays, times the lengths of the axes that are not transformed; or signals
  std::int64_t compared = 0;    ///< of them, with the reference
  double relative_l2 = 0;       ///< see README.md for the three
  double max_error = 0;
  double ppm_rms = 0;
  double bound = 0;
  std::vector<std::string> faults;  ///< what is wrong, none for a pass

  [[nodiscard]] bool pass() const { return faults.empty(); }
  /// Adds a fault for each error above its bound. Throws Error(unsupported) if `storage` cannot hold the exact results:
  /// nothing can be said about them then.
  void take(const Errors& errors, Storage storage, const std::string& token);
};

class Checker {
 public:
  /// The input of a problem follows from `inputs` and its token alone, whatever was checked before.
  Checker(const Device& device, const References& references, const CheckInputs& inputs);
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  /// Throws Error where the problem cannot be planned or run at all.
  CheckResult check(const CheckProblem& problem);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace papilio::verify
