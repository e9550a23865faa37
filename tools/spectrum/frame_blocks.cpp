// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/frame_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <papilio/error.hpp>

namespace papilio::tool {

FrameBlocks::FrameBlocks(SignalReader& signal, const FrameCut& cut, BlockExtent extent)
    : signal_(signal),
      cut_(cut),
      extent_(extent),
      values_(std::max<std::size_t>(std::size_t{1} << 20, 2 * cut.length)) {}

std::span<const float> FrameBlocks::next() {
  while (true) {
    const std::size_t gone = std::min(done_, held_.size());  // a hop may be longer than a frame
    held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(gone));
    done_ -= gone;
    const bool enough = done_ == 0 && held_.size() >= cut_.length;
    if (enough && (ended_ || extent_ == BlockExtent::bounded)) break;
    if (ended_) return {};
    fill();
  }
  const std::size_t hops = (held_.size() - cut_.length) / cut_.hop;
  done_ = (hops + 1) * cut_.hop;
  return std::span(held_).first(hops * cut_.hop + cut_.length);
}

void FrameBlocks::fill() {
  const std::size_t got = signal_.read(values_);
  const auto read = std::span(values_).first(got);
  for (const double value : read) {
    if (std::isfinite(static_cast<float>(value))) continue;
    throw Error::io(signal_.info().path, "holds samples that are not finite, or too large for 32-bit floats",
                    "remove them, or scale the signal down");
  }
  ended_ = got < values_.size();
  if (samples_ == 0 && got > 0) pad_begin(read);
  samples_ += static_cast<std::int64_t>(got);
  held_.insert(held_.end(), read.begin(), read.end());
  const std::size_t kept = around() + 1;
  tail_.insert(tail_.end(), read.begin() + static_cast<std::ptrdiff_t>(got - std::min(got, kept)), read.end());
  tail_.erase(tail_.begin(), tail_.end() - static_cast<std::ptrdiff_t>(std::min(tail_.size(), kept)));
  if (ended_ && samples_ > 0) pad_end();
}

void FrameBlocks::pad_begin(std::span<const double> first) {
  const bool reflects = cut_.padding == FramePadding::reflect;
  if (reflects && first.size() <= around()) {
    throw Error::invalid_argument(fmt::format("{}, of {} samples", signal_.info().path, first.size()),
                                  fmt::format("mirroring frames of {} takes more than {}", cut_.length, around()),
                                  "pad with zeros instead (--padding zeros), or use shorter frames");
  }
  for (std::size_t i = around(); i > 0; --i) held_.push_back(reflects ? static_cast<float>(first[i]) : 0.0F);
}

void FrameBlocks::pad_end() {
  for (std::size_t i = 1; i <= around(); ++i)
    held_.push_back(cut_.padding == FramePadding::reflect ? tail_[tail_.size() - 1 - i] : 0.0F);
}

}  // namespace papilio::tool
