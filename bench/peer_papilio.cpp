// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/opencl.hpp>
#include <papilio/papilio.hpp>

#include "bench/peer.hpp"

namespace papilio::bench {
namespace {

class PapilioPeer : public Peer {
 public:
  explicit PapilioPeer(OpenClArena& arena)
      : arena_(arena),
        device_(opencl::wrap_device(arena.context(), arena.device())),
        stream_(opencl::wrap_queue(device_, arena.queue())) {}

  [[nodiscard]] std::string version() const override { return PAPILIO_VERSION; }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<Refusal> plan(const Problem& problem) override {
    release();
    try {
      plan_ = Plan(device_, problem);
      input_ = opencl::wrap_buffer(device_, arena_.input());
      output_ = opencl::wrap_buffer(device_, arena_.output());
      if (plan_.scratch_bytes() > 0) scratch_ = Buffer(device_, plan_.scratch_bytes());
    } catch (const Error& error) {
      const bool unsupported = error.code() == ErrorCode::unsupported;
      return Refusal{unsupported ? Outcome::unsupported : Outcome::failed, error.what()};
    }
    return std::nullopt;
  }

  void enqueue() override { plan_.execute(stream_, input_, output_, scratch_); }

  void release() override {
    plan_ = {};
    input_ = output_ = scratch_ = {};
  }

 private:
  OpenClArena& arena_;
  Device device_;
  Stream stream_;
  Plan plan_;
  Buffer input_;
  Buffer output_;
  Buffer scratch_;
};

}  // namespace

std::vector<PeerEntry> papilio_peers() {
  return {{"papilio", Role::papilio,
           [](const Arenas& arenas) -> std::unique_ptr<Peer> { return std::make_unique<PapilioPeer>(arenas.opencl); }}};
}

}  // namespace papilio::bench
