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
  PapilioPeer(DeviceArena& arena, MeasurementMode mode, Verification verification)
      : arena_(arena), mode_(mode), plans_(verification) {}
  explicit PapilioPeer(std::unique_ptr<DeviceArena> own, MeasurementMode mode)
      : own_(std::move(own)), arena_(*own_), mode_(mode) {}

  [[nodiscard]] std::string version() const override { return std::string(papilio::version()); }
  [[nodiscard]] Arena& arena() const override { return arena_; }
  std::optional<PeerRefusal> plan(const Problem& problem) override {
    return plans_.make(arena_.device(), problem, mode_);
  }
  std::optional<PeerRefusal> plan(const ConvolutionProblem& problem) override {
    return plans_.make(arena_.device(), problem);
  }
  std::optional<PeerRefusal> plan(const verify::PlacedNufft& problem) override {
    return plans_.make(arena_.device(), problem);
  }
  std::optional<PeerRefusal> plan(const RaggedProblem& problem) override {
    return plans_.make(arena_.device(), problem);
  }
  void enqueue() override { plans_.enqueue(arena_.stream(), arena_.buffer(Part::input), arena_.buffer(Part::output)); }
  void release() override { plans_.release(); }

 private:
  std::unique_ptr<DeviceArena> own_;
  DeviceArena& arena_;
  MeasurementMode mode_;
  PapilioPlans plans_;
};

/// The data are in host memory, and so are the results when enqueue() returns.
class PapilioHostPeer final : public Peer {
 public:
  PapilioHostPeer(const Device& device, HostArena& arena, MeasurementMode mode, Verification verification)
      : device_(device), arena_(arena), mode_(mode), plans_(verification) {}

  [[nodiscard]] std::string version() const override { return std::string(papilio::version()); }
  [[nodiscard]] Arena& arena() const override { return arena_; }
  std::optional<PeerRefusal> plan(const Problem& problem) override { return plans_.make(device_, problem, mode_); }
  std::optional<PeerRefusal> plan(const ConvolutionProblem& problem) override { return plans_.make(device_, problem); }
  std::optional<PeerRefusal> plan(const verify::PlacedNufft& problem) override { return plans_.make(device_, problem); }
  std::optional<PeerRefusal> plan(const RaggedProblem& problem) override { return plans_.make(device_, problem); }
  void enqueue() override { plans_.execute({arena_.input(), arena_.capacity()}, {arena_.output(), arena_.capacity()}); }
  void release() override { plans_.release(); }

 private:
  Device device_;
  HostArena& arena_;
  MeasurementMode mode_;
  PapilioPlans plans_;
};

}  // namespace

std::unique_ptr<Peer> make_papilio_peer(const Arenas& arenas, MeasurementMode mode, Verification verification) {
  if (mode.end_to_end)
    return std::make_unique<PapilioHostPeer>(arenas.device.device(), arenas.host, mode, verification);
  return std::make_unique<PapilioPeer>(arenas.device, mode, verification);
}

std::unique_ptr<Peer> make_papilio_peer(const std::string& device, HostArena& host, MeasurementMode mode) {
  if (mode.end_to_end) return std::make_unique<PapilioHostPeer>(Device(device), host, mode, Verification::off);
  return std::make_unique<PapilioPeer>(make_device_arena(Device(device)), mode);
}

}  // namespace papilio::bench
