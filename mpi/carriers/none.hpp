// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A transport that sends nothing: passes alone.
#pragma once

#include "transport.hpp"

namespace papilio::mpi {

/// The contents of messages that would have arrived do not matter.
class NoMessages final : public Transport {
 public:
  explicit NoMessages(const Transport& like) : memory_(like.memory()), ordered_(like.stream_ordered()) {}
  explicit NoMessages(MessageMemory memory) : memory_(memory), ordered_(false) {}
  [[nodiscard]] MessageMemory memory() const override { return memory_; }
  [[nodiscard]] bool stream_ordered() const override { return ordered_; }
  void expect(std::span<const Message>, std::byte*, const Stream&) override {}
  void send(std::span<const Message>, int, const std::byte*) override {}
  void wait(int) override {}
  void finish() override {}

 private:
  MessageMemory memory_;
  bool ordered_;
};

}  // namespace papilio::mpi
