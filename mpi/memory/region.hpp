// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Region: memory that the device and the host use in turns. A device that computes in the host's memory shares it with
// the host; otherwise there are two copies, and a copy is updated when its side needs it. Where messages are sent from
// the device, our own regions have no memory on the host.
#pragma once

#include <cstddef>
#include <memory>
#include <papilio/device.hpp>

namespace papilio::mpi {

/// Memory in which messages begin and end.
enum class MessageMemory { host, device };

/// Memory of the host with addresses that devices use without a copy. Throws Error(out_of_memory) with the remedy.
std::shared_ptr<std::byte> allocate_host(std::size_t bytes, const char* remedy);

class Region {
 public:
  Region() = default;
  /// Memory of our own; on the device alone if messages are sent from there. Throws Error(out_of_memory). 0 bytes:
  /// none.
  Region(const Device& device, std::size_t bytes, MessageMemory messages);
  /// Memory that others use too, of a device that computes in the host's memory.
  Region(const Device& device, std::shared_ptr<std::byte> memory, std::size_t bytes);
  /// On the host alone.
  static Region of_host(std::size_t bytes);
  /// Work memory of the caller's: a buffer, an address on the host, or both; `shared`: the same memory. Neither: as yet
  /// only a size.
  struct CallerMemory {
    Buffer buffer = {};
    std::byte* host = nullptr;
    bool shared = false;
  };
  Region(const CallerMemory& memory, std::size_t bytes)
      : buffer_(memory.buffer), host_(memory.host), bytes_(bytes), shared_(memory.shared) {}
  /// The caller's memory, which must stay valid: on the device without a copy if it computes in the host's memory and
  /// the address is a multiple of 16. `staging` is a region of our own, of as many bytes, for other cases.
  Region(const Device& device, void* memory, std::size_t bytes, const Region& staging);
  /// The caller's memory on the device. `staging` is a region of as many bytes on the host, or none if the host will
  /// not use it.
  Region(const Buffer& memory, std::size_t bytes, const Region& staging);
  /// True if such memory needs no staging.
  static bool direct(const Device& device, const void* memory);

  /// For commands on the stream that read, or that write all that is read later.
  const Buffer& device_reads(const Stream& stream);
  const Buffer& device_writes();
  /// For the host; waits for the stream.
  const std::byte* host_reads(const Stream& stream);
  std::byte* host_writes(const Stream& stream);
  /// Some of what the device wrote, for the host; waits for the stream. The host's side, from its beginning.
  const std::byte* host_reads(const Stream& stream, std::size_t offset, std::size_t bytes);
  /// For the device: some of what the host has written since host_writes(). The caller says when all of it has been
  /// copied.
  void upload(const Stream& stream, std::size_t offset, std::size_t bytes);
  void uploaded() { valid_ = Side::both; }
  [[nodiscard]] const std::byte* host() const { return host_; }
  [[nodiscard]] std::byte* host_address() const { return host_; }
  /// The address on a device of CUDA; null without memory.
  [[nodiscard]] std::byte* device_address() const;
  /// Copies what was written last to the caller's side. Waits for the stream if that is the host.
  void deliver(const Stream& stream);
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Bytes of our own, on the device and on the host.
  [[nodiscard]] std::size_t held() const {
    const std::size_t copies = (owned_ != nullptr ? 1 : 0) + (owns_buffer_ && !shared_ ? 1 : 0);
    return copies * bytes_;
  }

 private:
  enum class Side { both, device, host };

  Buffer buffer_;
  std::shared_ptr<std::byte> owned_;
  std::byte* host_ = nullptr;
  std::size_t bytes_ = 0;
  bool owns_buffer_ = false;
  bool shared_ = false;       ///< device and host use the same memory
  Side valid_ = Side::both;   ///< the side that was written last
  Side caller_ = Side::host;  ///< the caller's side
};

}  // namespace papilio::mpi
