// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/peers/wrapped.hpp"

#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

class TransfersPeer final : public Peer {
 public:
  TransfersPeer(std::unique_ptr<Peer> inner, HostArena& host) : inner_(std::move(inner)), host_(host) {}

  [[nodiscard]] std::string version() const override { return inner_->version(); }
  [[nodiscard]] Arena& arena() const override { return host_; }
  std::optional<PeerRefusal> plan(const Problem& problem) override {
    inner_->arena().reserve(host_.capacity());
    result_ = result_part(problem);
    in_bytes_ = static_cast<std::size_t>(input_bytes(problem));
    out_bytes_ = static_cast<std::size_t>(output_bytes(problem));
    return inner_->plan(problem);
  }
  void enqueue() override {
    inner_->arena().write(Part::input, 0, {host_.input(), in_bytes_});
    inner_->enqueue();
    std::byte* const result = result_ == Part::input ? host_.input() : host_.output();
    inner_->arena().read(result_, 0, {result, out_bytes_});
  }
  void release() override { inner_->release(); }

 private:
  std::unique_ptr<Peer> inner_;
  HostArena& host_;
  Part result_ = Part::output;
  std::size_t in_bytes_ = 0;
  std::size_t out_bytes_ = 0;
};

class LeftOutPeer final : public Peer {
 public:
  explicit LeftOutPeer(std::unique_ptr<Peer> inner) : inner_(std::move(inner)) {}

  [[nodiscard]] std::string version() const override { return inner_->version(); }
  [[nodiscard]] Arena& arena() const override { return inner_->arena(); }
  std::optional<PeerRefusal> plan(const Problem& /*problem*/) override { return omitted; }
  std::optional<PeerRefusal> plan(const ConvolutionProblem& /*problem*/) override { return omitted; }
  std::optional<PeerRefusal> plan(const verify::PlacedNufft& /*problem*/) override { return omitted; }
  std::optional<PeerRefusal> plan(const RaggedProblem& /*problem*/) override { return omitted; }
  void enqueue() override {}
  void release() override {}

 private:
  static inline const PeerRefusal omitted{PeerOutcome::omitted, {}};
  std::unique_ptr<Peer> inner_;
};

}  // namespace

std::unique_ptr<Peer> with_transfers(std::unique_ptr<Peer> inner, HostArena& host) {
  return std::make_unique<TransfersPeer>(std::move(inner), host);
}

std::unique_ptr<Peer> left_out(std::unique_ptr<Peer> inner) { return std::make_unique<LeftOutPeer>(std::move(inner)); }

}  // namespace papilio::bench
