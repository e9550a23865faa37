// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/group_exchange.hpp"

#include "core/joint.hpp"

namespace papilio::kernel {

Value own_index(Builder& b, std::int64_t threads, std::int64_t u, std::int64_t total, Value* active) {
  Value index = b.add(b.thread_id(), u * threads);
  if ((u + 1) * threads > total) {
    *active = b.let("active", b.lt(index, b.constant(total)));
    index = b.min(index, b.constant(total - 1));
  }
  return b.let("index", index);
}

GroupExchange::GroupExchange(Builder& b, const KernelSpec& spec, const Frame& frame)
    : b_(b), spec_(spec), frame_(frame), layout_(spec) {
  if (layout_.joined() && layout_.exists()) {
    re_ = b_.shared("points", frame.element, 2 * layout_.elements());
    return;
  }
  if (layout_.exists()) re_ = b_.shared("re", frame.element, layout_.elements());
  if (layout_.arrays() == 2) im_ = b_.shared("im", frame.element, layout_.elements());
}

Value GroupExchange::raw_place(Value column, Value e) {
  return b_.add(b_.mul(column, layout_.column_step()), b_.mul(e, layout_.element_step()));
}

Value GroupExchange::padded(const Exchange::Padding& padding, Value raw) {
  if (padding.every == 0) return raw;
  const Value at = b_.let("at", raw);
  return b_.add(at, b_.mul(b_.div(at, padding.every), padding.gap));
}

std::vector<Value> GroupExchange::places(const Exchange::Padding& padding, Value column, Value first, std::int64_t step,
                                         int count) {
  std::vector<Value> result;
  const std::int64_t unit = step * layout_.element_step();
  const Value raw = raw_place(column, first);
  if (layout_.linear(padding, unit, count)) {
    const Value base = b_.let("at", padded(padding, raw));
    for (int j = 0; j < count; ++j) result.push_back(b_.add(base, padding.padded(unit * j)));
  } else {
    const Value base = b_.let("at", raw);
    for (int j = 0; j < count; ++j) result.push_back(b_.let("at", padded(padding, b_.add(base, unit * j))));
  }
  return result;
}

void GroupExchange::put(const Places& to, const std::vector<Complex>& values, Parts parts) {
  const Buffer* im_array = im_ == nullptr ? re_ : im_;
  b_.when(to.active, [&] {
    for (std::size_t k = 0; k < to.at.size(); ++k) {
      if (layout_.joined()) {
        store_complex(b_, re_, b_.mul(to.at[k], 2), values[k], 2);
        continue;
      }
      if (parts.re) b_.store(re_, to.at[k], values[k].re);
      if (parts.im) b_.store(im_array, to.at[k], values[k].im);
    }
  });
}

void GroupExchange::get(const Places& from, std::vector<Complex>& values, Parts parts) {
  const Buffer* im_array = im_ == nullptr ? re_ : im_;
  for (std::size_t k = 0; k < from.at.size(); ++k) {
    if (layout_.joined()) {
      values[k] = load_complex(b_, re_, b_.mul(from.at[k], 2), 1, 2);
      continue;
    }
    if (parts.re) values[k].re = b_.load(re_, from.at[k]);
    if (parts.im) values[k].im = b_.load(im_array, from.at[k]);
  }
}

std::vector<std::vector<Complex>> GroupExchange::hand_on(const std::vector<Places>& to,
                                                         const std::vector<std::vector<Complex>>& values,
                                                         const std::vector<Places>& from) {
  std::vector<std::vector<Complex>> result(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) result[i].resize(from[i].at.size());
  const auto round = [&](Parts parts) {
    const auto put_all = [&] {
      for (std::size_t i = 0; i < to.size(); ++i) put(to[i], values[i], parts);
    };
    do_round(put_all, from, result, parts);
  };
  if (spec_.shape.split) {
    round({true, false});
    round({false, true});
  } else {
    round({true, true});
  }
  return result;
}

std::vector<std::vector<Complex>> GroupExchange::hand_on(const std::function<void()>& put_all,
                                                         const std::vector<Places>& from) {
  std::vector<std::vector<Complex>> result(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) result[i].resize(from[i].at.size());
  do_round(put_all, from, result, {true, true});
  return result;
}

void GroupExchange::do_round(const std::function<void()>& put_all, const std::vector<Places>& from,
                             std::vector<std::vector<Complex>>& result, Parts parts) {
  const bool first = !used_;
  used_ = true;
  if (!first) b_.barrier();  // everybody has read what was written before
  put_all();
  b_.barrier();
  if (first) prefetch();
  for (std::size_t i = 0; i < from.size(); ++i) get(from[i], result[i], parts);
}

/// Asks for the input of a work-group that comes later, while this one computes. Where few groups fit a compute unit,
/// their loads would otherwise wait for each other's arithmetic.
void GroupExchange::prefetch() {
  const bool blocks = spec_.in.block > 0;
  const bool by_number = spec_.in_form == Form::trig || spec_.in_form == Form::half;
  const bool runs = (spec_.packed_in() || blocks) && !spec_.mirrored && !spec_.prunes_input() &&
                    spec_.in_parts == papilio::Parts::interleaved &&
                    (spec_.in_form == Form::complex || spec_.in_form == Form::pairs ||
                     (by_number && spec_.folds() && spec_.columns() == 1));
  if (spec_.shape.ahead == 0 || !runs) return;
  constexpr std::int64_t line_bytes = 128;
  const std::int64_t line = line_bytes / size_of(*frame_.input);  // in scalars
  const std::int64_t tile = spec_.shape.tile;
  const std::int64_t threads = spec_.shape.threads;
  const bool whole = spec_.columns() == 1;
  // Scalars that are neighbours.
  const std::int64_t own = spec_.in_form == Form::half ? half_numbers(spec_) : spec_.length;
  const std::int64_t run = 2 * (blocks ? spec_.length * tile : whole ? own : tile);
  const std::int64_t lines = (run + line - 1) / line;
  // Of a Bluestein's first pass the rows that the input has.
  const std::int64_t rows = spec_.load == LoadOp::chirp ? (spec_.chirp_length + spec_.columns() - 1) / spec_.columns() : spec_.length;
  const std::int64_t total = (blocks ? 1 : whole ? tile : rows) * lines;
  const Value group = b_.let("later", b_.add(b_.cast(b_.group_id(), ScalarKind::i64), spec_.shape.ahead));
  for (std::int64_t u = 0; u * threads < total; ++u) {
    const Value index = b_.let("index", b_.add(b_.thread_id(), u * threads));
    const Value row = b_.div(index, lines);
    GroupPlace place;
    if (whole) {
      place.stack = b_.let("transform", b_.add(b_.mul(group, tile), row));
      place.exists = b_.lt(place.stack, frame_.batch);
    } else {
      place = place_of_group(b_, spec_, frame_, group);
    }
    Value at = b_.mul(blocks ? index : b_.mod(index, lines), line);
    if (blocks) {
      at = b_.add(b_.mul(place.tile, run), at);
    } else if (!whole) {
      const Value column = b_.cast(b_.mul(place.tile, tile), ScalarKind::i32);
      at = b_.add(at, b_.mul(b_.add(b_.mul(row, spec_.columns()), column), 2));
    }
    Value wanted = place.exists;
    if ((u + 1) * threads > total) wanted = b_.logical_and(b_.lt(index, b_.constant(total)), wanted);
    b_.branch(wanted, [&] { b_.prefetch(frame_.input, b_.add(frame_.input_base(b_, place.stack), at)); });
  }
}

}  // namespace papilio::kernel
