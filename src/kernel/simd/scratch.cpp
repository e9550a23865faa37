// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/scratch.hpp"

#include "core/number_theory.hpp"

namespace papilio::kernel {
namespace {

/// Arrays of a power of two of bytes would fall on each other's cache sets (on x86 a load that follows a store at a
/// multiple of 4096 bytes waits for it); a cache line and a half of padding moves them apart.
constexpr std::int64_t padding = 24;

std::int64_t padded(std::int64_t elements, int lanes) { return ceil_div(elements, lanes) * lanes + padding; }

std::int64_t scalars_of(const ScratchShape& shape) {
  if (shape.layout == ScratchLayout::columns) return 2 * shape.elements * shape.lanes + padding;
  return 2 * padded(shape.elements, shape.lanes);
}

}  // namespace

Scratch::Scratch(Builder& b, std::string_view name, ScalarKind element, const ScratchShape& shape)
    : buffer_(b.shared(name, element, scalars_of(shape))),
      layout_(shape.layout),
      lanes_(shape.lanes),
      im_distance_(layout_ == ScratchLayout::planar ? padded(shape.elements, lanes_) : lanes_) {}

Value Scratch::index(Value e, int width) const {
  switch (layout_) {
    case ScratchLayout::planar:
      return e;
    case ScratchLayout::columns:
      return (first_ ? first_ + e : e) * (2 * lanes_);
    case ScratchLayout::blocked:
      if (width == lanes_) return 2 * e;
      return e / lanes_ * (2 * lanes_) + e % lanes_;
  }
  return e;
}

Complex Scratch::load(Builder& b, Value e, int width) const {
  const Value at = b.let("at", index(e, width));
  return {b.load(buffer_, at, width), b.load(buffer_, at + im_distance_, width)};
}

Value Scratch::load_real(Builder& b, Value e, int width) const {
  return b.load(buffer_, b.let("at", index(e, width)), width);
}

Complex Scratch::load_lane(Builder& b, Value e, Value lane) const {
  const Value at = b.let("at", index(e, lanes_) + lane);
  return {b.load(buffer_, at), b.load(buffer_, at + im_distance_)};
}

void Scratch::store_lane(Builder& b, Value e, Value lane, Complex value) const {
  const Value at = b.let("at", index(e, lanes_) + lane);
  b.store(buffer_, at, value.re);
  b.store(buffer_, at + im_distance_, value.im);
}

Scratch Scratch::from(Value first) const {
  Scratch part = *this;
  part.first_ = first;
  return part;
}

void Scratch::store(Builder& b, Value e, Complex value) const {
  const Value at = b.let("at", index(e, value.re->type.lanes));
  b.store(buffer_, at, value.re);
  b.store(buffer_, at + im_distance_, value.im);
}

}  // namespace papilio::kernel
