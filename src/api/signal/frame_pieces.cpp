// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/frame_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <utility>

#include "api/access.hpp"
#include "api/run/execution.hpp"
#include "core/number_theory.hpp"

namespace papilio::api {

void StreamOrder::begin(const Stream& stream) {
  const Event earlier = std::exchange(done_, {});
  if (earlier && HandleAccess::pointer(last_) != HandleAccess::pointer(stream)) stream.wait(earlier);
  last_ = stream;
}

std::int64_t FramePieces::frames(std::int64_t samples) const {
  if (samples < 0 || samples > max_piece_samples) {
    throw Error::invalid_argument(fmt::format("frames of {} samples", samples), "there are 0 to 2^48 in a piece",
                                  "give the number of samples");
  }
  const std::int64_t all = (held_ == none ? shape_.zeros : held_) + samples;
  return all < shape_.length ? 0 : (all - shape_.length) / shape_.hop + 1;
}

void FramePieces::copy(const Stream& stream, const Samples& from, const Samples& to, std::int64_t count) const {
  if (count <= 0) return;
  const auto bytes = [&](std::int64_t samples) { return static_cast<std::size_t>(samples * shape_.sample_bytes); };
  unwrap(stream).copy_part(unwrap(from.buffer), unwrap(to.buffer), bytes(count), {bytes(from.first), bytes(to.first)});
}

/// The samples before the first one are zeros, in every storage.
void FramePieces::clear(const Stream& stream) {
  if (held_ != none) return;
  constexpr std::size_t word = 4;  // of clear()
  const std::size_t bytes = ceil_div(static_cast<std::size_t>(2 * shape_.length * shape_.sample_bytes), word) * word;
  for (Buffer& buffer : kept_) {
    if (!buffer) buffer = Buffer(device_, bytes);
  }
  unwrap(stream).clear(unwrap(kept_[0]), 0, bytes);
  held_ = shape_.zeros;
  phase_ = (shape_.length - shape_.zeros) % shape_.period;  // the length is a multiple of the period
}

std::array<PieceFrames, 2> FramePieces::begin(const Stream& stream, const Buffer& samples, std::int64_t count) {
  clear(stream);
  completed_ = frames(count);
  const std::int64_t own = std::min(completed_, ceil_div(held_, shape_.hop));
  if (own > 0) copy(stream, {samples, 0}, {kept_[0], held_}, (own - 1) * shape_.hop + shape_.length - held_);
  const std::int64_t position = (phase_ + held_) % shape_.period;
  return {PieceFrames{kept_[0], 0, phase_, own, 0},
          PieceFrames{samples, own * shape_.hop - held_, position, completed_ - own, own}};
}

/// Keeps the samples behind the first `dropped` ones of those held and the piece.
void FramePieces::end(const Stream& stream, const Buffer& samples, std::int64_t count) {
  const std::int64_t dropped = completed_ * shape_.hop;
  const std::int64_t left = std::max<std::int64_t>(held_ - dropped, 0);
  if (dropped > 0 && left > 0) {
    copy(stream, {kept_[0], dropped}, {kept_[1], 0}, left);
    std::swap(kept_[0], kept_[1]);
  }
  const std::int64_t first = std::max<std::int64_t>(dropped - held_, 0);
  copy(stream, {samples, first}, {kept_[0], left}, count - first);
  held_ += count - dropped;
  phase_ = (phase_ + dropped) % shape_.period;
}

void FramePieces::reset(bool interrupted) {
  held_ = none;
  if (interrupted) kept_ = {};
}

}  // namespace papilio::api
