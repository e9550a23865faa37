// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages between threads of one process through host memory: the sender copies straight into the receiver's memory.
#pragma once

#include <memory>
#include <vector>

#include "mpi/ranks/post.hpp"
#include "transport.hpp"

namespace papilio::mpi {

class ThreadCopies final : public Transport {
 public:
  explicit ThreadCopies(std::unique_ptr<Post> post) : post_(std::move(post)) {}
  void expect(std::span<const Message> receives, std::byte* to, const Stream& stream) override;
  void send(std::span<const Message> messages, int chunk, const std::byte* from) override;
  void wait(int chunk) override;
  void finish() override {}

 private:
  std::unique_ptr<Post> post_;
  std::vector<Message> receives_;
};

}  // namespace papilio::mpi
