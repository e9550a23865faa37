// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Work memory of a test's, with guard zones around it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <papilio/cuda.hpp>
#include <papilio/device.hpp>
#include <papilio/mpi_options.hpp>
#include <span>
#include <vector>

namespace papilio::test {

class GuardedWork {
 public:
  GuardedWork(const Device& device, const mpi::WorkSizes& sizes)
      : sizes_(sizes), stream_(device), on_host_(sizes.host + 2 * zone + 2 * line) {
    const auto begin = reinterpret_cast<std::uintptr_t>(on_host_.data());
    shift_ = (line - begin % line) % line + 16;  // aligned to 16 bytes and no more
    if (sizes.device > 0) on_device_ = Buffer(device, sizes.device + 2 * zone);
    poison();
  }

  /// Every byte 0xff, which makes NaNs of all types, between zones of 0xa5.
  void poison() {
    const auto fill = [](std::byte* begin, std::size_t bytes) {
      std::fill_n(begin, zone, guard);
      std::fill_n(begin + zone, bytes, std::byte{0xff});
      std::fill_n(begin + zone + bytes, zone, guard);
    };
    fill(on_host_.data() + shift_, sizes_.host);
    if (!on_device_) return;
    std::vector<std::byte> there(on_device_.size_bytes());
    fill(there.data(), sizes_.device);
    stream_.upload(on_device_, there.data(), there.size());
  }
  [[nodiscard]] bool intact() const {
    const auto whole = [](const std::byte* begin, std::size_t bytes) {
      const auto is_guard = [](std::byte byte) { return byte == guard; };
      return std::all_of(begin, begin + zone, is_guard) &&
             std::all_of(begin + zone + bytes, begin + bytes + 2 * zone, is_guard);
    };
    if (!whole(on_host_.data() + shift_, sizes_.host)) return false;
    if (!on_device_) return true;
    std::vector<std::byte> there(on_device_.size_bytes());
    stream_.download(on_device_, there.data(), there.size());
    return whole(there.data(), sizes_.device);
  }
  /// True if an execution has written there.
  [[nodiscard]] bool used_on_host() const {
    const std::byte* const begin = host();
    return std::any_of(begin, begin + sizes_.host, [](std::byte byte) { return byte != std::byte{0xff}; });
  }

  [[nodiscard]] mpi::CallerWork work() { return with(sizes_.host); }
  /// With fewer bytes on the host.
  [[nodiscard]] mpi::CallerWork with(std::size_t host_bytes) {
    void* const there = on_device_ ? static_cast<std::byte*>(cuda::native_pointer(on_device_)) + zone : nullptr;
    return {std::span(host(), host_bytes), there, sizes_.device};
  }
  [[nodiscard]] std::byte* host() { return on_host_.data() + shift_ + zone; }
  [[nodiscard]] const std::byte* host() const { return on_host_.data() + shift_ + zone; }

 private:
  static constexpr std::size_t zone = 4096;
  static constexpr std::size_t line = 256;
  static constexpr std::byte guard{0xa5};

  mpi::WorkSizes sizes_;
  Stream stream_;
  std::vector<std::byte> on_host_;
  std::size_t shift_ = 0;
  Buffer on_device_;
};

}  // namespace papilio::test
