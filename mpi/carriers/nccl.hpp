// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages between GPUs by NCCL: groups of sends and receives on a stream of their own, with the highest priority, so
// that they start while passes fill the device. What a rank sends to itself is copied beside them.
#pragma once

#include <vector>

#include "carrier.hpp"
#include "mpi/memory/cuda_driver.hpp"
#include "nccl_library.hpp"

namespace papilio::mpi {

class NcclTransport final : public Transport {
 public:
  /// Collective. Every rank must have a CUDA device of its own. Throws on every rank: Error(unsupported) without NCCL
  /// or, with NCCL's own words, where it cannot begin.
  NcclTransport(Team& team, const Device& device);
  NcclTransport(const NcclTransport&) = delete;
  NcclTransport& operator=(const NcclTransport&) = delete;
  ~NcclTransport() override;

  [[nodiscard]] MessageMemory memory() const override { return MessageMemory::device; }
  [[nodiscard]] bool stream_ordered() const override { return true; }
  void expect(std::span<const Message> receives, std::byte* to, const Stream& stream) override;
  void send(std::span<const Message> messages, int chunk, const std::byte* from) override;
  void wait(int chunk) override;
  void finish() override;
  bool finished(const Stream& stream) override;
  void abort() noexcept override;

 private:
  /// A CUDA stream as a Stream of Papilio.
  struct OwnStream {
    cu::CUstream native = nullptr;
    Stream handle;
  };
  void start(Team& team, const Device& device);
  void release() noexcept;
  [[nodiscard]] OwnStream make_stream(const Device& device) const;
  [[nodiscard]] std::string words_of(int status) const;
  void check(int status, const char* call) const;
  void enqueue_group(std::span<const Message> sends, std::span<const Message> receives, const std::byte* from);
  /// When everything of a chunk is there.
  struct ChunkArrival {
    Event messages;
    Event copies;
  };

  const NcclLibrary& library_;
  int rank_;
  cu::CUcontext context_ = nullptr;
  NcclComm comm_ = nullptr;
  bool aborted_ = false;
  OwnStream link_;
  OwnStream copies_;
  Stream stream_;  ///< of the current exchange
  std::vector<Message> receives_;
  std::byte* to_ = nullptr;
  std::vector<ChunkArrival> arrivals_;  ///< by chunk
};

}  // namespace papilio::mpi
