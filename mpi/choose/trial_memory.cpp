// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "trial_memory.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace papilio::mpi {
TrialMemory::TrialMemory(const Device& device, const Request& request, int rank) : device_(device) {
  const Problem& problem = request.problem;
  user_.in_place = problem.placement == Placement::in_place;
  user_.input_bytes = input_bytes_ = bytes_of(request, Side::input, rank);
  user_.output_bytes = output_bytes_ = bytes_of(request, Side::output, rank);
  if (user_.in_place) user_.input_bytes = user_.output_bytes = std::max(user_.input_bytes, user_.output_bytes);
  if (device.info().kind == DeviceKind::cpu) {
    user_.input = host(user_.input_bytes);
    user_.output = user_.in_place ? user_.input : host(user_.output_bytes);
    return;
  }
  if (user_.input_bytes > 0) user_.input_buffer = Buffer(device, user_.input_bytes);
  user_.output_buffer = user_.input_buffer;
  if (!user_.in_place) user_.output_buffer = user_.output_bytes > 0 ? Buffer(device, user_.output_bytes) : Buffer();
}

void TrialMemory::set_input(const std::vector<std::byte>& bytes) {
  const Stream stream(device_);
  for (std::size_t done = 0; done < input_bytes_; done += bytes.size()) {
    const std::size_t count = std::min(bytes.size(), input_bytes_ - done);
    if (user_.input_buffer) {
      stream.upload(user_.input_buffer, bytes.data(), count, done);
    } else {
      std::memcpy(static_cast<std::byte*>(user_.input) + done, bytes.data(), count);
    }
  }
  stream.synchronize();
}

std::vector<std::byte> TrialMemory::output() const {
  std::vector<std::byte> bytes(output_bytes_);
  if (bytes.empty()) return bytes;
  if (user_.output_buffer) {
    Stream(device_).download(user_.output_buffer, bytes.data(), bytes.size());
  } else {
    std::memcpy(bytes.data(), user_.output, bytes.size());
  }
  return bytes;
}

/// Zeros, whose pages are there, at an address that devices use without a copy.
void* TrialMemory::host(std::size_t bytes) {
  constexpr std::size_t alignment = 64;
  std::vector<std::byte>& memory = host_.emplace_back(bytes + alignment);
  void* begin = memory.data();
  std::size_t space = memory.size();
  return std::align(alignment, bytes, begin, space);
}

}  // namespace papilio::mpi
