// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Checker: one problem after the other on one device, for one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <papilio/device.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "tools/reference/fftw.hpp"

namespace papilio::tool {

/// The references that a run needs; null where no problem has the precision.
struct References {
  std::shared_ptr<const Fftw<long double>> f32;
  std::shared_ptr<const Fftw<Quad>> f64;

  /// Opens what `problems` need. Throws Error(unsupported) naming the package.
  static References open(const std::vector<Problem>& problems);
};

struct CheckResult {
  std::int64_t transforms = 0;  ///< arrays, times the lengths of the axes that are not transformed
  std::int64_t compared = 0;    ///< of them, with the reference
  double relative_l2 = 0;       ///< see README.md for the three
  double max_error = 0;
  double ppm_rms = 0;
  double bound = 0;
  std::vector<std::string> faults;  ///< what is wrong, none for a pass

  [[nodiscard]] bool pass() const { return faults.empty(); }
};

class Checker {
 public:
  /// The input of a problem follows from `seed` and its token alone, whatever was checked before.
  Checker(const Device& device, const References& references, std::uint64_t seed);
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  /// Throws Error where the problem cannot be planned or run at all.
  CheckResult check(const Problem& problem);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace papilio::tool
