// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The plans that the peers of Papilio execute, through its public interface: a transform, a round trip or a
// convolution, a non-uniform transform or a ragged batch.
#pragma once

#include <cstddef>
#include <optional>
#include <papilio/convolution.hpp>
#include <papilio/nufft.hpp>
#include <papilio/plan.hpp>
#include <papilio/ragged.hpp>
#include <span>
#include <vector>

#include "bench/measurement_mode.hpp"
#include "bench/peers/peer.hpp"

namespace papilio::bench {

class PapilioPlans {
 public:
  explicit PapilioPlans(Verification verification = Verification::off) : verification_(verification) {}

  /// Replaces the earlier plans. In a round trip the inverse has the sign of counterparts.hpp.
  std::optional<PeerRefusal> make(const Device& device, const Problem& problem, MeasurementMode mode);
  std::optional<PeerRefusal> make(const Device& device, const ConvolutionProblem& problem);
  std::optional<PeerRefusal> make(const Device& device, const verify::PlacedNufft& problem);
  std::optional<PeerRefusal> make(const Device& device, const RaggedProblem& problem);
  void release();

  /// In place, `in` alone is used. A round trip ends in `in`.
  void enqueue(const Stream& stream, const Buffer& in, const Buffer& out) const;
  /// The same on host memory, of at least the bytes of each side; returns when the result is there.
  void execute(std::span<std::byte> in, std::span<std::byte> out) const;

 private:
  void execute(const Plan& plan, std::span<std::byte> from, std::span<std::byte> to) const;

  Verification verification_;  ///< of transforms
  std::vector<Plan> plans_;    ///< one after the other, the second from the first one's result
  Convolution convolution_;
  Filter filter_;
  Nufft nufft_;
  verify::PlacedNufft placed_;
  RaggedPlan ragged_;
  Buffer scratch_;  ///< for either plan, one execution after the other
};

}  // namespace papilio::bench
