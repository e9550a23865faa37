// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Channelizers on Vulkan: pieces of host and device memory in turns, whose streams wait for each other.
#include <cstring>
#include <papilio/channelizer.hpp>

#include "device/vulkan/fixture.hpp"

namespace papilio::test {
namespace {

class VulkanChannels : public OnVulkan {};

TEST_F(VulkanChannels, InPiecesHaveTheBitsOfOnePiece) {
  using Sample = std::complex<float>;
  const Device device(id_);
  Channelizer<Sample> channels(device, {.channels = 16, .hop = 12});
  std::vector<Sample> signal;
  for (int i = 0; i < 3000; ++i)
    signal.emplace_back(static_cast<float>(i * i % 997) / 997, static_cast<float>(i % 31) / 31);
  const std::vector<Sample> expected = channels.push(signal);
  channels.reset();
  const Stream stream(device);
  std::vector<Sample> got;
  std::span<const Sample> rest = signal;
  for (std::size_t size = 1; !rest.empty(); size = (size * 7 + 3) % 211 + 1) {
    const std::span own = rest.first(std::min(size, rest.size()));
    rest = rest.subspan(own.size());
    std::vector<Sample> frames(static_cast<std::size_t>(channels.frames(std::ssize(own)) * channels.bins()));
    if (size % 2 == 0) {
      frames = channels.push(own);
    } else {
      const Buffer in(device, own.size_bytes());
      const Buffer out(device, frames.size() * sizeof(Sample) + sizeof(Sample));
      stream.upload(in, own.data(), own.size_bytes());
      channels.push(stream, in, std::ssize(own), out);
      stream.download(out, frames.data(), frames.size() * sizeof(Sample));
    }
    got.insert(got.end(), frames.begin(), frames.end());
  }
  ASSERT_EQ(got.size(), expected.size());
  EXPECT_EQ(std::memcmp(got.data(), expected.data(), got.size() * sizeof(Sample)), 0);
}

}  // namespace
}  // namespace papilio::test
