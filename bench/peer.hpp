// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Peer: one library under measurement. Each has one file, peer_NAME.cpp, which lists what it offers in NAME_peers();
// CMakeLists.txt puts those that are installed into the table, so that no other file knows which there are.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <papilio/problem.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/host_arena.hpp"
#include "bench/opencl_arena.hpp"

namespace papilio::bench {

/// What a peer is compared as.
enum class Role {
  papilio,
  device_library,  ///< works on the same device through the same driver; the best of these counts
  host_library,    ///< works on the host's cores
};

/// Why there is no time.
enum class Outcome {
  measured,
  unsupported,  ///< the library says that it cannot do such problems
  failed,       ///< it should, but did not
  wrong,        ///< its result is not the transform
};

struct Refusal {
  Outcome outcome = Outcome::unsupported;
  std::string why;
};

class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  [[nodiscard]] virtual std::string version() const = 0;
  [[nodiscard]] virtual Arena& arena() const = 0;
  /// Makes everything ready for packed, unscaled, out-of-place transforms of the arena's input to its output. May
  /// overwrite both. Replaces the plan before. Nothing is returned when enqueue() may be called.
  virtual std::optional<Refusal> plan(const Problem& problem) = 0;
  /// Starts one execution; arena().finish() waits for it. Throws Error.
  virtual void enqueue() = 0;
  /// Drops the plan and every reference to the arena's buffers.
  virtual void release() = 0;

  void execute() {
    enqueue();
    arena().finish();
  }
};

struct Arenas {
  OpenClArena& opencl;
  HostArena& host;
};

struct PeerEntry {
  std::string name;
  Role role = Role::device_library;
  std::function<std::unique_ptr<Peer>(const Arenas&)> make;
};

/// The peers of this build, in the order of the report; Papilio is the first.
std::vector<PeerEntry> peer_table();

struct MissingPeer {
  std::string_view name;
  std::string_view package;
};
/// Those that were not installed when this was built.
std::span<const MissingPeer> missing_peers();

}  // namespace papilio::bench
