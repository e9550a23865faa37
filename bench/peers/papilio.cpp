// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Papilio through its public interface, on data in device or host memory.
#include <papilio/papilio.hpp>

#include "bench/peers/papilio_plans.hpp"
#include "bench/peers/peers.hpp"

namespace papilio::bench {
namespace {

/// The data are in device memory.
class PapilioPeer final : public Peer {
 public:
  PapilioPeer(DeviceArena& arena, Way way, Verification verification)
      : arena_(arena), way_(way), plans_(verification) {}
  explicit PapilioPeer(std::unique_ptr<DeviceArena> own, Way way) : own_(std::move(own)), arena_(*own_), way_(way) {}

  [[nodiscard]] std::string version() const override { return std::string(papilio::version()); }
  [[nodiscard]] Arena& arena() const override { return arena_; }
  std::optional<Refusal> plan(const Problem& problem) override { return plans_.make(arena_.device(), problem, way_); }
  std::optional<Refusal> plan(const ConvolutionProblem& problem) override {
    return plans_.make(arena_.device(), problem);
  }
  void enqueue() override { plans_.enqueue(arena_.stream(), arena_.buffer(Part::input), arena_.buffer(Part::output)); }
  void release() override { plans_.release(); }

 private:
  std::unique_ptr<DeviceArena> own_;
  DeviceArena& arena_;
  Way way_;
  PapilioPlans plans_;
};

/// The data are in host memory, and so are the results when enqueue() returns.
class PapilioHostPeer final : public Peer {
 public:
  PapilioHostPeer(const Device& device, HostArena& arena, Way way, Verification verification)
      : device_(device), arena_(arena), way_(way), plans_(verification) {}

  [[nodiscard]] std::string version() const override { return std::string(papilio::version()); }
  [[nodiscard]] Arena& arena() const override { return arena_; }
  std::optional<Refusal> plan(const Problem& problem) override { return plans_.make(device_, problem, way_); }
  std::optional<Refusal> plan(const ConvolutionProblem& problem) override { return plans_.make(device_, problem); }
  void enqueue() override { plans_.execute({arena_.input(), arena_.capacity()}, {arena_.output(), arena_.capacity()}); }
  void release() override { plans_.release(); }

 private:
  Device device_;
  HostArena& arena_;
  Way way_;
  PapilioPlans plans_;
};

}  // namespace

std::unique_ptr<Peer> make_papilio_peer(const Arenas& arenas, Way way, Verification verification) {
  if (way.end_to_end) return std::make_unique<PapilioHostPeer>(arenas.device.device(), arenas.host, way, verification);
  return std::make_unique<PapilioPeer>(arenas.device, way, verification);
}

std::unique_ptr<Peer> make_papilio_peer(const std::string& device, HostArena& host, Way way) {
  if (way.end_to_end) return std::make_unique<PapilioHostPeer>(Device(device), host, way, Verification::off);
  return std::make_unique<PapilioPeer>(make_device_arena(Device(device)), way);
}

}  // namespace papilio::bench
