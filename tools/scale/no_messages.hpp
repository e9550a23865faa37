// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A transport that sends nothing: passes alone.
#pragma once

#include "mpi/transport.hpp"

namespace papilio::tool {

/// What would have come is not looked at.
class NoMessages final : public mpi::Transport {
 public:
  explicit NoMessages(const mpi::Transport& like) : memory_(like.memory()), ordered_(like.stream_ordered()) {}
  [[nodiscard]] mpi::MessageMemory memory() const override { return memory_; }
  [[nodiscard]] bool stream_ordered() const override { return ordered_; }
  void expect(std::span<const mpi::Message>, std::byte*, const Stream&) override {}
  void send(std::span<const mpi::Message>, int, const std::byte*) override {}
  void wait(int) override {}
  void finish() override {}

 private:
  mpi::MessageMemory memory_;
  bool ordered_;
};

}  // namespace papilio::tool
