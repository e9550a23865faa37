// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/lane_tile.hpp"

namespace papilio::kernel {

LaneTile::LaneTile(Builder& b, const KernelSpec& spec, const Frame& frame, Value tile)
    : spec_(spec), frame_(frame), lanes_(spec.shape.lanes), columns_(spec.shape.strategy == Strategy::columns) {
  if (spec.columns() == 1) {
    place_transforms(b, tile);
  } else {
    place_columns(b, tile);
  }
}

void LaneTile::place_transforms(Builder& b, Value tile) {
  if (!columns_) {
    in_base_ = frame_.input_base(b, tile);
    out_base_ = frame_.output_base(b, tile);
    return;
  }
  contiguous_in_ = contiguous_out_ = lanes_ == 1;
  const Value first = b.let("first", b.mul(tile, lanes_));
  const Value last = b.let("last", b.add(frame_.batch, -1));
  for (int l = 0; l < lanes_; ++l) {
    const Value transform = b.let("transform", b.min(b.add(first, l), last));
    lane_in_.push_back(frame_.input_base(b, transform));
    lane_out_.push_back(frame_.output_base(b, transform));
  }
  in_base_ = lane_in_[0];
  out_base_ = lane_out_[0];
}

void LaneTile::place_columns(Builder& b, Value tile) {
  const std::int64_t columns = spec_.columns();
  const std::int64_t tiles = (columns + lanes_ - 1) / lanes_;
  const Value transform = b.let("transform", b.div(tile, tiles));
  const Value c0 = b.let("c", b.cast(b.mul(b.mod(tile, tiles), lanes_), ScalarKind::i32));
  in_base_ = frame_.input_base(b, transform);
  out_base_ = frame_.output_base(b, transform);
  contiguous_in_ = columns % lanes_ == 0;
  contiguous_out_ = spec_.inner % lanes_ == 0 || (spec_.outer == 1 && contiguous_in_);
  const bool one_p = spec_.outer == 1 || spec_.inner % lanes_ == 0 || uses_lane_steps(spec_);
  const bool one_address = contiguous_in_ && contiguous_out_ && one_p && spec_.load == LoadOp::plain &&
                           spec_.store != StoreOp::chirp;
  for (int l = 0; l < (one_address ? 1 : lanes_); ++l) {
    Value c = b.add(c0, l);
    if (!contiguous_in_) c = b.min(c, b.constant(columns - 1));
    c = b.let("c", c);
    const Value p = spec_.outer == 1 ? b.constant(0) : b.let("p", b.div(c, spec_.inner));
    lane_c_.push_back(c);
    lane_q_.push_back(b.let("q", b.add(b.mod(c, spec_.inner), b.mul(p, spec_.inner * spec_.length))));
    if (l == 0 || !one_p) lane_p_.push_back(p);
  }
}

Complex LaneTile::load(Builder& b, Value e, int width) const {
  if (!columns_) return load_complex(b, frame_.input, b.add(in_base_, b.mul(e, 2)), width, 1);
  const bool pass = spec_.columns() > 1;
  const Value row = pass ? b.let("row", b.mul(e, spec_.columns())) : e;
  const auto at = [&](int l) {
    const Value element = pass ? b.add(row, lane_c_[l]) : row;
    return b.add(pass ? in_base_ : lane_in_[l], b.mul(element, 2));
  };
  if (contiguous_in_) return load_complex(b, frame_.input, at(0), lanes_, 1);
  std::vector<Complex> parts;
  for (int l = 0; l < lanes_; ++l) parts.push_back(load_complex(b, frame_.input, at(l), 1, 1));
  return concat(b, parts);
}

Complex LaneTile::load_guarded(Builder& b, Value e) const {
  const Value row = b.let("row", b.mul(e, spec_.columns()));
  const std::int64_t n = spec_.chirp_length;
  std::vector<Complex> parts;
  for (int l = 0; l < lanes_; ++l) {
    const Value i = b.let("i", b.add(row, lane_c_[l]));
    const Value inside = b.let("inside", b.lt(i, b.constant(n)));
    const Value j = b.let("j", b.min(i, b.constant(n - 1)));
    const Complex x = load_complex(b, frame_.input, b.add(in_base_, b.mul(j, 2)), 1, 1);
    const Complex w{b.load(frame_.chirp, j), b.load(frame_.chirp, b.add(j, n))};
    parts.push_back(select_or_zero(b, inside, multiply(b, x, w, Conjugate::no)));
  }
  return concat(b, parts);
}

Complex LaneTile::twiddle(Builder& b, Value k, Complex value) const {
  if (spec_.outer == 1) return value;
  const auto factor = [&](Value p) { return two_level_twiddle(b, frame_, b.let("e", b.mul(p, k))); };
  Complex w;
  if (lane_p_.size() == 1) {
    w = broadcast(b, factor(lane_p_[0]), lanes_);
  } else {
    std::vector<Complex> parts;
    for (const Value p : lane_p_) parts.push_back(factor(p));
    w = concat(b, parts);
  }
  if (uses_lane_steps(spec_)) {
    const Value at = b.let("at", b.mul(k, 2 * lanes_));
    const Complex step{b.load(frame_.lane_steps, at, lanes_), b.load(frame_.lane_steps, b.add(at, lanes_), lanes_)};
    w = multiply(b, w, step, Conjugate::no);
  }
  return multiply(b, value, w, conjugate_for(spec_.direction));
}

Value LaneTile::output_index(Builder& b, Value k, int lane) const {
  if (spec_.columns() == 1) return k;
  return b.let("i", b.add(b.mul(k, spec_.inner), lane_q_[lane]));
}

void LaneTile::store(Builder& b, Value k, Complex value) const {
  value = scale(b, twiddle(b, k, value), spec_.scale);
  if (!columns_) {
    store_complex(b, frame_.output, b.add(out_base_, b.mul(k, 2)), value, 1);
    return;
  }
  if (spec_.store == StoreOp::spectrum) value = multiply(b, value, spectrum_entries(b, k), Conjugate::no);
  if (spec_.store == StoreOp::chirp) {
    store_chirped(b, k, value);
  } else if (contiguous_out_) {
    store_complex(b, frame_.output, b.add(out_base_, b.mul(output_index(b, k, 0), 2)), value, 1);
  } else {
    for (int l = 0; l < lanes_; ++l) store_lane(b, l, output_index(b, k, l), lane(b, value, l));
  }
}

Complex LaneTile::spectrum_entries(Builder& b, Value k) const {
  const int width = contiguous_out_ ? lanes_ : 1;
  std::vector<Complex> parts;
  for (int l = 0; l < lanes_; l += width) {
    const Value i = output_index(b, k, l);
    parts.push_back({b.load(frame_.spectrum, i, width), b.load(frame_.spectrum, b.add(i, spec_.transform()), width)});
  }
  return concat(b, parts);
}

void LaneTile::store_chirped(Builder& b, Value k, Complex value) const {
  const std::int64_t n = spec_.chirp_length;
  for (int l = 0; l < lanes_; ++l) {
    const Value i = output_index(b, k, l);
    b.branch(b.lt(i, b.constant(n)), [&] {
      const Complex w{b.load(frame_.chirp, i), b.load(frame_.chirp, b.add(i, n))};
      store_lane(b, l, i, multiply(b, lane(b, value, l), w, Conjugate::no));
    });
  }
}

void LaneTile::store_lane(Builder& b, int l, Value index, Complex value) const {
  const Value base = spec_.columns() == 1 ? lane_out_[l] : out_base_;
  store_complex(b, frame_.output, b.add(base, b.mul(index, 2)), value, 1);
}

}  // namespace papilio::kernel
