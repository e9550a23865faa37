// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Peer: one FFT library under measurement.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bench/arena.hpp"
#include "verify/check/check_problem.hpp"

namespace papilio::bench {

/// The role of a peer in the comparison.
enum class PeerRole {
  papilio,
  device_library,  ///< works on the same device and the same buffers; the best of these counts
  other,           ///< works elsewhere: on the host's cores, or on another device
  single_calls,    ///< Papilio once more, with a call for each transform of the batch
};

inline constexpr const char* single_calls_name = "sequential";  ///< of the peer of Role::single_calls

/// The outcome of a peer on a problem.
enum class PeerOutcome {
  measured,
  unsupported,  ///< the library says that it cannot do such problems
  omitted,      ///< left out by the way of measuring
  failed,       ///< it should have worked, but did not
  wrong,        ///< its result is not the transform
};

struct PeerRefusal {
  PeerOutcome outcome = PeerOutcome::unsupported;
  std::string why;
};

/// Its calls throw Error(device_failed) and the like.
class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  [[nodiscard]] virtual std::string version() const = 0;
  /// The arena whose input and output it transforms.
  [[nodiscard]] virtual Arena& arena() const = 0;
  /// Prepares transforms of the arena's input to its output, or in place in its input. May overwrite both; executions
  /// of c2r may overwrite the input. Replaces the earlier plan. Returns std::nullopt if enqueue() may be called.
  virtual std::optional<PeerRefusal> plan(const Problem& problem) = 0;
  /// The same for convolutions with kernels_of() (input.hpp).
  virtual std::optional<PeerRefusal> plan(const ConvolutionProblem& /*problem*/) { return only_transforms(); }
  /// The same at bench_points() (input.hpp).
  virtual std::optional<PeerRefusal> plan(const verify::PlacedNufft& /*problem*/) { return only_transforms(); }
  virtual std::optional<PeerRefusal> plan(const RaggedProblem& /*problem*/) { return only_transforms(); }
  /// Starts one execution; arena().finish() waits for it.
  virtual void enqueue() = 0;
  /// Drops the plan and every reference to the arena's buffers.
  virtual void release() = 0;

 private:
  static PeerRefusal only_transforms() { return {PeerOutcome::unsupported, "it is measured with transforms alone"}; }
};

}  // namespace papilio::bench
