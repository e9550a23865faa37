// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verification: which executions of a plan check their results (docs/verification.md).
#pragma once

#include <cstdint>
#include <papilio/cxx20.hpp>
#include <papilio/error.hpp>

namespace papilio {

/// Which executions of a plan check their results on the device: for each transform of the batch, Parseval's theorem
/// and a random linear functional. An execution that checks waits for the device, and throws Error(device_failed),
/// which names the first wrong transform and the check. Plans some of whose executions check cannot be captured in a
/// graph.
class Verification {
 public:
  /// Follows the variable PAPILIO_VERIFY for problems that can be verified (describe() says whether): every(N) for a
  /// number N, `off` if it is not set, 0 or off, otherwise `on`.
  static const Verification by_environment;
  /// Checks all executions. As with every(), the constructor throws Error(unsupported) for a problem that cannot be
  /// verified.
  static const Verification on;
  static const Verification off;
  /// Checks executions 1, 1 + n, 1 + 2n … of a plan and its copies, counted over all threads. Throws
  /// Error(invalid_argument) if n < 1.
  static constexpr Verification every(std::int64_t n) {
    if (n < 1) throw Error::invalid_argument("Verification::every()", "n < 1", "pass 1 or more");
    return Verification(n);
  }

  /// n of every(n): 1 for `on`, 0 for `off`, -1 for `by_environment`.
  [[nodiscard]] constexpr std::int64_t interval() const { return interval_; }
  friend bool operator==(const Verification&, const Verification&) = default;

 private:
  constexpr explicit Verification(std::int64_t interval) : interval_(interval) {}
  std::int64_t interval_;
};

inline constexpr Verification Verification::by_environment(-1);
inline constexpr Verification Verification::on(1);
inline constexpr Verification Verification::off(0);

}  // namespace papilio
