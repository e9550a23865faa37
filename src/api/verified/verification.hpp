// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions: sums over the input and over the output of each transform on the device, and what they must be
// to each other (docs/verification.md).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <papilio/plan.hpp>
#include <string>

#include "api/run/compiled_passes.hpp"
#include "api/verified/checksum_rule.hpp"
#include "api/verified/fused_sums.hpp"
#include "api/verified/separate_sums.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// Why executions of this problem cannot be verified; empty if they can.
std::string why_not_verified(const Problem& problem, const Callbacks& callbacks);

/// The variable PAPILIO_VERIFY: n of Verification::every(n); 0: off.
std::int64_t verification_in_environment();

class Verifier {
 public:
  /// Checks every `interval`-th execution, the first one to begin with. `plan` is the plan that sums its own sides, or
  /// nullopt. Uploads the weights, and compiles the kernels of separate sums where there is no such plan.
  Verifier(runtime::Device& device, const Problem& problem, std::int64_t interval,
           std::optional<SummedPlan> plan = std::nullopt);

  struct VerifiedWork {
    /// Enqueues the passes; those that sum if the memories have sums.
    std::function<void(const Memories&)> transform;
    std::function<void()> enqueued = [] {};  ///< called before a check waits
  };
  /// One execution. Where it is one to check: sums the input, calls `transform`, sums the output, calls `enqueued`,
  /// waits, and compares. Elsewhere it only calls `transform`. Throws Error(device_failed).
  void run(runtime::Stream& stream, const Memories& memories, const Batch& batch, const VerifiedWork& work) const;

 private:
  /// Counts an execution. True for executions 1, 1 + interval, 1 + 2*interval …
  [[nodiscard]] bool checks_this() const {
    return interval_ == 1 ||
           executions_.fetch_add(1, std::memory_order_relaxed) % static_cast<std::uint64_t>(interval_) == 0;
  }
  void run_fused(runtime::Stream& stream, const Memories& memories, const Batch& batch, const VerifiedWork& work) const;
  void run_separate(runtime::Stream& stream, const Memories& memories, const Batch& batch,
                    const VerifiedWork& work) const;
  /// Throws if the rule finds a fault in transform i.
  void check(const ChecksumRule& rule, std::int64_t i, const SideSums& in, const SideSums& out) const;
  const SeparateSums& separate() const;

  runtime::Device& device_;
  Problem problem_;
  std::int64_t interval_;
  mutable std::atomic<std::uint64_t> executions_ = 0;  ///< of all threads; not counted if all are checked
  std::unique_ptr<FusedSums> fused_;                   ///< null: there are only separate sums
  ChecksumRule fused_rule_;
  ChecksumRule separate_rule_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const SeparateSums> separate_;  ///< made when it is first needed
};

}  // namespace papilio::api
