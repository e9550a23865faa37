// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Papilio with one call for each transform of a batch, one after the other: between buffers that each transform has for
// itself or, end to end, from host memory to host memory.
#include <fmt/format.h>

#include <papilio/papilio.hpp>

#include "bench/calls_arena.hpp"
#include "bench/counterparts.hpp"
#include "bench/peers/papilio_plans.hpp"
#include "bench/peers/peers.hpp"

namespace papilio::bench {
namespace {

std::string version_of_calls() { return fmt::format("(Papilio {}, a call for each transform)", papilio::version()); }

/// Bytes from one transform of the batch to the next.
struct Pitch {
  explicit Pitch(const Problem& problem)
      : in(static_cast<std::size_t>(problem.in_distance * problem.input_element_bytes())),
        out(static_cast<std::size_t>(problem.out_distance * problem.output_element_bytes())) {}
  std::size_t in;
  std::size_t out;
};

class DeviceCallsPeer final : public Peer {
 public:
  DeviceCallsPeer(DeviceArena& device, MeasurementMode mode) : device_(device), arena_(device), mode_(mode) {}

  [[nodiscard]] std::string version() const override { return version_of_calls(); }
  [[nodiscard]] Arena& arena() const override { return arena_; }
  std::optional<PeerRefusal> plan(const Problem& problem) override {
    const Problem whole = problem.normalised();
    const Pitch pitch(whole);
    arena_.split(static_cast<std::size_t>(whole.batch), pitch.in, pitch.out);
    return plans_.make(device_.device(), single_of(whole), mode_);
  }
  void enqueue() override {
    for (std::size_t i = 0; i < arena_.calls(); ++i) {
      plans_.enqueue(device_.stream(), arena_.buffer(Part::input, i), arena_.buffer(Part::output, i));
    }
  }
  void release() override {
    plans_.release();
    arena_.release();
  }

 private:
  DeviceArena& device_;
  mutable CallsArena arena_;
  MeasurementMode mode_;
  PapilioPlans plans_;
};

class HostCallsPeer final : public Peer {
 public:
  HostCallsPeer(const Device& device, HostArena& arena, MeasurementMode mode)
      : device_(device), arena_(arena), mode_(mode) {}

  [[nodiscard]] std::string version() const override { return version_of_calls(); }
  [[nodiscard]] Arena& arena() const override { return arena_; }
  std::optional<PeerRefusal> plan(const Problem& problem) override {
    whole_ = problem.normalised();
    return plans_.make(device_, single_of(whole_), mode_);
  }
  void enqueue() override {
    const Pitch pitch(whole_);
    for (std::size_t i = 0; i < static_cast<std::size_t>(whole_.batch); ++i) {
      plans_.execute(rest(arena_.input(), i * pitch.in), rest(arena_.output(), i * pitch.out));
    }
  }
  void release() override { plans_.release(); }

 private:
  [[nodiscard]] std::span<std::byte> rest(std::byte* memory, std::size_t offset) const {
    return std::span(memory, arena_.capacity()).subspan(offset);
  }

  Device device_;
  HostArena& arena_;
  MeasurementMode mode_;
  Problem whole_;
  PapilioPlans plans_;
};

}  // namespace

std::unique_ptr<Peer> make_single_calls_peer(const Arenas& arenas, MeasurementMode mode) {
  if (mode.end_to_end) return std::make_unique<HostCallsPeer>(arenas.device.device(), arenas.host, mode);
  return std::make_unique<DeviceCallsPeer>(arenas.device, mode);
}

}  // namespace papilio::bench
