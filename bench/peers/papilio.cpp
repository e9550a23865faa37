// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Papilio through its public interface.
#include <papilio/papilio.hpp>

#include "bench/peers/peers.hpp"
#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

class PapilioPeer final : public Peer {
 public:
  explicit PapilioPeer(DeviceArena& arena) : arena_(arena) {}
  explicit PapilioPeer(std::unique_ptr<DeviceArena> own) : own_(std::move(own)), arena_(*own_) {}

  [[nodiscard]] std::string version() const override { return PAPILIO_VERSION; }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<Refusal> plan(const Problem& problem) override {
    release();
    try {
      plan_ = Plan(arena_.device(), problem);
      if (plan_.scratch_bytes() > 0) scratch_ = arena_.allocate(plan_.scratch_bytes());
    } catch (const Error& error) {
      const bool unsupported = error.code() == ErrorCode::unsupported;
      return Refusal{unsupported ? Outcome::unsupported : Outcome::failed, error.what()};
    }
    return std::nullopt;
  }

  void enqueue() override {
    plan_.execute(arena_.stream(), arena_.buffer(Part::input), arena_.buffer(result_part(plan_.problem())), scratch_);
  }

  void release() override {
    plan_ = {};
    scratch_ = {};
  }

 private:
  std::unique_ptr<DeviceArena> own_;
  DeviceArena& arena_;
  Plan plan_;
  Buffer scratch_;
};

}  // namespace

std::unique_ptr<Peer> make_papilio_peer(DeviceArena& arena) { return std::make_unique<PapilioPeer>(arena); }

std::unique_ptr<Peer> make_papilio_peer(const std::string& device) {
  return std::make_unique<PapilioPeer>(make_device_arena(Device(device)));
}

}  // namespace papilio::bench
