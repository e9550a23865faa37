// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Papilio through its public interface.
#include <papilio/papilio.hpp>

#include "bench/input.hpp"
#include "bench/peers/peers.hpp"
#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

class PapilioPeer final : public Peer {
 public:
  explicit PapilioPeer(DeviceArena& arena) : arena_(arena) {}
  explicit PapilioPeer(std::unique_ptr<DeviceArena> own) : own_(std::move(own)), arena_(*own_) {}

  [[nodiscard]] std::string version() const override { return std::string(papilio::version()); }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<Refusal> plan(const Problem& problem) override {
    return made([&] {
      plan_ = Plan(arena_.device(), problem);
      reserve(plan_.scratch_bytes());
    });
  }
  std::optional<Refusal> plan(const ConvolutionProblem& problem) override {
    return made([&] {
      convolution_ = Convolution(arena_.device(), problem);
      filter_ = convolution_.filter(std::span<const std::byte>(kernels_of(problem)));
      reserve(convolution_.scratch_bytes());
    });
  }

  void enqueue() override {
    const Buffer& in = arena_.buffer(Part::input);
    if (convolution_) {
      convolution_.execute(arena_.stream(), filter_, in, arena_.buffer(result_part(convolution_.problem())), scratch_);
    } else {
      plan_.execute(arena_.stream(), in, arena_.buffer(result_part(plan_.problem())), scratch_);
    }
  }

  void release() override {
    plan_ = {};
    convolution_ = {};
    filter_ = {};
    scratch_ = {};
  }

 private:
  template <typename Make>
  std::optional<Refusal> made(Make make) {
    release();
    try {
      make();
    } catch (const Error& error) {
      const bool unsupported = error.code() == ErrorCode::unsupported;
      return Refusal{unsupported ? Outcome::unsupported : Outcome::failed, error.what()};
    }
    return std::nullopt;
  }
  void reserve(std::size_t scratch_bytes) {
    if (scratch_bytes > 0) scratch_ = arena_.allocate(scratch_bytes);
  }

  std::unique_ptr<DeviceArena> own_;
  DeviceArena& arena_;
  Plan plan_;
  Convolution convolution_;
  Filter filter_;
  Buffer scratch_;
};

}  // namespace

std::unique_ptr<Peer> make_papilio_peer(DeviceArena& arena) { return std::make_unique<PapilioPeer>(arena); }

std::unique_ptr<Peer> make_papilio_peer(const std::string& device) {
  return std::make_unique<PapilioPeer>(make_device_arena(Device(device)));
}

}  // namespace papilio::bench
