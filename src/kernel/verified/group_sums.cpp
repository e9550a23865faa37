// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/verified/group_sums.hpp"

#include <algorithm>
#include <utility>

#include "core/number_theory.hpp"
#include "kernel/kernels.hpp"
#include "kernel/verified/coupled_weights.hpp"
#include "kernel/verified/quick_rule.hpp"

namespace papilio::kernel {
namespace {

/// A sum of products, in the order in which they are added.
class ProductSum {
 public:
  explicit ProductSum(Value first = nullptr) : sum_(first) {}
  void add(Value a, Value b) { sum_ = a.builder().let("s", sum_ == nullptr ? a * b : fma(a, b, sum_)); }
  [[nodiscard]] Value sum() const { return sum_; }

 private:
  Value sum_;
};

Value sum_of_squares(const std::vector<Complex>& x) {
  ProductSum re, im;
  for (const Complex& z : x) {
    re.add(z.re, z.re);
    im.add(z.im, z.im);
  }
  return re.sum() + im.sum();
}

/// Pairwise sum.
Value sum_of(std::vector<Value> values) {
  while (values.size() > 1) {
    const std::size_t half = (values.size() + 1) / 2;
    for (std::size_t i = 0; i + half < values.size(); ++i)
      values[i] = values[i].builder().let("s", values[i] + values[i + half]);
    values.resize(half);
  }
  return values.front();
}

}  // namespace

std::int64_t GroupSums::together(const GroupSide& side) const {
  constexpr std::int64_t few = 4;  // not worth a barrier
  const std::int64_t count = side.partial.count;
  if (count <= few) return count;
  // As many as what they leave, or more if there are not as many work-items.
  const std::int64_t max_left = std::max<std::int64_t>(1, spec_.shape.threads / (side.numbers() * side.tile.columns));
  std::int64_t result = 1;
  while (result * result < count || result * max_left < count) result *= 2;
  return std::min(result, count);
}

std::int64_t GroupSums::left(const GroupSide& side) const {
  const std::int64_t own = together(side);
  return ceil_div(side.partial.count, own);
}

GroupSums::SumParameters GroupSums::parameters(const char* weights, const char* sums, const Side& side) const {
  if (side.sums == Sums::none) return {};
  const bool checks = &side == &spec_.out && checks_sums(spec_);
  const std::int64_t numbers = 2 * weighted_elements(spec_, side) + (checks ? rule_numbers : 0);
  const ir::GlobalMemory memory{scalar_.kind, Storage::native, true};
  return {b_.table(weights, {scalar_.kind, numbers}), b_.output(sums, memory),
          checks ? b_.output("flag", memory) : nullptr};
}

GroupSums::GroupSums(Builder& b, const KernelSpec& spec, const KernelContext& context)
    : b_(b),
      spec_(spec),
      scalar_(context.scalar),
      in_{spec.in, parameters("in_weights", "in_sums", spec.in), summed_tile(spec, spec.in),
          partial_sums(spec, spec.in), partial_slots(spec, spec.in)},
      out_{spec.out,
           parameters("out_weights", "out_sums", spec.out),
           summed_tile(spec, spec.out),
           partial_sums(spec, spec.out),
           partial_slots(spec, spec.out),
           in_.numbers() * in_.slots},
      checks_(checks_sums(spec)) {
  const std::int64_t numbers = partial_numbers(spec);
  if (numbers > 0) partial_ = b.shared("partial_sums", context.element, numbers);
  for (const GroupSide* side : {&in_, &out_}) {
    if (side->numbers() > 0 && side->side.form == Form::half) half_ = side;
  }
  if (half_ != nullptr && spec.shape.tile == 1) own_ = b.registers("own_sums", context.element, half_->numbers());
}

void GroupSums::begin(GroupTile& tile, Value rank) {
  if (in_.numbers() + out_.numbers() == 0) return;
  tile_ = &tile;
  rank_ = rank;
  columns_ = tile.range();
  if (half_ == nullptr) return;
  for (std::int64_t column = 0; column < spec_.shape.tile; ++column) {
    for (int n = 0; n < half_->numbers(); ++n) {
      const Own mine = own(n, b_.constant(column));
      b_.store(mine.array, mine.at, b_.real(0.0, scalar_));
    }
  }
}

GroupSums::Own GroupSums::own(int which, Value column) const {
  if (own_ != nullptr) return {own_, b_.constant(which)};
  return {partial_, slot(*half_, b_.constant(which), column, b_.thread_id())};
}

void GroupSums::on_pair(const Pair& pair, const HalfPair& at, const Partners& x) {
  if (half_ == nullptr) return;
  const Value zero = b_.real(0.0, scalar_);
  // Squares of all numbers but X[0] and X[m] stand for those of their conjugates too. The imaginary parts of these two
  // are not read.
  const bool reads = half_ == &in_;
  const Value times =
      pair.is_zero ? b_.let("times", select(pair.is_zero, 1.0, b_.real(2.0, scalar_))) : b_.real(2.0, scalar_);
  const Own functional = own(0, at.column);
  const Own squares = own(1, at.column);
  Value sum = b_.let("s", b_.load(functional.array, functional.at));
  Value square = nullptr;
  const auto add = [&](Value k, Complex z) {
    if (at.counted) z = select_or_zero(at.counted, z);
    if (pair.is_zero && reads) z.im = b_.let("im", select(pair.is_zero, zero, z.im));
    const Complex w = weight(*half_, 2 * k);
    sum = b_.let("s", fma(z.re, w.re, sum));
    sum = b_.let("s", fma(z.im, w.im, sum));
    square = b_.let("s", square ? fma(z.re, z.re, square) : z.re * z.re);
    square = b_.let("s", fma(z.im, z.im, square));
  };
  add(at.low, x.low);
  if (at.high) add(at.high, x.high);
  b_.store(functional.array, functional.at, sum);
  const Value before = b_.let("s", b_.load(squares.array, squares.at));
  b_.store(squares.array, squares.at, fma(square, times, before));
}

Complex GroupSums::weight(const GroupSide& side, Value at) const {
  return load_complex(side.buffers.weights, at, 1, 2);
}

Value GroupSums::of_tile(const GroupSide& side, Value column) const {
  return side.tile.parts == 1 ? column : column % spec_.shape.tile;
}

GroupSums::SumList GroupSums::sums_of_inputs(const Butterfly& w, Value first, std::int64_t step) const {
  ProductSum re_re, im_im, re_im, im_re;
  if (weighted_elements(spec_, in_.side) > spec_.length) {
    Value valid = nullptr;
    const std::int64_t columns = spec_.columns();
    step *= columns;
    first = tile_->column(of_tile(in_, w.column), &valid) + columns * first;
  }
  first = b_.let("first", 2 * first);
  for (std::size_t j = 0; j < w.x.size(); ++j) {
    const Complex z = w.x[j];
    const Complex v = weight(in_, first + 2 * step * static_cast<std::int64_t>(j));
    re_re.add(z.re, v.re);
    im_im.add(z.im, v.im);
    if (in_.side.sums == Sums::real) continue;
    re_im.add(z.re, v.im);
    im_re.add(z.im, v.re);
  }
  const Value squares = b_.let("s", sum_of_squares(w.x));
  if (in_.side.sums == Sums::real) return {b_.let("s", re_re.sum() + im_im.sum()), squares};
  return {b_.let("s", re_re.sum() - im_im.sum()), b_.let("s", re_im.sum() + im_re.sum()), squares};
}

GroupSums::SumList GroupSums::sums_of_results(const Butterfly& w, Value first) const {
  ProductSum re(w.x[0].re), im(w.x[0].im);
  for (std::size_t k = 1; k < w.x.size(); ++k) {
    const Value multiple = b_.real(result_multiple(k), scalar_);
    re.add(w.x[k].re, multiple);
    im.add(w.x[k].im, multiple);
  }
  const Complex v = weight(out_, 2 * first);
  const Value squares = b_.let("s", sum_of_squares(w.x));
  const Value real = out_.side.sums == Sums::real ? im.sum() : -im.sum();
  const Value functional = b_.let("s", fma(re.sum(), v.re, b_.let("s", real * v.im)));
  if (out_.side.sums == Sums::real) return {functional, squares};
  return {functional, b_.let("s", fma(re.sum(), v.im, b_.let("s", im.sum() * v.re))), squares};
}

void GroupSums::on_inputs(const std::vector<Butterfly>& butterflies,
                          const std::function<Value(const Butterfly&)>& first, std::int64_t step) {
  if (in_.side.sums == Sums::none || half_ == &in_) return;
  b_.comment("sums of the input");
  add(in_, butterflies, [&](const Butterfly& w) { return sums_of_inputs(w, first(w), step); });
}

void GroupSums::on_results(const std::vector<Butterfly>& butterflies,
                           const std::function<Value(const Butterfly&)>& first) {
  if (out_.side.sums == Sums::none || half_ == &out_) return;
  b_.comment("sums of the output");
  add(out_, butterflies, [&](const Butterfly& w) { return sums_of_results(w, first(w)); });
}

void GroupSums::add(const GroupSide& side, const std::vector<Butterfly>& butterflies,
                    const std::function<SumList(const Butterfly&)>& sums_of) {
  const auto merged = static_cast<std::size_t>(side.partial.merged);
  for (std::size_t begin = 0; begin < butterflies.size(); begin += merged) {
    const Butterfly& first = butterflies[begin];
    SumList sums = sums_of(first);
    for (std::size_t i = begin + 1; i < std::min(begin + merged, butterflies.size()); ++i) {
      const SumList more = sums_of(butterflies[i]);
      for (std::size_t n = 0; n < more.size(); ++n) {
        const Value own =
            butterflies[i].active ? select(butterflies[i].active, more[n], b_.real(0.0, scalar_)) : more[n];
        sums[n] = b_.let("s", sums[n] + own);
      }
    }
    if (side.slots == 0) {
      add_whole(side, first, std::move(sums));
      continue;
    }
    const Value own_slot = slot(side, b_.constant(0), first.column, partial_number(side, first));
    b_.when(first.active, [&] {
      for (std::size_t n = 0; n < sums.size(); ++n)
        b_.store(partial_, own_slot + static_cast<std::int64_t>(n) * side.slots, sums[n]);
    });
  }
}

void GroupSums::add_whole(const GroupSide& side, const Butterfly& w, SumList sums) {
  if (checks_ && &side == &in_) {
    whole_inputs_.push_back(std::move(sums));
    return;
  }
  b_.when(w.active, [&] {
    if (checks_) return check(w.column, whole_inputs_[static_cast<std::size_t>(w.number)], std::move(sums));
    for (std::size_t n = 0; n < sums.size(); ++n)
      store(side, b_.constant(static_cast<std::int64_t>(n)), w.column, sums[n]);
  });
}

Value GroupSums::partial_number(const GroupSide& side, const Butterfly& w) const {
  if (side.partial.merged == 1) return w.c;
  return side.partial.step == 1 ? b_.thread_id() : b_.let("number", b_.thread_id() / side.partial.step);
}

Value GroupSums::slot(const GroupSide& side, Value which, Value column, Value number) const {
  const PartialSums& partial = side.partial;
  return b_.let("slot", which * side.slots + column * partial.column_step + number * partial.step + side.begin);
}

void GroupSums::share(std::int64_t total, std::int64_t from, const std::function<void(Value)>& body) const {
  const std::int64_t threads = spec_.shape.threads;
  if (from > 0 && from + total <= threads) {
    const Value own = b_.let("own", b_.thread_id() - from);
    b_.branch(own >= 0 && own < total, [&] { body(b_.let("item", max(min(own, total - 1), 0))); });
    return;
  }
  for (std::int64_t u = 0; u * threads < total; ++u) {
    Value active = nullptr;
    const Value item = own_index(b_, threads, u, total, &active);
    b_.when(active, [&] { body(item); });
  }
}

Value GroupSums::sum_of(const GroupSide& side, Value which, Value column, const PartialRun& run) const {
  const std::int64_t count = side.partial.count;
  const Value first = slot(side, which, column, run.number);
  std::vector<Value> values;
  for (std::int64_t j = 0; j < run.count; ++j) {
    const std::int64_t ahead = j * run.apart;
    if (ahead + run.apart <= count) {
      values.push_back(b_.let("s", b_.load(partial_, first + ahead * side.partial.step)));
      continue;
    }
    const Value number = run.number + ahead;
    const Value value = b_.let("s", b_.load(partial_, slot(side, which, column, min(number, count - 1))));
    values.push_back(b_.let("s", select(number < count, value, b_.real(0.0, scalar_))));
  }
  return kernel::sum_of(std::move(values));
}

std::int64_t GroupSums::add_up_some(const GroupSide& side, std::int64_t from) const {
  const std::int64_t tile = side.tile.columns;
  const std::int64_t rows = left(side);
  const std::int64_t items = side.numbers() * tile * rows;
  share(items, from, [&](Value item) {
    // Neighbouring work-items read neighbouring slots.
    const bool columns_first = side.partial.step > 1;
    const Value rest = b_.let("rest", item / (columns_first ? tile : rows));
    const Value column = b_.let("column", columns_first ? item % tile : rest % tile);
    const Value number = b_.let("number", columns_first ? rest % rows : item % rows);
    const Value which = b_.let("which", rest / (columns_first ? rows : tile));
    const Value sum = sum_of(side, which, column, {number, rows, together(side)});
    b_.store(partial_, slot(side, which, column, number), sum);
  });
  return items;
}

GroupSums::PartialRun GroupSums::last_run(const GroupSide& side) const {
  return {b_.constant(0), 1, left(side) == 1 ? side.partial.count : left(side)};
}

std::int64_t GroupSums::add_up_all(const GroupSide& side, std::int64_t from) const {
  const std::int64_t tile = side.tile.columns;
  const std::int64_t items = side.numbers() * tile;
  share(items, from, [&](Value item) {
    const Value column = b_.let("column", item % tile);
    const Value which = b_.let("which", item / tile);
    store(side, which, column, sum_of(side, which, column, last_run(side)));
  });
  return items;
}

void GroupSums::share_sides(const std::function<std::int64_t(const GroupSide&, std::int64_t from)>& share_one) const {
  constexpr std::int64_t warp = 32;  // both sides at the same time
  std::int64_t from = 0;
  for (const GroupSide* side : {&in_, &out_}) {
    if (side->slots > 0) from += ceil_div(share_one(*side, from), warp) * warp;
  }
}

void GroupSums::store(const GroupSide& side, Value which, Value column, Value sum) const {
  const std::int64_t parts = side.tile.parts;
  const Value number = b_.let("number", columns_.first + of_tile(side, column));
  Value at = number;
  if (parts > 1) {
    const Value part = rank_ * (side.tile.columns / spec_.shape.tile) + column / spec_.shape.tile;
    at = b_.let("at", number * parts + part);
  }
  b_.when(spec_.shape.tile == 1 ? nullptr : Value(number < columns_.end),
          [&] { b_.store(side.buffers.sums, which * (columns_.all * parts) + at, sum); });
}

void GroupSums::check(Value column, SumList in, SumList out) const {
  const Value rule = b_.constant(2 * (spec_.length + (out_.side.form == Form::half ? 1 : 0)));
  const Value breaks = breaks_rule(out_.buffers.weights, rule, {in[0], in[1]}, {out[0], out[1]});
  const Value number = b_.let("number", columns_.first + column);
  const Value exists = number < columns_.end;
  b_.branch(spec_.shape.tile == 1 ? breaks : breaks && exists, [&] {
    for (std::size_t n = 0; n < out.size(); ++n) {
      const Value at = b_.let("at", columns_.all * static_cast<std::int64_t>(n) + number);
      b_.store(in_.buffers.sums, at, in[n]);
      b_.store(out_.buffers.sums, at, out[n]);
    }
    b_.store(out_.buffers.flag, b_.constant(0), b_.real(1.0, scalar_));
  });
}

GroupSums::SumList GroupSums::totals_of(const GroupSide& side, Value column) const {
  SumList result;
  for (int n = 0; n < side.numbers(); ++n) result.push_back(sum_of(side, b_.constant(n), column, last_run(side)));
  return result;
}

void GroupSums::check_all() const {
  share(spec_.shape.tile, 0, [&](Value column) { check(column, totals_of(in_, column), totals_of(out_, column)); });
}

void GroupSums::finish() {
  if (partial_ == nullptr) return;
  b_.comment("sums of columns");
  for (int n = 0; own_ != nullptr && n < half_->numbers(); ++n) {
    const Value sum = b_.let("s", b_.load(own_, b_.constant(n)));
    b_.store(partial_, slot(*half_, b_.constant(n), b_.constant(0), b_.thread_id()), sum);
  }
  b_.barrier();
  const bool two_levels = left(in_) > 1 || left(out_) > 1;
  share_sides([&](const GroupSide& side, std::int64_t from) -> std::int64_t {
    if (left(side) > 1) return add_up_some(side, from);
    return checks_ ? 0 : add_up_all(side, from);
  });
  if (two_levels) b_.barrier();
  if (checks_) return check_all();
  if (!two_levels) return;
  share_sides([&](const GroupSide& side, std::int64_t from) { return left(side) == 1 ? 0 : add_up_all(side, from); });
}

std::unique_ptr<Observer> observer_of(Builder& b, const KernelSpec& spec, const KernelContext& context) {
  const bool sums = spec.in.sums != Sums::none || spec.out.sums != Sums::none;
  if (sums) return std::make_unique<GroupSums>(b, spec, context);
  return std::make_unique<Observer>();
}

}  // namespace papilio::kernel
