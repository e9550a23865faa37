// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "region.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <new>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>

namespace papilio::mpi {
namespace {

constexpr char fewer_bytes[] = "use more ranks or a smaller batch";

}  // namespace

std::shared_ptr<std::byte> allocate_host(std::size_t bytes, const char* remedy) {
  constexpr std::align_val_t page{4096};
  void* const memory = ::operator new(bytes, page, std::nothrow);
  if (memory == nullptr) {
    throw Error::out_of_memory(fmt::format("{} bytes of host memory", bytes), "the system has no more", remedy);
  }
  return {static_cast<std::byte*>(memory), [](std::byte* owned) { ::operator delete(owned, page); }};
}

Region::Region(const Device& device, std::size_t bytes, MessageMemory messages) : bytes_(bytes) {
  if (bytes == 0) return;
  owns_buffer_ = true;
  if (messages == MessageMemory::host) {
    owned_ = allocate_host(bytes, fewer_bytes);
    host_ = owned_.get();
    shared_ = opencl::shares_host_memory(device);
  }
  buffer_ = shared_ ? opencl::wrap_host_memory(device, host_, bytes) : Buffer(device, bytes);
}

Region::Region(const Device& device, std::shared_ptr<std::byte> memory, std::size_t bytes)
    : owned_(std::move(memory)), host_(owned_.get()), bytes_(bytes), shared_(true) {
  if (bytes > 0) buffer_ = opencl::wrap_host_memory(device, host_, bytes);
}

Region Region::of_host(std::size_t bytes) {
  Region region;
  region.bytes_ = bytes;
  region.owned_ = allocate_host(bytes, fewer_bytes);
  region.host_ = region.owned_.get();
  return region;
}

bool Region::direct(const Device& device, const void* memory) {
  constexpr std::uintptr_t alignment = 16;
  return opencl::shares_host_memory(device) && reinterpret_cast<std::uintptr_t>(memory) % alignment == 0;
}

Region::Region(const Device& device, void* memory, std::size_t bytes, const Region& staging)
    : host_(static_cast<std::byte*>(memory)), bytes_(bytes), shared_(direct(device, memory)), valid_(Side::host) {
  if (bytes == 0) return;
  buffer_ = shared_ ? opencl::wrap_host_memory(device, memory, bytes) : staging.buffer_;
}

Region::Region(const Buffer& memory, std::size_t bytes, const Region& staging)
    : buffer_(memory), host_(staging.host_), bytes_(bytes), valid_(Side::device), caller_(Side::device) {}

std::byte* Region::device_address() const {
  return buffer_ ? static_cast<std::byte*>(cuda::native_pointer(buffer_)) : nullptr;
}

void Region::deliver(const Stream& stream) {
  if (caller_ == Side::device) {
    (void)device_reads(stream);
  } else {
    (void)host_reads(stream);
  }
}

const Buffer& Region::device_reads(const Stream& stream) {
  if (!shared_ && valid_ == Side::host && bytes_ > 0) {
    stream.upload(buffer_, host_, bytes_);
    valid_ = Side::both;
  }
  return buffer_;
}

const Buffer& Region::device_writes() {
  valid_ = Side::device;
  return buffer_;
}

const std::byte* Region::host_reads(const Stream& stream) {
  stream.synchronize();
  if (!shared_ && valid_ == Side::device && bytes_ > 0) {
    stream.download(buffer_, host_, bytes_);
    valid_ = Side::both;
  }
  return host_;
}

const std::byte* Region::host_reads(const Stream& stream, std::size_t offset, std::size_t bytes) {
  stream.synchronize();
  if (!shared_ && valid_ == Side::device && bytes > 0) stream.download(buffer_, host_ + offset, bytes, offset);
  return host_;
}

void Region::upload(const Stream& stream, std::size_t offset, std::size_t bytes) {
  if (!shared_ && bytes > 0) stream.upload(buffer_, host_ + offset, bytes, offset);
}

std::byte* Region::host_writes(const Stream& stream) {
  stream.synchronize();
  valid_ = Side::host;
  return host_;
}

}  // namespace papilio::mpi
